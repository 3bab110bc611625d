"""search: the best of many combinations of parameters, and its performance."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.interval import Interval, ends_apart, within
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag
from fastmetrics._inputs.rows import take_rows
from fastmetrics.intervals.resolve import reporting
from fastmetrics.selection.searching.candidates import SearchCandidate, out_of_fold
from fastmetrics.selection.searching.search_result import (
    SearchResult,
    check_choice,
    chosen,
)
from fastmetrics.selection.searching.strategies import (
    Plan,
    Prepared,
    Trials,
    Tried,
    prepare,
    read_strategy,
    tell_of_undefined,
)
from fastmetrics.selection.validation.arguments import (
    cut_params,
    fresh,
    with_parameters,
)
from fastmetrics.selection.validation.fitting import fit
from fastmetrics.selection.validation.fold_intervals import (
    Split,
    caution,
    corrected,
    gap,
    rows_of_splits,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label, Progress
    from fastmetrics.selection.searching.search_result import Simplicity
    from fastmetrics.selection.splitters import RandomState
    from fastmetrics.selection.validation.arguments import Params

    Rows = NDArray[np.intp]


_LEVEL = 0.95
_NESTED = "the expected score over training sets of what the whole search chooses"
_BETTER = "the expected advantage of the best over training sets"


def search(
    estimator: Any,
    parameters: Any,
    X: Any,
    y: Any = None,
    *,
    scoring: str | Callable[..., Any] | None = None,
    cv: Any = 5,
    strategy: Any = "grid",
    n_candidates: int | None = None,
    select: (
        Literal["best", "one_standard_error"] | Callable[[SearchResult], int]
    ) = "best",
    simplicity: Simplicity = None,
    refit: bool = True,
    outer_cv: Any = None,
    groups: ArrayLike | None = None,
    params: Params = None,
    random_state: RandomState = None,
    executor: Any = None,
    progress: Progress = False,
    pos_label: Label | None = None,
) -> SearchResult:
    """Search combinations of parameters on the same folds, and choose one.

    Parameters
    ----------
    estimator : object
        Object with ``fit(X, y)`` and the required prediction methods, or a function
        without arguments that returns one. It is copied for each fit and not changed.
    parameters : dict, list of dicts, callable or None
        The values of each parameter as `ParameterGrid` takes them, or as
        `ParameterSampler` does; None where ``strategy`` asks for candidates itself. For
        "bayesian" also a function that gets a trial of Optuna's and returns a dict.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        Rows; parts of the same type are passed to the estimator.
    y : array_like of shape (n_samples,) or (n_samples, n_outputs), optional
        Target to predict.
    scoring : str, callable or None, default=None
        The score: the name of one of scikit-learn's scorers, with its sign, or a
        callable (estimator, X, y). Also the name of a metric of the catalog or one of
        its functions, with its own sign. None: the estimator's own ``score``.
    cv : int, splitter, iterable or None, default=5
        As in `check_cv`: a number of folds, stratified for classifiers of classes; a
        splitter; or pairs (train, test) of row numbers or masks. All candidates see the
        same folds.
    strategy : {"grid", "random", "halving", "bayesian"} or object, default="grid"
        Choice of the candidates to try. "grid": all. "random": ``n_candidates`` of
        them, drawn. "halving": all, or ``n_candidates`` random ones, on few rows, then
        the better third on three times more rows, until the last three or fewer use all
        rows. "bayesian": ``n_candidates`` proposals of Optuna's sampler, each based on
        the previous results; needs the extra ``search``. An object with ``ask()``,
        which returns a dict of parameters, and ``tell(dict, value)``; or a function
        that makes one.
    n_candidates : int, optional
        Number of candidates to draw or request; 10 by default.
    select : {"best", "one_standard_error"} or callable, default="best"
        Rule to choose a candidate. "one_standard_error": the simplest of those that are
        no worse than the best by one standard error of the difference on the same
        folds. A function of the result returns a place in its table.
    simplicity : str, list of str or callable, optional
        Order of simplicity, for "one_standard_error": parameters of which small values
        are simple, the first the most important one, with a minus before the name where
        large ones are; or a function of the parameters whose small values are.
    refit : bool, default=True
        Whether a model is fitted with the chosen parameters on all rows.
    outer_cv : int, splitter or iterable, optional
        Outer folds, in each of which the whole search is repeated on the training part
        and its choice is scored on the rest.
    groups : array_like of shape (n_samples,), optional
        Group of each row, for splitters that keep groups whole.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable receives the indices of the training rows and returns the
        keywords.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers, for candidates and for rows.
    executor : concurrent.futures.Executor, optional
        Runs the fits; for example a Dask client.
    progress : bool or callable, default=False
        Show a bar, or call with (done, total): of fits, or of outer folds where there
        are some.
    pos_label : int, float, bool or str, optional
        The positive label, for scorers that have one; by default the label of their
        metric.

    Returns
    -------
    SearchResult
        ``best_parameters``, ``best_estimator``, the ``table`` of all candidates, and
        the performance of the chosen one: ``value`` as cross-validated, ``corrected``
        for the choice, ``nested`` from the outer folds.

    Raises
    ------
    ValueError
        If the estimator lacks a parameter, all fits fail, or an option is unknown.
    TypeError
        If the estimator lacks a method, or X is not data.
    ImportError
        If ``strategy`` is "bayesian" and Optuna is not installed.

    Warns
    -----
    FitFailedWarning
        If some of the fits failed; their candidates have no value.

    See Also
    --------
    ParameterGrid, ParameterSampler, parameter_range : candidates.
    selection_corrected_score : performance of the best of several, from predictions.
    validation_curve : scores by the value of one parameter.

    Notes
    -----
    The value of the chosen candidate is optimistic: it is the best of many, and partly
    so by luck. ``corrected`` chooses again on rows drawn anew, without more fits;
    ``nested`` repeats the search. For a search by rounds, ``corrected`` uses the last
    round only. Among candidates with equal values, the first one is the best.

    "bayesian" is Optuna's tree-structured Parzen estimator [4]_, seeded by
    ``random_state``, and random at first. A distribution is searched by its quantiles;
    numbers in order, by their places; other values have no order. Parameters that exist
    together only are a dict of a list of dicts, of which one is chosen first. A
    combination that is requested again is not fitted again, and has one row in the
    table.

    References
    ----------
    .. [1] L. Breiman, J. H. Friedman, R. A. Olshen and C. J. Stone, "Classification
       and Regression Trees", 1984, section 3.4.3 (the rule of one standard error).
    .. [2] K. Jamieson and A. Talwalkar, "Non-stochastic best arm identification and
       hyperparameter optimization", AISTATS 2016, 240-248.
    .. [3] S. Varma and R. Simon, "Bias in error estimation when using cross-validation
       for model selection", BMC Bioinformatics 7, 2006, 91.
    .. [4] J. Bergstra, R. Bardenet, Y. Bengio and B. Kegl, "Algorithms for
       hyper-parameter optimization", NIPS 2011, 2546-2554.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import search
    >>> class Shrunk:
    ...     def __init__(self, by=0.0):
    ...         self.by = by
    ...     def get_params(self, deep=True):
    ...         return {"by": self.by}
    ...     def set_params(self, by):
    ...         self.by = by
    ...         return self
    ...     def fit(self, X, y):
    ...         self.mean = (1 - self.by) * np.mean(y)
    ...     def predict(self, X):
    ...         return np.full(len(X), self.mean)
    >>> y = np.arange(20) % 7.0
    >>> found = search(Shrunk(), {"by": [0.0, 0.1, 0.5]}, y[:, None], y, scoring="mae")
    >>> found.best_parameters
    {'by': 0.0}
    >>> round(found.value, 2), round(found.corrected.estimate, 2)
    (1.76, 1.86)
    """
    check_flag(refit, "refit")
    check_choice(select, simplicity)
    plan = read_strategy(strategy, parameters, n_candidates, again=outer_cv is not None)
    if outer_cv is not None and not isinstance(cv, int) and not hasattr(cv, "split"):
        raise ValueError(
            "cv must be a number of folds or a splitter where there is outer_cv: each "
            f"outer fold is split anew, got {shown(cv)}."
        )
    settings = _Settings(
        estimator,
        plan,
        scoring,
        pos_label,
        cv,
        select,
        simplicity,
        random_state,
        executor,
    )
    nested = None
    if outer_cv is not None:
        nested = _nested(settings, outer_cv, X, y, groups, params, progress)
        progress = False
    setup, result = settings.run(X, y, groups, params, progress)
    if nested is not None:
        interval, scores, theirs = nested
        result = replace(
            result, nested=interval, nested_scores=scores, nested_parameters=theirs
        )
    if refit:
        result = replace(result, best_estimator=_refit(setup, result.best_parameters))
    return result


@dataclass(frozen=True)
class _Settings:
    """The settings of a search."""

    estimator: Any
    plan: Plan
    scoring: Any
    pos_label: Any
    cv: Any
    select: Any
    simplicity: Any
    random_state: Any
    executor: Any

    def run(
        self, X: Any, y: Any, groups: Any, params: Params, progress: Progress
    ) -> tuple[Prepared, SearchResult]:
        """Try the candidates on these rows, and choose one."""
        setup = self.prepared(X, y, groups, params, self.cv)
        if setup.scorer.greater_is_better is None:
            raise ValueError(
                f"scoring must be a metric that can be too high or too low, got "
                f"{shown(setup.scorer.name)}, of which neither is better."
            )
        how = {"executor": self.executor, "progress": progress}
        trials = Trials(setup, how)
        tried, finalists = self.plan(trials, self.random_state)
        trials.finish()
        tell_of_undefined(tried)
        table = _table(trials, tried, finalists)
        name = self.scoring
        if not isinstance(name, str):
            name = getattr(name, "__name__", "score")
        best = next(k for k, c in enumerate(table) if c.rank == 1)
        result = SearchResult(
            name,
            trials.better > 0,
            table,
            best,
            len(setup.splits),
            _said=out_of_fold(setup, tried, finalists),
        )
        parameters = getattr(setup.example, "get_params", dict)
        place = chosen(result, finalists, self.select, self.simplicity, parameters())
        return setup, replace(result, best_index=place)

    def prepared(
        self, X: Any, y: Any, groups: Any, params: Params, cv: Any
    ) -> Prepared:
        """Return the checked arguments that all fits share."""
        return prepare(
            "search",
            self.estimator,
            X,
            y,
            groups,
            cv=cv,
            scoring=self.scoring,
            pos_label=self.pos_label,
            params=params,
            error_score=math.nan,
            executor=self.executor,
            train_scores=True,
            keep_predictions=True,
        )


def _table(
    trials: Trials, tried: Sequence[Tried], finalists: Sequence[int]
) -> tuple[SearchCandidate, ...]:
    """Return a row per candidate; those that were tried on fewer rows rank behind."""
    splits = trials.made.splits
    n_train = float(np.mean([len(train) for train, _ in splits]))
    n_test = float(np.mean([len(test) for _, test in splits]))
    last = [tried[k] for k in finalists]
    best = last[trials.order(last)[0]]
    ranks = _ranks(trials, tried, finalists)
    ends = trials.made.scorer.ends
    split = Split(rows_of_splits(splits), n_train, n_test)
    why = caution(split, is_squared=False)
    rows = []
    for trial, rank in zip(tried, ranks, strict=True):
        behind = trials.better * (best.test - trial.test)
        difference = corrected(behind, n_train, n_test, _LEVEL, approximate=why)
        value = corrected(trial.test, n_train, n_test, _LEVEL, approximate=why)
        over = gap(
            trial.train,
            trial.test,
            n_train,
            n_test,
            _LEVEL,
            greater_is_better=trials.better > 0,
            approximate=why,
        )
        rows.append(
            SearchCandidate(
                trial.parameters,
                trial.value,
                within(value, ends),
                float(trial.train.mean()),
                within(over, ends_apart(ends)),
                within(replace(difference, target=_BETTER), ends_apart(ends)),
                rank,
                trial.fit_time,
                trial.score_time,
                trial.n_train,
                trial.test,
                trial.train,
            )
        )
    return tuple(rows)


def _ranks(
    trials: Trials, tried: Sequence[Tried], finalists: Sequence[int]
) -> list[int]:
    """Return ranks by the number of training rows, and then by value."""
    last = set(finalists)

    def key(k: int) -> tuple[bool, float, float]:
        value = trials.better * tried[k].value
        lost = math.inf if math.isnan(value) else -value
        return k not in last, -round(tried[k].n_train), lost

    order = sorted(range(len(tried)), key=key)
    ranks = [0] * len(tried)
    for place, k in enumerate(order):
        same = place and key(order[place - 1]) == key(k)
        ranks[k] = ranks[order[place - 1]] if same else place + 1
    return ranks


def _refit(setup: Prepared, parameters: Mapping[str, Any]) -> Any:
    """Fit a model with these parameters on all rows."""
    task = setup.task
    model = with_parameters(fresh(setup.estimator), parameters)
    rows = np.arange(task.n)
    fit(model, task.X, task.y, cut_params(task.params, rows, task.n))
    return model


def _nested(
    settings: _Settings,
    outer_cv: Any,
    X: Any,
    y: Any,
    groups: Any,
    params: Params,
    progress: Progress,
) -> tuple[Interval, tuple[float, ...], tuple[dict[str, Any], ...]]:
    """Search in each outer fold; return how good the choices are on the rest."""
    outer = settings.prepared(X, y, groups, params, outer_cv)
    task = outer.task
    trials = Trials(outer, {"executor": settings.executor})
    scores, choices = [], []
    with reporting(progress, "outer folds") as tell:
        for train, test in outer.splits:
            _, inner = settings.run(
                take_rows(task.X, train),
                None if task.y is None else take_rows(task.y, train),
                None if outer.groups is None else take_rows(outer.groups, train),
                _params_of(params, train, task.n),
                False,
            )
            [trial] = trials.tried([inner.best_parameters], [(train, test)])
            scores.append(trial.value)
            choices.append(inner.best_parameters)
            if tell is not None:
                tell(len(scores), len(outer.splits))
    trials.finish()
    n_train = float(np.mean([len(train) for train, _ in outer.splits]))
    n_test = float(np.mean([len(test) for _, test in outer.splits]))
    why = caution(Split(task.n, n_train, n_test), is_squared=False)
    interval = corrected(np.array(scores), n_train, n_test, _LEVEL, approximate=why)
    interval = within(interval, outer.scorer.ends)
    return replace(interval, target=_NESTED), tuple(scores), tuple(choices)


def _params_of(params: Params, rows: Rows, n: int) -> Params:
    """Return the keywords of fits for a part of the rows, whose numbers start anew."""
    if params is None or not callable(params):
        return cut_params(params, rows, n) or None
    return partial(_for_rows, params, rows)


def _for_rows(
    params: Callable[[Rows], Mapping[str, Any]], rows: Rows, part: Rows
) -> Mapping[str, Any]:
    return params(rows[part])
