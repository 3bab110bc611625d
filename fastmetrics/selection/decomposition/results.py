"""What a loss is made of: SquaredDecomposition and ZeroOneDecomposition."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from fastmetrics._common.names import with_noun
from fastmetrics._common.options import is_integral
from fastmetrics._common.plain import data_frame, plain_all
from fastmetrics._common.warn import warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.show.notebook import Shown, bundle
from fastmetrics.show.numbers import numerals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


__all__ = [
    "Decomposition",
    "SquaredDecomposition",
    "ZeroOneDecomposition",
    "check_ddof",
    "corrected",
    "warn_of_one_model",
]


@dataclass(frozen=True, eq=False)
class Decomposition:
    """What both have in common.

    Attributes
    ----------
    loss : float
        Mean over models, rows and observations.
    n_models, n_observations, n_samples : int
        How many models predicted, how often targets were observed, and of how many
        rows.
    main_prediction : ndarray of shape (n_samples,)
        What the models predict on average: the mean, or the most frequent label.
    """

    loss: float
    n_models: int
    n_observations: int
    n_samples: int
    main_prediction: NDArray[Any]

    # What each part is called.
    titles: ClassVar[Mapping[str, str]]
    what: ClassVar[str]

    def parts(self) -> dict[str, float]:
        """Return the loss and its parts by name."""
        return {name: getattr(self, name) for name in self.titles}

    def to_dict(self) -> dict[str, Any]:
        """Return all that was found, as JSON can hold it; what is undefined is None."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return plain_all({**self.parts(), **found})

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row for the loss and for each of its parts.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The columns "value" and, where the loss is above 0, "share" of the loss. Of
            pandas with the names of the parts as the index, of Polars with them as the
            first column.

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
        return data_frame(
            rows,
            index=["part"],
            columns=["value", "share"],
            backend=backend,
            asked_by=f"{type(self).__name__}.to_frame",
        )

    def __str__(self) -> str:
        shown = self._shown()
        width = max(len(name) for name, _ in shown.rows)
        lines = [f"{name:{width}}  {value:>8}" for name, value in shown.rows]
        return "\n".join([shown.line, *lines])

    def _shown(self) -> Shown:
        observed = ""
        if self.n_observations > 1:
            observed = f", each observed {self.n_observations:,} times"
        line = (
            f"{self.what}: {with_noun(self.n_models, 'model')}, "
            f"{with_noun(self.n_samples, 'row')}{observed}"
        )
        parts = self.parts()
        values = numerals(*parts.values())
        rows = [
            [self.titles[name], value]
            for name, value in zip(parts, values, strict=True)
        ]
        return Shown(line, ["part", "value"], rows)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        return bundle(self._shown())


@dataclass(frozen=True, eq=False)
class SquaredDecomposition(Decomposition):
    """The parts of the mean squared error: they add up to it.

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
        How many models predicted, how often targets were observed, and of how many
        rows.
    main_prediction : ndarray of float64, of shape (n_samples,)
        Mean prediction of each row.

    See Also
    --------
    bias_variance_decomposition : Makes it from predictions.
    estimate_bias_variance : Makes it from an estimator.
    """

    bias_squared: float
    variance: float
    noise: float
    residual: float

    what = "Squared loss"
    titles = MappingProxyType(
        {
            "loss": "loss",
            "bias_squared": "bias²",
            "variance": "variance",
            "noise": "noise",
            "residual": "residual",
        }
    )


@dataclass(frozen=True, eq=False)
class ZeroOneDecomposition(Decomposition):
    """The parts of the error rate, by several authors.

    Attributes
    ----------
    loss : float
        Error rate over models, rows and observations: ``bias + net_variance +
        residual``, and ``kohavi_wolpert_bias + kohavi_wolpert_variance +
        kohavi_wolpert_noise``, but for rounding.
    bias : float
        Share of rows of which the main prediction is wrong (Domingos).
    variance : float
        Mean share of the models that do not predict the main prediction (Domingos).
        With several classes, or where the main prediction is wrong, it does not add to
        the loss as it is: see ``net_variance``.
    net_variance : float
        What varying adds to the loss: ``unbiased_variance``, less the share of models
        that are right where the main prediction is wrong (James: variance effect).
    unbiased_variance, biased_variance : float
        The parts of ``variance`` on rows of which the main prediction is right, and
        wrong.
    kohavi_wolpert_bias, kohavi_wolpert_variance, kohavi_wolpert_noise : float
        Half the mean squared distance of the shares of predicted labels from those of
        observed ones; what varies in the predicted, and in the observed ones. With
        ``ddof=1`` without what chance adds to the first and takes from the others.
    noise : float
        Share of the observations that are not the best prediction.
    residual : float
        ``loss - bias - net_variance``: what noise adds; 0 without noise.
    n_models, n_observations, n_samples : int
        How many models predicted, how often targets were observed, and of how many
        rows.
    main_prediction : ndarray of shape (n_samples,)
        Most frequent prediction of each row.

    See Also
    --------
    bias_variance_decomposition : Makes it from predictions.
    estimate_bias_variance : Makes it from an estimator.
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

    what = "0-1 loss"
    titles = MappingProxyType(
        {
            "loss": "loss",
            "bias": "bias",
            "variance": "variance",
            "net_variance": "net variance",
            "unbiased_variance": "unbiased variance",
            "biased_variance": "biased variance",
            "kohavi_wolpert_bias": "Kohavi–Wolpert bias",
            "kohavi_wolpert_variance": "Kohavi–Wolpert variance",
            "kohavi_wolpert_noise": "Kohavi–Wolpert noise",
            "noise": "noise",
            "residual": "residual",
        }
    )


# --- what chance adds to a bias and takes from variances, and how it is corrected


def check_ddof(ddof: Any) -> int:
    """Return the degrees of freedom that are taken off, 0 or 1."""
    is_whole = is_integral(ddof) and not isinstance(ddof, bool)
    if not is_whole or ddof not in (0, 1):
        raise ValueError(f"ddof must be 0 or 1, got {ddof!r}.")
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
