"""What people read of a loss that was taken apart: a sentence, tables, and notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fastmetrics.selection.decomposition.results import SquaredDecomposition
from fastmetrics.show.document import Document, Notes
from fastmetrics.show.numbers import numerals, percent
from fastmetrics.show.tables import Cell, Table

if TYPE_CHECKING:
    from fastmetrics.selection.decomposition.results import (
        Decomposition,
        ZeroOneDecomposition,
    )

__all__ = ["document"]

# What each part is, in the words of a row of a table; averages over rows.
_SQUARED = {
    "bias_squared": "(mean prediction − {best})²",
    "variance": "(prediction − mean prediction)²",
    "noise": "(truth − best prediction)²",
    "residual": "what bias and noise have in common",
    "loss": "(prediction − truth)², their sum",
}
_ZERO_ONE = {
    "bias": "rows whose main prediction is wrong",
    "net_variance": "what varying adds to the loss",
    "residual": "what noise adds to the loss",
    "loss": "wrong predictions, their sum",
}
_VARIANCE = {
    "variance": "predictions other than the main one",
    "unbiased_variance": "of these where the main one is right",
    "biased_variance": "of these where the main one is wrong",
    "noise": "truths other than the best prediction",
}
_KOHAVI_WOLPERT = {
    "kohavi_wolpert_bias": "½ Σ (true share − predicted share)²",
    "kohavi_wolpert_variance": "½ (1 − Σ predicted share²)",
    "kohavi_wolpert_noise": "½ (1 − Σ true share²)",
    "loss": "wrong predictions, their sum",
}
_OF_NOISE = frozenset({"noise", "residual", "kohavi_wolpert_noise"})

NO_NOISE = (
    "Noise cannot be told from bias where targets were observed once (--truth) and the "
    "best predictions are not known (--optimal): the bias holds both."
)
LABELS = (
    "The main prediction of a row is the label that most models predict; shares are "
    "those of the labels in a row."
)
ONE_MODEL = "One model tells nothing of how models vary."
ONE_SAMPLE = (
    "Models whose training sets come from one sample vary less than those of "
    "independent ones: the variance is too low then, and the bias too high."
)


def document(
    found: SquaredDecomposition | ZeroOneDecomposition, *, knows_noise: bool
) -> Document:
    """Return what is shown; ``knows_noise``: noise was told from bias."""
    notes = [ONE_SAMPLE] if knows_noise else [NO_NOISE, ONE_SAMPLE]
    if isinstance(found, SquaredDecomposition):
        tables = [_table("Squared loss", found, _SQUARED, knows_noise)]
    else:
        tables = [
            _table("0-1 loss", found, _ZERO_ONE, knows_noise),
            _table("What varies (Domingos)", found, _VARIANCE, knows_noise),
            _table("Kohavi and Wolpert", found, _KOHAVI_WOLPERT, knows_noise),
        ]
        notes = [LABELS, *notes]
    if found.n_models == 1:
        notes.append(ONE_MODEL)
    return Document(
        sentences=[_sentence(found)], tables=tables, foot=[Notes("Notes", notes)]
    )


def _sentence(found: Decomposition) -> str:
    [loss] = numerals(found.loss)
    models = "model" if found.n_models == 1 else "models"
    rows = "row" if found.n_samples == 1 else "rows"
    said = f"{found.n_models:,} {models} on {found.n_samples:,} {rows}"
    if found.n_observations > 1:
        said += f", each observed {found.n_observations:,} times"
    what = "mean squared error" if "bias_squared" in found.titles else "error rate"
    return f"{said}: {what} {loss}."


def _table(
    title: str, found: Decomposition, meanings: Mapping[str, str], knows_noise: bool
) -> Table:
    """Return a row for each part, without those that are only known with noise."""
    parts = {name: value for name, value in found.parts().items() if name in meanings}
    names = [one for one in meanings if knows_noise or one not in _OF_NOISE]
    values = numerals(*(parts[name] for name in names))
    rows: list[list[Cell]] = [
        [
            found.titles[name].removeprefix("Kohavi–Wolpert "),
            value,
            percent(parts[name] / found.loss if found.loss else float("nan")),
            meanings[name].format(best="best prediction" if knows_noise else "truth"),
        ]
        for name, value in zip(names, values, strict=True)
    ]
    headers = ["Part", "Value", "Share of loss", "What it is"]
    return Table(title, headers, rows, frozenset({1, 2}))
