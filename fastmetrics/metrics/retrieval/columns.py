"""Columns of ranked lists, and their format as bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_one_of
from fastmetrics._common.packing import (
    Format,
    Reader,
    array_of_texts,
    pack_labels,
    unpack_labels,
)
from fastmetrics._inputs.columns import raise_not_finite
from fastmetrics._inputs.item_lists import ItemLists, read_lists
from fastmetrics._inputs.judgements import join_run, read_judgements, read_results
from fastmetrics._inputs.query_rows import SubtopicGrades, starts_of
from fastmetrics._inputs.scores import number_matrix
from fastmetrics._kernels.ranked import QueryLists

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.query_rows import RelevantDocuments


# Numbers that are copied and checked at once: a quarter of a second-level cache.
_PART = 1 << 14

# ------------------------------------------------------------------------------ columns
# The rows of many queries as the kernel takes them: regraded, merged, compared.


class Unreturned(NamedTuple):
    """Judged documents that lists lack.

    Attributes
    ----------
    offsets : ndarray of int64, of shape (n + 1,)
        Offsets of the queries.
    grades : ndarray of float64
        Above 0, descending inside a query.
    nonrelevant : ndarray of int64, of shape (n,)
        How many are judged at 0.
    """

    offsets: NDArray[np.int64]
    grades: NDArray[np.float64]
    nonrelevant: NDArray[np.int64]


@dataclass(eq=False)
class ListColumns:
    """Grades and scores of n queries, in consecutive rows.

    Attributes
    ----------
    n : int
        Queries.
    grades, scores : ndarray of shape (n_rows,)
        Adjacent integers, float32 or float64.
    offsets : ndarray of int64, of shape (n + 1,), or None
        Offsets of the queries; None: all queries have the same number of rows.
    places : ndarray of int64, of shape (n_rows,), or None
        Places of the documents in descending order of their ids, comparable only within
        a query. None: the ids are not known.
    unreturned : Unreturned or None
        None: all judged documents are among the rows.
    all_judged : bool
        Whether each document is judged; otherwise the grade of an unjudged document is
        NaN.
    subtopics : SubtopicGrades or None
        Grades for each sub-topic; ``grades`` are the largest of them. None: each query
        has one sub-topic, with ``grades``.
    documents : RelevantDocuments or None
        For measures of sub-topics: documents that ``grades`` are the numbers of.
    """

    n: int
    grades: NDArray[Any]
    scores: NDArray[Any]
    offsets: NDArray[np.int64] | None = None
    places: NDArray[np.int64] | None = None
    unreturned: Unreturned | None = None
    all_judged: bool = True
    subtopics: SubtopicGrades | None = None
    documents: RelevantDocuments | None = None

    @cached_property
    def opened(self) -> QueryLists:
        """The same, opened for the kernel."""
        return QueryLists(
            self.grades,
            self.scores,
            self.n,
            self.offsets,
            self.places,
            self.unreturned,
            self.all_judged,
            self.documents,
        )

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields; a copy is opened for the kernel again."""
        return {name: each for name, each in vars(self).items() if name != "opened"}

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where the rows of each query begin, and the last ones end."""
        if self.offsets is not None:
            return self.offsets
        width = len(self.grades) // self.n if self.n else 0
        return np.arange(self.n + 1, dtype=np.int64) * width

    def with_gains(self, mapping: dict[float, float]) -> ListColumns:
        """Return the same with gains in place of grades."""
        unreturned = self.unreturned
        if unreturned is not None:
            gains = _mapped(unreturned.grades, mapping)
            counts = np.diff(unreturned.offsets)
            query = np.repeat(np.arange(self.n), counts)
            order = np.lexsort((-gains, query))
            order = order[gains[order] > 0]
            offsets = np.zeros(self.n + 1, np.int64)
            np.cumsum(np.bincount(query[order], minlength=self.n), out=offsets[1:])
            unreturned = Unreturned(offsets, gains[order], unreturned.nonrelevant)
        gains = _mapped(self.grades, mapping)
        return replace(self, grades=gains, unreturned=unreturned)

    def with_later_first(self) -> ListColumns:
        """Return the same, in which ties by id put the later row first."""
        places = np.arange(len(self.grades), 0, -1, dtype=np.int64)
        return ListColumns(  # faster than `replace`, for small calls
            self.n,
            self.grades,
            self.scores,
            self.offsets,
            places,
            self.unreturned,
            self.all_judged,
        )

    def with_documents(self, level: float) -> ListColumns:
        """Return the same with numbers of documents in place of grades.

        Documents that are relevant to a sub-topic, with at least this grade, are
        numbered from 1.
        """
        if self.all_judged:
            check = self.grades.dtype.kind == "f" and not np.isfinite(self.grades).all()
            if check:
                self.raise_not_finite()
        subtopics = self._one_subtopic() if self.subtopics is None else self.subtopics
        documents, rows, queries = subtopics.relevant(level)
        is_returned = rows >= 0
        numbers = np.zeros(len(self.grades))
        places = np.arange(1, len(rows) + 1) - documents.offsets[queries]
        numbers[rows[is_returned]] = places[is_returned]
        lacking = np.bincount(queries[~is_returned], minlength=self.n)
        unreturned = Unreturned(
            starts_of(lacking), np.ones(lacking.sum()), np.zeros(self.n, np.int64)
        )
        return replace(
            self,
            grades=numbers,
            unreturned=unreturned,
            all_judged=True,
            documents=documents,
        )

    def _one_subtopic(self) -> SubtopicGrades:
        """Return the grades as grades for the only sub-topic of each query."""
        rows = np.flatnonzero(self.grades > 0)
        queries = np.searchsorted(self.starts, rows, side="right") - 1
        grades = self.grades[rows].astype(np.float64)
        if self.unreturned is not None:
            more = self.unreturned
            rows = np.concatenate([rows, np.full(len(more.grades), -1)])
            lacking = np.repeat(np.arange(self.n), np.diff(more.offsets))
            queries = np.concatenate([queries, lacking])
            grades = np.concatenate([grades, more.grades])
            order = np.argsort(queries, kind="stable")
            rows, queries, grades = rows[order], queries[order], grades[order]
        return SubtopicGrades(
            starts_of(np.bincount(queries, minlength=self.n)),
            rows,
            np.arange(len(rows) + 1),
            np.zeros(len(rows), np.int64),
            grades,
        )

    def raise_not_finite(self) -> NoReturn:
        """Raise ValueError: a score or a grade is NaN or infinite."""
        width = len(self.scores) // self.n
        shape = (-1, width) if self.offsets is None else (-1,)
        check_finite(self.scores.reshape(shape), "y_score")
        check_finite(self.grades.reshape(shape), "y_true")
        raise RuntimeError("y_score was modified while it was being read.")


def check_finite(array: NDArray[Any], name: str) -> None:
    """Raise if a number is NaN or infinite; whole numbers are neither."""
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise_not_finite(array, name)


def finite_copy(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Return a copy of a column, checked while its parts are in the cache."""
    copy = np.empty_like(array)
    for start in range(0, len(array), _PART):
        part = copy[start : start + _PART]
        part[:] = array[start : start + _PART]
        if array.dtype.kind == "f" and not np.isfinite(part).all():
            raise_not_finite(array, name)
    return copy


