"""What the letters of clustering stand for in the example of a passport."""

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


def data(row: Metric, columns: Mapping[str, Any], given: Mapping[str, Any]) -> Data:
    """Return what letters are of the columns of the example."""
    if "X" in columns:
        pairwise = given.get("within") == "pairwise"
        return _geometry(columns["X"], columns["y_pred"], pairwise)
    if "y_true" in columns:
        return _agreement(row, columns["y_true"], columns["y_pred"])
    labels = columns["y_pred"]
    clusters = sorted({*labels})
    counts = [labels.count(one) for one in clusters]
    shares = [count / len(labels) for count in counts]
    rows_of = {"i": clusters, "n_i": counts}
    return Data({}, {"i": {"p_i": shares}}, {"p_i": rows_of})


def _agreement(row: Metric, first: Labels, second: Labels) -> Data:
    n = len(first)
    table = fastmetrics.contingency_matrix(first, second).tolist()
    columns = [*zip(*table, strict=True)]
    # A cell without rows tells nothing, but counts for chi-squared.
    kinds = [sorted({*one}) for one in (first, second)]
    cells = [
        (i, j, count, sum(of_row), sum(column))
        for i, of_row in zip(kinds[0], table, strict=True)
        for j, count, column in zip(kinds[1], of_row, columns, strict=True)
        if count or row.function == "cramers_v"
    ]
    information = fastmetrics.mutual_info_score(first, second)
    entropies = [fastmetrics.partition_entropy(one) for one in (first, second)]
    pairs = fastmetrics.pair_counts(first, second)
    letters: dict[str, float | str] = {
        **dict(zip(("SS", "SD", "DS", "DD"), pairs, strict=True)),
        "n": n,
        "I": information,
        "E[I]": fastmetrics.expected_mutual_information(table, n),
        r"\bar H": fmean(entropies),
        r"H(\text{true})": entropies[0],
        r"H(\text{pred})": entropies[1],
        "H(u)": entropies[0],
        "H(u | v)": fastmetrics.conditional_entropy(first, second),
        r"\beta": 1,
        "h": fastmetrics.homogeneity_score(first, second),
        "c": fastmetrics.completeness_score(first, second),
        r"\max_m \sum_j C_{m(j) j}": max(
            sum(column[i] for i, column in zip(one, columns, strict=True))
            for one in permutations(range(len(table)))
        ),
    }
    if row.function == "cramers_v":
        letters |= {"r": len(table), "c": len(columns)}
    i, j, counts, of_first, of_second = zip(*cells, strict=True)
    largest = r"\max_i C_{ij}"
    by_class = {
        f"C_{{{one}j}}": of_row for one, of_row in zip(kinds[0], table, strict=True)
    }
    return Data(
        letters,
        {
            "ij": {"C_{ij}": counts, "a_i": of_first, "b_j": of_second},
            "j": {largest: [*map(max, columns)]},
        },
        {"C_{ij}": {"i": i, "j": j}, largest: {"j": kinds[1], **by_class}},
    )


def _geometry(points: Points, labels: Labels, pairwise: bool) -> Data:
    clusters = [
        [point for point, of in zip(points, labels, strict=True) if of == one]
        for one in sorted({*labels})
    ]
    places, k = range(len(clusters)), len(clusters)
    centres = [*map(_centre, clusters)]
    middle = _centre(points)
    spreads = (
        fastmetrics.cluster_mean_distances(points, labels).tolist()
        if pairwise
        else [
            fmean(math.dist(point, centre) for point in cluster)
            for cluster, centre in zip(clusters, centres, strict=True)
        ]
    )
    alike, likest = zip(
        *(
            max(
                ((spreads[c] + spreads[e]) / math.dist(centres[c], centres[e]), e)
                for e in places
                if e != c
            )
            for c in places
        ),
        strict=True,
    )
    near = [
        (
            math.fsum(math.dist(point, other) for other in clusters[c])
            / (len(clusters[c]) - 1),
            min(
                fmean(math.dist(point, other) for other in clusters[e])
                for e in places
                if e != c
            ),
        )
        for point, c in zip(points, map(sorted({*labels}).index, labels), strict=True)
    ]
    letters = {
        "n": len(points),
        "k": k,
        "B": math.fsum(
            len(cluster) * math.dist(centre, middle) ** 2
            for cluster, centre in zip(clusters, centres, strict=True)
        ),
        "W": math.fsum(
            math.dist(point, centre) ** 2
            for cluster, centre in zip(clusters, centres, strict=True)
            for point in cluster
        ),
    }
    own, other = zip(*combinations(places, 2), strict=True)
    apart = fastmetrics.cluster_separations(points, labels)[own, other]
    diameters = fastmetrics.cluster_diameters(points, labels)
    likeness = r"\max_e \frac{S_c + S_e}{|\mu_c - \mu_e|}"
    kinds = sorted({*labels})
    return Data(
        letters,
        {
            "i": dict(zip(("a_i", "b_i"), zip(*near, strict=True), strict=True)),
            "c": {likeness: alike, r"\mathrm{diam}(c)": [*map(float, diameters)]},
            r"c\nee": {r"\mathrm{sep}(c, e)": [*map(float, apart)]},
        },
        {
            "b_i": {"x_i": points, "c": labels},
            r"\mathrm{diam}(c)": {"c": kinds},
            r"\mathrm{sep}(c, e)": {
                "c": [kinds[c] for c in own],
                "e": [kinds[e] for e in other],
            },
            likeness: {
                "c": kinds,
                "e": [kinds[e] for e in likest],
                "S_c": spreads,
                "S_e": [spreads[e] for e in likest],
                r"|\mu_c - \mu_e|": [
                    math.dist(centres[c], centres[e])
                    for c, e in zip(places, likest, strict=True)
                ],
            },
        },
    )


def _centre(points: Points) -> list[float]:
    return [fmean(column) for column in zip(*points, strict=True)]
