"""The one door: every array-like in, checked typed arrays out.

All errors about data are raised here, as ``ValueError`` or ``TypeError`` that name the
argument. Nothing that comes in is modified.
"""

from fastmetrics._inputs.columns import as_array, as_column
from fastmetrics._inputs.scores import (
    RowScores,
    ScoreKind,
    finite_columns,
    finite_matrix,
    row_scores,
    sample_weights,
    split_scores,
)
from fastmetrics._inputs.targets import count_classes, group_codes, target
from fastmetrics._kernels.keys import LARGEST, OneOfTwo, SplitScores

__all__ = [
    "LARGEST",
    "OneOfTwo",
    "RowScores",
    "ScoreKind",
    "SplitScores",
    "as_array",
    "as_column",
    "count_classes",
    "finite_columns",
    "finite_matrix",
    "group_codes",
    "row_scores",
    "sample_weights",
    "split_scores",
    "target",
]