def _mapped(grades: NDArray[Any], mapping: dict[float, float]) -> NDArray[np.float64]:
    """Return gains; NaN stays, and so does 0."""
    known, codes = np.unique(grades.astype(np.float64), return_inverse=True)
    gains = []
    for grade in known.tolist():
        if grade != grade or grade == 0:
            gains.append(grade)
        elif grade in mapping:
            gains.append(mapping[grade])
        else:
            raise ValueError(
                f"gain must map every grade of y_true to a gain, but lacks {grade:g}."
            )
    return np.array(gains)[codes.reshape(grades.shape)]


def joined(a: ListColumns, b: ListColumns) -> ListColumns:
    """Return the queries of ``a``, then those of ``b``."""
    offsets = np.concatenate([a.starts, b.starts[1:] + len(a.grades)])
    places = None
    if a.places is not None and b.places is not None:
        places = np.concatenate([a.places, b.places])
    unreturned = None
    if a.unreturned is not None or b.unreturned is not None:
        of_a, of_b = _unreturned(a), _unreturned(b)
        unreturned = Unreturned(
            np.concatenate([of_a.offsets, of_b.offsets[1:] + len(of_a.grades)]),
            np.concatenate([of_a.grades, of_b.grades]),
            np.concatenate([of_a.nonrelevant, of_b.nonrelevant]),
        )
    subtopics = None
    if (a.subtopics is None) != (b.subtopics is None):
        raise ValueError(
            "RankedLists cannot be merged where only some of them have grades for "
            "sub-topics"
        )
    if a.subtopics is not None and b.subtopics is not None:
        subtopics = a.subtopics.joined(b.subtopics, len(a.grades))
    grades, scores = _together(a.grades, b.grades), _together(a.scores, b.scores)
    if a.all_judged != b.all_judged:
        raise ValueError(
            "RankedLists cannot be merged if only some of them mark unjudged documents"
        )
    return ListColumns(
        a.n + b.n, grades, scores, offsets, places, unreturned, a.all_judged, subtopics
    )


