"""DelongResult: what the test of two areas under ROC curves returns."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Self

from fastmetrics._common import bounds
from fastmetrics._common.options import check_level
from fastmetrics._common.test_result import TestMethods
from fastmetrics.show.words import say


class _Numbers(NamedTuple):
    statistic: float
    """The difference in units of its standard error, normal if the areas are equal."""
    pvalue: float
    """Chance of a statistic as extreme, in the direction of the alternative."""
    difference: float
    """AUC of the first scores minus AUC of the second."""
    standard_error: float
    """Standard error of the difference."""


class DelongResult(_Numbers, TestMethods):
    """Comparison of two areas under ROC curves, the first minus the second.

    A named tuple of four numbers, with the attributes and methods of `TestResult`.

    Attributes
    ----------
    statistic : float
        The difference in units of its standard error, normal if the areas are equal.
    pvalue : float
        Chance of a statistic at least as extreme, in the direction of the alternative.
    difference : float
        AUC of the first scores minus AUC of the second; ``estimate`` too.
    standard_error : float
        Standard error of the difference.
    alternative : {"two-sided", "greater", "less"}
        What is held against "there is no difference"; "greater": the first area is.
    n : int
        How many rows were used.
    areas : tuple of float
        Both areas.
    """

    # Not of the tuple: it has had four fields from the start.
    alternative: str = "two-sided"
    n: int = 0
    areas: tuple[float, float] = (math.nan, math.nan)

    method = say("DeLong test of two areas under ROC curves")
    statistic_name = "z"
    distribution = "normal"
    df = None
    exact = False
    estimate_name = say("AUC of A − B")
    notes: tuple[str, ...] = ()

    def __new__(
        cls,
        statistic: float,
        pvalue: float,
        difference: float,
        standard_error: float,
        *,
        alternative: str = "two-sided",
        n: int = 0,
        unbiased: bool = False,
        areas: tuple[float, float] = (math.nan, math.nan),
    ) -> Self:
        """Return the tuple of the four, with the rest beside it."""
        self = super().__new__(cls, statistic, pvalue, difference, standard_error)
        self.alternative = alternative
        self.n = n
        self.areas = areas
        if unbiased:
            self.method = say(
                "DeLong test of two areas under ROC curves, unbiased variance"
            )
        return self

    def _replace(self, **changes: Any) -> Self:
        result = super()._replace(**changes)
        vars(result).update(vars(self))
        return result

    @property
    def found(self) -> str:
        """Both areas, in words."""
        if math.isnan(self.areas[0]):
            return ""
        a, b = (f"{area:.4f}" for area in self.areas)
        return say("AUC of A = {a}, AUC of B = {b}", a=a, b=b)

    @property
    def estimate(self) -> float:
        """The difference."""
        return self.difference

    @property
    def claim(self) -> str:
        """What a rejection is evidence of."""
        return {
            "two-sided": say("the areas differ"),
            "greater": say("A's area is the greater one"),
            "less": say("A's area is the smaller one"),
        }[self.alternative]

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the two-sided normal interval of the difference.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Its nominal coverage. A one-sided bound of level L is the bound at 2L - 1.

        Returns
        -------
        low, high : float
            ``difference`` minus and plus the normal quantile times
            ``standard_error``, whatever the alternative of the test was.
        """
        level = check_level(confidence_level)
        low, high = bounds.normal(self.difference, self.standard_error, level)
        return low, high

    def _reported(self) -> tuple[str, ...]:
        return (*super()._reported(), "standard_error")
