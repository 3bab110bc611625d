"""Judgements (qrels) and runs in any of their forms, and the join of the two."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._common.names import shown, some
from fastmetrics._inputs.columns import as_column, raise_no_rows, raise_not_finite
from fastmetrics._inputs.key_columns import IdColumn, id_column, match_ids
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.query_rows import SubtopicGrades, starts_of
from fastmetrics._inputs.score_tables import named_columns
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels import codes as whole_numbers
from fastmetrics._kernels import trec

if TYPE_CHECKING:
    from numpy.typing import NDArray


# What each column is called in tables: the first is our name.
COLUMN_NAMES = {
    "query_id": ("query_id", "qid", "query", "topic", "q_id", "query-id", "topic_id"),
    "doc_id": (
        *("doc_id", "docid", "docno", "document", "document_id", "did", "pid"),
        *("corpus-id", "corpus_id", "doc"),
    ),
    "subtopic_id": (
        *("subtopic_id", "subtopic", "sub_topic", "subtopic-id", "intent", "intent_id"),
        *("aspect", "facet"),
    ),
    "relevance": (
        *("relevance", "rel", "grade", "label", "judgment", "judgement", "qrel"),
        "gain",
    ),
    "score": ("score", "sim", "similarity", "y_score"),
    "rank": ("rank",),
    "tag": ("tag", "run_id", "run", "system", "name"),
}


class Qrels(NamedTuple):
    """Judgements: a row per query and judged document.

    Attributes
    ----------
    query_id, doc_id : sequence of str, of length n_rows
        As NumPy and pandas take columns.
    relevance : ndarray of shape (n_rows,)
        The grades: int64 if all are whole numbers, else float64.
    """

    query_id: Any
    doc_id: Any
    relevance: Any


class SubtopicQrels(NamedTuple):
    """Judgements for sub-topics: a row per query, sub-topic and judged document.

    Attributes
    ----------
    query_id, subtopic_id, doc_id : sequence of str, of length n_rows
        As NumPy and pandas take columns.
    relevance : ndarray of shape (n_rows,)
        The grades: int64 if all are whole numbers, else float64.
    """

    query_id: Any
    subtopic_id: Any
    doc_id: Any
    relevance: Any


class Run(NamedTuple):
    """The results of a system: a row per query and returned document.

    Attributes
    ----------
    query_id, doc_id : sequence of str, of length n_rows
        As NumPy and pandas take columns.
    score : ndarray of float64 of shape (n_rows,), or None
        The highest comes first. None: the run has ranks only.
    rank : ndarray of int64 of shape (n_rows,), or None
        As it is written; documents are ordered by it only where there is no score.
    tag : sequence of str, of length n_rows, or None
        The name of the run.
    """

    query_id: Any
    doc_id: Any
    score: Any
    rank: Any = None
    tag: Any = None


class _Rows(NamedTuple):
    """Rows by query.

    ``queries`` has a row per query, in order of first appearance; the codes of ``docs``
    and the values are by row, and the rows of query q are
    ``order[offsets[q]:offsets[q + 1]]``. For sub-topics, ``values`` are the largest
    grades, and ``subtopics`` has where the grades of each row begin, the number of each
    one's sub-topic, and the grades.
    """

    queries: IdColumn
    docs: IdColumn
    values: NDArray[np.float64]
    offsets: NDArray[np.int64]
    order: NDArray[np.int64]
    subtopics: (
        tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]] | None
    ) = None


class JudgedRun(NamedTuple):
    """A run with its judgements, query by query in the order of the judgements.

    Attributes
    ----------
    query_ids : IdColumn
        The judged queries.
    returned : ndarray of bool
        Which of them the run has.
    offsets : ndarray of int64
        Query q has the rows ``offsets[q]:offsets[q + 1]``, in the order of the input.
    grades : ndarray of float64
        By row; NaN where the document is not judged.
    scores : ndarray of float64
        By row.
    trec_rank : ndarray of int64
        By row: its place in the query's list by trec_eval's order, from 0.
    unreturned : ndarray of float64
        The grades above 0 of documents that the list lacks, descending by query.
    unreturned_offsets : ndarray of int64
        Where each query's begin.
    unreturned_nonrelevant : ndarray of int64
        By query: how many documents of grade 0 the list lacks.
    n_unjudged_queries : int
        Queries of the run without judgements; they are left out.
    subtopics : SubtopicGrades or None
        The grades for each sub-topic, where there are such.
    """

    query_ids: IdColumn
    returned: NDArray[np.bool_]
    offsets: NDArray[np.int64]
    grades: NDArray[np.float64]
    scores: NDArray[np.float64]
    trec_rank: NDArray[np.int64]
    unreturned: NDArray[np.float64]
    unreturned_offsets: NDArray[np.int64]
    unreturned_nonrelevant: NDArray[np.int64]
    n_unjudged_queries: int
    subtopics: SubtopicGrades | None = None


# --- kinds of arguments


def _is_nested(x: Any) -> bool:
    """Whether this is a mapping of mappings, with one of them at least."""
    return (
        isinstance(x, Mapping)
        and bool(x)
        and all(isinstance(value, Mapping) for value in x.values())
    )


def _known(name: Any, what: str) -> bool:
    return str(name).lower() in COLUMN_NAMES[what]


def _has_columns(x: Any, *what: str) -> bool:
    if isinstance(x, Mapping):
        names: Any = x
    elif isinstance(x, (Qrels, SubtopicQrels, Run)):
        names = x._fields
    elif hasattr(x, "column_names"):
        names = x.column_names
    else:
        names = getattr(x, "columns", ())
    return all(any(_known(name, column) for name in names) for column in what)


def are_judgements(x: Any) -> bool:
    """Whether data have the form of judgements: qrels, whatever their form.

    An empty mapping counts as such, and its reader raises the error.
    """
    if isinstance(x, (Qrels, SubtopicQrels)) or (isinstance(x, Mapping) and not x):
        return True
    if _is_nested(x):
        return not any(_is_nested(value) for value in x.values())
    return _has_columns(x, "query_id", "doc_id", "relevance")


def named_runs(run: Any) -> dict[Any, Any] | None:
    """Return runs by name; None: it is one run."""
    if not isinstance(run, Mapping) or not run or _has_columns(run, "query_id"):
        return None
    if _is_nested(run) and not any(
        _is_nested(t) or _has_columns(t, "query_id", "doc_id") for t in run.values()
    ):
        return None
    return dict(run)


# --- one table


def read_judgements(qrels: Any, name: str = "qrels") -> _Rows:
    """Return judgements by query, for sub-topics where there is a column of them.

    Raises ValueError if a query has a document twice, and for grades that are not
    finite numbers.
    """
    if (
        isinstance(qrels, (tuple, list))
        and len(qrels) == 4
        and not hasattr(qrels, "_fields")
    ):
        qrels = SubtopicQrels(*qrels)
    rows, _ = _read_table(qrels, name, ("relevance",))
    if not len(rows.queries):
        raise_no_rows(name)
    return rows


def read_results(run: Any, name: str = "run", *, may_be_empty: bool = False) -> _Rows:
    """Return the documents of a run by query; its values are scores.

    For a run with ranks only, these are the negative ranks. Without a query it
    raises ValueError unless ``may_be_empty``.
    """
    if may_be_empty and isinstance(run, Mapping) and not run:
        groups, values = np.zeros(0, np.uint32), np.empty(0)
        return _by_query(_nothing(), groups, _nothing(), values, name)
    rows, what = _read_table(run, name, ("score", "rank"))
    if not len(rows.queries) and not may_be_empty:
        raise_no_rows(name)
    return rows._replace(values=-rows.values) if what == "rank" else rows


def _read_table(x: Any, name: str, what: Sequence[str]) -> tuple[_Rows, str]:
    """Return a table, the values being the first of ``what`` that it has."""
    if _is_nested(x):
        return _of_mappings(x, name, what[0]), what[0]
    if isinstance(x, (Qrels, SubtopicQrels, Run)):
        columns: list[tuple[Any, Any]] | None = [
            *((of, column) for of, column in x._asdict().items() if column is not None)
        ]
    elif isinstance(x, (tuple, list)) and len(x) == 3:
        columns = list(zip(("query_id", "doc_id", what[0]), x, strict=True))
    else:
        columns = None if isinstance(x, (tuple, list)) else named_columns(x)
    if columns is None or (isinstance(x, Mapping) and not x):
        kind = "an empty mapping" if isinstance(x, Mapping) else type(x).__name__
        raise TypeError(
            f"{name} must be a table with the columns query_id, doc_id and {what[0]}, "
            f"these three columns, or a mapping {{query: {{document: {what[0]}}}}}, "
            f"got {kind}."
        )
    found_columns = find_columns([of for of, _ in columns], name, what)
    called = next(column for column in what if column in found_columns)
    query, doc, values = (
        columns[found_columns[column]][1] for column in ("query_id", "doc_id", called)
    )
    if "subtopic_id" in found_columns and called == "relevance":
        subtopic = columns[found_columns["subtopic_id"]][1]
        return _of_subtopics(query, subtopic, doc, values, name), called
    return _of_columns(query, doc, values, name, called), called


def find_columns(
    names: Sequence[Any],
    name: str,
    what: Sequence[str],
    error: Callable[[str], Exception] = ValueError,
) -> dict[str, int]:
    """Return the positions of the columns of queries, documents and values.

    Of the values the first that there is of ``what`` is needed; the others are
    returned too where they are there.
    """
    positions: dict[str, int] = {}
    for column in ("query_id", "doc_id", "subtopic_id", *what):
        lower = [str(each).lower() for each in names]
        places = [
            lower.index(known) for known in COLUMN_NAMES[column] if known in lower
        ]
        if places:
            positions[column] = places[0]
    if "relevance" in what and "relevance" not in positions:
        # BEIR calls the grades of its judgements so.
        places = [i for i, each in enumerate(names) if str(each).lower() == "score"]
        if places:
            positions["relevance"] = places[0]
    missing = [column for column in ("query_id", "doc_id") if column not in positions]
    if not any(column in positions for column in what):
        missing.append(" or ".join(what))
    if missing:
        listed = some([*map(shown, names)], ", ") or "none"
        raise error(f"{name} has no column {missing[0]}: its columns are {listed}.")
    return positions


def _of_columns(query: Any, doc: Any, values: Any, name: str, called: str) -> _Rows:
    queries = id_column(query, f"{name}.query_id")
    docs = id_column(doc, f"{name}.doc_id")
    check_length(docs.codes, len(queries), f"{name}.doc_id")
    column = numbers(as_column(values, f"{name}.{called}"), f"{name}.{called}")
    check_length(column, len(queries), f"{name}.{called}")
    return _by_query(*_in_order(queries), docs, _floats(column, name, called), name)


def _of_subtopics(query: Any, subtopic: Any, doc: Any, values: Any, name: str) -> _Rows:
    """Return a row per query and document, and their grades for sub-topics."""
    queries, groups = _in_order(id_column(query, f"{name}.query_id"))
    docs = id_column(doc, f"{name}.doc_id")
    check_length(docs.codes, len(groups), f"{name}.doc_id")
    topics = id_column(subtopic, f"{name}.subtopic_id")
    check_length(topics.codes, len(groups), f"{name}.subtopic_id")
    column = numbers(as_column(values, f"{name}.relevance"), f"{name}.relevance")
    check_length(column, len(groups), f"{name}.relevance")
    grades = _floats(column, name, "relevance")
    order, row = _by_document(groups, docs.codes, topics)
    if row >= 0:
        raise ValueError(
            f"{name} must have a document once per query and sub-topic, but query "
            f"{shown(queries[int(groups[row])])} has {shown(docs[row])} again for "
            f"sub-topic {shown(topics[row])} in row {row}."
        )
    groups, grades, documents = groups[order], grades[order], docs.codes[order]
    numbered = _in_order(topics)[1].astype(np.int64)[order]
    is_first = np.ones(len(order), np.bool_)
    is_first[1:] = (groups[1:] != groups[:-1]) | (documents[1:] != documents[:-1])
    first = np.flatnonzero(is_first)
    largest = np.maximum.reduceat(grades, first) if len(first) else grades
    offsets, rows = trec.order_by_group(groups[first], len(queries))
    own = IdColumn(documents[first], docs.texts, docs.ends)
    starts = np.append(first, len(order)).astype(np.int64)
    return _Rows(queries, own, largest, offsets, rows, (starts, numbered, grades))


def _by_document(
    groups: NDArray[np.uint32], docs: NDArray[np.uint32], topics: IdColumn
) -> tuple[NDArray[np.int64], int]:
    """Return rows by query, document and sub-topic, the last in order of appearance.

    The number is the first row that repeats all three; -1: there is none.
    """
    n = len(docs)
    numbered, sizes = _in_order(topics)[1], [1, 1]
    for i, codes in enumerate((numbered, docs)):
        sizes[i] = int(codes.max(initial=0)) + 1
    if (int(groups.max(initial=0)) + 1) * math.prod(sizes) > 2**64:
        order = np.lexsort((numbered, docs, groups))
        columns = groups[order], docs[order], numbered[order]
        is_again = np.logical_and.reduce([c[1:] == c[:-1] for c in columns])
    else:
        pairs = groups.astype(np.uint64) * np.uint64(sizes[1]) + docs
        keys = pairs * np.uint64(sizes[0]) + numbered
        keys, rows = sort_pairs(keys, np.arange(n, dtype=np.uint64))
        order, is_again = rows.astype(np.int64), keys[1:] == keys[:-1]
    return order, int(order[1:][is_again].min()) if is_again.any() else -1


def find_repeated_subtopic(query: IdColumn, subtopic: IdColumn, doc: IdColumn) -> int:
    """Return the first row that has a query, sub-topic and document again; -1: none."""
    return _by_document(query.codes, doc.codes, subtopic)[1]


def _floats(column: NDArray[Any], name: str, called: str) -> NDArray[np.float64]:
    with np.errstate(over="ignore"):  # of long doubles, to infinity, which is refused
        values = column.astype(np.float64)
    if not np.isfinite(values).all():
        raise_not_finite(values, f"{name}.{called}")
    return values


def _in_order(column: IdColumn) -> tuple[IdColumn, NDArray[np.uint32]]:
    """Return the ids that occur, in order of appearance, and which each row has."""
    codes, used, _ = whole_numbers.encode_whole(column.codes, 0, column.n_ids)
    ids = IdColumn(used.astype(np.uint32), column.texts, column.ends)
    return ids, codes.astype(np.uint32, copy=False)


def _of_mappings(x: Mapping[Any, Any], name: str, called: str) -> _Rows:
    """Return the rows of a mapping of mappings; a query can have no documents."""
    queries = id_column([*x], f"the queries of {name}")
    lengths = [len(documents) for documents in x.values()]
    docs = [doc for documents in x.values() for doc in documents]
    items = [value for documents in x.values() for value in documents.values()]
    values = np.empty(0)
    if items:
        values = numbers(as_column(items, f"{name}.{called}"), f"{name}.{called}")
    groups = np.repeat(np.arange(len(lengths), dtype=np.uint32), lengths)
    column = id_column(docs, f"the documents of {name}") if docs else _nothing()
    return _by_query(queries, groups, column, _floats(values, name, called), name)


def _nothing() -> IdColumn:
    return IdColumn(
        np.empty(0, np.uint32), np.empty(0, np.uint8), np.empty(0, np.int64)
    )


def _by_query(
    queries: IdColumn,
    groups: NDArray[np.uint32],
    docs: IdColumn,
    values: NDArray[np.float64],
    name: str,
) -> _Rows:
    offsets, order = trec.order_by_group(groups, len(queries))
    rows = _Rows(queries, docs, values, offsets, order)
    row = trec.find_repeated(offsets, order, docs.codes, docs.n_ids)
    if row >= 0:
        raise ValueError(
            f"{name} must have a document once per query, but query "
            f"{shown(queries[int(groups[row])])} has {shown(docs[row])} again in row "
            f"{row}."
        )
    return rows


def find_repeated(query: IdColumn, doc: IdColumn) -> int:
    """Return the first row whose document its query has had before; -1: none."""
    offsets, order = trec.order_by_group(query.codes, query.n_ids)
    return trec.find_repeated(offsets, order, doc.codes, doc.n_ids)


# --- the two together


def join_run(
    judged: _Rows, run: _Rows, *, missing: str = "zero", judged_only: bool = False
) -> JudgedRun:
    """Return a run with its judgements.

    Parameters
    ----------
    judged, run : rows by query
        Of `read_judgements` and `read_results`.
    missing : {"zero", "skip"}
        What becomes of judged queries that the run does not have: they count with an
        empty list, or are left out.
    judged_only : bool
        Whether documents that are not judged, or with a grade below 0, are taken out of
        the lists.
    """
    of_run = _same_queries(judged, run)
    n_unjudged = int(np.count_nonzero(of_run == trec.NO_ID))
    returned = np.zeros(len(judged.queries), np.bool_)
    returned[of_run[of_run != trec.NO_ID]] = True
    if missing == "skip":
        judged, of_run = _only(judged, returned, of_run)
        returned = np.ones(len(judged.queries), np.bool_)
    offsets, order = _rows_of(run, of_run, len(judged.queries))
    ranks = trec.rank_as_trec(
        (offsets, order, run.docs.codes), run.values, run.docs.texts, run.docs.ends
    )
    codes = match_ids(judged.docs, run.docs)
    docs = codes[run.docs.codes] if len(codes) else run.docs.codes
    joined = trec.join_run(
        (judged.offsets, judged.order, judged.docs.codes),
        judged.values,
        (offsets, order, docs),
        judged.docs.n_ids,
    )
    grades, unreturned, unreturned_offsets, unreturned_nonrelevant = joined
    scores = run.values[order]
    subtopics = None
    if judged.subtopics is not None:
        numbers_of = np.arange(len(judged.values), dtype=np.float64)
        join = (judged.offsets, judged.order, judged.docs.codes), numbers_of
        returned_as = trec.join_run(*join, (offsets, order, docs), judged.docs.n_ids)[0]
        if judged_only:
            returned_as = returned_as[grades >= 0]
        subtopics = _subtopics(judged, judged.subtopics, returned_as)
    if judged_only:
        kept = grades >= 0
        sums = np.concatenate(([0], np.cumsum(kept)))
        offsets = sums[offsets]
        grades, scores, ranks = grades[kept], scores[kept], ranks[kept]
    return JudgedRun(
        judged.queries,
        returned,
        offsets,
        grades,
        scores,
        ranks,
        unreturned,
        unreturned_offsets,
        unreturned_nonrelevant,
        n_unjudged,
        subtopics,
    )


def _subtopics(
    judged: _Rows,
    own: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]],
    returned_as: NDArray[np.float64],
) -> SubtopicGrades:
    """Return the grades above 0 of judged documents, by query, the last id first.

    ``returned_as`` has which judged row each row of the lists is, NaN: none.
    """
    starts, topics, grades = own
    places = np.full(len(judged.values), -1, np.int64)
    rows = np.flatnonzero(~np.isnan(returned_as))
    places[returned_as[rows].astype(np.int64)] = rows
    # With equal scores trec_eval orders by id, the last first.
    rank = trec.rank_as_trec(
        (judged.offsets, judged.order, judged.docs.codes),
        np.zeros(len(judged.values)),
        judged.docs.texts,
        judged.docs.ends,
    )
    lengths = np.diff(judged.offsets)
    by_id = np.empty(len(judged.order), np.int64)
    by_id[np.repeat(judged.offsets[:-1], lengths) + rank] = judged.order
    is_kept = judged.values[by_id] > 0
    queries = np.repeat(np.arange(len(lengths)), lengths)[is_kept]
    by_id = by_id[is_kept]
    # The grades of each of these, one document after the other.
    per_document = np.diff(starts)[by_id]
    first = np.repeat(starts[:-1][by_id], per_document)
    within = np.arange(len(first)) - np.repeat(
        np.cumsum(per_document) - per_document, per_document
    )
    of_all = first + within
    is_above = grades[of_all] > 0
    document = np.repeat(np.arange(len(by_id)), per_document)[is_above]
    return SubtopicGrades(
        starts_of(np.bincount(queries, minlength=len(lengths))),
        places[by_id],
        starts_of(np.bincount(document, minlength=len(by_id))),
        topics[of_all][is_above],
        grades[of_all][is_above],
    )


def _rows_of(
    run: _Rows, of_run: NDArray[np.uint32], n_queries: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of a run by judged query, which each query of the run has."""
    lengths = np.diff(run.offsets)
    kept = of_run != trec.NO_ID
    if (np.diff(of_run[kept].astype(np.int64)) > 0).all():  # in the same order
        per_query = np.zeros(n_queries, np.int64)
        per_query[of_run[kept]] = lengths[kept]
        order = run.order if kept.all() else run.order[np.repeat(kept, lengths)]
        return np.concatenate(([0], np.cumsum(per_query))), order
    groups = np.empty(len(run.order), np.uint32)
    groups[run.order] = np.repeat(of_run, lengths)
    return trec.order_by_group(groups, n_queries)


def _same_queries(judged: _Rows, run: _Rows) -> NDArray[np.uint32]:
    """Return the judged query of each query of the run, or ``NO_ID``."""
    by_code = match_ids(judged.queries, run.queries)
    place = np.full(judged.queries.n_ids + 1, trec.NO_ID, np.uint32)
    place[judged.queries.codes] = np.arange(len(judged.queries), dtype=np.uint32)
    codes = by_code[run.queries.codes]
    return np.where(
        codes == trec.NO_ID, codes, place[np.minimum(codes, len(place) - 1)]
    )


def _only(
    judged: _Rows, kept: NDArray[np.bool_], of_run: NDArray[np.uint32]
) -> tuple[_Rows, NDArray[np.uint32]]:
    """Omit judged queries, and renumber the queries of the run."""
    lengths = np.diff(judged.offsets)
    rows = judged._replace(
        queries=judged.queries[kept],
        offsets=np.concatenate(([0], np.cumsum(lengths[kept]))),
        order=judged.order[np.repeat(kept, lengths)],
    )
    again = np.concatenate((np.cumsum(kept) - 1, [0])).astype(np.uint32)
    place = np.minimum(of_run, len(kept))
    return rows, np.where(of_run == trec.NO_ID, of_run, again[place])
