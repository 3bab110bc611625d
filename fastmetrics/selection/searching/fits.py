"""Fits with other parameters, or on fewer rows, all of them on the same folds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics.selection.validation.estimators import (
    example_of,
    fresh,
    with_parameters,
)
from fastmetrics.selection.validation.failures import (
    check_error_score,
    fill_scores,
    tell_of_failures,
)
from fastmetrics.selection.validation.fit_parameters import check_params
from fastmetrics.selection.validation.fitting import task_of
from fastmetrics.selection.validation.reading import (
    read_data,
    split_rows,
    splitter_of,
)
from fastmetrics.selection.validation.routed_params import routed
from fastmetrics.selection.validation.running import check_jobs, repeat_warnings, run
from fastmetrics.selection.validation.scorers import one_scorer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics.selection.validation.fit_parameters import Params
    from fastmetrics.selection.validation.fitting import Fit, Task
    from fastmetrics.selection.validation.scorers import Scorer

    Rows = NDArray[np.intp]

__all__ = ["Prepared", "prepare"]

Job = tuple[Mapping[str, Any], "Rows", "Rows"]


class Prepared(NamedTuple):
    """An estimator, data and folds, checked, that many fits have in common.

    Attributes
    ----------
    estimator : object
        As it was given.
    example : object
        One to ask what it is.
    task : Task
        What each fit does.
    scorer : Scorer
        What is measured.
    splits : list of pairs
        The rows of the training part and of the test part of each fold.
    groups : object
        Of the rows; None: there are none.
    """

    estimator: Any
    example: Any
    task: Task
    scorer: Scorer
    splits: list[tuple[Rows, Rows]]
    groups: Any

    def fit_each(
        self,
        jobs: Iterable[Job],
        *,
        total: int | None = None,
        task: Any = None,
        **how: Any,
    ) -> list[Any]:
        """Fit an estimator with these parameters, on these rows, for each of the jobs.

        Warnings of the fits are repeated here. ``task``: what each fit does instead.
        ``how``: what `run` takes besides.
        """

        def made() -> Iterator[tuple[Any, Rows, Rows]]:
            for parameters, train, test in jobs:
                one = with_parameters(fresh(self.estimator), parameters)
                yield one, train, test

        found = run(task or self.task, made(), what="fits", total=total, **how)
        return found

    def scores(self, fits: list[Fit]) -> tuple[list[float], list[float]]:
        """Return the test scores and the training scores, and tell of fits that failed.

        Raises
        ------
        ValueError
            If all of them did.
        """
        for one in fits:
            repeat_warnings(one.warnings)
        tell_of_failures(fits, self.task.error_score)
        [name] = fill_scores(fits, self.task.scoring, self.task.error_score)
        train = [one.train.get(name, math.nan) for one in fits]
        return [one.test[name] for one in fits], train


def prepare(
    caller: str,
    estimator: Any,
    X: Any,
    y: Any,
    groups: Any,
    *,
    cv: Any,
    scoring: Any,
    params: Params,
    error_score: Any,
    n_jobs: int | None = None,
    executor: Any = None,
    method: str = "fit",
    **wanted: Any,
) -> Prepared:
    """Check what many fits have in common, and make the folds.

    ``caller``: the public function. ``method``: what models learn by. ``wanted``:
    what a `Task` keeps besides.
    """
    check_error_score(error_score)
    check_jobs(n_jobs, executor)
    example = example_of(estimator)
    scoring = one_scorer(scoring, example)
    data = read_data(X, y, groups)
    check_params(params, data.n, "params")
    splitter = splitter_of(cv, data.y, example)
    params, data, scoring = routed(
        caller,
        params,
        data,
        estimator=example,
        splitter=splitter,
        scoring=scoring,
        method=method,
    )
    splits = [*split_rows(splitter, data)]
    if not splits:
        raise ValueError("cv must yield at least one split, got none.")
    [scorer] = scoring.scorers.values()
    if wanted.get("keep_predictions") and scorer.kind != "metric":
        wanted["also"] = ("predict",) if hasattr(example, "predict") else ()
    task = task_of(
        data, example, scoring, params=params, error_score=error_score, **wanted
    )
    return Prepared(estimator, example, task, scorer, splits, data.groups)
