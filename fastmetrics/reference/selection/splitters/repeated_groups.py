"""Partitions of whole groups made several times by the draws of one twister."""

from fastmetrics.reference.selection.splitters.group_folds import GroupKFold
from fastmetrics.reference.selection.splitters.repeated_folds import Repeated
from fastmetrics.reference.selection.splitters.stratified_groups import (
    StratifiedGroupKFold,
)


class RepeatedGroupKFold(Repeated):
    """`GroupKFold`, several times."""

    of_kind = GroupKFold


class RepeatedStratifiedGroupKFold(Repeated):
    """`StratifiedGroupKFold`, several times."""

    of_kind = StratifiedGroupKFold
