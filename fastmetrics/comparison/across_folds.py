"""Several models by the scores of their cross-validations on the same folds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeGuard

from fastmetrics._common.names import shown
from fastmetrics._inputs.time_order import across_folds as why_not
from fastmetrics.comparison.comparing import ComparedMetric, compared_across_folds
from fastmetrics.show.words import of_catalog

if TYPE_CHECKING:
    from fastmetrics.comparison.compared_models import Comparison
    from fastmetrics.comparison.comparing import Setting
    from fastmetrics.intervals.engine import Intervals

__all__ = ["CrossValidated", "across_folds", "are_cross_validations"]

Pairs = Sequence[tuple[int, int]]


class _Said(Protocol):
    """What cross-validations say of one score; see `SideBySide`."""

    metric: str
    title: str
    greater_is_better: bool | None
    intervals: Intervals
    n_rows: int


class CrossValidated(Protocol):
    """What `cross_validate` returns, as far as it is looked at here."""

    def side_by_side(
        self,
        models: Mapping[str, Any],
        metric: str,
        pairs: Pairs,
        confidence_level: float,
        seed: int,
        target: Literal["learner", "models"] | None = None,
        pos_label: Any = None,
    ) -> _Said:
        """Return a score of several models, and differences."""


def are_cross_validations(given: Any) -> TypeGuard[Mapping[Any, CrossValidated]]:
    """Whether these are cross-validations by model, and nothing else beside.

    Raises
    ------
    TypeError
        If some are and others are not.
    """
    if not isinstance(given, Mapping):
        return False
    others = [name for name, one in given.items() if not hasattr(one, "side_by_side")]
    if others and len(others) < len(given):
        raise TypeError(
            f"{shown(others[0])} is no CrossValidation, as others of the models are"
        )
    return bool(given) and not others


def across_folds(
    metrics: Sequence[Any],
    models: Mapping[str, CrossValidated],
    setting: Setting,
    pairs: Pairs,
    beside: Mapping[str, Any],
    target: Literal["learner", "models"] | None = None,
    pos_label: Any = None,
) -> dict[str, Comparison]:
    """Compare models by each of the scores that are named.

    ``pairs``: those of the setting, and others whose errors tell correlations.
    ``beside``: what was given beside the models, which must be nothing. ``target``:
    what intervals are for, see `CrossValidation.interval`, as for ``pos_label``.

    Raises
    ------
    TypeError
        If something was, or a score is not named by text.
    ValueError
        If data, folds or scorers differ, or there is no such score.
    """
    given = [name for name, value in beside.items() if value is not None]
    if given:
        why = why_not(given[0])
        raise TypeError(f"{given[0]} cannot be given beside cross-validations{why}")
    found = {}
    (first, *_) = models.values()
    for metric in metrics:
        if not isinstance(metric, str):
            raise TypeError(
                "metric must be the name of a score of the cross-validations, got "
                f"{shown(metric)}"
            )
        said = first.side_by_side(
            models,
            metric,
            pairs,
            setting.confidence_level,
            setting.seed,
            target,
            pos_label,
        )
        judged = ComparedMetric(
            said.metric,
            of_catalog(said.title),
            said.greater_is_better,
            said.n_rows,
            said.n_rows,
        )
        if judged.name in found:
            raise ValueError(f"metric has {judged.name!r} twice")
        found[judged.name] = compared_across_folds(judged, said.intervals, setting)
    return found
