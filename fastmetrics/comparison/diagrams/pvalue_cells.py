"""A matrix of the p-values of all pairs, coloured if the difference is significant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import distinct
from fastmetrics.comparison.diagrams.ranking import judged_by
from fastmetrics.show.numbers import count, pvalue_short
from fastmetrics.show.pictures.picture import Cells, Panel, Picture, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["pvalue_picture"]

# More models than these nobody reads; the best are drawn, with numbers where few.
MOST, MOST_WRITTEN = 60, 15
# Of smaller p-values the colour is the same.
_SMALLEST = 1e-6


def pvalue_picture(result: Any, alpha: float) -> Picture:
    """Return the matrix of adjusted p-values, the best model first.

    Against a control it has one column.
    """
    written = distinct(result.names)
    order = np.argsort(result.mean_ranks, kind="stable")
    control = result.control
    if control is not None:
        order = order[[result.names[i] != control for i in order]]
    shown = order[:MOST]
    names = [str(written[str(result.names[i])]) for i in shown]
    pvalues = result.adjusted_pvalues
    if control is None:
        columns, values = names, pvalues[np.ix_(shown, shown)].copy()
        np.fill_diagonal(values, np.nan)
        of_pairs = pvalues[np.triu_indices(len(pvalues), 1)]
    else:
        columns, values = [str(written[str(control)])], pvalues[shown][:, None]
        of_pairs = pvalues[order]
    texts = None
    if len(names) <= MOST_WRITTEN:
        texts = [
            ["" if np.isnan(one) else pvalue_short(one) for one in row]
            for row in values.tolist()
        ]
    panel = Panel(
        "",
        Scale("", kind="names", names=columns),
        Scale("", kind="names", names=names),
        [_cells(values, texts, alpha)],
        square=control is None,
    )
    title = say(
        "p-values of {n} models: {told} of {pairs} pairs are told apart ({test}).",
        n=len(result.names),
        told=count(int(np.count_nonzero(of_pairs <= alpha))),
        pairs=count(len(of_pairs)),
        test=judged_by(result, alpha),
    )
    notes = [say("grey: not told apart")]
    if len(shown) < len(order):
        fields = {"n": len(shown), "k": count(len(order))}
        notes.append(say("the {n} best of {k} models", **fields))
    return Picture("pvalues", title, [panel], 1, notes)


def _cells(
    values: NDArray[np.float64], texts: list[list[str]] | None, alpha: float
) -> Cells:
    """Return cells by how far p-values are below 1, in powers of ten."""
    with np.errstate(divide="ignore"):
        powers = -np.log10(np.maximum(values, _SMALLEST))
    # Nothing is minus nothing.
    powers = np.where(powers == 0, 0.0, powers)
    apart = np.isfinite(values) & ~(values <= alpha)
    told = powers[np.isfinite(values) & ~apart]
    return Cells(
        powers,
        texts,
        low=0.0,
        high=float(told.max(initial=-np.log10(alpha))),
        key=say("−log₁₀ p"),
        apart=apart if apart.any() else None,
    )
