"""The catalog's rows of splits, validation and search, a line per topic."""

from fastmetrics.metrics.record import Topic, other_rows

__all__ = ["TOPIC"]

ROWS = (
    *other_rows("formula", "out_of_fold_score", "no_information_rate"),
    *other_rows("validation", "cross_validate", "cross_val_score", "cross_val_predict"),
    *other_rows("test", "permutation_test_score"),
    *other_rows("splitter", "GroupKFold", "PredefinedSplit", "TimeSeriesSplit"),
    *other_rows("splitter", "LeaveOneGroupOut", "LeavePGroupsOut"),
    *other_rows("splitter", "LeaveOneOut", "LeavePOut"),
    *other_rows("splitter", "RepeatedKFold", "RepeatedStratifiedKFold"),
    *other_rows("splitter", "KFold", "StratifiedKFold", "check_cv"),
    *other_rows("validation", "learning_curve", "validation_curve", "search"),
    *other_rows("table", "parameter_range", "selection_corrected_score"),
)

TOPIC = Topic(
    name="selection",
    title="Splits, validation and search",
    rows=ROWS,
    guide="fastmetrics.selection.about.GUIDE",
)
