"""The one door: every array-like in, checked typed arrays out.

All errors about data are raised here, as ``ValueError`` or ``TypeError`` that name the
argument. Nothing that comes in is modified.
"""

from fastmetrics._inputs.columns import as_array, as_column, raise_not_finite
from fastmetrics._inputs.encoded import encode_groups
from fastmetrics._inputs.events import Event, check_event_told
from fastmetrics._inputs.groups import GroupIds, coded, group_codes, group_ids
from fastmetrics._inputs.indicators import (
    Indicators,
    indicator_pair,
    pair_indicators,
    row_blocks,
)
from fastmetrics._inputs.label_pairs import LabelPair, label_pair, pair_models, union
from fastmetrics._inputs.labels import check_pos_label
from fastmetrics._inputs.matrices import map_rows
from fastmetrics._inputs.number_pairs import (
    NumberPair,
    Outputs,
    average_outputs,
    number_array,
    read_multioutput,
    read_numbers,
)
from fastmetrics._inputs.probabilities import Probabilities, read_probabilities
from fastmetrics._inputs.query_rows import QueryRows, places_of, read_query_rows
from fastmetrics._inputs.scores import (
    RowScores,
    ScoreKind,
    finite_columns,
    finite_matrix,
    number_matrix,
    row_scores,
    sample_weights,
    sort_labelled,
    split_scores,
)
from fastmetrics._inputs.sparse import check_sparse, is_sparse
from fastmetrics._inputs.targets import count_classes, target
from fastmetrics._kernels.keys import LARGEST, OneOfTwo, SplitScores

__all__ = [
    "LARGEST",
    "Event",
    "GroupIds",
    "Indicators",
    "LabelPair",
    "NumberPair",
    "OneOfTwo",
    "Outputs",
    "Probabilities",
    "QueryRows",
    "RowScores",
    "ScoreKind",
    "SplitScores",
    "as_array",
    "as_column",
    "average_outputs",
    "check_event_told",
    "check_pos_label",
    "check_sparse",
    "coded",
    "count_classes",
    "encode_groups",
    "finite_columns",
    "finite_matrix",
    "group_codes",
    "group_ids",
    "indicator_pair",
    "is_sparse",
    "label_pair",
    "map_rows",
    "number_array",
    "number_matrix",
    "pair_indicators",
    "pair_models",
    "places_of",
    "raise_not_finite",
    "read_multioutput",
    "read_numbers",
    "read_probabilities",
    "read_query_rows",
    "row_blocks",
    "row_scores",
    "sample_weights",
    "sort_labelled",
    "split_scores",
    "target",
    "union",
]
