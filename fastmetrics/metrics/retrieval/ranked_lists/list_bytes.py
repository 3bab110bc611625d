"""RankedLists as bytes: the format, version 1.

In the frame of `fastmetrics._common.packing`:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMRANKED``
8       uint16                     version of the format, 1
10      uint8                      the rule for ties, in the order of `TIES`
11      uint8                      1: every document is judged; else NaN is a grade
12      uint8                      1: places of the documents' ids follow
13      uint8                      1: documents that lists lack follow; 2: so do grades
                                   for sub-topics; 3: both
14      uint8                      what ids are: a kind of labels, 255: 0 ... n - 1
15      uint64                     n, the number of queries
23      uint64                     rows
31      uint64                     grades of documents that lists lack
39      uint64                     bytes of the ids
47      uint64                     queries of runs that nobody judged
55      n + 1 int64                where the rows of each query begin
..      as many float64 as rows    grades
..      as many float64 as rows    scores
..      as many int64 as rows      places, if any
..      n + 1 int64                where the unreturned of each query begin, if any
..      as many float64            their grades, if any
..      n int64                    how many are judged at 0, if any
..      2 uint64                   documents and grades for sub-topics, if any
..      n + 1 int64                where the documents of each query begin, if any
..      int64                      their rows, -1: none, if any
..      documents + 1 int64        where the grades of each begin, if any
..      int64                      the sub-topic of each grade, if any
..      float64                    these grades, if any
..      bytes                      ids, as labels are written
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.packing import Format, Reader, pack_labels, unpack_labels
from fastmetrics._inputs.query_rows import SubtopicGrades
from fastmetrics.metrics.retrieval.ranked_lists.columns import ListColumns, Unreturned
from fastmetrics.metrics.retrieval.ranked_lists.requests import TIES

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FORMAT = Format(
    b"FMRANKED", 1, "BBBBBQQQQQ", "these RankedLists are", "no RankedLists"
)
_COUNTED = 255
_LAST_SUBTOPIC = 2**31


def pack(
    columns: ListColumns, ids: NDArray[Any] | None, ties: str, n_unjudged: int = 0
) -> bytes:
    """Return the bytes of some lists."""
    kind, written_ids = (_COUNTED, b"") if ids is None else pack_labels(ids)
    unreturned = columns.unreturned
    parts = [
        columns.starts.astype("<i8").tobytes(),
        columns.grades.astype("<f8").tobytes(),
        columns.scores.astype("<f8").tobytes(),
    ]
    if columns.places is not None:
        parts.append(columns.places.astype("<i8").tobytes())
    if unreturned is not None:
        parts.append(unreturned.offsets.astype("<i8").tobytes())
        parts.append(unreturned.grades.astype("<f8").tobytes())
        parts.append(unreturned.nonrelevant.astype("<i8").tobytes())
    subtopics = columns.subtopics
    if subtopics is not None:
        sizes = len(subtopics.rows), len(subtopics.grades)
        parts.append(np.array(sizes, "<u8").tobytes())
        parts += [part.astype("<i8").tobytes() for part in subtopics[:-1]]
        parts.append(subtopics.grades.astype("<f8").tobytes())
    fields = (
        TIES.index(ties),
        int(columns.all_judged),
        int(columns.places is not None),
        int(unreturned is not None) + 2 * int(subtopics is not None),
        kind,
        columns.n,
        len(columns.grades),
        0 if unreturned is None else len(unreturned.grades),
        len(written_ids),
        n_unjudged,
    )
    return _FORMAT.seal(fields, [*parts, written_ids])


def unpack(data: Any) -> tuple[ListColumns, NDArray[Any] | None, Any, int]:
    """Return the arguments of `pack`; other bytes raise ValueError."""
    fields, reader = _FORMAT.open(data)
    ties, all_judged, has_places, has_more, kind, n, n_rows, *sizes = fields
    n_more, size, n_unjudged = sizes
    if ties >= len(TIES) or max(all_judged, has_places) > 1 or has_more > 3:
        raise _FORMAT.damaged("a setting is unknown")
    offsets = reader.take("<i8", n + 1)
    grades, scores = reader.take("<f8", n_rows), reader.take("<f8", n_rows)
    places = reader.take("<i8", n_rows) if has_places else None
    unreturned = None
    if has_more & 1:
        starts, more = reader.take("<i8", n + 1), reader.take("<f8", n_more)
        unreturned = Unreturned(starts, more, reader.take("<i8", n))
    subtopics = _take_subtopics(reader, offsets, n_rows) if has_more & 2 else None
    written = reader.take_bytes(size)
    reader.finish()
    ids = None if kind == _COUNTED else unpack_labels(_FORMAT, kind, n, written)
    if ids is None and size:
        raise _FORMAT.damaged("there are ids that nobody asked for")
    if ids is not None and len(np.unique(ids)) < n:
        raise _FORMAT.damaged("a query is there twice")
    unknown = ~np.isfinite(grades)
    if (all_judged and unknown.any()) or np.isinf(grades).any():
        raise _FORMAT.damaged("a grade is not finite")
    if not np.isfinite(scores).all():
        raise _FORMAT.damaged("a score is not finite")
    columns = ListColumns(
        n, grades, scores, offsets, places, unreturned, bool(all_judged), subtopics
    )
    try:
        columns.opened  # noqa: B018 - looks at the offsets
    except ValueError as error:
        raise _FORMAT.damaged(str(error)) from None
    if unreturned is not None:
        _check_unreturned(unreturned)
    return columns, ids, TIES[ties], n_unjudged


def _check_unreturned(unreturned: Unreturned) -> None:
    grades, offsets = unreturned.grades, unreturned.offsets
    if not (np.isfinite(grades) & (grades > 0)).all():
        raise _FORMAT.damaged("an unreturned grade is not above 0")
    rises = np.flatnonzero(grades[1:] > grades[:-1]) + 1
    if not np.isin(rises, offsets).all():
        raise _FORMAT.damaged("unreturned grades do not descend")
    if (unreturned.nonrelevant < 0).any():
        raise _FORMAT.damaged("a count is below 0")


def _take_subtopics(
    reader: Reader, lists: NDArray[np.int64], n_rows: int
) -> SubtopicGrades:
    n_documents, n_grades = map(int, reader.take("<u8", 2))
    offsets, rows = reader.take("<i8", len(lists)), reader.take("<i8", n_documents)
    starts = reader.take("<i8", n_documents + 1)
    subtopics, grades = reader.take("<i8", n_grades), reader.take("<f8", n_grades)
    for begins, end in ((offsets, n_documents), (starts, n_grades)):
        if begins[0] != 0 or begins[-1] != end or (np.diff(begins) < 0).any():
            raise _FORMAT.damaged("grades for sub-topics are of other documents")
    taken = SubtopicGrades(offsets, rows, starts, subtopics, grades)
    is_returned = rows >= 0
    returned, queries = rows[is_returned], taken.queries[is_returned]
    if (rows < -1).any() or (rows >= n_rows).any():
        raise _FORMAT.damaged("there is no such row")
    if (returned < lists[queries]).any() or (returned >= lists[queries + 1]).any():
        raise _FORMAT.damaged("a document is in the list of another query")
    if len(np.unique(returned)) < len(returned):
        raise _FORMAT.damaged("a row is there twice")
    if not (np.isfinite(grades) & (grades > 0)).all():
        raise _FORMAT.damaged("a grade for a sub-topic is not above 0")
    if (subtopics < 0).any() or (subtopics > _LAST_SUBTOPIC).any():
        raise _FORMAT.damaged("there is no such sub-topic")
    falls = np.flatnonzero(subtopics[1:] <= subtopics[:-1]) + 1
    if not np.isin(falls, starts).all():
        raise _FORMAT.damaged("sub-topics of a document do not ascend")
    return taken
