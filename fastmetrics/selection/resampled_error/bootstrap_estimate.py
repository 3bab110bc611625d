"""BootstrapEstimate: an estimate of error by the bootstrap, and what it is made of."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from fastmetrics._common import bounds
from fastmetrics._common.options import check_level
from fastmetrics._common.plain import plain_all
from fastmetrics.show.notebook import Shown, bundle
from fastmetrics.show.numbers import numerals

__all__ = ["BootstrapEstimate"]


@dataclass(frozen=True, slots=True)
class BootstrapEstimate:
    """What a metric of a model is expected to be on new rows, by the bootstrap.

    Attributes
    ----------
    estimate : float
        ``(1 - weight) * apparent`` and ``weight`` times the smaller of ``out_of_bag``
        and ``no_information``, or the larger where greater is better.
    standard_error : float
        Of the estimate; NaN where it was not made.
    apparent : float
        The metric of the model of all rows on these rows.
    out_of_bag : float
        That of resamples' models on rows that they have not seen.
    no_information : float
        What it would be if predictions had nothing to do with the rows; NaN where it
        was not asked for.
    relative_overfitting : float
        In [0, 1]: how far ``out_of_bag`` is on the way from ``apparent`` to
        ``no_information``; NaN without that.
    weight : float
        Of what is out of bag, from 0.632 to 1.
    n_resamples, n_samples : int
        How many resamples and rows there are.
    metric : str
        Its name.
    method : {"oob", ".632", ".632+"}
        How the estimate is made.

    See Also
    --------
    point632_score : Makes it from predictions.
    bootstrap_validate : Makes it from an estimator.
    """

    estimate: float
    standard_error: float
    apparent: float
    out_of_bag: float
    no_information: float
    relative_overfitting: float
    weight: float
    n_resamples: int
    n_samples: int
    metric: str
    method: str

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the normal interval of the estimate.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Its nominal coverage.

        Returns
        -------
        low, high : float
            NaN where there is no standard error.
        """
        level = check_level(confidence_level)
        if math.isnan(self.standard_error):
            return math.nan, math.nan
        return bounds.normal(self.estimate, self.standard_error, level)

    def to_dict(self) -> dict[str, Any]:
        """Return all that was found, as JSON can hold it; what is undefined is None."""
        found: dict[str, Any] = plain_all(asdict(self))
        return found

    def __str__(self) -> str:
        shown = self._shown()
        width = max(len(name) for name, _ in shown.rows)
        lines = [f"{name:{width}}  {value:>9}" for name, value in shown.rows]
        return "\n".join([shown.line, *lines])

    def _shown(self) -> Shown:
        line = (
            f"{self.metric} by the {self.method} bootstrap: {self.n_resamples:,} "
            f"resamples of {self.n_samples:,} rows"
        )
        parts = {
            "estimate": self.estimate,
            "standard error": self.standard_error,
            "apparent": self.apparent,
            "out of bag": self.out_of_bag,
            "no information": self.no_information,
            "relative overfitting": self.relative_overfitting,
            "weight": self.weight,
        }
        values = numerals(*parts.values())
        rows = [[name, value] for name, value in zip(parts, values, strict=True)]
        return Shown(line, ["part", "value"], rows)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        return bundle(self._shown())
