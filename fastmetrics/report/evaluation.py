"""Judge models in one call: every metric, each with its interval, as one report."""

from __future__ import annotations

import inspect
import math
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.options import check_flag, seed_of, warn, whole
from fastmetrics._inputs.columns import Categories
from fastmetrics._inputs.groups import across_folds, time_order
from fastmetrics._inputs.rows import check_missing
from fastmetrics._inputs.scores import warn_other_orders
from fastmetrics.catalog import (
    FAMILIES,
    check_arguments,
    columns_of_truth,
    family_of_summary,
    tasks_of,
)
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.intervals.resolve import check_options
from fastmetrics.intervals.single import complete_cases
from fastmetrics.metrics.summary import Summary, SummarySource
from fastmetrics.report.across_folds import Folding, train_and_test
from fastmetrics.report.analysis import analyse
from fastmetrics.report.fold_tables import columns_of, cross_validations
from fastmetrics.report.models import (
    Gathered,
    gather_given,
    metric_names,
    own_options,
    table_of_models,
    with_threshold,
)
from fastmetrics.report.result import Report
from fastmetrics.report.sections import Setting, section_of
from fastmetrics.report.slices import Slicing
from fastmetrics.resampling.plan import Design
from fastmetrics.selection.validation.combined_folds import (
    FoldColumn,
    Folds,
    check_method,
    fold_ids_of,
    is_splitter,
    read_folds,
)
from fastmetrics.show.numbers import check_digits

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import (
        Asked,
        FoldMethod,
        IntervalMethod,
        Progress,
        Sparse,
    )
    from fastmetrics.selection.validation.result import CrossValidation