def joined_ids(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """Return the ids of both, which must be different and of one kind."""
    kinds = ["text" if x.dtype.kind in "OUS" else "numbers" for x in (a, b)]
    if kinds[0] != kinds[1]:
        raise TypeError(
            "RankedLists whose queries have ids of different kinds cannot be merged: "
            f"{a.dtype} and {b.dtype}"
        )
    ids = np.concatenate([a, b])
    values, counts = np.unique(ids, return_counts=True)
    if len(values) < len(ids):
        twice = values[counts > 1]
        raise ValueError(
            f"RankedLists of the same queries cannot be merged: {len(twice)} are in "
            f"both, such as {shown(twice[0])}"
        )
    return ids


def are_equal(a: ListColumns, b: ListColumns) -> bool:
    """Whether both hold the same numbers for the same queries."""
    of_a, of_b = _unreturned(a), _unreturned(b)
    return (
        a.all_judged == b.all_judged
        and np.array_equal(a.starts, b.starts)
        and np.array_equal(a.grades, b.grades, equal_nan=not a.all_judged)
        and np.array_equal(a.scores, b.scores)
        and _are_equal(a.places, b.places)
        and all(map(np.array_equal, of_a, of_b))
        and _are_equal(a.subtopics, b.subtopics)
    )


def _are_equal(a: Any, b: Any) -> bool:
    """Whether both are None, or equal arrays or tuples of arrays."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return all(map(np.array_equal, a, b))
    return a is b if a is None or b is None else np.array_equal(a, b)


def _unreturned(columns: ListColumns) -> Unreturned:
    if columns.unreturned is not None:
        return columns.unreturned
    n = columns.n
    return Unreturned(np.zeros(n + 1, np.int64), np.empty(0), np.zeros(n, np.int64))


def _together(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    if a.dtype == b.dtype:
        return np.concatenate([a, b])
    return np.concatenate([a.astype(np.float64), b.astype(np.float64)])


# ----------------------------------------------------------------------------- builders
# Columns from lists of ids with relevant ids, and from runs with judgements.


MISSING = ("zero", "skip")


def read_user_lists(
    recommended: Any, relevant: Any, user_id: Any
) -> tuple[ListColumns, NDArray[Any] | None]:
    """Return a query per user, and the users' ids; None: they are 0 ... n - 1."""
    lists = read_lists(recommended, user_id=user_id)
    known, known_grades, is_graded = _judged(lists, relevant)
    places = lists.find_in(known)
    is_known = places >= 0
    # Nobody has judged what grades leave out; a list has all that is relevant.
    grades = np.where(is_graded, np.nan, 0.0)[lists.owners()]
    grades[is_known] = known_grades[places[is_known]]
    is_left = np.ones(len(known.codes), bool)
    is_left[places[is_known]] = False
    first = known.first_places()
    if first is not None:
        is_left &= np.isin(np.arange(len(is_left)), first)
    # later in the list: a lower score
    scores = np.repeat(lists.starts[:-1], lists.lengths) - np.arange(len(grades))
    columns = ListColumns(
        lists.n_users,
        grades,
        scores,
        lists.starts,
        None,
        _unreturned_documents(known, known_grades, is_left),
        all_judged=not is_graded.any(),
    )
    return columns, lists.users


def _unreturned_documents(
    known: ItemLists, grades: NDArray[np.float64], is_left: NDArray[np.bool_]
) -> Unreturned:
    """Return the documents that were judged and not recommended."""
    users = known.owners()
    is_relevant, is_nonrelevant = is_left & (grades > 0), is_left & (grades == 0)
    of, more = users[is_relevant], grades[is_relevant]
    if np.any(more != 1):
        more = more[np.lexsort((-more, of))]
    offsets = np.zeros(known.n_users + 1, np.int64)
    np.cumsum(np.bincount(of, minlength=known.n_users), out=offsets[1:])
    nonrelevant = np.bincount(users[is_nonrelevant], minlength=known.n_users)
    return Unreturned(offsets, more, nonrelevant)


def _judged(
    lists: ItemLists, relevant: Any
) -> tuple[ItemLists, NDArray[np.float64], NDArray[np.bool_]]:
    """Return the judged ids of each user, their grades, and which users have grades."""
    if isinstance(relevant, Mapping):
        relevant = _in_order(lists, relevant)
    elif getattr(getattr(relevant, "dtype", None), "kind", "") == "O":
        relevant = [*relevant]
    if not _are_graded(relevant):
        known = lists.in_order(relevant, "relevant")
        return known, np.ones(len(known.codes)), np.zeros(lists.n_users, bool)
    known = lists.in_order(
        [[*ids] if isinstance(ids, Mapping) else ids for ids in relevant], "relevant"
    )
    own = (
        ids.values() if isinstance(ids, Mapping) else [1] * len(ids) for ids in relevant
    )
    grades = [*chain.from_iterable(own)]
    numbers = number_matrix(grades, "relevant") if grades else np.empty(0)
    numbers = numbers.astype(np.float64)
    raise_not_finite(numbers, "relevant")
    return known, numbers, np.array([isinstance(ids, Mapping) for ids in relevant])


def _in_order(lists: ItemLists, relevant: Mapping[Any, Any]) -> list[Any]:
    """Return the entry of each user in a mapping; raise if one is missing."""
    if lists.users is None:
        raise TypeError("relevant as a mapping of users needs user_id.")
    users = lists.users.tolist()
    missing = [user for user in users if user not in relevant]
    if missing:
        raise ValueError(
            f"relevant has no entry for {len(missing)} of {len(users)} users, such as "
            f"{shown(missing[0])}."
        )
    return [relevant[user] for user in users]


def _are_graded(relevant: Any) -> bool:
    """Whether some of these are mappings of ids to grades."""
    return isinstance(relevant, (list, tuple)) and any(
        issubclass(kind, Mapping) for kind in {*map(type, relevant)}
    )


def read_judged_run(
    qrels: Any, run: Any, missing: Any, judged_only: Any
) -> tuple[ListColumns, NDArray[Any], int]:
    """Return a query per judged query, their ids, and how many are not judged.

    Raises ValueError if the run has queries and none of them is judged.
    """
    if not is_one_of(missing, MISSING) or missing is None:
        raise ValueError(f"missing must be one of {MISSING}, got {shown(missing)}.")
    check_flag(judged_only, "judged_only")
    judged = read_judgements(qrels)
    results = read_results(run, may_be_empty=missing == "zero")
    lists = join_run(judged, results, missing=missing, judged_only=bool(judged_only))
    if len(results.queries) and not lists.returned.any():
        raise ValueError(
            "run must have a query of qrels, but they have none in common: qrels have "
            f"{shown(judged.queries[0])}, run has {shown(results.queries[0])}."
        )
    unreturned = Unreturned(
        lists.unreturned_offsets, lists.unreturned, lists.unreturned_nonrelevant
    )
    columns = ListColumns(
        len(lists.query_ids),
        lists.grades,
        lists.scores,
        lists.offsets,
        lists.trec_rank,
        unreturned,
        all_judged=False,
        subtopics=lists.subtopics,
    )
    ids = array_of_texts([*lists.query_ids])
    assert ids is not None  # they are texts
    return columns, np.asarray(ids), lists.n_unjudged_queries


# --------------------------------------------------------------------------- list bytes
# RankedLists as bytes: the format, version 1.
#
# In the frame of `fastmetrics._common.packing`:
#
# ======  =========================  ==================================================
# offset  type                       content
# ======  =========================  ==================================================
# 0       8 bytes                    ``FMRANKED``
# 8       uint16                     version of the format, 1
# 10      uint8                      the rule for ties, in the order of TIES
# 11      uint8                      1: every document is judged; else NaN is a grade
# 12      uint8                      1: places of the documents' ids follow
# 13      uint8                      1: documents that lists lack follow; 2: grades
#                                    for sub-topics follow; 3: both
# 14      uint8                      what ids are: a kind of labels, 255: 0 ... n - 1
# 15      uint64                     n, the number of queries
# 23      uint64                     rows
# 31      uint64                     grades of documents that lists lack
# 39      uint64                     bytes of the ids
# 47      uint64                     queries of runs that nobody judged
# 55      n + 1 int64                where the rows of each query begin
# ..      as many float64 as rows    grades
# ..      as many float64 as rows    scores
# ..      as many int64 as rows      places, if any
# ..      n + 1 int64                where the unreturned of each query begin, if any
# ..      as many float64            their grades, if any
# ..      n int64                    how many are judged at 0, if any
# ..      2 uint64                   documents and grades for sub-topics, if any
# ..      n + 1 int64                where the documents of each query begin, if any
# ..      int64                      their rows, -1: none, if any
# ..      documents + 1 int64        where the grades of each begin, if any
# ..      int64                      the sub-topic of each grade, if any
# ..      float64                    these grades, if any
# ..      bytes                      ids, as labels are written
# end     uint32                     CRC-32 (zlib) of all bytes before
# ======  =========================  ==================================================


_FORMAT = Format(
    b"FMRANKED", 1, "BBBBBQQQQQ", "these RankedLists are", "no RankedLists"
)
_COUNTED = 255
_LAST_SUBTOPIC = 2**31


def pack(
    columns: ListColumns, ids: NDArray[Any] | None, ties: int, n_unjudged: int = 0
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
        ties,
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


def unpack(
    data: Any, n_rules: int
) -> tuple[ListColumns, NDArray[Any] | None, int, int]:
    """Return the arguments of `pack`; other bytes raise ValueError.

    ``n_rules`` is the number of rules for ties.
    """
    fields, reader = _FORMAT.open(data)
    ties, all_judged, has_places, has_more, kind, n, n_rows, *sizes = fields
    n_more, size, n_unjudged = sizes
    if ties >= n_rules or max(all_judged, has_places) > 1 or has_more > 3:
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
        raise _FORMAT.damaged("there are unexpected ids")
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
    return columns, ids, ties, n_unjudged


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
