"""What people read of a comparison over data sets: sentences, models and pairs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from fastmetrics._common.names import distinct
from fastmetrics.show.document import Document, Notes
from fastmetrics.show.numbers import number, p_value
from fastmetrics.show.tables import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Hashable

    from fastmetrics.comparison.dataset_comparison import DatasetComparison
    from fastmetrics.comparison.pairwise_result import PairwiseResult

__all__ = ["document"]

# Of more pairs those of neighbours in the ranking are shown.
MOST = 45


def document(found: DatasetComparison) -> Document:
    """Return what is shown of a comparison."""
    tables, notes = [_models(found)], [*found.notes]
    if found.pairs is not None:
        shown = _shown(found)
        tables.append(_pairs(found, found.pairs, shown))
        notes.insert(0, f"Of each pair the {found.pairs.estimate_name} is shown.")
        k = len(found.names)
        n_pairs = k - 1 if found.control is not None else k * (k - 1) // 2
        if n_pairs > len(shown):
            notes.append(
                f"{n_pairs - len(shown):,} more pairs are in the JSON (--json)."
            )
    if found.equivalence:
        tables.append(_equivalence(found))
    return Document(
        sentences=found.sentences(),
        tables=tables,
        foot=[Notes("Notes", notes)] if notes else [],
    )


def _models(found: DatasetComparison) -> Table:
    written = distinct(found.names)
    headers = ["Model", "Mean rank", "Median", "MAD"]
    rows: list[list[Cell]] = []
    for one in found.to_dict()["models"]:
        scores = [number(one[name]) for name in ("median", "mad")]
        row: list[Cell] = [written[str(one["model"])], number(one["mean_rank"], 2)]
        rows.append([*row, *scores, *_told(one, found.control)])
    if found.control is None:
        headers.append("Letters")
    else:
        headers.append(f"Told from {written[str(found.control)]}")
    return Table("Models, the best first", headers, rows, frozenset({1, 2, 3}))


def _told(one: dict[str, object], control: Hashable | None) -> Iterator[str]:
    if control is None:
        yield str(one["letters"])
    elif one["model"] == control:
        yield ""
    else:
        yield "yes" if one["told_from_control"] else "no"


def _pairs(
    found: DatasetComparison,
    pairs: PairwiseResult,
    shown: list[tuple[Hashable, Hashable]],
) -> Table:
    written = distinct(found.names)
    place = {name: i for i, name in enumerate(found.names)}
    headers = ["Pair", "Difference", "Wins–ties–losses", "p"]
    headers += ["Adjusted p"] * (pairs.adjust is not None)
    rows: list[list[Cell]] = []
    for a, b in shown:
        i, j = place[a], place[b]
        at = (i, j) if found.control is None else i
        row: list[Cell] = [
            f"{written[str(a)]} − {written[str(b)]}",
            number(float(pairs.estimates[at])),
            "–".join(map(str, found.wins_ties_losses[i, j].tolist())),
            p_value(float(pairs.pvalues[at])),
        ]
        if pairs.adjust is not None:
            row.append(p_value(float(pairs.adjusted_pvalues[at])))
        rows.append(row)
    return Table("Pairs", headers, rows, frozenset(range(1, len(headers))))


def _equivalence(found: DatasetComparison) -> Table:
    written = distinct(found.names)
    rows: list[list[Cell]] = []
    for a, b in _shown(found):
        one = found.equivalence.get((a, b))
        if one is None:  # it is of the pair the other way round
            one = found.equivalence[b, a]
            one = one._replace(p_less=one.p_greater, p_greater=one.p_less)
        shares = [number(share) for share in one]
        rows.append([f"{written[str(a)]} − {written[str(b)]}", *shares])
    title = "Probability that the scores of the first are practically"
    headers = ["Pair", "smaller", "the same", "greater"]
    return Table(title, headers, rows, frozenset({1, 2, 3}))


def _shown(found: DatasetComparison) -> list[tuple[Hashable, Hashable]]:
    """Return the pairs of the table, the better model first."""
    ranking = found.ranking
    if found.control is not None:
        pairs = [(one, found.control) for one in ranking if one != found.control]
        return pairs[:MOST]
    every = [*combinations(ranking, 2)]
    if len(every) > MOST:
        return [*pairwise(ranking)][:MOST]
    return every
