"""What a report says of scores of a binary target: curves, and tests of two models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from fastmetrics.catalog import METRICS
from fastmetrics.report.plots import curves
from fastmetrics.report.sections.binary import BinarySection, Positives
from fastmetrics.report.sections.section import Pair, Picture, Plot
from fastmetrics.report.tables import name_of, short_value

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.report.sections.section import Setting
    from fastmetrics.resampling.plan import Data

__all__ = ["ScoreSection"]

# The curves of each kind of picture.
PANELS = {"both": ("roc", "pr"), "roc": ("roc",), "pr": ("pr",)}


# The test of two areas whose inverse is the interval of their difference.
_TESTS = {
    "inverted-delong": "two-sided t test that both areas are equal, DeLong's variance",
    "delong": "DeLong's two-sided test that both areas are equal",
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
        "both": Plot("there are no scores"),
        "roc": Plot("there are no scores", unasked=False),
        "pr": Plot("there are no scores", unasked=False),
    }

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        totals, options = plan.totals, setting.options
        self.kind = "binary"
        self.n_rows = totals.n_samples
        self.positives = Positives(*totals[1:])
        given = options.get("pos_label")
        self.pos_label = 1 if given is None else given
        self.threshold = options.get("threshold")
        self._data, self._weight = data, setting.design.sample_weight
        self._pos_label = given
        if self.n_rows < plan.n_rows:
            left_out = plan.n_rows - self.n_rows
            self.notes.append(f"{left_out:,} rows of weight 0 are left out")
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
                    "no p-values: DeLong's variance does not make these intervals"
                )
        else:
            reason = "groups" if design.sample_weight is None else "weights"
            self.notes.append(f"no p-values: DeLong's test takes no {reason}")
        if len(self.tests) > 1 and self._p_values:
            self.notes.append(
                f"p-values are not adjusted for the {len(self.tests)} comparisons made"
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
        return [f"p-value: {_TESTS[method]}" for method in methods]

    def p_value(self, pair: Pair, metric: str) -> float | None:
        """Return the two-sided p-value of a difference, None if there is none.

        It is of the law that the difference's interval is of, so that it is below
        1 - confidence_level where the interval leaves out 0. The Gini coefficient and
        the rank loss are linear in the area under the ROC curve, so its test is theirs
        too.
        """
        return self._p_values.get((pair, metric), ("", None))[1]

    def picture(self, kind: str) -> Picture:
        """Return the models' curves, one panel for each kind of curve."""
        made = {"roc": self._roc, "pr": self._pr}
        panels = [made[name]() for name in PANELS[kind]]
        return Picture(curves.size(panels), partial(curves.draw, panels=panels))

    def _roc(self) -> curves.Panel:
        return curves.Panel(
            "ROC",
            "False positive rate",
            "True positive rate (recall)",
            [
                curves.Curve(self._label(model, "roc_auc_score", "AUC"), x, y)
                for model, (x, y, _) in self._points("roc_curve")
            ],
            ((0.0, 0.0), (1.0, 1.0)),
        )

    def _pr(self) -> curves.Panel:
        level = self.prevalence or 0.0
        return curves.Panel(
            "Precision and recall",
            "Recall",
            "Precision",
            [
                # In steps, as average precision adds them up. The curve runs from high
                # to low recall: the precision at a point holds back to the next lower.
                curves.Curve(self._label(model, "average_precision_score", "AP"), x, y)
                for model, (y, x, _) in self._points("precision_recall_curve")
            ],
            ((0.0, level), (1.0, level)),
            in_steps=True,
            corner="lower left",
        )

    def _points(self, name: str) -> Iterator[tuple[str, Any]]:
        """Yield the points of each model's curve, by a public function."""
        curve, data = METRICS[name].public, self._data
        options = {"pos_label": self._pos_label, "sample_weight": self._weight}
        for model in self.models:
            if data.summary is None:
                columns = data.shared["y_true"], data.models[model]["y_score"]
                yield model, curve(*columns, **options)
            else:
                yield model, curve(data.summary, None)

    def _label(self, model: str, metric: str, short: str) -> str:
        value = short_value(self.values.get(model, {}).get(metric), short)
        return f"{name_of(model)}, {value}" if value else name_of(model)


def _is_linear_in_the_area(metric: str) -> bool:
    row = METRICS[metric]
    reduction = row.reduce()
    return reduction is not None and reduction.reducer == ("roc_auc",)
