"""The catalog: one row per public function, with what the rest of the house asks.

Reports, intervals, tests and docs read a metric's range, direction, formula on its
summary and the way its interval is made from here and nowhere else.
"""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal, NamedTuple

Kind = Literal["metric", "curve", "test", "formula"]

INFINITY = float("inf")

# The ways in which intervals can be asked for; "auto" is the one that a row names.
METHODS = ("auto", "percentile", "basic", "bca", "bias-corrected", "normal", "delong")


class Reduction(NamedTuple):
    """A metric as ``scale * reducer + offset``, the reducer one of ScoreSweep's."""

    reducer: tuple[Any, ...]
    scale: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class Metric:
    """One row of the catalog.

    Attributes
    ----------
    name : str
        Unique; the public function's name, or that of a variant of it with fixed
        ``parameters``.
    title : str
        For tables.
    module, function : str
        Where the public function lives.
    kind : {"metric", "curve", "test", "formula"}
        Only a "metric" gives one number per data set and has an interval.
    lower, upper : float
        Range of the value.
    greater_is_better : bool or None
        Direction; None where there is none.
    interval : str or None
        How ``method="auto"`` makes the interval; None: there is no valid one.
    approximate : bool
        Whether that interval is known to cover less (or more) than it says.
    reason : str
        Why there is none, or why it is approximate.
    parameters : mapping
        Parameters that make the variant; see `with_parameters`.
    reduction : callable or None
        ``reduction(**parameters)``: the metric as a Reduction; None: it needs the rows.
    in_report : bool
        Whether ``evaluate`` shows it without being asked.
    aliases : tuple of str
        Ids of the same measure elsewhere (mlr3measures, common abbreviations).
    """

    name: str
    title: str
    module: str
    function: str
    kind: Kind = "metric"
    task: str = "binary_scores"
    lower: float = 0.0
    upper: float = 1.0
    greater_is_better: bool | None = True
    interval: str | None = None
    approximate: bool = False
    reason: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    reduction: Callable[..., Reduction | None] | None = None
    in_report: bool = True
    aliases: tuple[str, ...] = ()

    @property
    def public(self) -> Callable[..., Any]:
        """The public function itself, loaded when first asked for."""
        return getattr(import_module(f"fastmetrics.{self.module}"), self.function)

    def with_parameters(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters of a call: those of the variant, given ones on top.

        Where the row has the function's own name its parameters are only an example,
        which any that are given replace.
        """
        if given and self.name == self.function:
            return dict(given)
        return {**self.parameters, **given}

    def reduce(self, parameters: Mapping[str, Any] | None = None) -> Reduction | None:
        """Give the metric as a Reduction, or None where its rows are needed.

        ``parameters``: all that the function is called with; by default the row's own.
        """
        if self.reduction is None:
            return None
        return self.reduction(**(self.parameters if parameters is None else parameters))


def _affine(reducer: str, scale: float = 1.0, offset: float = 0.0) -> Any:
    return lambda: Reduction((reducer,), scale, offset)


def _roc_auc(
    average: str | None = "macro",
    max_fpr: float | None = None,
    multi_class: str = "raise",
    labels: Any = None,
) -> Reduction | None:
    # Averages concern several labels; on a binary target they change nothing.
    if labels is not None or multi_class != "raise":
        return None
    if max_fpr is None or max_fpr == 1:
        return Reduction(("roc_auc",))
    return _standardized(("partial_auc", 0.0, max_fpr), 0.5 * max_fpr**2, max_fpr)


def _standardized(reducer: tuple[Any, ...], chance: float, best: float) -> Reduction:
    """McClish's scale: chance is ½, the best possible area 1."""
    scale = 0.5 / (best - chance)
    return Reduction(reducer, scale, 0.5 - scale * chance)


def _partial_auc(
    max_fpr: float | None = None,
    min_tpr: float | None = None,
    fpr_range: tuple[float, float] | None = None,
    standardize: str | None = None,
) -> Reduction:
    if min_tpr is not None:
        reducer: tuple[Any, ...] = ("partial_auc_tpr", min_tpr)
        chance, best = (1 - min_tpr) ** 2 / 2, 1 - min_tpr
    else:
        low, high = (0.0, max_fpr) if fpr_range is None else fpr_range
        assert high is not None  # the public function has checked that one is given
        reducer = ("partial_auc", low, high)
        chance, best = (high**2 - low**2) / 2, high - low
    if standardize is None:
        return Reduction(reducer)
    return _standardized(reducer, chance, best)


def _pr_auc(interpolation: str = "step") -> Reduction:
    name = "average_precision" if interpolation == "step" else f"pr_auc_{interpolation}"
    return Reduction((name.replace("-", "_"),))


def _average_precision(average: str | None = "macro") -> Reduction:
    return Reduction(("average_precision",))


def _lift(at: float = 0.1) -> Reduction:
    return Reduction(("lift", at))


def _expected_cost(x_range: tuple[float, float] = (0, 1)) -> Reduction:
    return Reduction(("expected_cost", *x_range))


def _optimal_value(
    criterion: str = "cost",
    cost_fn: float = 1.0,
    cost_fp: float = 1.0,
    beta: float = 1.0,
    at: float | None = None,
) -> Reduction:
    if criterion == "cost":
        return Reduction(("best_cost", cost_fn, cost_fp))
    if criterion == "f1":
        return Reduction(("best_f", beta))
    if criterion in ("youden", "accuracy"):
        return Reduction((f"best_{criterion}",))
    return Reduction((criterion, at))


_OPTIMISED = (
    "the best value over thresholds chosen on the same data is biased; resampling "
    "shows part of that bias only"
)

_ROWS = (
    Metric(
        "roc_auc_score",
        "Area under the ROC curve",
        "ranking",
        "roc_auc_score",
        interval="delong",
        reduction=_roc_auc,
        aliases=("auc", "roc_auc"),
    ),
    Metric(
        "average_precision_score",
        "Average precision",
        "ranking",
        "average_precision_score",
        interval="bca",
        reduction=_average_precision,
        aliases=("ap",),
    ),
    Metric(
        "pr_auc_score",
        "Area under the precision-recall curve",
        "areas",
        "pr_auc_score",
        interval="bca",
        reduction=_pr_auc,
        in_report=False,
    ),
    Metric(
        "pr_auc_integral",
        "Area under the precision-recall curve, interpolated",
        "areas",
        "pr_auc_score",
        interval="bca",
        parameters={"interpolation": "integral"},
        reduction=_pr_auc,
        aliases=("prauc",),
    ),
    Metric(
        "gini_coefficient",
        "Gini coefficient",
        "ranking",
        "gini_coefficient",
        lower=-1.0,
        interval="delong",
        reduction=_affine("roc_auc", 2.0, -1.0),
        aliases=("gini", "somers_d"),
    ),
    Metric(
        "rank_loss",
        "Rank loss",
        "ranking",
        "rank_loss",
        greater_is_better=False,
        interval="delong",
        reduction=_affine("roc_auc", -1.0, 1.0),
    ),
    Metric(
        "break_even_point",
        "Precision-recall break-even point",
        "areas",
        "break_even_point",
        interval="bca",
        reduction=_affine("break_even_point"),
        aliases=("bep", "r_precision"),
    ),
    Metric(
        "lift_score",
        "Lift in the top tenth",
        "gains",
        "lift_score",
        upper=INFINITY,
        interval="percentile",
        reduction=_lift,
        aliases=("lift",),
    ),
    Metric(
        "partial_auc_score",
        "Partial AUC, FPR up to 0.1, standardised",
        "areas",
        "partial_auc_score",
        interval="bca",
        parameters={"max_fpr": 0.1, "standardize": "mcclish"},
        reduction=_partial_auc,
        aliases=("pauc",),
    ),
    Metric(
        "ks_statistic",
        "Kolmogorov-Smirnov distance",
        "areas",
        "ks_statistic",
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        reduction=_affine("ks"),
        aliases=("ks",),
    ),
    Metric(
        "expected_cost",
        "Expected cost over all operating conditions",
        "costs",
        "expected_cost",
        upper=0.25,
        greater_is_better=False,
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        reduction=_expected_cost,
    ),
    Metric(
        "best_f1",
        "Best F1 over thresholds",
        "thresholds",
        "optimal_threshold",
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        parameters={"criterion": "f1"},
        reduction=_optimal_value,
    ),
    Metric(
        "best_youden",
        "Best Youden's J over thresholds",
        "thresholds",
        "optimal_threshold",
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        parameters={"criterion": "youden"},
        reduction=_optimal_value,
    ),
    Metric(
        "best_accuracy",
        "Best accuracy over thresholds",
        "thresholds",
        "optimal_threshold",
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        parameters={"criterion": "accuracy"},
        reduction=_optimal_value,
    ),
    Metric(
        "optimal_threshold",
        "Lowest cost over thresholds",
        "thresholds",
        "optimal_threshold",
        upper=INFINITY,
        greater_is_better=False,
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        reduction=_optimal_value,
        in_report=False,
    ),
)


def _other(kind: Kind, module: str, *names: str) -> tuple[Metric, ...]:
    return tuple(
        Metric(
            name,
            name.replace("_", " "),
            module,
            name,
            kind=kind,
            lower=-INFINITY,
            upper=INFINITY,
            greater_is_better=None,
            reason="not a single number per data set",
            in_report=False,
        )
        for name in names
    )


METRICS: dict[str, Metric] = {
    row.name: row
    for row in (
        *_ROWS,
        *_other(
            "curve",
            "curves",
            "roc_curve",
            "precision_recall_curve",
            "det_curve",
        ),
        *_other(
            "curve",
            "thresholds",
            "confusion_matrix_at_thresholds",
            "metric_at_thresholds",
        ),
        *_other("curve", "gains", "cumulative_gain_curve", "lift_curve"),
        *_other("curve", "costs", "cost_curve"),
        *_other("test", "delong", "delong_roc_variance", "delong_roc_test"),
        *_other("formula", "curves", "auc"),
        *_other("formula", "costs", "probability_cost", "normalized_expected_cost"),
    )
}

_ALIASES = {alias: row.name for row in METRICS.values() for alias in row.aliases}


def find(metric: str) -> Metric:
    """Look a row up by its name or an alias; an alias of a metric comes first.

    Raises
    ------
    ValueError
        If there is none, with the names that come close.
    """
    row = METRICS.get(_ALIASES.get(metric, metric))
    if row is not None:
        return row
    import difflib

    close = difflib.get_close_matches(metric, [*METRICS, *_ALIASES], n=3)
    hint = f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
    raise ValueError(f"no metric is called {metric!r}{hint}")


@functools.cache
def by_function() -> dict[Callable[..., Any], Metric]:
    """Rows by their public function; a variant never hides the plain row."""
    rows: dict[Callable[..., Any], Metric] = {}
    for row in METRICS.values():
        if row.kind == "metric" and row.name == row.function:
            rows[row.public] = row
    return rows


def scalar(task: str = "binary_scores") -> list[Metric]:
    """Rows of one task that give one number."""
    return [r for r in METRICS.values() if r.kind == "metric" and r.task == task]
