"""Bias, variance and noise: the results of decompositions, and their curve."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

import numpy as np

from fastmetrics._common.names import shown, written
from fastmetrics._common.options import is_integral, is_real, warn
from fastmetrics._common.records import data_frame, plain_all
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.show.numbers import count, numerals, percent, rows_of
from fastmetrics.show.pictures import (
    Bars,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Rule,
    Scale,
)
from fastmetrics.show.result import Result
from fastmetrics.show.text import Cell, Document, Notes, Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


LABELS = say(
    "The main prediction of a row is the label that most models predict; shares "
    "refer to the labels in a row."
)
NO_NOISE = say(
    "Noise and bias cannot be separated if targets were observed once and the best "
    "predictions are unknown: the bias includes both."
)
ONE_SAMPLE = say(
    "Models whose training sets come from one sample vary less than models with "
    "independent training sets: the variance is too low then, and the bias too high."
)
ONE_MODEL = say("One model does not show how models vary.")
# Parts that say nothing where noise is not told from bias.
OF_NOISE = frozenset({"noise", "residual", "kohavi_wolpert_noise"})


@dataclass(frozen=True, eq=False)
class Decomposition(Result):
    """The base class of both decompositions.

    Attributes
    ----------
    loss : float
        Mean over models, rows and observations.
    n_models, n_observations, n_samples : int
        Number of models, of observations of the targets, and of rows.
    main_prediction : ndarray of shape (n_samples,)
        Main prediction of the models: the mean, or the most frequent label.
    knows_noise : bool
        Whether noise is separated from bias.
    """

    loss: float
    n_models: int
    n_observations: int
    n_samples: int
    main_prediction: NDArray[Any]
    knows_noise: bool = field(default=False, kw_only=True)

    # Titles of the loss and of each part; definitions, by the titles of tables.
    what: ClassVar[str]
    titles: ClassVar[Mapping[str, str]]
    meanings: ClassVar[Mapping[str, Mapping[str, str]]]
    notes: ClassVar[tuple[str, ...]] = ()

    def parts(self) -> dict[str, float]:
        """Return the loss and its parts by name."""
        return {name: getattr(self, name) for name in self.titles}

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON types; undefined values are None."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return plain_all({**self.parts(), **values})

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row for the loss and for each of its parts.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The columns "value" and, where the loss is above 0, "share" of the loss. For
            pandas, the names of the parts are the index; for Polars, the first column.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        share = 1 / self.loss if self.loss else float("nan")
        rows = [
            {"part": name, "value": value, "share": value * share}
            for name, value in self.parts().items()
        ]
        caller = f"{type(self).__name__}.to_frame"
        return data_frame(rows, index=["part"], backend=backend, asked_by=caller)

    def _document(self, width: int | None = None, **options: Any) -> Document:
        notes = [*self.notes, *[NO_NOISE] * (not self.knows_noise), ONE_SAMPLE]
        if self.n_models == 1:
            notes.append(ONE_MODEL)
        return Document(
            sentences=[self._sentence()],
            tables=[self._table(title) for title in self.meanings],
            foot=[Notes(say("Notes"), notes)],
            title=say("Bias, variance and noise"),
        )

    def _pictures(self, **options: Any) -> list[Picture]:
        """Return a bar for each part that adds to the loss, and for the loss."""
        parts, names = self.parts(), self._known(next(iter(self.meanings.values())))
        values = np.array([parts[name] for name in names])
        bars = Bars(np.arange(len(names) + 1) - 0.5, values, 0, along="x")
        y = Scale("", kind="names", names=[self.titles[name] for name in names])
        panel = Panel("", Scale(self.what), y, [Rule(0.0), bars])
        return [Picture("parts", say("Components of the loss"), [panel])]

    def _known(self, parts: Iterable[str]) -> list[str]:
        """Return the parts that can be separated from others."""
        return [part for part in parts if self.knows_noise or part not in OF_NOISE]

    def _sentence(self) -> str:
        n, m = self.n_models, self.n_samples
        [loss] = numerals(self.loss)
        said = {"what": self.what, "loss": loss}
        said |= {"models": models_of(n), "rows": rows_of(m)}
        if self.n_observations == 1:
            return say("{models} on {rows}: {what} {loss}.", **said)
        return say(
            "{models} on {rows}, each observed {n} times: {what} {loss}.",
            n=count(self.n_observations),
            **said,
        )

    def _table(self, title: str) -> Table:
        """Return a row for each part, without those that are only known with noise."""
        meanings, parts = dict(self.meanings[title]), self.parts()
        if not self.knows_noise and "bias_squared" in meanings:
            meanings["bias_squared"] = say("(mean prediction − truth)²")
        names = self._known(meanings)
        values = numerals(*(parts[name] for name in names))
        rows: list[list[Cell]] = [
            [
                self.titles[name],
                value,
                percent(parts[name] / self.loss if self.loss else math.nan),
                meanings[name],
            ]
            for name, value in zip(names, values, strict=True)
        ]
        headers = [say("Part"), say("Value"), say("Share of loss"), say("Meaning")]
        return Table(title, headers, rows, frozenset({1, 2}))


@dataclass(frozen=True, eq=False)
class SquaredDecomposition(Decomposition):
    """Parts of the mean squared error, which add up to it.

    Attributes
    ----------
    loss : float
        Mean squared error over models, rows and observations:
        ``bias_squared + variance + noise + residual``, but for rounding.
    bias_squared : float
        Mean squared distance of the main prediction from the best one. With ``ddof=1``
        less what variance and noise add to it by chance, and then it may be negative.
    variance : float
        Mean squared distance of the models' predictions from their mean.
    noise : float
        Mean squared distance of the observed targets from the best prediction; 0 where
        nothing tells it from bias.
    residual : float
        Twice the mean product of noise and bias, which is 0 in expectation; exactly 0
        without ``y_optimal``.
    n_models, n_observations, n_samples : int
        Number of models, of observations of the targets, and of rows.
    main_prediction : ndarray of float64, of shape (n_samples,)
        Mean prediction of each row.
    knows_noise : bool
        Whether noise is told from bias: targets were observed repeatedly, or the best
        predictions are known.

    See Also
    --------
    bias_variance_decomposition : Computes it from predictions.
    estimate_bias_variance : Computes it from an estimator.
    """

    bias_squared: float
    variance: float
    noise: float
    residual: float

    what = say("mean squared error")
    titles = MappingProxyType(
        {
            "loss": say("loss"),
            "bias_squared": say("bias²"),
            "variance": say("variance"),
            "noise": say("noise"),
            "residual": say("residual"),
        }
    )
    meanings = MappingProxyType(
        {
            say("Squared loss"): {
                "bias_squared": say("(mean prediction − best prediction)²"),
                "variance": say("(prediction − mean prediction)²"),
                "noise": say("(truth − best prediction)²"),
                "residual": say("cross term of bias and noise"),
                "loss": say("(prediction − truth)², their sum"),
            }
        }
    )


@dataclass(frozen=True, eq=False)
class ZeroOneDecomposition(Decomposition):
    """Parts of the error rate, by the definitions of several authors.

    Attributes
    ----------
    loss : float
        Error rate over models, rows and observations: ``bias + net_variance +
        residual``, and ``kohavi_wolpert_bias + kohavi_wolpert_variance +
        kohavi_wolpert_noise``, but for rounding.
    bias : float
        Share of rows of which the main prediction is wrong (Domingos).
    variance : float
        Mean proportion of models that do not predict the main prediction (Domingos).
        With several classes, or where the main prediction is wrong, it does not add to
        the loss as it is: see ``net_variance``.
    net_variance : float
        What varying adds to the loss: ``unbiased_variance``, minus the proportion of
        models that are right if the main prediction is wrong (James: variance effect).
    unbiased_variance, biased_variance : float
        The parts of ``variance`` on rows of which the main prediction is right, and
        wrong.
    kohavi_wolpert_bias, kohavi_wolpert_variance, kohavi_wolpert_noise : float
        Half the mean squared distance between the proportions of predicted and of
        observed labels; variation of the predicted, and of the observed labels. With
        ``ddof=1`` without what chance adds to the first and takes from the others.
    noise : float
        Share of the observations that are not the best prediction.
    residual : float
        ``loss - bias - net_variance``: what noise adds; 0 without noise.
    n_models, n_observations, n_samples : int
        Number of models, of observations of the targets, and of rows.
    main_prediction : ndarray of shape (n_samples,)
        Most frequent prediction of each row.
    knows_noise : bool
        Whether noise is told from bias: targets were observed repeatedly, or the best
        predictions are known.

    See Also
    --------
    bias_variance_decomposition : Computes it from predictions.
    estimate_bias_variance : Computes it from an estimator.
    """

    bias: float
    variance: float
    net_variance: float
    unbiased_variance: float
    biased_variance: float
    kohavi_wolpert_bias: float
    kohavi_wolpert_variance: float
    kohavi_wolpert_noise: float
    noise: float
    residual: float

    what = say("error rate")
    notes = (LABELS,)
    titles = MappingProxyType(
        {
            "loss": say("loss"),
            "bias": say("bias"),
            "variance": say("variance"),
            "net_variance": say("net variance"),
            "unbiased_variance": say("unbiased variance"),
            "biased_variance": say("biased variance"),
            "kohavi_wolpert_bias": say("bias"),
            "kohavi_wolpert_variance": say("variance"),
            "kohavi_wolpert_noise": say("noise"),
            "noise": say("noise"),
            "residual": say("residual"),
        }
    )
    meanings = MappingProxyType(
        {
            say("0-1 loss"): {
                "bias": say("rows whose main prediction is wrong"),
                "net_variance": say("loss added by variation"),
                "residual": say("loss added by noise"),
                "loss": say("wrong predictions, their sum"),
            },
            say("What varies (Domingos)"): {
                "variance": say("predictions other than the main one"),
                "unbiased_variance": say("of these where the main one is right"),
                "biased_variance": say("of these where the main one is wrong"),
                "noise": say("truths other than the best prediction"),
            },
            say("Kohavi and Wolpert"): {
                "kohavi_wolpert_bias": say("½ Σ (true share − predicted share)²"),
                "kohavi_wolpert_variance": say("½ (1 − Σ predicted share²)"),
                "kohavi_wolpert_noise": say("½ (1 − Σ true share²)"),
                "loss": say("wrong predictions, their sum"),
            },
        }
    )


def models_of(n: int) -> str:
    """Return the number of models in words."""
    return say("1 model") if n == 1 else say("{n} models", n=count(n))


# --- what chance adds to a bias and takes from variances, and how it is corrected


def check_ddof(ddof: Any) -> int:
    """Return the degrees of freedom that are taken off, 0 or 1."""
    is_whole = is_integral(ddof) and not isinstance(ddof, bool)
    if not is_whole or ddof not in (0, 1):
        raise ValueError(f"ddof must be 0 or 1, got {shown(ddof)}.")
    return int(ddof)


def warn_of_one_model() -> None:
    """Warn that one model says nothing of how models vary."""
    warn(
        "There is one model only, so the unbiased variance is undefined; it and the "
        "bias are returned as NaN.",
        UndefinedMetricWarning,
    )


def corrected(
    bias: Any, variance: Any, noise: Any, n_models: int, n_observations: int
) -> tuple[Any, Any, Any]:
    """Return the parts without bias of their own; numbers or arrays of them.

    Variances get the divisor n - 1 in place of n. The mean of n predictions varies by
    an n-th of their variance, which is taken off the bias: the sum stays the same.
    ``n_observations`` is 1 where noise needs no correction.
    """
    spread = variance * (n_models / (n_models - 1) if n_models > 1 else math.nan)
    bias = bias - spread / n_models
    if n_observations > 1:
        noise = noise * (n_observations / (n_observations - 1))
        bias = bias - noise / n_observations
    return bias, spread, noise


# --- BiasVarianceCurve: the parts of a loss along a parameter, and their picture

# Values of this ratio to the smallest one are drawn on a logarithmic axis.
_WIDE = 50


class _Parts(NamedTuple):
    param_name: str
    """The parameter."""
    param_range: tuple[Any, ...]
    """Its values."""
    decompositions: tuple[SquaredDecomposition | ZeroOneDecomposition, ...]
    """Decomposition of the loss, by value."""


class BiasVarianceCurve(Result, _Parts):
    """Parts of a loss for each value of a parameter.

    A named tuple.

    Attributes
    ----------
    param_name : str
        The parameter.
    param_range : tuple
        Its values.
    decompositions : tuple of SquaredDecomposition or ZeroOneDecomposition
        Decomposition of the loss, by value.
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
        """Variance by value; for the 0-1 loss, its contribution to the loss."""
        squared = "bias_squared" in self.decompositions[0].titles
        return self._part("variance" if squared else "net_variance")

    @property
    def noise(self) -> Floats:
        """The noise by value."""
        return self._part("noise")

    def _part(self, name: str) -> Floats:
        return np.array([getattr(d, name) for d in self.decompositions])

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row for each value and a column for each part.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            Table with the values as the index (pandas) or as the first column (Polars).

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        values = zip(self.param_range, self.decompositions, strict=True)
        rows = [{self.param_name: value, **d.parts()} for value, d in values]
        caller = "BiasVarianceCurve.to_frame"
        index = [self.param_name]
        return data_frame(rows, index=index, backend=backend, asked_by=caller)

    def to_dict(self) -> dict[str, Any]:
        """Return the parts of the loss by value, as JSON can hold them."""
        return plain_all(
            {
                "param_name": self.param_name,
                "param_range": self.param_range,
                **{
                    name: [d.parts()[name] for d in self.decompositions]
                    for name in self.decompositions[0].titles
                },
            }
        )

    def _document(self, width: int | None = None, **options: Any) -> Document:
        first = self.decompositions[0]
        titles = {k: first.titles[k] for k in next(iter(first.meanings.values()))}
        values = [
            numerals(*(d.parts()[name] for d in self.decompositions)) for name in titles
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

    def plot(  # type: ignore[override]  # with its own parameters
        self, ax: Any = None, *, language: str = "en"
    ) -> Any:
        """Draw the loss and its parts by value.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Axes to draw on; by default a new figure.
        language : {"en", "zh"}, default="en"
            Language of the words in the picture.

        Returns
        -------
        matplotlib Axes
            Drawn on. Its ``figure`` shows itself in a notebook. Numbers that span
            orders of magnitude are on a logarithmic axis.
        """
        from fastmetrics.show.pictures.drawing import check_installed, draw

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
    """Return the scale of the axis of the values."""
    is_wide = values.min() > 0 and values.max() >= _WIDE * values.min()
    return "log" if is_wide else "linear"
