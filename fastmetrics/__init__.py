"""How good a model is, and how far to trust that number.

The public names, loaded when first used: ``import fastmetrics`` alone loads neither
SciPy nor anything that reads or draws.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from fastmetrics import _kernels as _kernels  # says what to do if it is not compiled
from fastmetrics.exceptions import UndefinedMetricWarning

if TYPE_CHECKING:  # the same names as in _NAMES, for type checkers and editors
    from fastmetrics._threads import get_num_threads, num_threads, set_num_threads
    from fastmetrics.areas import (
        break_even_point,
        ks_statistic,
        partial_auc_score,
        pr_auc_score,
    )
    from fastmetrics.costs import (
        cost_curve,
        expected_cost,
        normalized_expected_cost,
        probability_cost,
    )
    from fastmetrics.curves import auc, det_curve, precision_recall_curve, roc_curve
    from fastmetrics.delong import delong_roc_test, delong_roc_variance
    from fastmetrics.gains import cumulative_gain_curve, lift_curve, lift_score
    from fastmetrics.intervals import Interval, confidence_interval
    from fastmetrics.ranking import (
        average_precision_score,
        gini_coefficient,
        rank_loss,
        roc_auc_score,
    )
    from fastmetrics.report import Report, evaluate
    from fastmetrics.summaries.score_sweep import ScoreSweep
    from fastmetrics.thresholds import (
        confusion_matrix_at_thresholds,
        metric_at_thresholds,
        optimal_threshold,
    )

__version__ = "0.1.0"

__all__ = [
    "Interval",
    "Report",
    "ScoreSweep",
    "UndefinedMetricWarning",
    "__version__",
    "auc",
    "average_precision_score",
    "break_even_point",
    "confidence_interval",
    "confusion_matrix_at_thresholds",
    "cost_curve",
    "cumulative_gain_curve",
    "delong_roc_test",
    "delong_roc_variance",
    "det_curve",
    "evaluate",
    "expected_cost",
    "get_num_threads",
    "gini_coefficient",
    "ks_statistic",
    "lift_curve",
    "lift_score",
    "metric_at_thresholds",
    "normalized_expected_cost",
    "num_threads",
    "optimal_threshold",
    "partial_auc_score",
    "pr_auc_score",
    "precision_recall_curve",
    "probability_cost",
    "rank_loss",
    "roc_auc_score",
    "roc_curve",
    "set_num_threads",
]

# public name -> the module that has it
_NAMES = {
    "Interval": "intervals",
    "Report": "report",
    "ScoreSweep": "summaries.score_sweep",
    "auc": "curves",
    "average_precision_score": "ranking",
    "break_even_point": "areas",
    "confidence_interval": "intervals",
    "confusion_matrix_at_thresholds": "thresholds",
    "cost_curve": "costs",
    "cumulative_gain_curve": "gains",
    "delong_roc_test": "delong",
    "delong_roc_variance": "delong",
    "det_curve": "curves",
    "evaluate": "report",
    "expected_cost": "costs",
    "get_num_threads": "_threads",
    "gini_coefficient": "ranking",
    "ks_statistic": "areas",
    "lift_curve": "gains",
    "lift_score": "gains",
    "metric_at_thresholds": "thresholds",
    "normalized_expected_cost": "costs",
    "num_threads": "_threads",
    "optimal_threshold": "thresholds",
    "partial_auc_score": "areas",
    "pr_auc_score": "areas",
    "precision_recall_curve": "curves",
    "probability_cost": "costs",
    "rank_loss": "ranking",
    "roc_auc_score": "ranking",
    "roc_curve": "curves",
    "set_num_threads": "_threads",
}

# public modules that `import fastmetrics` alone makes reachable as attributes
_MODULES = {"catalog", "intervals", "reference", "report"}
_MODULES |= {"areas", "costs", "curves", "delong", "gains", "ranking", "thresholds"}


if not TYPE_CHECKING:  # type checkers know all names without it, and find typos

    def __getattr__(name):
        if name in _NAMES:
            value = getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
        elif name in _MODULES:
            value = import_module(f"{__name__}.{name}")
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value  # found without this function from now on
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
