"""Report: the result of `evaluate`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.names import with_noun
from fastmetrics.exceptions import RequirementError
from fastmetrics.report import export
from fastmetrics.report.content import Content
from fastmetrics.report.document import document
from fastmetrics.report.requirements import Verdict, told, verdicts
from fastmetrics.report.sentences import sentences
from fastmetrics.show.result import Result, text_of, to_json
from fastmetrics.show.words import check_language, in_lines

if TYPE_CHECKING:
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.pictures.drawing import Figure
    from fastmetrics.show.text import Document


class Report(Result, Content):
    """Report on one or several models, with an interval for every number.

    Made by `evaluate`. ``print(report)`` shows it as text, a notebook as HTML, and
    ``report["roc_auc_score"]`` is the interval of one metric, by model if there are
    several models.

    Attributes
    ----------
    values : dict
        ``values[model][metric]`` is the `Interval` around the metric's value.
    differences : dict
        ``differences[a, b][metric]`` is the `Interval` around a's value minus b's,
        from replicates that gave each row the same weight for both models.
    sections : dict
        ``sections[family]`` holds the further results of one family.
    n_rows : int
        Rows in all.
    confidence_level : float
        Nominal coverage of the intervals.
    method : str
        The requested method; each `Interval` names the method that it was made by.
    n_resamples : int
        Number of replicates requested.
    seed : int
        ``random_state=seed`` reproduces the report.
    notes : tuple of str
        Remarks that a reader needs to interpret the numbers.
    comparisons : dict of str to Comparison
        By metric, for two models or more: the result of `compare` on the same rows.
    folds : FoldValues or None
        For out-of-fold predictions, the results by fold: ``names`` and ``sizes``,
        ``values[model][metric]`` with a number per fold, how each metric is
        ``combined``, and ``no_information[model][metric]``.
    slices : GroupedMetrics or None
        With ``by``: the result of `by_group` for the requested metrics. By default
        these are the leading metrics of the families that can be merged and have bounds
        without resampling, such as accuracy, F1 and the area under the ROC curve.
    omitted : Omitted or None
        With ``missing="omit"``, the rows that were left out: their number (``n``), the
        number of all rows (``total``), and the number of missing values of each column
        that has any (``by_column``). None if no rows were left out.
    kind : str
        Type of the target: "binary", "multiclass" or "multilabel-indicator";
        "clustering", "regression", "retrieval" or "speech".
    n_positive, n_negative : int or None
        For scores and labels: number of rows of each class of a binary target.
    weight_positive, weight_negative : float or None
        The sums of their sample weights; without weights, the same counts.
    prevalence : float or None
        Proportion of the positive class, by weight.
    pos_label : object
        For scores and labels: the positive label; None if there is no positive label.
    threshold : float or None
        Scores at or above it were labelled positive (with ``strict``, scores above it).
    tests : dict
        For scores: ``tests[a, b]`` is the result of `delong_roc_test`; empty with
        weights or groups, for which the test is not valid.
    dominance : Dominance or None
        For scores of two models: which ROC curve lies above the other, and where; see
        `curve_dominance`. None without rows of both classes, and for more than two
        million rows.
    counts : dict
        For labels: ``counts[model]`` is their `ConfusionCounts`; for a multilabel
        target their `IndicatorCounts`.
    per_class : dict
        For labels: precision, recall, F1 and support of each class, by model.
    class_support : dict
        For labels: number of rows with each true label.
    calibration : dict
        For probabilities: ``calibration[model]`` lists the calibration of each column,
        with its recalibrated curve.
    residuals : dict
        For regression: ``residuals[model]`` describes the distribution of the
        residuals, with the rows that have the largest errors.
    queries : dict
        For ranked lists: ``queries[model]`` counts the queries and documents of a run.
    tie_spread : dict
        For ranked lists: ``tie_spread[model][metric]`` is the range of values over all
        orders of documents with equal scores; empty without such ties.
    edits : dict
        For transcripts: ``edits[model]`` counts hits, substitutions, deletions and
        insertions, and utterances with an error; ``edit_counts[model]`` has the four
        counts of each utterance.
    per_group : dict
        For transcripts with ``groups``: ``per_group[model]`` has the ``edits`` of each
        group, such as a speaker, and its ``error_rate`` with an interval.
    confusions, worst_utterances : dict
        For transcripts: the most frequent confusions, and the utterances with the most
        errors, by model.
    worst_queries, best_queries : dict
        For ranked lists: the queries with the worst and the best values of the leading
        metric, by model.
    prediction_intervals, quantile_forecasts : dict
        For regression: coverage of the prediction intervals and of the quantiles, and
        their losses, by model.
    n_features : int or None
        For clusterings: number of measurements per row.
    contingency : dict
        For clusterings: ``contingency[model]`` is the `Contingency` of the true labels
        and a clustering; empty without true labels.
    per_cluster : dict
        For clusterings: ``per_cluster[model]`` lists each cluster's size, and with
        measurements its mean silhouette and its distances.
    """

    def to_dict(self) -> dict[str, Any]:
        """Return everything as dicts, lists, str, int, float, bool and None.

        Values that JSON cannot represent, such as undefined values and infinite bounds,
        are None.
        """
        return export.to_dict(self)

    def to_frame(
        self,
        *,
        per: Literal[
            "class", "cluster", "fold", "group", "query", "slice", "user", "utterance"
        ]
        | None = None,
        differences: bool = False,
        per_class: bool = False,
        per_cluster: bool = False,
        backend: Literal["pandas", "polars"] = "pandas",
    ) -> Any:
        """Return a data frame with a row per model and metric.

        Parameters
        ----------
        per : {"class", "cluster", "fold", "group", "query", "slice", "user", \
"utterance"}, optional
            Return a row per model and class, cluster, fold, group of utterances (a
            speaker) or other unit instead; for slices a row per slice, model and
            metric.
        differences : bool, default=False
            Return a row per pair of models and metric instead; with ``per="slice"`` a
            row per slice, pair of models and metric.
        per_class, per_cluster : bool, default=False
            The same as ``per="class"`` and ``per="cluster"``.
        backend : {"pandas", "polars"}, default="pandas"
            Type of the data frame.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            In pandas the index is (model, metric), (a, b, metric), or the model and the
            unit of the rows. In Polars these are the first columns.

        Raises
        ------
        ValueError
            If more than one of these is asked for, or ``per`` is not one of its names.
        ImportError
            If pandas, or Polars, is not installed.
        """
        spelled = {"class": per_class, "cluster": per_cluster}
        asked = [name for name, is_asked in spelled.items() if is_asked]
        if per is not None and per not in asked:
            asked.append(per)
        if len(asked) > 1 or (differences and asked not in ([], ["slice"])):
            raise ValueError(
                "differences, per, per_class and per_cluster exclude each other: one "
                'frame each; only differences and per="slice" go together'
            )
        per_what = asked[0] if asked else None
        return export.to_frame(self, per_what, differences, backend)

    def require(self, *requirements: str) -> list[Verdict]:
        """Raise unless all requirements are met: a gate for tests and nightly jobs.

        Parameters
        ----------
        *requirements : str
            Each ``"METRIC >= NUMBER"``, with ``>=``, ``>``, ``<=`` or ``<``; the number
            may be in percent (``"5 %"``). ``.low`` and ``.high`` after the metric mean
            the bounds of its interval. ``"METRIC: MODEL >= NUMBER"`` is a requirement
            on one of several models, ``"METRIC: A - B .low >= NUMBER"`` on the
            difference of two. If no model is named, each model has to meet it.

        Returns
        -------
        list of Verdict
            One for each requirement and model, with ``requirement``, ``metric``,
            ``model``, ``minus`` (of a difference, the model whose value is subtracted),
            ``part``, ``value`` and ``holds``.

        Raises
        ------
        fastmetrics.exceptions.RequirementError
            If a requirement is not met, with a line for each; an ``AssertionError``.
            A value that is undefined, or a bound that there is none of, meets nothing.
        ValueError
            If a requirement cannot be parsed, or names something that is not in the
            report.

        Examples
        --------
        >>> import fastmetrics
        >>> y = [0, 0, 0, 1, 1, 1, 0, 1]
        >>> scores = [0.1, 0.3, 0.5, 0.4, 0.8, 0.9, 0.2, 0.7]
        >>> report = fastmetrics.evaluate(y, y_score=scores, metrics=["roc_auc"])
        >>> [(one.value, one.holds) for one in report.require("roc_auc >= 0.9")]
        [(0.9375, True)]
        >>> report.require("roc_auc >= 0.9", "roc_auc.low > 0.8")
        Traceback (most recent call last):
            ...
        fastmetrics.exceptions.RequirementError: FAILED: roc_auc.low > 0.8, got 0.429733
        """
        found = verdicts(self, requirements)
        broken = [told(self, one) for one in found if not one.holds]
        if broken:
            raise RequirementError("\n".join(broken), found)
        return found

    def summary(self, language: str = "en") -> str:
        """Summarize the report in sentences, one per line.

        For one model: the value of the leading metric with its interval. For two: which
        model is better, and whether the difference is significant. For more: which
        models may be best. The leading metric is the first requested metric, or the
        first of the family.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            English or Chinese; names stay as they are.
        """
        return in_lines(sentences(self), language)

    def _document(
        self, width: int | None = None, *, full: bool = False, **options: Any
    ) -> Document:
        return document(self, width, full=full)

    def to_text(
        self, *, full: bool = False, language: str = "en", width: int | None = None
    ) -> str:
        """Return the report as text, as ``print(report)`` shows it.

        Parameters
        ----------
        full : bool, default=False
            Show all metrics, the tables of each family, the methods of the intervals
            and all notes; by default the requested metrics, or a few per task, with
            their differences. Nothing is computed again.
        language : {"en", "zh"}, default="en"
            English or Chinese.
        width : int, optional
            Width of the lines, 100 by default.
        """
        return text_of(self, "table", language, width=width, full=full).rstrip("\n")

    def to_markdown(self, language: str = "en", *, full: bool = False) -> str:
        """Return the report as Markdown.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            English or Chinese.
        full : bool, default=False
            Everything, see `to_text`.
        """
        return text_of(self, "markdown", language, full=full)

    def _pictures(
        self, *, kind: str | Sequence[str] = "auto", **options: Any
    ) -> list[Picture]:
        from fastmetrics.report.plots import forest

        return forest.pictures(self, kind, **options)

    def to_csv(self) -> str:
        """Return values and differences as CSV, a row per model and metric.

        The columns are model, minus (of a difference: whose value is subtracted),
        metric, estimate, low, high and how the interval was made. A text that a
        spreadsheet would take for a formula begins with an apostrophe.
        """
        return export.to_csv(self)

    @property
    def pictures(self) -> dict[str, str]:
        """Kinds of pictures that `plot` draws of this report, each with its caption.

        >>> from fastmetrics import evaluate
        >>> scores, metrics = [0.1, 0.4, 0.35, 0.8], ["roc_auc_score"]
        >>> report = evaluate([0, 0, 1, 1], y_score=scores, metrics=metrics)
        >>> "roc" in report.pictures, "confusion" in report.pictures
        (True, False)
        """
        from fastmetrics.report.plots import forest

        return forest.titles(self)

    def plot(
        self,
        kind: str | Sequence[str] = "auto",
        *,
        language: str = "en",
        style: Literal["screen", "paper"] = "screen",
        width: float | None = None,
        **options: Any,
    ) -> Figure:
        """Draw pictures of the report, one below the other.

        Parameters
        ----------
        kind : str or sequence of str, default="auto"
            For all reports: "forest", the leading metrics with their intervals;
            "differences", the differences between models; and "slices", the metrics of
            each slice. For scores: "roc", "pr" and "both", "det", "gain", "lift",
            "threshold" (metrics by threshold), "cost", "distribution" (scores by class)
            and "ks". For labels: "confusion", "confusion_difference", "classes" and
            "slopes" (classes from model to model). For clusterings: "silhouette" and
            "contingency". For probabilities: "reliability", the recalibrated curve with
            its consistency band and a histogram of the forecasts, of each model or of
            each class; "decision", the net benefit at each threshold; "murphy", the
            mean elementary score at each threshold; and "loss_quantiles", the log loss
            of single rows. For regression: "predictions" and "residuals" against the
            predicted values, "residual_distribution" with the normal distribution, and
            "error_quantiles", the quantiles of the errors. For ranked lists: "cutoffs",
            metrics by the number of documents read; "query_values", the values of
            single queries; and "query_differences", two runs query by query. For
            transcripts: "edit_types", the types of errors, and "errors_by_length".
            "auto" selects a few of these.
        language : {"en", "zh"}, default="en"
            Language of the texts.
        style : {"screen", "paper"}, default="screen"
            "paper": without titles, which belong in the caption, and 6.7 inches wide,
            the width of a page.
        width : float, optional
            Width in inches: 3.3 for a column of a page, 6.7 for a page. Texts keep
            their size. By default the width that the pictures need.
        **options : object
            For "roc": ``max_fpr``, ``log`` and ``thresholds`` (operating points, by
            default the chosen one). For "roc", "pr", "both" and "det": ``band``
            ("pointwise": bounds for each point of the curve; "simultaneous": for the
            whole curve). For "gain": ``benefit`` (of a positive that is found) and
            ``cost`` (of a row that is contacted), which add the profit. For "cost":
            ``x_range`` (two probability costs), which adds the mean between them. For
            "confusion": ``normalize`` ("true", "pred", "all" or None) and ``order``
            ("names", "support" or "similarity"). For "cutoffs": ``metrics`` (names of
            metrics with a cut-off).

        Returns
        -------
        matplotlib.figure.Figure
            ``figure.savefig(path)`` writes it to a file.

        Raises
        ------
        ValueError
            If the report has nothing of that kind, or an option is unknown.
        TypeError
            If an option is of another kind of picture.
        ImportError
            If matplotlib is not installed.
        """
        drawn: Figure = super().plot(
            language=language, style=style, width=width, kind=kind, **options
        )
        return drawn

    def to_html(self, *, full: bool = False, language: str = "en") -> str:
        """Return the report as HTML.

        Parameters
        ----------
        full : bool, default=False
            A file of its own, with the data to be downloaded from it and how the
            numbers can be made again; else an element for a notebook or another page.
        language : {"en", "zh"}, default="en"
            English or Chinese.

        Notes
        -----
        Nothing is loaded from outside, and there is no script; matplotlib is not
        needed.
        """
        check_language(language)
        data = to_json(self.to_dict()) if full else None
        return export.to_html(self, full=full, language=language, data=data)

    def __repr__(self) -> str:
        return (
            f"<Report: {with_noun(self.n_rows, 'row')}, "
            f"{with_noun(len(self.models), 'model')}, "
            f"{with_noun(len(self.metrics), 'metric')}>"
        )
