"""BiasVarianceCurve: the parts of a loss along a parameter, and their picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.options import is_real
from fastmetrics._common.plain import data_frame
from fastmetrics.show.pictures.figures import figure_class

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


class BiasVarianceCurve(NamedTuple):
    """The parts of a loss for each value of a parameter."""

    param_name: str
    """The parameter."""
    param_range: tuple[Any, ...]
    """Its values."""
    decompositions: tuple[SquaredDecomposition | ZeroOneDecomposition, ...]
    """What the loss is made of, by value."""

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

    def plot(self, ax: Any = None) -> Any:
        """Draw the loss and its parts by value.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to; by default a figure of its own.

        Returns
        -------
        matplotlib Axes
            Drawn on. Its ``figure`` shows itself in a notebook. Numbers that span
            orders of magnitude are on a logarithmic axis.
        """
        if ax is None:
            ax = figure_class()(figsize=(6.4, 4.2), layout="constrained").subplots()
        numeric = all(is_real(value) for value in self.param_range)
        places: Any = self.param_range if numeric else range(len(self.param_range))
        squared = "bias_squared" in self.decompositions[0].titles
        lines = {
            "loss": (self.loss, "#1b1f24", "-", "o"),
            "bias²" if squared else "bias": (self.bias, "#0e43a1", "--", "s"),
            "variance" if squared else "net variance": (
                *(self.variance, "#c2410c", "-.", "^"),
            ),
        }
        if self.noise.any():
            lines["noise"] = (self.noise, "#6b7280", ":", "d")
        for name, (values, colour, style, marker) in lines.items():
            ax.plot(
                *(places, values),
                color=colour,
                linestyle=style,
                marker=marker,
                markersize=4,
                label=name,
            )
        if not numeric:
            ax.set_xticks(
                list(places),
                [str(value) for value in self.param_range],
                parse_math=False,
            )
        elif _is_wide([float(value) for value in self.param_range]):
            ax.set_xscale("log")
        if min(self.variance.min(), self.bias.min()) >= 0:
            ax.set_ylim(bottom=0)
        ax.set_xlabel(self.param_name)
        ax.set_ylabel("squared loss" if squared else "0-1 loss")
        ax.grid(visible=True, alpha=0.3)
        ax.legend()
        return ax


def _is_wide(values: list[float]) -> bool:
    return min(values) > 0 and max(values) >= _WIDE * min(values)
