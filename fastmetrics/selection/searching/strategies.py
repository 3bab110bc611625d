"""Search strategies: grid, random, successive halving, or an optimizer; trials."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import warn, whole
from fastmetrics._inputs.groups import group_codes
from fastmetrics.intervals.resolve import reporting
from fastmetrics.selection.searching import (
    Optimizer,
    ParameterGrid,
    ParameterSampler,
    grids_of,
    optimizer_of,
)
from fastmetrics.selection.splitters import numpy_state
from fastmetrics.selection.validation.arguments import (
    example_of,
    fresh,
    read_data,
    split_rows,
    with_parameters,
)
from fastmetrics.selection.validation.fitting import (
    check_error_score,
    check_jobs,
    fill_scores,
    read_task,
    repeat_warnings,
    run,
    tell_of_failures,
)
from fastmetrics.selection.validation.scorers import Scorer, one_scorer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.validation.arguments import Params
    from fastmetrics.selection.validation.fitting import Fit, Task

    Rows = NDArray[np.intp]
    Floats = NDArray[np.float64]
    Parameters = dict[str, Any]
    Splits = Sequence[tuple[Rows, Rows]]


Job = tuple[Mapping[str, Any], "Rows", "Rows"]


class Prepared(NamedTuple):
    """An estimator, data and folds, checked, that many fits have in common.

    Attributes
    ----------
    estimator : object
        As it was given.
    example : object
        An instance, to inspect its kind.
    task : Task
        What each fit does.
    scorer : Scorer
        Scorer of the test rows.
    splits : list of pairs
        The rows of the training part and of the test part of each fold.
    groups : object
        Groups of the rows, or None.
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
        ``how``: further arguments of `run`.
        """

        def made() -> Iterator[tuple[Any, Rows, Rows]]:
            for parameters, train, test in jobs:
                model = with_parameters(fresh(self.estimator), parameters)
                yield model, train, test

        return run(task or self.task, made(), what="fits", total=total, **how)

    def scores(self, fits: list[Fit]) -> tuple[list[float], list[float]]:
        """Return the test scores and the training scores, and tell of fits that failed.

        Raises
        ------
        ValueError
            If all of them did.
        """
        for fit in fits:
            repeat_warnings(fit.warnings)
        tell_of_failures(fits, self.task.error_score)
        [name] = fill_scores(fits, self.task.scoring, self.task.error_score)
        train = [fit.train.get(name, math.nan) for fit in fits]
        return [fit.test[name] for fit in fits], train


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
    pos_label: Any = None,
    n_jobs: int | None = None,
    executor: Any = None,
    method: str = "fit",
    **options: Any,
) -> Prepared:
    """Check what many fits have in common, and make the folds.

    ``caller``: the public function. ``method``: what models learn by. ``wanted``:
    further fields of `Task`.
    """
    check_error_score(error_score)
    check_jobs(n_jobs, executor)
    example = example_of(estimator)
    scoring = one_scorer(scoring, example).told(pos_label)
    [scorer] = scoring.scorers.values()
    if options.get("keep_predictions") and scorer.kind != "metric":
        options["also"] = ("predict",) if hasattr(example, "predict") else ()
    task, splitter, data = read_task(
        caller,
        example,
        read_data(X, y, groups),
        scoring,
        cv,
        params,
        method=method,
        error_score=error_score,
        **options,
    )
    splits = [*split_rows(splitter, data)]
    if not splits:
        raise ValueError("cv must yield at least one split, got none.")
    [scorer] = task.scoring.scorers.values()
    return Prepared(estimator, example, task, scorer, splits, data.groups)


# --- candidates tried on all folds, and what came of each


@dataclass(frozen=True)
class Tried:
    """One candidate, and its scores by fold.

    Attributes
    ----------
    parameters : dict
    test, train : ndarray of float64
        Scores on test rows and on training rows, NaN if a fit failed or the score is
        infinite.
    n_train : float
        Mean number of training rows.
    fit_time, score_time : float
        Mean seconds per fold.
    fits : list of Fit
        What came of each fold.
    """

    parameters: Parameters
    test: Floats
    train: Floats
    n_train: float
    fit_time: float
    score_time: float
    fits: list[Fit]

    @property
    def value(self) -> float:
        """The mean over folds; NaN if one of them has no score."""
        return float(self.test.mean())


class Trials:
    """All candidates that a search has tried, in the order in which it did."""

    def __init__(self, prepared: Prepared, how: Mapping[str, Any]) -> None:
        self.made = prepared
        self.better = -1 if prepared.scorer.greater_is_better is False else 1
        self._how = how
        self._fits: list[Fit] = []

    @property
    def progress(self) -> Any:
        """The argument ``progress`` for the fits."""
        return self._how.get("progress", False)

    def tried(
        self,
        candidates: Sequence[Parameters],
        splits: Splits | None = None,
        **how: Any,
    ) -> list[Tried]:
        """Fit and score candidates on all folds, or on ``splits``.

        ``how``: what `run` takes, in place of what all trials have in common.
        """
        pairs = self.made.splits if splits is None else splits
        fits = self.made.fit_each(
            ((each, *pair) for each in candidates for pair in pairs),
            total=len(candidates) * len(pairs),
            **{**self._how, **how},
        )
        for fit in fits:
            repeat_warnings(fit.warnings)
            fit.warnings = []
        self._fits += fits
        k = len(pairs)
        return [
            self._of(each, fits[at * k : at * k + k])
            for at, each in enumerate(candidates)
        ]

    def _of(self, parameters: Parameters, fits: list[Fit]) -> Tried:
        [name] = self.made.task.scoring.scorers
        return Tried(
            parameters,
            _finite([fit.test.get(name, math.nan) for fit in fits]),
            _finite([fit.train.get(name, math.nan) for fit in fits]),
            float(np.mean([fit.n_train for fit in fits])),
            float(np.mean([fit.fit_time for fit in fits])),
            float(np.mean([fit.score_time for fit in fits])),
            fits,
        )

    def finish(self) -> None:
        """Warn of fits that failed, once for all; raise if all of them did."""
        tell_of_failures(self._fits, math.nan)

    def order(self, tried: Sequence[Tried]) -> list[int]:
        """Return places of candidates, the best first, those without a value last."""
        values = self.better * np.array([trial.value for trial in tried])
        order: list[int] = np.argsort(-values, kind="stable").tolist()  # NaN is last
        return order


def _finite(scores: Sequence[float]) -> Floats:
    """Return scores as an array, NaN in place of what no mean can be made of."""
    finite = np.array(scores, np.float64)
    finite[np.isinf(finite)] = math.nan
    return finite


def tell_of_undefined(tried: Sequence[Tried]) -> None:
    """Warn of candidates without a value; raise where no candidate has one.

    Warnings of failed fits are not repeated.
    """
    values = np.array([trial.value for trial in tried])
    fitted = np.array([all(fit.error is None for fit in trial.fits) for trial in tried])
    n = int((np.isnan(values) & fitted).sum())
    if np.isnan(values).all():
        raise ValueError(
            "scoring gives no finite number of any candidate on all folds, so there "
            "is no best one."
        )
    if n:
        warn(
            f"One or more of the test scores are non-finite: the scores of {n} of "
            f"{len(values)} candidates, which rank last."
        )


def check_names(estimator: Any, candidates: Iterable[Mapping[str, Any]]) -> None:
    """Raise ValueError unless an estimator has all parameters of all candidates.

    Among candidates with the same parameter names, one is checked.
    """
    known: set[frozenset[str]] = set()
    for values in candidates:
        names = frozenset(values)
        if names in known:
            continue
        known.add(names)
        try:
            with_parameters(fresh(estimator), values)
        except (ValueError, TypeError) as error:
            raise ValueError(
                f"parameters cannot be set to {values!r}: {error}"
            ) from error


# --- strategies: all candidates, random ones, rounds, or proposals

# Plan of trials: returns the candidates, and the indices of those tried on all rows.
Plan = Callable[["Trials", Any], tuple[list["Tried"], list[int]]]

NAMES = ("grid", "random", "halving", "bayesian")
# scikit-learn's number of draws.
_DRAWS = 10
_FACTOR = 3


def read_strategy(
    strategy: Any, parameters: Any, n_candidates: int | None, *, again: bool
) -> Plan:
    """Return the function that tries the candidates of a search.

    ``again``: whether it will be asked more than once, in each outer fold.

    Raises
    ------
    TypeError, ValueError
        If it is none, or parameters do not go with it.
    """
    n = None if n_candidates is None else whole(n_candidates, "n_candidates", 1)
    if isinstance(strategy, str):
        if strategy not in NAMES:
            raise ValueError(
                f"strategy must be one of {NAMES}, or have methods 'ask' and 'tell', "
                f"got {shown(strategy)}."
            )
        if strategy == "grid" and n is not None:
            raise ValueError(
                'n_candidates is for other strategies: "grid" tries all combinations.'
            )
        if strategy == "bayesian":
            return _of_optimizer(optimizer_of(parameters), n or _DRAWS)
        proposed = _proposals(strategy, parameters, n)
        return _by_rounds(proposed) if strategy == "halving" else _all_of(proposed)
    makes = isinstance(strategy, type)
    asks = not makes and hasattr(strategy, "ask") and hasattr(strategy, "tell")
    makes |= not asks and callable(strategy)
    if not asks and not makes:
        raise TypeError(
            f"strategy must be one of {NAMES}, or have methods 'ask' and 'tell', got "
            f"{type(strategy).__name__}."
        )
    if parameters:
        raise ValueError(
            "parameters must be None where strategy asks for candidates itself, got "
            f"{shown(parameters)}."
        )
    if asks and again:
        raise ValueError(
            "strategy must be a function that makes an object with 'ask' and 'tell' "
            "where there is outer_cv: each outer fold needs one of its own."
        )
    return _of_optimizer(lambda *_: strategy() if makes else strategy, n or _DRAWS)


def _proposals(
    strategy: str, parameters: Any, n: int | None
) -> Callable[[Any], list[dict[str, Any]]]:
    """Return a function of a random state that lists the candidates."""
    dicts = grids_of(parameters, "grid")
    drawn = strategy == "random" or n is not None
    drawn |= any(hasattr(v, "rvs") for d in dicts for v in d.values())
    if strategy == "grid" or not drawn:
        grid = [*ParameterGrid(dicts)]
        return lambda _: grid
    if n is None and strategy == "halving":
        raise ValueError(
            "n_candidates must be given where a parameter has a distribution."
        )
    return lambda state: [*ParameterSampler(dicts, n or _DRAWS, random_state=state)]


def _all_of(proposed: Callable[[Any], list[dict[str, Any]]]) -> Plan:
    def tried(trials: Trials, random_state: Any) -> tuple[list[Tried], list[int]]:
        candidates = proposed(random_state)
        check_names(trials.made.estimator, candidates)
        return trials.tried(candidates), [*range(len(candidates))]

    return tried


def _of_optimizer(make: Callable[[bool, Any], Any], n: int) -> Plan:
    """Try n candidates one by one, each proposed on the basis of the previous results.

    ``make``: gets whether more is better, and a random state.
    """

    def tried(trials: Trials, random_state: Any) -> tuple[list[Tried], list[int]]:
        optimizer = make(trials.better > 0, random_state)
        tried_so_far = []
        n_folds = len(trials.made.splits)
        with reporting(trials.progress, "fits") as tell:
            for k in range(n):
                candidate = optimizer.ask()
                if candidate is not None or not isinstance(optimizer, Optimizer):
                    tried_so_far.append(
                        _tried_and_reported(optimizer, candidate, trials)
                    )
                if tell is not None:
                    tell((k + 1) * n_folds, n * n_folds)
        return tried_so_far, [*range(len(tried_so_far))]

    return tried


def _tried_and_reported(optimizer: Any, candidate: Any, trials: Trials) -> Tried:
    """Try a proposed candidate, and report its value to the optimizer."""
    if not isinstance(candidate, Mapping):
        raise TypeError(
            "strategy.ask() must return a dict of parameters, got "
            f"{type(candidate).__name__}."
        )
    check_names(trials.made.estimator, [candidate])
    [trial] = trials.tried([dict(candidate)], progress=False)
    optimizer.tell(candidate, trial.value)
    return trial


def _by_rounds(proposed: Callable[[Any], list[dict[str, Any]]]) -> Plan:
    """Try all on a few rows, and the better third of them on three times as many.

    The last round is on all rows. A candidate keeps the scores of the last round that
    it was in. If none has a value, all go on.
    """

    def tried(trials: Trials, random_state: Any) -> tuple[list[Tried], list[int]]:
        state = numpy_state(random_state)
        candidates = proposed(state)
        check_names(trials.made.estimator, candidates)
        left = [*range(len(candidates))]
        n_rounds = max(1, math.ceil(round(math.log(len(left), _FACTOR), 9)))
        ordered = _in_order(trials, state)
        results: dict[int, Tried] = {}
        for later in reversed(range(n_rounds)):
            part = [(_first(train, later), test) for train, test in ordered]
            here = trials.tried([candidates[k] for k in left], part)
            results |= dict(zip(left, here, strict=True))
            if later and not all(math.isnan(trial.value) for trial in here):
                keep = math.ceil(len(left) / _FACTOR)
                left = sorted(left[at] for at in trials.order(here)[:keep])
        return [results[k] for k in range(len(candidates))], left

    return tried


def _first(train: Rows, later: int) -> Rows:
    """Return the training rows of a round, counted from the last."""
    return train[: max(min(2, len(train)), len(train) // _FACTOR**later)]


def _in_order(trials: Trials, state: np.random.RandomState) -> list[tuple[Rows, Rows]]:
    """Return the folds with training rows in random order.

    The first rows of a classifier have the classes in the shares that all rows have.
    """
    prepared = trials.made
    codes = None
    if prepared.task.y is not None and prepared.task.classifier:
        codes, _ = group_codes(prepared.task.y, prepared.task.n, "y")
    folds = []
    for train, test in prepared.splits:
        rows = state.permutation(train)
        if codes is not None:
            rows = rows[np.argsort(_shares(codes[rows]), kind="stable")]
        folds.append((rows, test))
    return folds


def _shares(codes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the proportion of its class up to each row, half of the row included."""
    order = np.argsort(codes, kind="stable")
    sizes = np.bincount(codes)
    firsts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    place = np.empty(len(codes))
    place[order] = np.arange(len(codes)) - firsts + 0.5
    return place / sizes[codes]
