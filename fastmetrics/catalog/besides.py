"""Records of what is public and no row of the catalog: calls, results and displays."""

from __future__ import annotations

from fastmetrics.metrics.record import Kind, Metric, other_rows

__all__ = ["BESIDES"]


def _records(kind: Kind, task: str, **titles: str) -> tuple[Metric, ...]:
    """Return a record per name with a title; they have no values of their own."""
    return tuple(
        row
        for name, title in titles.items()
        for row in other_rows(kind, name, title=title, task=task)
    )


BESIDES = (
    *_records(
        "call",
        "report",
        evaluate="Evaluate models",
        confidence_interval="Confidence interval of a metric",
        by_group="Metrics of slices",
        row_losses="Losses row by row",
        permutation_importance="Permutation importance",
        explain="Explain a metric",
        find="Find a name",
    ),
    *_records("call", "binary_scores", optimal_threshold="Best threshold"),
    *_records(
        "display",
        "report",
        CalibrationDisplay="Calibration curve, drawn",
        ConfusionMatrixDisplay="Confusion matrix, drawn",
        CostCurveDisplay="Cost curve, drawn",
        DecisionCurveDisplay="Decision curve, drawn",
        DetCurveDisplay="DET curve, drawn",
        GainCurveDisplay="Cumulative gain curve, drawn",
        IntervalDisplay="Confidence intervals, drawn",
        LiftCurveDisplay="Lift curve, drawn",
        PitDisplay="PIT histogram, drawn",
        PrecisionRecallDisplay="Precision-recall curve, drawn",
        PredictionErrorDisplay="Predictions and residuals, drawn",
        RocCurveDisplay="ROC curve, drawn",
        ScoreDistributionDisplay="Distribution of scores, drawn",
        SilhouetteDisplay="Silhouettes, drawn",
        ThresholdDisplay="Metrics by threshold, drawn",
    ),
    *_records("display", "comparison", critical_difference_diagram="CD diagram"),
    *_records(
        "display",
        "selection",
        LearningCurveDisplay="Learning curve, drawn",
        ValidationCurveDisplay="Validation curve, drawn",
    ),
    *_records("summary", "labels", ConfusionCounts="Counts of label pairs"),
    *_records("summary", "labels", IndicatorCounts="Counts of several labels"),
    *_records("summary", "binary_scores", ScoreSweep="Sweep of scores"),
    *_records("summary", "binary_scores", ScoreSketch="Sketch of scores"),
    *_records("summary", "clustering", ClusterScatter="Scatter of clusters"),
    *_records("summary", "clustering", Contingency="Contingency of two partitions"),
    *_records("summary", "probabilities", CalibrationBins="Calibration bins"),
    *_records("summary", "probabilities", ProbabilitySums="Sums of losses"),
    *_records("summary", "probabilities", ClassSweeps="Sweeps of classes"),
    *_records("summary", "regression", ErrorSums="Sums of errors"),
    *_records("summary", "retrieval", RankedLists="Ranked lists"),
    *_records("summary", "recommendation", ItemCounts="Counts of items"),
    *_records("summary", "speech", EditCounts="Counts of edits"),
    *_records("summary", "report", RowSums="Sums of rows"),
    *_records("summary", "selection", BiasVarianceSums="Sums of predictions"),
    *_records("call", "report", Accumulator="Metrics of batches"),
    *_records(
        "call",
        "report",
        accumulate="Metrics of files and streams",
        booster_metric="Metric for gradient boosting",
        evaluate_files="Evaluate files larger than memory",
    ),
    *_records(
        "result",
        "report",
        Report="Report of an evaluation",
        Explanation="Explanation",
        Finding="What was found",
        GroupedMetrics="Grouped metrics",
        Interval="Interval with its bounds",
        PermutationImportance="Permutation importance, computed",
        TestResult="Result of a test",
    ),
    *_records(
        "result",
        "comparison",
        Comparison="Comparison of models",
        ConfidenceSequence="Confidence sequence, computed",
        CurveBand="Band of a curve",
        DatasetComparison="Comparison over data sets",
        Difference="Difference of two models",
        Dominance="Dominance of curves",
        ModelConfidenceSet="Models that may be the best",
        Gap="Gap between curves",
        McnemarResult="Result of McNemar's test",
        PairwiseResult="Tests of pairs",
    ),
    *_records(
        "result",
        "selection",
        BiasVarianceCurve="Bias and variance by a parameter",
        BootstrapEstimate="Bootstrap estimate",
        CrossValidation="Result of a cross-validation",
        LearningCurve="Learning curve, computed",
        SearchCandidate="Candidate of a search",
        SearchResult="Result of a search",
        SplitReport="Report of splits",
        SquaredDecomposition="Decomposition of the squared error",
        TunedThreshold="Threshold, tuned",
        ValidationCurve="Validation curve, computed",
        ZeroOneDecomposition="Decomposition of the error rate",
    ),
    *_records("call", "selection", ParameterGrid="Grid of parameters"),
    *_records("call", "selection", ParameterSampler="Sampler of parameters"),
    *_records(
        "result",
        "speech",
        Alignment="Alignment of two transcripts",
        ConfusionPairs="Confused words",
        EditStep="Step of an alignment",
        SegmentTestResult="Result of the matched-pair test",
    ),
    *_records("result", "labels", AgreementResult="Agreement with its interval"),
    *_records("result", "regression", CorrelationResult="Correlation with its test"),
    *_records("result", "retrieval", TieSpread="Spread by ties"),
    *_records("result", "retrieval", RetrievalCounts="Counts of a run"),
    *_records("call", "retrieval", Qrels="Relevance judgements", Run="Run of a system"),
    *_records("call", "retrieval", SubtopicQrels="Judgements for sub-topics"),
    *_records("call", "retrieval", read_qrels="Read judgements", read_run="Read a run"),
    *_records(
        "call",
        "threads",
        get_num_threads="Number of threads",
        num_threads="Threads inside a block",
        set_num_threads="Threads of the process",
    ),
    *_records(
        "warning",
        "warnings",
        FitFailedWarning="A fit failed",
        UndefinedMetricWarning="A metric is undefined",
    ),
)
