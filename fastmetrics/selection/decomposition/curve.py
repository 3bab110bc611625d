"""BiasVarianceCurve: the parts of a loss along a parameter, and their picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.names import written
from fastmetrics._common.options import is_real
from fastmetrics._common.plain import data_frame, plain_all
from fastmetrics.selection.decomposition.results import models_of
from fastmetrics.show.document import Document
from fastmetrics.show.numbers import numerals, rows_of
from fastmetrics.show.pictures.picture import (
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.show.result import Result
from fastmetrics.show.tables import Cell, Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.decomposition.results import (
        SquaredDecomposition,
        ZeroOneDecomposition,
    )

    Floats = NDArray[np.float64]

__all__ = ["BiasVarianceCurve"]

# Values this many times as large as the least one are spread on a logarithmic axis.
_WIDE = 50


class _Parts(NamedTuple):
    param_name: str
    """The parameter."""
    param_range: tuple[Any, ...]
    """Its values."""
    decompositions: tuple[SquaredDecomposition | ZeroOneDecomposition, ...]
    """What the loss is made of, by value."""


class BiasVarianceCurve(Result, _Parts):
    """The parts of a loss for each value of a parameter.

    A named tuple.

    Attributes
    ----------
    param_name : str
        The parameter.
    param_range : tuple
        Its values.
    decompositions : tuple of SquaredDecomposition or ZeroOneDecomposition
        What the loss is made of, by value.
    """

    __slots__ = ()

    @property
    def loss(self) -> Floats:
        """The loss by value."""
        return self._part("loss")

    @property
    def bias(self) -> Floats:
        """The squared bias, or the bias of the 0-1 loss, by value."""
        squared = "bias_squared" in self.decompositions[0].titles
        return self._part("bias_squared" if squared else "bias")

    @property
    def variance(self) -> Floats:
        """The variance by value; of the 0-1 loss what it adds to the loss."""
        squared = "bias_squared" in self.decompositions[0].titles
        return self._part("variance" if squared else "net_variance")

    @property
    def noise(self) -> Floats:
        """The noise by value."""
        return self._part("noise")

    def _part(self, name: str) -> Floats:
        return np.array([getattr(one, name) for one in self.decompositions])

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row for each value and a column for each part.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            Of pandas with the values as the index, of Polars with them as the first
            column.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        values = zip(self.param_range, self.decompositions, strict=True)
        rows = [{self.param_name: value, **one.parts()} for value, one in values]
        return data_frame(
            rows,
            index=[self.param_name],
            columns=[*self.decompositions[0].titles],
            backend=backend,
            asked_by="BiasVarianceCurve.to_frame",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the parts of the loss by value, as JSON can hold them."""
        found: dict[str, Any] = plain_all(
            {
                "param_name": self.param_name,
                "param_range": self.param_range,
                **{
                    name: [one.parts()[name] for one in self.decompositions]
                    for name in self.decompositions[0].titles
                },
            }
        )
        return found

    def _document(self, width: int | None = None, **options: Any) -> Document:
        first = self.decompositions[0]
        titles = {one: first.titles[one] for one in next(iter(first.meanings.values()))}
        values = [
            numerals(*(one.parts()[name] for one in self.decompositions))
            for name in titles
        ]
        rows: list[list[Cell]] = [
            [written(at), *row]
            for at, *row in zip(self.param_range, *values, strict=True)
        ]
        right = frozenset(range(1, len(titles) + 1))
        said = say(
            "{models} on {rows} for each value of {name}: {what} and its parts.",
            models=models_of(first.n_models),
            rows=rows_of(first.n_samples),
            name=self.param_name,
            what=first.what,
        )
        return Document(
            sentences=[said],
            tables=[Table("", [self.param_name, *titles.values()], rows, right)],
            title=say("Bias, variance and noise"),
        )

    def plot(  # type: ignore[override]  # it says what it takes
        self, ax: Any = None, *, language: str = "en"
    ) -> Any:
        """Draw the loss and its parts by value.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Axes to draw on; by default a new figure.
        language : {"en", "zh"}, default="en"
            Of the words in it.

        Returns
        -------
        matplotlib Axes
            Drawn on. Its ``figure`` shows itself in a notebook. Numbers that span
            orders of magnitude are on a logarithmic axis.
        """
        from fastmetrics.show.pictures.drawing import draw
        from fastmetrics.show.pictures.figures import check_installed

        check_installed("BiasVarianceCurve.plot")
        [picture] = self._pictures()
        figure = draw(picture, ax=ax, language=language)
        return figure.axes[0] if ax is None else ax

    def _pictures(self, **options: Any) -> list[Picture]:
        is_number = all(is_real(value) for value in self.param_range)
        squared = "bias_squared" in self.decompositions[0].titles
        parts = {
            say("loss"): self.loss,
            say("bias²") if squared else say("bias"): self.bias,
            say("variance") if squared else say("net variance"): self.variance,
        }
        if self.noise.any():
            parts[say("noise")] = self.noise
        if is_number:
            at = np.array(self.param_range, np.float64)
            x = Scale(self.param_name, kind=_kind(at))
        else:
            names = [str(value) for value in self.param_range]
            at = np.arange(len(names), dtype=np.float64)
            x = Scale(self.param_name, kind="names", names=names)
        marks: list[Mark] = []
        for series, values in enumerate(parts.values()):
            marks += [Line(at, values, series), Points(at, values, series)]
        low = 0.0 if min(self.variance.min(), self.bias.min()) >= 0 else None
        y = Scale(say("Squared loss") if squared else say("0-1 loss"), low)
        key = [Entry(name, series) for series, name in enumerate(parts)]
        title = say("Bias, variance and noise")
        return [Picture("bias_variance", title, [Panel("", x, y, marks, key)])]


def _kind(values: Floats) -> Literal["linear", "log"]:
    """Return the scale on which values are told apart."""
    is_wide = values.min() > 0 and values.max() >= _WIDE * values.min()
    return "log" if is_wide else "linear"
