"""cross_validate and CrossValidation: scores by fold, and their picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.options import check_flag, check_level
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics.selection.validation.arguments import example_of, read_data, split_rows
from fastmetrics.selection.validation.fitting import (
    check_error_score,
    check_jobs,
    fill_scores,
    fit_folds,
    read_task,
    tell_of_failures,
)
from fastmetrics.selection.validation.intervals_by_fold import (
    FoldScores,
    fold_picture,
    gap_of,
)
from fastmetrics.selection.validation.scorers import Scoring, read_scoring
from fastmetrics.selection.validation.side_by_side import (
    SideBySide,
    interval_of,
    side_by_side,
)
from fastmetrics.show.numbers import NONE, count, estimates, number
from fastmetrics.show.pictures import Picture
from fastmetrics.show.result import Result
from fastmetrics.show.text import Cell, Document, Notes, Table
from fastmetrics.show.words import joined, of_catalog, say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label, Progress
    from fastmetrics._common.interval import Interval
    from fastmetrics.selection.validation.arguments import Params
    from fastmetrics.selection.validation.fitting import Fit
    from fastmetrics.show.pictures.drawing import Figure

    Rows = NDArray[np.intp]


# --- CrossValidation: scores by fold, with their predictions


class CrossValidation(Result, FoldScores):
    """Result of a cross-validation: scores of the models by fold.

    Made by `cross_validate`. A dict with the keys of scikit-learn, such as
    ``test_score`` and ``fit_time``, each with an entry per fold; attributes describe
    the folds and the data.

    Attributes
    ----------
    scorers : dict
        Scorers by name.
    y : object
        Target of all rows.
    classes : ndarray or None
        Its classes in sorted order, if a metric reads a column for each.
    n_rows : int
        Number of rows.
    test_rows : tuple of ndarray
        The rows on which each model was tested.
    n_train, n_test : ndarray of int
        Numbers of training rows and of test rows of each model.
    failed : ndarray of bool
        Whether the fit of a fold failed.
    fold_predictions : tuple of dict
        Predictions of each model for its test rows, by the method of the estimator:
        those that the scorers use.
    score_weight : array_like or None
        Weights of all rows that were passed to the metrics.
    """

    def interval(
        self,
        metric: str | None = None,
        *,
        target: Literal["learner", "models"] | None = None,
        method: Literal[
            "auto", "pooled", "folds", "corrected", "nested", "naive"
        ] = "auto",
        confidence_level: float = 0.95,
        pos_label: Label | None = None,
    ) -> Interval:
        r"""Return a score of all folds, with an interval that names its target.

        Parameters
        ----------
        metric : str, optional
            Name of the score; optional if there is only one.
        target : {"learner", "models"}, optional
            Target of the bounds: the expected performance over training sets, or the
            mean performance of the models of these folds. By default "learner", but for
            leave-one-out, which allows "models" only.
        method : str, default="auto"
            "pooled": of a mean over rows, :math:`s/\sqrt{n}` of all rows. "folds":
            :math:`\sqrt{\sum_f SE_f^2}/k` of the folds' own standard errors. These
            need a metric of the catalog, and folds that test each row once.
            "corrected": :math:`s \sqrt{1/J + n_{test}/n_{train}}`, s the standard
            deviation of J scores. "nested": from k (k + 1)/2 more fits per repeat, of a
            mean over rows. "naive": :math:`s/\sqrt{J}`, for comparison. "auto":
            "corrected" for the learner; for the models "pooled" if the score is a mean
            over rows, and "folds" otherwise.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).
        pos_label : int, float, bool or str, optional
            The positive label, by default the positive label of the scores. The score
            of another one is made of the predictions.

        Returns
        -------
        Interval
            Interval with a ``target`` that names the estimand of the bounds. The
            estimate is the one that `compare` and `evaluate` have: the value of all
            rows of a mean over rows, of added counts for ratios of these such as F1
            [1]_, and the mean over folds of what orders rows; the mean over folds also
            of whatever has no predictions, and of repeats.

        Raises
        ------
        ValueError
            If there is no such score, the method is not for it, or the folds do not
            allow the target.

        Notes
        -----
        Their coverage was measured, see ``docs/validation.md``.

        References
        ----------
        .. [1] Forman, G., Scholz, M. (2010). Apples-to-apples in cross-validation
           studies: pitfalls in classifier performance measurement. ACM SIGKDD
           Explorations 12(1), 49-57.
        """
        return interval_of(self, metric, method, confidence_level, target, pos_label)

    def gap(
        self,
        metric: str | None = None,
        *,
        confidence_level: float = 0.95,
        pos_label: Label | None = None,
    ) -> Interval:
        """Return by how much a score is better on the rows that models learnt from.

        Parameters
        ----------
        metric : str, optional
            Name of the score; optional if there is only one.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).
        pos_label : int, float, bool or str, optional
            The positive label, which must be the positive label of the scores.

        Returns
        -------
        Interval
            Positive where models are worse on rows that they have not seen.

        Raises
        ------
        ValueError
            If there is no such score, or training rows were not scored, or not for this
            label.
        """
        return gap_of(self, metric, confidence_level, pos_label)

    def side_by_side(
        self,
        models: Mapping[str, CrossValidation],
        metric: str,
        pairs: Sequence[tuple[int, int]],
        confidence_level: float,
        seed: int = 0,
        target: Literal["learner", "models"] | None = None,
        pos_label: Label | None = None,
    ) -> SideBySide:
        """Return a score of several models, of which this is one, and differences.

        Parameters
        ----------
        models : mapping of str to CrossValidation
            By name; all made with the same rows and folds.
        metric : str
            The name of the score.
        pairs : sequence of (int, int)
            Places of the models whose differences are wanted.
        confidence_level : float
            Nominal coverage, in (0, 1).
        seed : int, default=0
            Seed of the replicates, if the interval is made from replicates.
        target : {"learner", "models"}, optional
            Target of the bounds, see `interval`.
        pos_label : int, float, bool or str, optional
            The positive label, see `interval`.

        Returns
        -------
        SideBySide
            What `compare` makes a `Comparison` of.

        Raises
        ------
        ValueError
            If data, folds or scorers differ, or there is no such score.
        """
        return side_by_side(
            models, metric, pairs, confidence_level, seed, target, pos_label
        )

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row per fold.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The fold is the index in pandas, and the first column in Polars.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        columns = {"n_train": self.n_train, "n_test": self.n_test, **self._by_fold()}
        rows = [
            {"fold": fold, **{name: c[fold] for name, c in columns.items()}}
            for fold in range(self.n_folds)
        ]
        caller = "CrossValidation.to_frame"
        return data_frame(rows, index=["fold"], backend=backend, asked_by=caller)

    def plot(  # type: ignore[override]  # with its own parameters
        self,
        metric: str | None = None,
        *,
        confidence_level: float = 0.95,
        language: str = "en",
    ) -> Figure:
        """Draw the scores of each fold, with their mean and its interval.

        Parameters
        ----------
        metric : str, optional
            The name of the score; by default all, one below the other.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).
        language : {"en", "zh"}, default="en"
            Language of the words in the picture.

        Returns
        -------
        matplotlib.figure.Figure
            ``figure.savefig(path)`` writes it to a file.

        Raises
        ------
        ValueError
            If there is no such score.
        ImportError
            If matplotlib is not installed.
        """
        from fastmetrics.show.pictures.drawing import figure_of

        pictures = self._pictures(metric=metric, confidence_level=confidence_level)
        return figure_of(pictures, "CrossValidation.plot", language=language)

    def _pictures(
        self,
        *,
        metric: str | None = None,
        confidence_level: float = 0.95,
        **options: Any,
    ) -> list[Picture]:
        names = self.metrics if metric is None else [self.score_name(metric)]
        level = check_level(confidence_level)
        intervals = {
            name: self.interval(name, confidence_level=level) for name in names
        }
        called = {name: self._called(name) for name in names}
        return [fold_picture(self, self.n_folds, intervals, called)]

    def _by_fold(self) -> dict[str, NDArray[Any]]:
        """Return the scores and times."""
        kinds = ("test_", "train_", "fit_time", "score_time")
        return {key: column for key, column in self.items() if key.startswith(kinds)}

    def _called(self, score: str) -> str:
        """Return what people call a score: the metric's title, or the name asked for.

        A score that is the negative of its metric keeps its name.
        """
        scorer = self.scorers.get(score)
        if scorer is None or scorer.row is None:
            return score
        if scorer.sign < 0:
            return f"neg_{scorer.row.name}" if score == "score" else score
        asked = scorer.row.name if score == "score" else score
        return scorer.row.called(asked, of_catalog(scorer.row.short))

    def to_dict(self) -> dict[str, Any]:
        """Return scores, times and means with their intervals, as JSON can hold it."""
        means = {name: self.interval(name) for name in self.metrics}
        names = "estimate low high confidence_level method target"
        mean = {name: plain_fields(one, names) for name, one in means.items()}
        fields = plain_fields(self, "n_rows n_train n_test failed", **self._by_fold())
        return fields | {"mean": mean}

    def _document(self, width: int | None = None, **options: Any) -> Document:
        by_fold = self._by_fold()
        folds: list[list[Cell]] = [
            [str(fold), *(number(float(column[fold])) for column in by_fold.values())]
            for fold in range(self.n_folds)
        ]
        means = [(self._called(name), self.interval(name)) for name in self.metrics]
        rows: list[list[Cell]] = []
        for key, (name, one) in zip(self.metrics, means, strict=True):
            [mean] = estimates([one])
            train = self.get(f"train_{key}")
            on_train = NONE if train is None else mean.written(float(np.mean(train)))
            rows.append([name, mean, on_train])
        heads = [say("Metric"), say("Mean of test rows"), say("Mean of training rows")]
        reasons: dict[str, list[str]] = {}
        for name, one in means:
            if one.reason:
                reasons.setdefault(one.reason, []).append(name)
        said = [
            *(
                say("Intervals are for {target}.", target=of_catalog(interval.target))
                for _, interval in means
                if interval.target
            ),
            *(
                say(
                    "{metric}: {reason}",
                    metric=joined(names),
                    reason=of_catalog(why),
                )
                for why, names in reasons.items()
            ),
        ]
        notes = [*dict.fromkeys(said)]
        return Document(
            sentences=[
                say(
                    "{folds} of {rows} rows.",
                    folds=folds_of(self.n_folds),
                    rows=count(self.n_rows),
                )
            ],
            tables=[
                Table(say("Scores"), heads, rows, frozenset({2})),
                Table(
                    say("By fold"),
                    [say("Fold"), *by_fold],
                    folds,
                    frozenset(range(1, len(by_fold) + 1)),
                ),
            ],
            foot=[Notes(say("Notes"), notes)] if notes else [],
            title=say("Cross-validation"),
        )


def folds_of(n: int) -> str:
    """Return how many folds there are, in words."""
    return say("1 fold") if n == 1 else say("{n} folds", n=count(n))


def cross_validate(
    estimator: Any,
    X: Any,
    y: Any = None,
    *,
    groups: ArrayLike | None = None,
    scoring: Any = None,
    cv: Any = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    params: Params = None,
    pre_dispatch: int | str = "2*n_jobs",
    return_train_score: bool = False,
    return_estimator: bool = False,
    return_indices: bool = False,
    error_score: float | Literal["raise"] = math.nan,
    return_predictions: bool = False,
    score_params: Mapping[str, Any] | None = None,
    executor: Any = None,
    progress: Progress = False,
    pos_label: Label | None = None,
) -> CrossValidation:
    """Cross-validate a model: fit it on each training part, score it on the test part.

    Parameters
    ----------
    estimator : object
        Object with ``fit(X, y)`` and the required prediction methods, or a function
        without arguments that returns one. It is copied for each fit and not changed.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        Rows; parts of the same type are passed to the estimator.
    y : array_like of shape (n_samples,) or (n_samples, n_outputs), optional
        Target to predict.
    groups : array_like of shape (n_samples,), optional
        Group of each row, for splitters that keep groups whole.
    scoring : str, callable, list, dict or None, default=None
        The score: the name of one of scikit-learn's scorers, with its sign; the name of
        a metric of the catalog or one of our functions, with its own sign; or a
        callable (estimator, X, y). Several in a list, or in a dict with names for them.
        A callable may return a dict of numbers. None: the estimator's own ``score``.
    cv : int, splitter, iterable or None, default=None
        As in `check_cv`: a number of folds, stratified for classifiers of classes; a
        splitter; or pairs (train, test) of row numbers or masks. None means 5.
    n_jobs : int, optional
        Number of parallel workers, -1 for one per processor: processes of joblib, or
        threads if it is not installed. By default fits run one after the other.
    verbose : int, default=0
        Above 0, joblib tells how far it is; above 1, a line is printed for each fit.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable receives the indices of the training rows and returns the
        keywords.
    pre_dispatch : int or str, default="2*n_jobs"
        Number of fits that joblib prepares ahead of its workers.
    return_train_score : bool, default=False
        Whether to score also the training rows, for `CrossValidation.gap`.
    return_estimator : bool, default=False
        Whether to keep the models, as "estimator".
    return_indices : bool, default=False
        Whether to keep the row numbers of both parts, as "indices".
    error_score : float or "raise", default=nan
        The score where a fit or a scorer fails; "raise" raises the error instead.
    return_predictions : bool, default=False
        Whether to keep the out-of-fold predictions, as "predictions": a dict per fold,
        by the estimator's method, including "predict".
    score_params : dict, optional
        Keywords for metrics, cut as those for ``fit`` are; ``sample_weight`` weights
        the metrics that can be weighted.
    executor : concurrent.futures.Executor, optional
        Runs the fits instead of ``n_jobs``; for example a Dask client.
    progress : bool or callable, default=False
        Show a progress bar, or call with (done, total).
    pos_label : int, float, bool or str, optional
        The positive label, for scorers that have one; by default the label of their
        metric.

    Returns
    -------
    CrossValidation
        A dict: "test_score", or ``test_`` and the name of each of several scorers, and
        "fit_time" and "score_time" in seconds, an array with an entry per fold each;
        with attributes and intervals.

    Raises
    ------
    ValueError
        If lengths differ, a scorer is unknown, a split has rows that there are not, or
        all fits fail.
    TypeError
        If the estimator cannot be fitted, or a parameter is of a wrong type.

    Warns
    -----
    FitFailedWarning
        If a fit fails, but not all.
    UserWarning
        If a scorer fails.

    See Also
    --------
    cross_val_score : one score per fold.
    cross_val_predict : out-of-fold predictions of each row.

    Notes
    -----
    Each method of a model is called once per part, and all metrics are computed from
    its result. Keys, values, warnings and errors are the same as in scikit-learn 1.9.1.
    They differ if a class is missing in a part: columns are then in the order of all
    classes, with probability 0 for classes that the model has not seen, and metrics
    receive all classes. The score of scikit-learn for such a part is NaN, or refers to
    other classes.

    To stop early without using the held-out rows, pass ``params`` as a function that
    sets aside some of the training rows for validation.

    If metadata routing of scikit-learn is enabled, the entries of ``params``, including
    groups for the splitter, are passed to the objects that request them; metrics of
    this package request none.

    References
    ----------
    .. [1] M. Stone, "Cross-validatory choice and assessment of statistical
       predictions", Journal of the Royal Statistical Society B 36(2), 1974, 111-147.

    Examples
    --------
    >>> from fastmetrics import cross_validate
    >>> class Mean:
    ...     def fit(self, X, y):
    ...         self.mean = sum(y) / len(y)
    ...
    ...     def predict(self, X):
    ...         return [self.mean] * len(X)
    >>> X, y = [[0], [1], [2], [3], [4], [5]], [1.0, 2.0, 4.0, 3.0, 5.0, 9.0]
    >>> found = cross_validate(Mean(), X, y, cv=3, scoring=["mae", "max_error"])
    >>> found["test_mae"]
    array([3.75, 0.75, 4.5 ])
    >>> found.predictions["predict"]
    array([5.25, 5.25, 4.25, 4.25, 2.5 , 2.5 ])
    """
    for name, flag in (
        ("return_train_score", return_train_score),
        ("return_estimator", return_estimator),
        ("return_indices", return_indices),
        ("return_predictions", return_predictions),
    ):
        check_flag(flag, name)
    example = example_of(estimator)
    read = read_scoring(scoring, example).told(pos_label)
    result, fits, splits = validated(
        "cross_validate",
        estimator,
        example,
        read,
        (X, y, groups),
        cv,
        params=params,
        score_params=score_params,
        error_score=error_score,
        train_scores=return_train_score,
        keep_estimator=return_estimator,
        keep_predictions=True,
        also=("predict",) if return_predictions else (),
        how={
            "n_jobs": n_jobs,
            "verbose": verbose,
            "pre_dispatch": pre_dispatch,
            "executor": executor,
            "progress": progress,
        },
    )
    if return_estimator:
        result["estimator"] = [fit.estimator for fit in fits]
    if return_indices:
        train, test = zip(*splits, strict=True)
        result["indices"] = {"train": train, "test": test}
    if return_predictions:
        result["predictions"] = [*result.fold_predictions]
    return result


def validated(
    caller: str,
    estimator: Any,
    example: Any,
    scoring: Scoring,
    data: tuple[Any, Any, Any],
    cv: Any,
    *,
    params: Params,
    score_params: Mapping[str, Any] | None,
    error_score: Any,
    how: dict[str, Any],
    **options: Any,
) -> tuple[CrossValidation, list[Fit], list[Any]]:
    """Fit and score all folds."""
    check_error_score(error_score)
    check_jobs(how["n_jobs"], how.get("executor"))
    task, splitter, read = read_task(
        caller,
        example,
        read_data(*data),
        scoring,
        cv,
        params,
        score_params=score_params,
        error_score=error_score,
        **options,
    )
    total = None
    if how.get("progress"):
        total = int(splitter.get_n_splits(read.X, read.y, read.groups))
    splits = split_rows(splitter, read)
    fits, pairs = fit_folds(task, estimator, splits, total=total, **how)
    tell_of_failures(fits, error_score)
    names = fill_scores(fits, task.scoring, error_score)
    scores = CrossValidation(
        fit_time=np.array([fit.fit_time for fit in fits]),
        score_time=np.array([fit.score_time for fit in fits]),
    )
    for name in names:
        scores[f"test_{name}"] = np.array([fit.test[name] for fit in fits])
        if task.train_scores:
            scores[f"train_{name}"] = np.array([fit.train[name] for fit in fits])
    scores.scorers = dict(task.scoring.scorers)
    scores.y, scores.classes, scores.n_rows = read.y, task.classes, read.n
    scores.test_rows = tuple(test for _, test in pairs)
    scores.n_train = np.array([fit.n_train for fit in fits])
    scores.n_test = np.array([fit.n_test for fit in fits])
    scores.failed = np.array([fit.error is not None for fit in fits])
    scores.score_weight = (score_params or {}).get("sample_weight")
    weights = [
        scorer.routed.get("sample_weight") for scorer in task.scoring.scorers.values()
    ]
    if weights[0] is not None and all(weight is weights[0] for weight in weights):
        scores.score_weight = weights[0]
    scores.again = task, estimator
    scores.fold_predictions = tuple(fit.predictions for fit in fits)
    return scores, fits, pairs
