"""The catalog's rows of splits, validation and search, a line per topic."""

from fastmetrics.metrics.record import Topic, other_rows

__all__ = ["TOPIC"]

ROWS = (
    *other_rows("table", "check_parts", "check_split"),
    *other_rows("table", "duplicate_groups"),
    *other_rows("splitter", "KFold", "StratifiedKFold", "check_cv"),
    *other_rows("splitter", "StratifiedGroupKFold"),
    *other_rows("splitter", "RepeatedGroupKFold", "RepeatedStratifiedGroupKFold"),
    *other_rows("splitter", "MultilabelStratifiedKFold", "BinnedStratifiedKFold"),
    *other_rows(
        "splitter",
        "BootstrapSplit",
        "FiveByTwo",
        "GroupShuffleSplit",
        "MultilabelStratifiedShuffleSplit",
        "ShuffleSplit",
        "StratifiedGroupShuffleSplit",
        "StratifiedShuffleSplit",
        "train_test_split",
        "train_validation_test_split",
    ),
    *other_rows("splitter", "HashKFold", "hash_split"),
    *other_rows("splitter", "GroupTimeSeriesSplit", "PurgedKFold"),
    *other_rows("splitter", "GroupKFold", "PredefinedSplit", "TimeSeriesSplit"),
    *other_rows("splitter", "LeaveOneGroupOut", "LeavePGroupsOut"),
    *other_rows("splitter", "LeaveOneOut", "LeavePOut"),
    *other_rows("splitter", "RepeatedKFold", "RepeatedStratifiedKFold"),
)

TOPIC = Topic(
    name="selection",
    title="Splits, validation and search",
    rows=ROWS,
    guide="fastmetrics.selection.about.GUIDE",
)
