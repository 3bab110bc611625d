"""What a report says of scores of a binary target: curves, and tests of two models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from fastmetrics.catalog import METRICS, PROPORTION
from fastmetrics.report.numbers import count
from fastmetrics.report.plots.scores import (
    distributions,
    gains,
    thresholds,
    trade_offs,
)
from fastmetrics.report.plots.scores.optima import Draws
from fastmetrics.report.plots.scores.swept import Sweeps, Swept
from fastmetrics.report.sections.binary import BinarySection, Positives
from fastmetrics.report.sections.section import Pair, Plot
from fastmetrics.report.words import say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.report.plots.picture import Picture
    from fastmetrics.report.sections.section import Setting
    from fastmetrics.resampling.plan import Data

__all__ = ["ScoreSection"]

NONE = "there are no scores of two classes"

# kind of picture -> what makes it, and whether it is shown unasked
PICTURES: Mapping[str, tuple[Callable[..., Picture | None], bool]] = {
    "both": (trade_offs.both, True),
    "roc": (trade_offs.roc, False),
    "pr": (trade_offs.precision_recall, False),
    "det": (trade_offs.det, False),
    "gain": (gains.gain, False),
    "lift": (gains.lift, False),
    "threshold": (thresholds.by_threshold, False),
    "cost": (thresholds.costs, False),
    "distribution": (distributions.distributions, True),
    "ks": (distributions.kolmogorov_smirnov, False),
}


# The test of two areas whose inverse is the interval of their difference.
_TESTS = {
    "inverted-delong": say(
        "p-value: two-sided t test that both areas are equal, DeLong's variance"
    ),
    "delong": say("p-value: DeLong's two-sided test that both areas are equal"),
}


class ScoreSection(BinarySection):
    """What there is to say of scores of a binary target.

    Attributes
    ----------
    tests : dict
        ``tests[a, b]`` is the result of `delong_roc_test`; empty where the test does
        not hold, with weights or groups.
    """

    family = "binary_scores"
    attributes = (*BinarySection.attributes, "tests")
    plots: ClassVar = {
        kind: Plot(NONE, unasked) for kind, (_, unasked) in PICTURES.items()
    }
    leading = ("roc_auc_score", "average_precision_score")

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        totals, options = plan.totals, setting.options
        self.kind = "binary"
        self.n_rows = totals.n_samples
        self.positives = Positives(*totals[1:])
        given = options.get("pos_label")
        self.pos_label = 1 if given is None else given
        self.threshold = options.get("threshold")
        self._sweeps = Sweeps(plan)
        # Intervals of shares of rows hold where these are independent and alike.
        level, method = setting.confidence_level, setting.method
        way = method if method in PROPORTION else "wilson"
        are_alike = setting.design.is_plain and totals[1:3] == totals[3:]
        self._share = (level, way) if are_alike else None
        drawn = Draws(options.get("seed", 0), setting.design.stratified, level)
        self._draws = drawn if are_alike else None
        if self.n_rows < plan.n_rows:
            left_out = plan.n_rows - self.n_rows
            self.notes.append(
                say("{n} rows of weight 0 are left out", n=count(left_out))
            )
        # By pair and metric: the law and the p-value.
        self._p_values: dict[tuple[Pair, str], tuple[str, float]] = {}
        if len(self.models) > 1 and self.metrics:
            self._test(plan, setting, found.differences)

    def _test(
        self,
        plan: Any,
        setting: Setting,
        differences: Mapping[Pair, Mapping[str, Interval]],
    ) -> None:
        design = setting.design
        if design.is_plain:
            linear = [name for name in self.metrics if _is_linear_in_the_area(name)]
            self.tests = tests = {}
            for i, j in combinations(range(len(self.models)), 2):
                pair = self.models[i], self.models[j]
                tests[pair] = plan.delong_test(i, j)
                for name in linear:
                    method = differences[pair][name].method
                    value = plan.p_value(i, j, method)
                    if value is not None:
                        self._p_values[pair, name] = method, value
            if linear and not self._p_values:
                self.notes.append(
                    say("no p-values: DeLong's variance does not make these intervals")
                )
        else:
            is_grouped = design.sample_weight is None
            self.notes.append(
                say("no p-values: DeLong's test takes no groups")
                if is_grouped
                else say("no p-values: DeLong's test takes no weights")
            )
        if len(self.tests) > 1 and self._p_values:
            self.notes.append(
                say(
                    "p-values are not adjusted for the {n} comparisons made",
                    n=count(len(self.tests)),
                )
            )

    @classmethod
    def prepare(cls, data: Data, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Refuse matrices: scores of several models, or of several classes."""
        for columns in data.models.values():
            y_score: Any = columns.get("y_score")
            if getattr(y_score, "ndim", 1) != 1:
                raise ValueError(
                    f"y_score has shape {tuple(y_score.shape)}; scores of a binary "
                    "target have one dimension, those of several models go in a dict"
                )
        return options

    def footer(self) -> list[str]:
        """Say which test the p-values are of."""
        methods = sorted({method for method, _ in self._p_values.values()})
        return [_TESTS[method] for method in methods]

    def p_value(self, pair: Pair, metric: str) -> float | None:
        """Return the two-sided p-value of a difference, None if there is none.

        It is of the law that the difference's interval is of, so that it is below
        1 - confidence_level where the interval leaves out 0. The Gini coefficient and
        the rank loss are linear in the area under the ROC curve, so its test is theirs
        too.
        """
        return self._p_values.get((pair, metric), ("", None))[1]

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return curves over all thresholds, or how the scores lie."""
        make, _ = PICTURES[kind]
        return make(
            Swept(
                {model: self.names[model] for model in self.models},
                self.series,
                self._sweeps,
                self.values,
                self.threshold,
                self._share,
                self._draws,
            ),
            **options,
        )


def _is_linear_in_the_area(metric: str) -> bool:
    row = METRICS[metric]
    reduction = row.reduce()
    return reduction is not None and reduction.reducer == ("roc_auc",)
