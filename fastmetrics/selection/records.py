"""The catalog's rows of splits, validation and search, a line per topic."""

from fastmetrics.metrics.record import Topic, other_rows

__all__ = ["TOPIC"]

ROWS = (
    *other_rows("table", "check_parts", "check_split", "duplicate_groups"),
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
)

TOPIC = Topic(
    name="selection",
    title="Splits, validation and search",
    rows=ROWS,
    guide="fastmetrics.selection.about.GUIDE",
)
