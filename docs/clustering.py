"""What the letters of clustering stand for in the example of a page."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from statistics import fmean
from typing import Any

import fastmetrics
from docs.formulas import Data
from fastmetrics.catalog import Metric

__all__ = ["data"]

Labels = Sequence[int]
Points = Sequence[Sequence[float]]
Clusters = Sequence[Points]


def data(row: Metric, columns: Mapping[str, Any], given: Mapping[str, Any]) -> Data:
    """Return what letters are of the columns of the example."""
    labels = columns["y_pred"]
    if "X" in columns:
        return _geometry(columns["X"], labels, given.get("within") == "pairwise")
    if "y_true" not in columns:
        return _shares(labels)
    letters = _information(columns["y_true"], labels)
    return _table(letters, columns["y_true"], labels, row.function == "cramers_v")


def _shares(labels: Labels) -> Data:
    clusters = sorted({*labels})
    counts = [labels.count(one) for one in clusters]
    shares = [count / len(labels) for count in counts]
    return Data({}, {"i": {"p_i": shares}}, {"p_i": {"i": clusters, "n_i": counts}})


def _information(first: Labels, second: Labels) -> dict[str, float | str]:
    """Return counts of pairs, entropies, and what is of these."""
    table, n = fastmetrics.contingency_matrix(first, second), len(first)
    entropy = fastmetrics.partition_entropy
    pairs = fastmetrics.pair_counts(first, second)
    return {
        **dict(zip(("SS", "SD", "DS", "DD"), pairs, strict=True)),
        "n": n,
        "I": fastmetrics.mutual_info_score(first, second),
        "E[I]": fastmetrics.expected_mutual_information(table, n),
        r"H(\text{true})": entropy(first),
        r"H(\text{pred})": entropy(second),
        "H(u)": entropy(first),
        "H(u | v)": fastmetrics.conditional_entropy(first, second),
        r"\beta": 1,
        "h": fastmetrics.homogeneity_score(first, second),
        "c": fastmetrics.completeness_score(first, second),
    }


def _table(
    letters: Mapping[str, float | str], first: Labels, second: Labels, chi: bool
) -> Data:
    """Return the table of both partitions by its cells, its columns and matchings."""
    table = fastmetrics.contingency_matrix(first, second).tolist()
    columns = [*zip(*table, strict=True)]
    classes, clusters = sorted({*first}), sorted({*second})
    i, j, counts, of_class, of_cluster = zip(
        *(
            (a, b, count, sum(of_row), sum(column))
            for a, of_row in zip(classes, table, strict=True)
            for b, count, column in zip(clusters, of_row, columns, strict=True)
            # A cell without rows tells nothing, but counts for chi-squared.
            if count or chi
        ),
        strict=True,
    )
    matchings = [*permutations(range(len(classes)), len(clusters))]
    matched, largest = r"\sum_j C_{m(j) j}", r"\max_i C_{ij}"
    right = [
        sum(column[at] for at, column in zip(one, columns, strict=True))
        for one in matchings
    ]
    if chi:
        letters = {**letters, "r": len(classes), "c": len(clusters)}
    return Data(
        letters,
        {
            "ij": {"C_{ij}": counts, "a_i": of_class, "b_j": of_cluster},
            "j": {largest: [*map(max, columns)]},
            "m": {matched: right},
        },
        {
            "C_{ij}": {"i": i, "j": j},
            largest: {
                "j": clusters,
                **{f"C_{{{a}j}}": row for a, row in zip(classes, table, strict=True)},
            },
            matched: {
                f"m({b})": [classes[one[at]] for one in matchings]
                for at, b in enumerate(clusters)
            },
        },
    )


def _geometry(points: Points, labels: Labels, pairwise: bool) -> Data:
    kinds = sorted({*labels})
    clusters = [
        [point for point, of in zip(points, labels, strict=True) if of == one]
        for one in kinds
    ]
    middle, centres = _centre(points), [*map(_centre, clusters)]
    own, other = zip(*combinations(range(len(kinds)), 2), strict=True)
    apart = fastmetrics.cluster_separations(points, labels)[own, other]
    diameters = fastmetrics.cluster_diameters(points, labels)
    separation, diameter = r"\mathrm{sep}(c, e)", r"\mathrm{diam}(c)"
    likeness = r"\max_e \frac{S_c + S_e}{|\mu_c - \mu_e|}"
    if pairwise:
        spreads = fastmetrics.cluster_mean_distances(points, labels).tolist()
    else:
        spreads = [*map(_mean_distance, centres, clusters)]
    alike = _likest(kinds, spreads, centres)
    return Data(
        {
            "n": len(points),
            "k": len(kinds),
            "B": math.fsum(
                len(cluster) * math.dist(centre, middle) ** 2
                for cluster, centre in zip(clusters, centres, strict=True)
            ),
            "W": math.fsum(
                math.dist(point, centre) ** 2
                for cluster, centre in zip(clusters, centres, strict=True)
                for point in cluster
            ),
        },
        {
            "i": _nearest(points, [kinds.index(one) for one in labels], clusters),
            "c": {likeness: alike.pop("alike"), diameter: diameters.tolist()},
            r"c\nee": {separation: apart.tolist()},
        },
        {
            "b_i": {"x_i": points, "c": labels},
            diameter: {"c": kinds},
            separation: {
                "c": [kinds[c] for c in own],
                "e": [kinds[e] for e in other],
            },
            likeness: alike,
        },
    )


def _likest(
    kinds: Labels, spreads: Sequence[float], centres: Points
) -> dict[str, Sequence[float]]:
    """Return the columns of each cluster c and the cluster e that is most like it."""
    places = range(len(kinds))
    rows = [
        max(
            (
                (spreads[c] + spreads[e]) / math.dist(centres[c], centres[e]),
                *(kinds[c], kinds[e], spreads[c], spreads[e]),
                math.dist(centres[c], centres[e]),
            )
            for e in places
            if e != c
        )
        for c in places
    ]
    names = ("alike", "c", "e", "S_c", "S_e", r"|\mu_c - \mu_e|")
    return dict(zip(names, zip(*rows, strict=True), strict=True))


def _nearest(
    points: Points, places: Sequence[int], clusters: Clusters
) -> dict[str, Sequence[float]]:
    """Return the mean distances of points in their cluster, and in the nearest other.

    The distance from a point to itself is 0, and does not count.
    """
    far = [[_mean_distance(point, cluster) for cluster in clusters] for point in points]
    sizes = [len(clusters[c]) for c in places]
    return {
        "a_i": [
            row[c] * size / (size - 1)
            for row, c, size in zip(far, places, sizes, strict=True)
        ],
        "b_i": [
            min(row[:c] + row[c + 1 :]) for row, c in zip(far, places, strict=True)
        ],
    }


def _mean_distance(point: Sequence[float], cluster: Points) -> float:
    return fmean(math.dist(point, other) for other in cluster)


def _centre(points: Points) -> list[float]:
    return [fmean(column) for column in zip(*points, strict=True)]
