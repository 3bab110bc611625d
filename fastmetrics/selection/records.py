"""The catalog's rows of splits, validation and search, a line per topic."""

from fastmetrics.metrics.record import Topic, other_rows

__all__ = ["TOPIC"]

ROWS = (
    *other_rows("table", "check_parts", "check_split", "duplicate_groups"),
    *other_rows("table", "bias_variance_decomposition"),
    *other_rows("validation", "bias_variance_curve", "estimate_bias_variance"),
    *other_rows(
        "table",
        "generalized_cross_validation",
        "leave_one_out_neighbors",
        "leave_one_out_predict",
        "leverage",
        "out_of_bag_score",
        "point632_score",
        "press",
    ),
    *other_rows("formula", "out_of_bag_share"),
    *other_rows("validation", "bootstrap_validate"),
    *other_rows("table", "parameter_range", "selection_corrected_score"),
    *other_rows("validation", "learning_curve", "search", "validation_curve"),
    *other_rows("validation", "tune_threshold"),
    *other_rows(
        "splitter",
        "BinnedStratifiedKFold",
        "BootstrapSplit",
        "FiveByTwo",
        "GroupKFold",
        "GroupShuffleSplit",
        "GroupTimeSeriesSplit",
        "HashKFold",
        "KFold",
        "LeaveOneGroupOut",
        "LeaveOneOut",
        "LeavePGroupsOut",
        "LeavePOut",
        "MultilabelStratifiedKFold",
        "MultilabelStratifiedShuffleSplit",
        "PredefinedSplit",
        "PurgedKFold",
        "RepeatedGroupKFold",
        "RepeatedKFold",
        "RepeatedStratifiedGroupKFold",
        "RepeatedStratifiedKFold",
        "ShuffleSplit",
        "StratifiedGroupKFold",
        "StratifiedGroupShuffleSplit",
        "StratifiedKFold",
        "StratifiedShuffleSplit",
        "TimeSeriesSplit",
        "check_cv",
        "hash_split",
        "train_test_split",
        "train_validation_test_split",
    ),
    *other_rows("table", "no_information_rate", "out_of_fold_score"),
    *other_rows("test", "permutation_test_score"),
    *other_rows("validation", "cross_val_predict", "cross_val_score", "cross_validate"),
)

TOPIC = Topic(
    name="selection",
    title="Splits, validation and search",
    rows=ROWS,
    guide="fastmetrics.selection",
)