def evaluate(
    y_true: ArrayLike
    | Sparse
    | Summary
    | SummarySource
    | CrossValidation
    | Mapping[Any, Any]
    | None = None,
    y_pred: ArrayLike | Sparse | Mapping[Any, Any] | None = None,
    *,
    y_score: ArrayLike | Mapping[str, ArrayLike] | None = None,
    y_proba: ArrayLike | Mapping[str, ArrayLike] | None = None,
    threshold: float | None = None,
    strict: bool = False,
    X: ArrayLike | Sparse | None = None,
    task: str | None = None,
    metrics: Asked | Sequence[Asked] | None = None,
    confidence_level: float = 0.95,
    method: IntervalMethod | FoldMethod = "auto",
    n_resamples: int | None = None,
    stratified: bool = False,
    groups: ArrayLike | None = None,
    order: ArrayLike | Literal[True] | None = None,
    horizon: int | None = None,
    block_length: int | None = None,
    by: Any = None,
    min_rows: int = 1,
    folds: ArrayLike | Folds | None = None,
    target: str | None = None,
    missing: Literal[
        "raise", "omit", "group", "zero", "skip", "pairwise", "common"
    ] = "raise",
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    random_state: int | np.random.Generator | None = None,
    progress: Progress | None = None,
    digits: int | None = None,
    **columns: Any,
) -> Report:
    """Evaluate one or several models: every metric of their task, with intervals.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels), optional
        True labels of two or more classes, an indicator matrix (multilabel), or
        observed numbers. For clusterings, labels to compare them with, or None if ``X``
        is given. A summary, such as a `ConfusionCounts`, replaces all columns of one
        model. So does a result of `cross_validate`: its out-of-fold predictions are
        evaluated with their folds, and with the train–test gap if training rows were
        scored. For several models pass a dict name → result, all with the same folds.
        For ranked lists, judgements (qrels) as `read_qrels` reads them, a table, or a
        dict of dicts {query: {document: grade}}; or `RankedLists`, also several by
        name. `ItemScores` contain all models.
    y_pred : array_like like ``y_true``, or dict of name to such an array, optional
        Predicted labels or numbers, or the labels of a clustering. With several models,
        every pair is compared: the intervals of differences come from replicates in
        which a row has the same weight for both models. With judgements, a run in one
        of the same forms, or a dict name → run.
    y_score : array_like of shape (n_samples,), or dict of name to such an array, \
optional
        Scores of a binary target: a higher score means more likely positive. A name
        that is also in ``y_pred`` denotes the same model; two arrays without names
        belong to one model.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes), or dict of \
name to such an array, optional
        Probabilities of the positive class, or of each class: columns named after the
        classes, or in the order of ``labels``, by default sorted. They are evaluated as
        forecasts. If no ``task`` is named, they are also evaluated as labels: by
        ``threshold``, by default 0.5, for two classes, and by the most likely class for
        more. Probabilities of two classes are then evaluated as scores as well.
    threshold : float, optional
        Turns ``y_score``, or ``y_proba`` of two classes, into labels: a row is labelled
        positive if its score is at or above the threshold. The labels are evaluated
        like the labels in ``y_pred``. The threshold is rounded to the precision of the
        scores.
    strict : bool, default=False
        Whether a score has to be above the threshold to be positive.
    X : array_like of shape (n_samples, n_features), optional
        Measurements of the rows, as they were clustered (scaled, if they were):
        clusterings are evaluated by the distances between rows. A sparse matrix is
        accepted by metrics that support it.
    task : {"binary_scores", "labels", "clustering", "probabilities", "regression", \
"retrieval", "speech"}, optional
        The task to evaluate: scores, labels of known classes, labels of clusters (which
        only tell which rows are together), probabilities, numbers, ranked lists of
        documents, or transcripts. The task "speech" must be named. The default is
        "retrieval" for judgements or `RankedLists`, and "clustering" if ``X`` is given.
        It is "regression" if ``y_true`` has fractions, if ``y_pred`` has fractions and
        ``y_true`` more than two values, or with quantiles or intervals. Otherwise it
        follows from the columns that are given. If ``y_true`` has more than 20
        different whole numbers, each on fewer than ten rows on average, name the task
        or metrics of it.
    metrics : str, callable, pair of one and a dict, or sequence of these, optional
        Names from `fastmetrics.catalog.METRICS`, or their aliases, which also name the
        rows of the report. By default all metrics that the catalog reports for such
        data. Parameters are written in the name, ``"fbeta_score:beta=0.5"`` or
        ``"fbeta_score(beta=0.5)"``, or next to it, ``("fbeta_score", {"beta": 0.5})``.
        A function of the catalog, or a ``functools.partial`` of one, is also accepted.
    confidence_level : float, default=0.95
        Nominal coverage of each interval.
    method : str, default="auto"
        Method of the intervals, see `confidence_interval`. "auto" uses the method that
        the catalog names for each metric; a metric without a valid method has no
        interval. With ``folds`` the methods of `out_of_fold_score`.
    n_resamples : int, optional
        Number of bootstrap replicates. By default 1999 if each replicate reads the
        rows. On large data there are fewer, but at least 199, to keep rows × models ×
        replicates below 5·10⁹. Scores of more than 1,000 rows of each class are drawn
        by cells, all 1999 times. By default 9999 if replicates are
        drawn from a table of counts (labels without weights or groups). Intervals that
        need no replicates (DeLong's, Wilson's) do not depend on it.
    stratified : bool, default=False
        Resample within each class, which keeps the class sizes fixed.
    groups : array_like of shape (n_samples,), optional
        Rows of one group stay together in every replicate (cluster bootstrap).
    order, horizon, block_length : optional
        For rows in order of time, such as the forecasts of one series, as in
        `confidence_interval`.
    by : array_like of shape (n_samples,), or a frame, dict or matrix of several, \
optional
        Columns to slice rows by; several columns give the combinations that occur. The
        report then shows each slice and the differences between slices, see `by_group`,
        for the requested metrics. By default these are the leading metrics of the
        families that can be merged and have bounds without resampling.
    min_rows : int, default=1
        Slices with fewer rows have no value.
    folds : array_like of shape (n_samples,) or splitter, optional
        For out-of-fold predictions, the fold in which each row was tested: whole
        numbers without gaps, strings or dates. Alternatively the splitter that made the
        folds: it must test each row once and reproduce the same folds, and ``groups``
        are then passed to it. Values are combined and intervals computed as in
        `out_of_fold_score`. The report shows each fold, and the values of an
        uninformative model.
    target : {"learner", "models", "items", "runs"}, optional
        With folds, the target of the bounds: the expected performance over training
        sets, or the mean performance of the models of these folds. The default is
        "learner"; leave-one-out allows "models" only. For scores of items, see
        `compare`.
    missing : {"raise", "omit", "group", "pairwise", "common"}, default="raise"
        "raise": a missing value (null, None, NaN or NaT) is an error. "omit": rows with
        a missing value in any given column of any model are left out, including labels,
        weights, groups and ``by``. All models are therefore evaluated on the same rows.
        The first lines of the report and ``Report.omitted`` give their number. "group":
        rows with a missing value in ``by`` form a slice, called "missing". For runs of
        ranked lists "zero" and "skip" set the treatment of a query without documents,
        see `RankedLists.from_trec`. For scores of items "pairwise" and "common" set the
        treatment of missing cells, see `compare`.
    sample_weight : array_like of shape (n_samples,), optional
        Non-negative weights, not all zero.
    pos_label : object, optional
        The label of the positive class of a binary target; by default 1, if the
        labels are 0 and 1, −1 and 1, or booleans.
    random_state : int or numpy.random.Generator, optional
        Source of the random numbers of replicates. Without it they differ from call to
        call; the report's ``seed`` reproduces them.
    progress : bool or callable, optional
        True shows a bar on stderr; a callable is called with (done, total). By default
        a bar is shown on a terminal if replicates take longer than 20 s.
    digits : int, optional
        Decimals of displayed values, differences and bounds; for percentages, decimals
        of the percentage. By default as many decimals as the intervals support.
        `Report.to_dict` rounds nothing.
    **columns : array_like, or dict of name to such an array
        Further columns of a family, see ``arguments`` of
        `fastmetrics.catalog.FAMILIES`. For numbers: ``y_quantiles`` of shape
        (n_samples, n_levels), with the levels in ``quantiles``, ``y_lower`` and
        ``y_upper``, with the level of these prediction intervals in ``interval_level``
        (0.95 if it is not given), ``y_ensemble``, or ``mean`` and ``scale``. Without
        other forecasts, the median of the quantiles is the point forecast, and the
        outer quantiles are the interval. For probabilities: ``labels``, the classes of
        the columns, if not all classes occur. For ranked lists: ``query_id`` and
        ``doc_id`` with ``y_score``, ``judged_only`` for runs (see
        `RankedLists.from_trec`), and the parameters ``relevance_level``, ``ties`` and
        ``empty`` of all metrics; groups and weights belong to queries. For transcripts:
        ``utterance_id``, and the options of `word_error_rate`: ``normalize``,
        ``delimiter`` and ``costs``.

    Returns
    -------
    Report
        ``print`` it, or see `Report.to_dict`, `Report.to_frame` and `Report.plot`.

    Raises
    ------
    ValueError
        If lengths differ, scores are not finite or the target of scores has more than
        two classes, a metric is unknown or not available for this data, or an option is
        incompatible with another option or with the task.
    TypeError
        If an argument has an unsupported type or belongs to no family, if ``y_pred``,
        ``y_score`` and ``y_proba`` are all missing, or for clusterings both ``y_true``
        and ``X``.

    Warns
    -----
    UndefinedMetricWarning
        If a metric is undefined on this data, for instance with one class only. Its
        value is then NaN.
    UserWarning
        If it is undefined on more than 1 % of the replicates.

    See Also
    --------
    confidence_interval : Confidence interval of one metric.
    compare : Several models by one metric, with simultaneous bounds and ranks.
    classification_report : Values by class only.
    out_of_fold_score : One metric of out-of-fold predictions.

    Notes
    -----
    Each model's scores are sorted once and its labels counted once. All metrics are
    computed from that sweep or table, for the values and for every replicate. Time is
    O(n log n) for scores and O(n) for labels. A replicate takes O(n) for scores, and
    for labels a time that does not depend on n. Memory is O(n) per model and thread.

    The p-value of a difference, `Report.p_value`, is the smallest α at which the 1 − α
    interval of the same method excludes 0 (`Report.test` names the corresponding test).
    `Report.letters` and `Report.rank_intervals` follow from p-values adjusted for the
    number of pairs of models, by the distribution of the largest deviation as in
    `compare`. `compare` has simultaneous bounds, and tests by name.

    Intervals of clusterings come from leaving out each row in turn, not from
    replicates. Agreement with ``y_true`` takes O(n) time, distances between rows O(n²)
    time and O(n) memory. With more than 100,000 rows, silhouettes are computed on
    100,000 rows drawn at random, and other metrics that read all distances are left out
    unless ``metrics`` names them. Labels of -1 are a cluster like any other.

    Examples
    --------
    >>> import fastmetrics
    >>> y = [1, 0, 1, 1, 0, 0, 1, 0]
    >>> scores = [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15]
    >>> report = fastmetrics.evaluate(y, y_score=scores, metrics=["roc_auc_score"])
    >>> report["roc_auc_score"].estimate
    0.65625

    >>> labels = ["cat", "dog", "dog", "cow"], ["cat", "dog", "cow", "cow"]
    >>> report = fastmetrics.evaluate(*labels, metrics=["accuracy_score"])
    >>> report["accuracy_score"].estimate
    0.75
    >>> [(row.label, row.support, row.f1) for row in report.per_class["model"]]
    [('cat', 1, 1.0), ('cow', 1, 0.6666666666666666), ('dog', 2, 0.6666666666666666)]

    >>> observed, predicted = [1.5, 2.0, 4.5, 3.0], [1.0, 2.5, 5.0, 3.0]
    >>> report = fastmetrics.evaluate(observed, predicted, metrics=["mae"])
    >>> report["mae"].estimate, report.residuals["model"].worst[0].row
    (0.375, 0)

    >>> folds = [0, 1, 1, 0]
    >>> report = fastmetrics.evaluate(observed, predicted, metrics=["mae"], folds=folds)
    >>> report["mae"].target
    'the expected performance over training sets'
    >>> report.folds.values["model"]["mean_absolute_error"].tolist()
    [0.25, 0.5]

    >>> qrels = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "c": 2}}
    >>> runs = {
    ...     "A": {"q1": {"a": 0.9, "b": 0.3}, "q2": {"a": 0.8, "c": 0.7}},
    ...     "B": {"q1": {"b": 0.8, "a": 0.1}, "q2": {"c": 0.6, "a": 0.1}},
    ... }
    >>> report = fastmetrics.evaluate(qrels, runs, metrics=["nDCG@1", "AP"])
    >>> {name: one.estimate for name, one in report["AP"].items()}
    {'A': 0.75, 'B': 0.75}

    >>> said, heard = ["the cat sat", "so it was"], ["the cat", "so it was"]
    >>> report = fastmetrics.evaluate(said, heard, task="speech", metrics=["wer"])
    >>> report["wer"].estimate, report.confusions["model"][0].reference
    (0.16666666666666666, 'sat')

    >>> points, clusters = [[0, 0], [0, 1], [5, 5], [5, 7]], [0, 0, 1, 1]
    >>> report = fastmetrics.evaluate(None, clusters, X=points, metrics=["dunn_index"])
    >>> round(report["dunn_index"].estimate, 4)
    3.2016
    >>> [(row.label, row.size, row.diameter) for row in report.per_cluster["model"]]
    [(0, 2, 1.0), (1, 2, 2.0)]
    """
    validated = cross_validations(y_true)
    if validated:
        beside: dict[str, Any] = {"y_pred": y_pred, "y_score": y_score, "X": X}
        beside |= {
            "y_proba": y_proba,
            "folds": folds,
            "groups": groups,
            "order": order,
            "sample_weight": sample_weight,
        }
        taken = columns_of(validated, {**beside, **columns}, pos_label)
        y_true, folds = taken["y_true"], taken["folds"]
        y_pred, y_score = taken.get("y_pred"), taken.get("y_score")
        y_proba, sample_weight = taken.get("y_proba"), taken["sample_weight"]
        pos_label = taken["pos_label"]
    warn_other_orders(y_true, by=by, folds=folds)
    y_true = table_of_models(task, y_true, columns, missing)
    source = family_of_summary(y_true)
    of_table: dict[str, Any] = {}
    if source is not None and source.holds_models:
        of_table["target"], target = target, None
        if missing != "raise":
            of_table["missing"], missing = missing, "raise"
    becomes = check_missing(missing, sliced=by is not None, settings=columns)
    omitted = None
    if becomes == "omit":
        if validated or is_splitter(folds):
            raise ValueError(
                "missing='omit' does not go with folds that were made of all rows: "
                "give the columns, and the fold of each row"
            )
        in_rows: dict[str, Any] = {
            "y_true": y_true,
            "y_pred": y_pred,
            "y_score": y_score,
        }
        in_rows |= {"y_proba": y_proba, "X": X, "folds": folds, "groups": groups}
        in_rows |= {"sample_weight": sample_weight, "order": order}
        if y_true is None:
            columns |= columns_of_truth(columns)
        per_row = {n for one in FAMILIES.values() for n in one.row_settings}
        beside_them = {*columns} - (own_options() - per_row)
        in_rows |= {name: columns[name] for name in beside_them}
        in_rows, by, omitted = complete_cases(in_rows, by)
        y_true, y_pred = in_rows["y_true"], in_rows["y_pred"]
        y_score, y_proba = in_rows["y_score"], in_rows["y_proba"]
        X, folds, groups = in_rows["X"], in_rows["folds"], in_rows["groups"]
        sample_weight, order = in_rows["sample_weight"], in_rows["order"]
        columns |= {name: in_rows[name] for name in beside_them}
    names = metric_names(metrics)
    if names is not None and threshold is not None:
        names, alone = with_threshold(names, threshold)
        metrics, threshold = [*names], None if alone else threshold
    labels = names or {}
    own = {*inspect.signature(evaluate).parameters} - {"columns"}
    check_arguments(columns, {*own_options(), *own})
    dealt = None
    if folds is not None:
        check_method(method, target)
        if is_splitter(folds):
            dealt, groups = groups, None
        if groups is not None:
            raise ValueError("folds and groups do not go together: give one of them")
        if order is not None:
            why = across_folds("order")
            raise ValueError(f"folds and order do not go together{why}")
    elif target is not None:
        raise ValueError(
            "target is for out-of-fold predictions: give folds, or cross-validations"
        )
    if by is not None:
        for name, is_given in (
            ("folds", folds is not None),
            ("stratified", stratified),
        ):
            if is_given:
                raise ValueError(
                    f"by and {name} do not go together: by_group evaluates all rows "
                    "of a slice as they are"
                )
    of_rows = "auto" if folds is not None else method
    confidence_level = check_options(confidence_level, of_rows, n_resamples)
    check_flag(stratified, "stratified")
    if digits is not None:
        check_digits(digits)
    if random_state is None:
        # Short, because the report says it.
        random_state = secrets.randbits(32)
    check_flag(strict, "strict")
    min_rows = whole(min_rows, "min_rows")
    if min_rows > 1 and by is None and not isinstance(y_true, SummarySource):
        raise ValueError("min_rows is for slices: give by, the columns of the slices")
    options: dict[str, Any] = {"threshold": threshold, "pos_label": pos_label}
    options["strict"] = True if strict else None
    for name in own_options() & {*columns}:
        options[name] = columns.pop(name)
    given = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score}
    given |= {"y_proba": y_proba, "X": X, **columns}
    in_time = time_order(order, horizon, block_length)
    design = Design(sample_weight, groups, stratified, in_time)
    asked = None if names is None else tasks_of(names.values())
    given, is_sliced = _grouped(given, by, asked)
    further = {**options, "folds": folds}
    gathered = gather_given(task, given, further, design, asked)
    names = metric_names(metrics, gathered.data)
    if names is not None:
        names = {name: labels.get(one, one) for name, one in names.items()}
    kept = {name: one for name, one in gathered.options.items() if name != "folds"}
    setting = Setting(
        gathered.models,
        None if names is None else [*names],
        design,
        {
            **options,
            **kept,
            **of_table,
            "seed": seed_of(random_state),
            "digits": digits,
        },
        confidence_level,
        of_rows,
    )
    folding = None
    if folds is not None:
        column = _fold_column(folds, gathered, dealt)
        folding = Folding(column, method, target)
    found = analyse(
        gathered,
        setting,
        n_resamples=n_resamples,
        progress=progress,
        folding=folding,
        slicing=Slicing(by, names or {}, n_resamples, min_rows, becomes)
        if is_sliced
        else None,
    )
    if isinstance(y_true, SummarySource):
        made_of = y_true.sliced(
            [
                one
                for family in found.sections
                for one in section_of(family, None).leading
            ],
            asked=names or {},
            confidence_level=confidence_level,
            method=of_rows,
            n_resamples=n_resamples,
            min_rows=min_rows,
        )
        found = replace(found, slices=made_of)
    if len(validated) == 1 and found.folds is not None:
        [one], [nothing] = validated.values(), found.folds.no_information.values()
        made = train_and_test(one, nothing, confidence_level, pos_label)
        found = replace(found, folds=replace(found.folds, gaps=made))
    omitted = omitted or getattr(y_true, "omitted", None)
    found = replace(found, omitted=omitted if omitted and omitted.n else None)
    report = Report(**{**vars(found), "asked": names or {}, "digits": digits})
    undefined = {
        name
        for row in report.values.values()
        for name, one in row.items()
        if math.isnan(one.estimate)
    }
    if undefined:
        warn(
            f"undefined on this data, so NaN: {', '.join(sorted(undefined))}",
            UndefinedMetricWarning,
        )
    return report


def _grouped(
    given: dict[str, Any], by: Any, asked: Collection[str] | None
) -> tuple[dict[str, Any], bool]:
    """Return the arguments, with the groups of families, and whether there are slices.

    There are none of metrics that compare the slices themselves.
    """
    if by is None:
        return given, False
    found, others = dict(given), asked is None
    for family in asked or ():
        groups = [one.name for one in FAMILIES[family].arguments if one.is_by]
        others |= not groups
        for name in groups:
            if found.get(name) is None:
                found[name] = by
    return found, others


def _fold_column(folds: Any, gathered: Gathered, groups: Any) -> FoldColumn:
    """Return the folds of the rows that are judged; ``groups`` are for a splitter.

    Raises
    ------
    ValueError
        If there are no rows to have folds, or these are not such.
    """
    first = next(iter(gathered.data.values()))
    if first.summary is not None:
        raise ValueError("folds needs the rows, which a summary does not store")
    y_true = first.shared["y_true"]
    rows = y_true.codes if isinstance(y_true, Categories) else y_true
    n = rows.shape[0] if hasattr(rows, "shape") else len(rows)
    if is_splitter(folds):
        folds = fold_ids_of(folds, n, rows, groups)
    return read_folds(folds, n)
