"""What a report says of scores of a binary target: curves, and tests of two models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from fastmetrics._common.records import plain
from fastmetrics.catalog import PROPORTION
from fastmetrics.comparison.curves import roc_dominance
from fastmetrics.report.plots import swept, thresholds, trade_offs
from fastmetrics.report.plots.swept import Draws, Sweeps, Swept
from fastmetrics.report.sections import (
    SEVERAL_MODELS,
    Plot,
    Section,
    SummedSection,
)
from fastmetrics.report.sections.classes import BinarySection, Positives
from fastmetrics.show.numbers import count, percent
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from fastmetrics.comparison.curves import Dominance
    from fastmetrics.report.sections import Setting
    from fastmetrics.resampling.plan import Data
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.words import Message

NONE = "there are no scores of two classes"
# Of more rows curves are not compared, which takes 0.2 seconds per million.
MOST_COMPARED = 2_000_000

# kind of picture -> what makes it, and whether it is shown unasked
PICTURES: Mapping[str, tuple[Callable[..., Picture | None], bool]] = {
    "both": (trade_offs.both, True),
    "roc": (trade_offs.roc, False),
    "pr": (trade_offs.precision_recall, False),
    "det": (trade_offs.det, False),
    "gain": (thresholds.gain, False),
    "lift": (thresholds.lift, False),
    "threshold": (thresholds.by_threshold, False),
    "cost": (thresholds.costs, False),
    "distribution": (swept.distributions, True),
    "ks": (swept.kolmogorov_smirnov, False),
}


class ScoreSection(BinarySection):
    """What there is to say of scores of a binary target.

    Attributes
    ----------
    tests : dict
        ``tests[a, b]`` is the result of `delong_roc_test`; empty where the test does
        not hold, with weights or groups.
    dominance : Dominance or None
        How the ROC curves of two models lie, as `curve_dominance` tells; None of any
        other number of models, without rows of both classes, and of many rows.
    """

    family = "binary_scores"
    attributes = (*BinarySection.attributes, "tests", "dominance")
    plots: ClassVar = {
        kind: Plot(NONE, unasked) for kind, (_, unasked) in PICTURES.items()
    }
    leading = ("roc_auc_score", "average_precision_score")
    brief = (
        "roc_auc_score",
        "average_precision_score",
        "partial_auc_standardized",
        "lift_score",
        "best_f1",
        "best_youden",
    )

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        totals, options = plan.totals, setting.options
        self.kind = "binary"
        self.n_rows = totals.n_samples
        self.positives = Positives(*totals[1:])
        given = options.get("pos_label")
        self.pos_label = 1 if given is None else given
        self.threshold = options.get("threshold")
        self.strict = bool(options.get("strict"))
        self._sweeps = Sweeps(plan)
        self._cells = plan.n_cells
        # Intervals of shares of rows hold where these are independent and alike.
        level, method = setting.confidence_level, setting.method
        way = method if method in PROPORTION else "wilson"
        self._is_counted = totals[1:3] == totals[3:]
        are_alike = setting.design.is_plain and self._is_counted
        self._share = (level, way) if are_alike else None
        drawn = Draws(options.get("seed", 0), setting.design.stratified, level)
        self._draws = drawn if are_alike else None
        if self.n_rows < plan.n_rows:
            left_out = plan.n_rows - self.n_rows
            self.notes.append(
                say("{n} rows of weight 0 are left out", n=count(left_out))
            )
        if setting.design.is_plain and self.metrics:
            self.tests = {
                (self.models[i], self.models[j]): plan.delong_test(i, j)
                for i, j in combinations(range(len(self.models)), 2)
            }

    def footer(self) -> list[str]:
        """Say how replicates of many rows are made."""
        made = (one for row in self.values.values() for one in row.values())
        if not self._cells or not any(one.n_resamples for one in made):
            return super().footer()
        return [
            *super().footer(),
            say(
                "replicates: the thresholds of a model are cut into up to {n} cells, "
                "and what these weigh is drawn",
                n=count(self._cells),
            ),
        ]

    @classmethod
    def prepare(cls, data: Data, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Refuse matrices: scores of several models, or of several classes."""
        for columns in data.models.values():
            y_score: Any = columns.get("y_score")
            if getattr(y_score, "ndim", 1) != 1:
                raise ValueError(
                    f"y_score has shape {tuple(y_score.shape)}; scores of a binary "
                    f"target have one dimension, {SEVERAL_MODELS}"
                )
        return options

    @cached_property
    def dominance(self) -> Dominance | None:
        """How the ROC curves of two models lie; found when it is first asked for."""
        if len(self.models) != 2 or self.n_rows > MOST_COMPARED:
            return None
        if not min(self._sweeps.totals) > 0:
            return None
        (_, *a), (_, *b) = (self._sweeps.walk(model, "roc") for model in self.models)
        return roc_dominance((a[0], a[1]), (b[0], b[1]), is_counted=self._is_counted)

    def of_two(self) -> list[Message]:
        """Say whether the ROC curve of one of two models is above the other's."""
        found = self.dominance
        if found is None:
            return []
        a, b = (self.names[model] for model in self.models)
        return [how_curves_lie(a, b, found)]

    def to_dict(self) -> dict[str, Any]:
        """Return besides how the ROC curves of two models lie."""
        found = self.dominance
        told = None if found is None else dominance_dict(found)
        return {**super().to_dict(), "dominance": told}

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return curves over all thresholds, or how the scores lie."""
        make, _ = PICTURES[kind]
        return make(
            Swept(
                {model: self.names[model] for model in self.models},
                self.series,
                self.values,
                self._sweeps,
                self.threshold,
                self.strict,
                self._share,
                self._draws,
            ),
            **options,
        )


class SummedScores(SummedSection, BinarySection):
    """What there is to say of scores of which nothing but sweeps is known."""

    told_by = ("ScoreSweep", "ContinuedSweep", "ScoreSketch")
    leading = ScoreSection.leading

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        # The truth is that of all models.
        sweep = self.telling(next(iter(plan.parts.models.values())))
        weights = sweep.n_positive, sweep.n_negative
        n_pos, n_neg = (None, None) if sweep.weighted else weights
        self.kind = "binary"
        self.positives = Positives(n_pos, n_neg, *weights)
        given = setting.options.get("pos_label")
        self.pos_label = 1 if given is None else given
        self.threshold = setting.options.get("threshold")
        self.strict = bool(setting.options.get("strict"))

    def header(self) -> dict[str, list[str]]:
        """Say how many rows there are, and of either class if they count alike."""
        if self.n_positive is None:
            return Section.header(self)
        return super().header()


# --- which of two curves is above the other, and where


def how_curves_lie(a: str, b: str, found: Dominance) -> Message:
    """Return the verdict on two curves; the one that is above more often is first.

    It is one on these rows, which need not tell the models apart.
    """
    if found.verdict == "equal":
        return say(
            "On these rows the ROC curves of {a} and {b} are the same.", a=a, b=b
        )
    above, below, share, other = a, b, found.share_a, found.share_b
    if share < other:
        above, below, share, other = below, above, other, share
    fields = {"above": above, "below": below, "share": _percent(share)}
    if found.verdict != "cross":
        return say(
            "On these rows the ROC curve of {above} lies above the curve of {below} "
            "at {share} of the false positive rates, and nowhere below it.",
            **fields,
        )
    fields["other"] = _percent(other)
    n = len(found.crossings)
    if n == 1:
        return say(
            "On these rows the ROC curve of {above} lies above the curve of {below} "
            "at {share} of the false positive rates, below it at {other}; they cross "
            "once.",
            **fields,
        )
    return say(
        "On these rows the ROC curve of {above} lies above the curve of {below} at "
        "{share} of the false positive rates, below it at {other}; they cross {n} "
        "times.",
        n=count(n),
        **fields,
    )


def _percent(share: float) -> str:
    """Write a share so that one near none or all is not taken for it."""
    if 0 < share < 0.0005:
        return say("less than 0.1 %")
    if 0.9995 <= share < 1:
        return say("more than 99.9 %")
    return percent(share)


def dominance_dict(found: Dominance) -> dict[str, Any]:
    """Return the verdict as JSON has it, with the number of crossings."""
    told = {name: plain(one) for name, one in found._asdict().items()}
    told["crossings"] = len(found.crossings)
    for name in ("largest_gap_a", "largest_gap_b"):
        gap = getattr(found, name)
        told[name] = {part: plain(one) for part, one in gap._asdict().items()}
    return told
