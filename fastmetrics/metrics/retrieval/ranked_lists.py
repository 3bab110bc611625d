"""Ranked lists of many queries: how they are read, from columns or TREC judgments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.judgements import are_judgements, named_runs
from fastmetrics._inputs.query_rows import QueryRows, read_query_rows
from fastmetrics._kernels import ranked
from fastmetrics.metrics.retrieval.answers import (
    Answers,
    TieSpread,
    answer,
    tie_spreads,
)
from fastmetrics.metrics.retrieval.columns import (
    ListColumns,
    are_equal,
    finite_copy,
    joined,
    joined_ids,
    pack,
    read_judged_run,
    read_user_lists,
    unpack,
)
from fastmetrics.metrics.retrieval.requests import TIES, Request, request_of
from fastmetrics.metrics.summary import Summary, no_columns_beside
from fastmetrics.show.notebook import Shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.record import Metric
    from fastmetrics.metrics.retrieval.requests import Grades, Scores, Ties


class RankedLists(Summary):
    """Ranked lists of documents of many queries, which merge with ``+``.

    For each query they contain the grades and scores of the documents of its list, and
    the grades of judged documents that the list lacks. Every metric of retrieval is
    computed from them.

    Attributes
    ----------
    n_queries : int
        Queries.
    n_documents : int
        Documents of all lists together.
    query_ids : ndarray of shape (n_queries,)
        In order of first appearance; 0 ... n - 1 for matrices.
    n_unjudged_queries : int
        Number of queries of runs that have no judgements and are left out.
    ties : str
        Default rule for equal scores.

    See Also
    --------
    fastmetrics.ndcg_score, fastmetrics.mean_average_precision : Metrics of ranked
        lists.

    Notes
    -----
    They are created by `from_dense`, `from_columns`, `from_lists` and `from_trec`.
    Functions of ranked lists accept them as ``y_true``, with None as ``y_score``:
    ``ndcg_score(lists, None, k=10)``.

    Scores are kept in the given order. They are sorted only if a function needs it and
    counting would take longer.

    Examples
    --------
    >>> from fastmetrics import RankedLists
    >>> morning = RankedLists.from_columns(["a", "a", "b"], [1, 0, 1], [0.2, 0.5, 0.1])
    >>> evening = RankedLists.from_columns(["c", "c"], [0, 2], [0.9, 0.3])
    >>> day = morning + evening
    >>> round(day.compute("ndcg_score"), 6)
    0.753953
    >>> RankedLists.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("_ids", "columns", "n_unjudged_queries", "ties")

    task = "retrieval"

    columns: ListColumns
    n_unjudged_queries: int
    ties: Ties
    _ids: NDArray[Any] | None

    def __init__(self) -> None:
        raise TypeError(
            "RankedLists are made by from_dense, from_columns, from_lists, from_trec, "
            "from_bytes or merge"
        )

    # --- how they are made

    @classmethod
    def from_dense(cls, y_true: ArrayLike, y_score: ArrayLike) -> RankedLists:
        """Create lists from matrices with one row per query.

        Parameters
        ----------
        y_true : array_like of shape (n_queries, n_docs)
            Grades of relevance; the optional last axis contains the sub-topics.
        y_score : array_like of shape (n_queries, n_docs)
            Scores; documents with larger scores come earlier in the list.

        Returns
        -------
        RankedLists
            Contains copies of both.

        Raises
        ------
        ValueError
            If shapes differ, there are no rows, or a number is NaN or infinite.
        """
        return cls._checked(read_query_rows(y_true, y_score, subtopics=True))

    @classmethod
    def from_columns(
        cls,
        query_id: ArrayLike,
        relevance: ArrayLike,
        score: ArrayLike,
        doc_id: ArrayLike | None = None,
    ) -> RankedLists:
        """Create lists from columns with one row per document of a query, in any order.

        Parameters
        ----------
        query_id : array_like of shape (n_rows,)
            Query of each row: integers, strings or other ids of one type.
        relevance : array_like of shape (n_rows,) or (n_rows, n_subtopics)
            Grades of relevance, or one column for each sub-topic of the query.
        score : array_like of shape (n_rows,)
            Scores; documents with larger scores come earlier in the list.
        doc_id : array_like of shape (n_rows,), optional
            Document of each row, for rules of ``ties`` that use it.

        Returns
        -------
        RankedLists
            O(n) time if the rows of each query are adjacent, otherwise one radix sort.

        Raises
        ------
        ValueError
            If lengths differ, there are no rows, a number is NaN or infinite, an id is
            missing, or a query has a document twice.
        """
        names = ("relevance", "score")
        if query_id is None:
            raise TypeError("query_id must be a column, got None.")
        rows = read_query_rows(
            relevance, score, query_id, doc_id, names, subtopics=True
        )
        return cls._checked(rows, names)

    @classmethod
    def from_lists(
        cls, recommended: Any, relevant: Any, *, user_id: ArrayLike | None = None
    ) -> RankedLists:
        """Create lists from ids in rank order and the relevant ids of each user.

        Parameters
        ----------
        recommended : sequence of sequences, or array_like of shape (n_users, k)
            Recommended ids of each user, the best first. With ``user_id`` a column,
            with the rows of a user in rank order.
        relevant : sequence or mapping
            For each user, in the same order, the relevant ids (of grade 1), or a
            mapping of ids to grades. With ``user_id``, a mapping of users to these. A
            list of ids is complete: all other items are judged not relevant. Items that
            a mapping lacks are unjudged, as in `from_trec`. The difference matters for
            `bpref`, `judged_at_k`, `inferred_average_precision`, `rbp_residual` and
            `retrieval_counts`.
        user_id : array_like, optional
            Users: one per list, or one per row of the column.

        Returns
        -------
        RankedLists
            One query per user. Relevant items that were not recommended count as
            relevant documents. Equal scores do not occur.

        Raises
        ------
        ValueError
            If lengths differ, there are no users, an id is missing, or a list has an
            item twice.
        TypeError
            If these are not lists of ids, or ids contain both numbers and texts.
        """
        columns, ids = read_user_lists(recommended, relevant, user_id)
        return cls.of_columns(columns, ids, "input")

    @classmethod
    def from_trec(
        cls,
        qrels: Any,
        run: Any,
        *,
        missing: Literal["zero", "skip"] = "zero",
        judged_only: bool = False,
    ) -> RankedLists:
        """Create lists from judgements and the results of a system.

        Parameters
        ----------
        qrels : table, Qrels, SubtopicQrels, three or four columns or mapping
            Judgements: a table with columns ``query_id``, ``doc_id`` and ``relevance``,
            such as the result of `read_qrels` or a data frame; these three columns in
            this order; or ``{query: {document: relevance}}``. With a further column
            ``subtopic_id``, the second of four, a document has a grade for each
            sub-topic, and its own grade is the largest of these.
        run : table, Run, three columns or mapping
            Returned documents: the same with ``score`` in place of ``relevance``; a
            table without scores is ordered by ``rank``.
        missing : {"zero", "skip"}, default="zero"
            Treatment of judged queries that the run lacks: they have empty lists, or
            are left out. Queries of the run without judgements are left out. With
            "zero" the run may be empty.
        judged_only : bool, default=False
            Whether to remove documents from the lists that are not judged or have a
            grade below 0.

        Returns
        -------
        RankedLists
            One query per judged query, in their order. For these lists,
            ``ties="trec_eval"`` is the default.

        Raises
        ------
        ValueError
            If columns are missing or of different lengths, a query has a document
            twice, a grade or a score is not a finite number, or no query of the run has
            judgments.

        Examples
        --------
        >>> from fastmetrics import RankedLists
        >>> qrels = {"q1": {"d1": 1, "d2": 0, "d3": 1}, "q2": {"d1": 1}}
        >>> run = {"q1": {"d2": 0.9, "d1": 0.8}}
        >>> lists = RankedLists.from_trec(qrels, run)
        >>> lists.query_ids
        array(['q1', 'q2'], dtype='<U2')
        >>> lists.compute("ndcg_score", average=None).round(4)
        array([0.3869, 0.    ])
        """
        columns, ids, n_unjudged = read_judged_run(qrels, run, missing, judged_only)
        return cls.of_columns(columns, ids, "trec_eval", n_unjudged)

    @classmethod
    def of_columns(
        cls,
        columns: ListColumns,
        ids: NDArray[Any] | None,
        ties: Ties,
        n_unjudged: int = 0,
    ) -> RankedLists:
        """Take columns as they are, and share their memory; ids None: 0 ... n - 1."""
        lists = object.__new__(cls)
        lists.columns, lists._ids, lists.ties = columns, ids, ties
        lists.n_unjudged_queries = n_unjudged
        return lists

    @classmethod
    def of_rows(cls, rows: QueryRows) -> RankedLists:
        """Create lists from rows that are already read, and share their memory."""
        columns = ListColumns(
            rows.n,
            rows.grades,
            rows.scores,
            rows.offsets,
            rows.places,
            subtopics=rows.subtopics,
        )
        return cls.of_columns(columns, rows.ids, "average")

    @classmethod
    def _checked(
        cls, rows: QueryRows, names: tuple[str, str] = ("y_true", "y_score")
    ) -> RankedLists:
        """Take a copy of rows that are finite."""
        lists = cls.of_rows(rows)
        columns = lists.columns
        columns.grades = finite_copy(columns.grades, names[0])
        columns.scores = finite_copy(columns.scores, names[1])
        return lists

    # --- content

    @property
    def n_queries(self) -> int:
        """Number of queries."""
        return self.columns.n

    @property
    def n_documents(self) -> int:
        """Number of documents of all lists."""
        return len(self.columns.grades)

    @property
    def query_ids(self) -> NDArray[Any]:
        """The ids of the queries."""
        return np.arange(self.columns.n) if self._ids is None else self._ids

    @property
    def numbered(self) -> bool:
        """True if queries are rows of matrices, without ids."""
        return self._ids is None

    @property
    def knows_documents(self) -> bool:
        """True if the order of the documents' ids is known."""
        return self.columns.places is not None

    @property
    def has_subtopics(self) -> bool:
        """True if documents have grades for sub-topics of their query."""
        return self.columns.subtopics is not None

    def __len__(self) -> int:
        return self.columns.n

    def __repr__(self) -> str:
        return (
            f"RankedLists(n_queries={self.n_queries}, n_documents={self.n_documents})"
        )

    def _shown(self) -> Shown:
        return Shown(repr(self))

    # --- values

    def per_query(self, names: str | Sequence[str], *, backend: str = "pandas") -> Any:
        """Values of metrics for each query, as a data frame.

        Parameters
        ----------
        names : str or sequence of str
            Metrics of the catalog, or their aliases.
        backend : {"pandas", "polars"}, default="pandas"
            The library of the frame.

        Returns
        -------
        DataFrame
            One row per query, with ``query_id``, and one column per name.

        Raises
        ------
        ValueError
            If there is no such metric, or it has no value for each query.
        """
        from fastmetrics._common.records import data_frame

        given = [names] if isinstance(names, str) else [*names]
        asked = [self._asked(name, {}) for name in given]
        answers = Answers(self, [request for _, request in asked])
        values = [
            answer(request, self, row.function, average=None, answers=answers).tolist()
            for row, request in asked
        ]
        rows = [
            {"query_id": query, **dict(zip(given, of_query, strict=True))}
            for query, *of_query in zip(self.query_ids.tolist(), *values, strict=True)
        ]
        return data_frame(rows, ["query_id"], backend, "per_query", given)

    def tie_spread(self, metric: str, **parameters: Any) -> TieSpread:
        """Worst, mean and best value of a metric over the orders of equal scores.

        Parameters
        ----------
        metric : str
            A metric of the catalog, or its alias.
        **parameters Parameters of its function, except the data, ``ties`` and
        ``average``.

        Returns
        -------
        TieSpread
            Named tuple (worst, average, best, share): the metric with the worst order
            of ties, in expectation, and with the best order, and the proportion of
            queries whose value depends on ties.

        Raises
        ------
        ValueError
            If there is no such metric, or it has no value for each query.
        """
        for name in ("ties", "average"):
            if name in parameters:
                raise TypeError(f"tie_spread asks for {name} itself.")
        row, _ = self._asked(metric, {**parameters, "ties": None})
        return tie_spreads(self, [(row, row.with_parameters(parameters))])[0]

    def _asked(self, name: str, parameters: dict[str, Any]) -> tuple[Metric, Request]:
        """Return the record of a metric and its request."""
        row = self._row(name)
        given = row.with_parameters(parameters)
        row.check_required(given)
        return row, request_of(row, given)

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> RankedLists:
        if not isinstance(other, RankedLists):
            return NotImplemented
        if self.ties != other.ties:
            raise ValueError(
                "RankedLists that treat ties in different ways cannot be merged: "
                f"{self.ties!r} and {other.ties!r}"
            )
        if self._ids is None and other._ids is None:
            ids = None  # matrices: the rows of the second follow those of the first
        else:
            ids = joined_ids(self.query_ids, other.query_ids)
        columns = joined(self.columns, other.columns)
        n_unjudged = self.n_unjudged_queries + other.n_unjudged_queries
        return self.of_columns(columns, ids, self.ties, n_unjudged)

    def to_bytes(self) -> bytes:
        """Return the lists as bytes; ``columns.py`` describes the format.

        Returns
        -------
        bytes
            Bytes that `from_bytes` reads, on any platform and in any later version.

        Raises
        ------
        TypeError
            If ids are neither strings nor numbers.
        """
        ties = TIES.index(self.ties)
        return pack(self.columns, self._ids, ties, self.n_unjudged_queries)

    @classmethod
    def from_bytes(cls, data: Any) -> RankedLists:
        """Read the bytes that `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        RankedLists
            Equal to the lists that were written.

        Raises
        ------
        ValueError
            If the bytes are of something else, damaged, or of another version.
        """
        columns, ids, ties, n_unjudged = unpack(data, len(TIES))
        return cls.of_columns(columns, ids, TIES[ties], n_unjudged)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RankedLists):
            return NotImplemented
        return (
            self.ties == other.ties
            and self.n_queries == other.n_queries
            and np.array_equal(self.query_ids, other.query_ids)
            and are_equal(self.columns, other.columns)
        )

    __hash__ = None  # type: ignore[assignment]


# ------------------------------------------------------------------------------- inputs


def read_ranked_lists(
    y_true: Grades,
    y_score: Scores,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    subtopics: bool = False,
) -> RankedLists:
    """Return matrices, columns or lists as `RankedLists`, which may share their memory.

    ``subtopics``: grades may have a further axis, one number for each sub-topic.

    Judgements with a run are read by `RankedLists.from_trec`.
    """
    if isinstance(y_true, RankedLists):
        no_columns_beside(y_true, y_score=y_score, query_id=query_id, doc_id=doc_id)
        return y_true
    if are_judgements(y_true):
        for name, column in (("query_id", query_id), ("doc_id", doc_id)):
            if column is not None:
                raise TypeError(
                    f"{name} must be None with judgements, which contain the ids."
                )
        return RankedLists.from_trec(y_true, y_score)
    grades: Any = y_true
    scores: Any = y_score
    rows = read_query_rows(grades, scores, query_id, doc_id, subtopics=subtopics)
    return RankedLists.of_rows(rows)


def read_grades(y_true: Grades, y_score: Scores, *more: Any) -> RankedLists:
    """Return the same lists for a metric that does not use the scores."""
    if isinstance(y_true, RankedLists):
        y_score = None
    elif not are_judgements(y_true):
        y_score = np.zeros(as_array(y_true, "y_true").shape)
    return read_ranked_lists(y_true, y_score, *more)


def read_queries(y_true: Any, y_score: Any = None, **ids: Any) -> RankedLists:
    """Return the same lists for a metric that may also have only grades."""
    alone = y_score is None and not isinstance(y_true, RankedLists)
    scores = y_true if alone else y_score
    return read_ranked_lists(y_true, scores, subtopics=not alone, **ids)


# --------------------------------------------------------------------------------- runs


class RetrievalCounts(NamedTuple):
    """Numbers of queries and documents.

    Attributes
    ----------
    queries : int
        Queries.
    returned : int
        Documents of all lists.
    relevant : int
        Relevant documents, whether or not a list has them.
    relevant_returned : int
        Relevant documents of all lists.
    nonrelevant_returned : int
        Documents of all lists that are judged not relevant.
    """

    queries: int
    returned: int
    relevant: int
    relevant_returned: int
    nonrelevant_returned: int


def retrieval_counts(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
) -> RetrievalCounts:
    """Numbers of queries, and of returned and relevant documents.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    relevance_level : float, default=1
        Lowest grade of a relevant document, above 0.
    query_id : array_like of shape (n_rows,), optional
        Query of each row, in any order: integers, strings or other ids of one type.

    Returns
    -------
    RetrievalCounts
        Named tuple (queries, returned, relevant, relevant_returned,
        nonrelevant_returned).

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    See Also
    --------
    set_precision, set_recall : Proportions of these counts for each query.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval system evaluation", in: TREC:
       Experiment and Evaluation in Information Retrieval, MIT Press, 2005

    Examples
    --------
    >>> from fastmetrics import retrieval_counts
    >>> retrieval_counts([[1, 0, 1], [0, 0, 1]], [[3, 2, 1], [3, 2, 1]])
    ... # doctest: +NORMALIZE_WHITESPACE
    RetrievalCounts(queries=2, returned=6, relevant=3, relevant_returned=3,
                    nonrelevant_returned=3)
    """
    lists = read_ranked_lists(y_true, y_score, query_id=query_id)
    kinds = (
        ranked.RETURNED,
        ranked.RELEVANT,
        ranked.RELEVANT_RETURNED,
        ranked.NONRELEVANT,
    )
    requests = [Request(kind, None, relevance_level, "average") for kind in kinds]
    answers = Answers(lists, requests)
    sums = [int(answers.of(request)[0].sum()) for request in requests]
    return RetrievalCounts(lists.n_queries, *sums)


class QueryCounts(NamedTuple):
    """Documents of each query.

    Returned, relevant, both, and returned and judged not relevant.
    """

    returned: NDArray[np.int64]
    relevant: NDArray[np.int64]
    found: NDArray[np.int64]
    nonrelevant: NDArray[np.int64]


def count_documents(lists: RankedLists, relevance_level: float) -> QueryCounts:
    """Count the documents of each query."""
    columns = lists.columns
    starts = columns.starts
    found = _in_parts(columns.grades >= relevance_level, starts)
    relevant = found
    if columns.unreturned is not None:
        lacking = columns.unreturned.grades >= relevance_level
        relevant = found + _in_parts(lacking, columns.unreturned.offsets)
    judged_less = (columns.grades >= 0) & (columns.grades < relevance_level)
    nonrelevant = _in_parts(judged_less, starts)
    return QueryCounts(np.diff(starts), relevant, found, nonrelevant)


def _in_parts(
    marked: NDArray[np.bool_], starts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the number of marked rows in each part."""
    sums = np.concatenate([[0], np.cumsum(marked)])
    return np.diff(sums[starts])


def matched(
    lists: Sequence[RankedLists],
) -> tuple[NDArray[Any], list[NDArray[np.int64] | None], int]:
    """Return the queries of all runs, their places in each, and the number of others.

    Queries are in the order of the first run. Places are None if all runs have the same
    queries in the same order.

    Raises
    ------
    ValueError
        If no query is in all of them.
    """
    first, *others = (run.query_ids for run in lists)
    if all(np.array_equal(ids, first) for ids in others):
        return first, [None] * len(lists), 0
    runs = [{id_: i for i, id_ in enumerate(ids.tolist())} for ids in (first, *others)]
    common = [id_ for id_ in runs[0] if all(id_ in run for run in runs)]
    every = {id_ for run in runs for id_ in run}
    if not common:
        begins = some([shown(next(iter(run))) for run in runs], ", ")
        raise ValueError(f"no query is in all runs: they begin with {begins}")
    places = [np.array([run[id_] for id_ in common], np.int64) for run in runs]
    return first[places[0]], [*places], len(every) - len(common)


def lists_of_runs(
    data: Mapping[str, Any], options: Mapping[str, Any], is_named: bool
) -> dict[str, Any] | None:
    """Return the lists of one run, or of several by name; None if there are none.

    The data are judgements and a run, judgements and runs by name, or ranked lists by
    name.
    """
    first, second = data.get("y_true"), data.get("y_pred")
    if {*data} == {"y_true"} and _are_lists(first):
        return {"lists": first}
    if {*data} != {"y_true", "y_pred"} or not (is_named or are_judgements(first)):
        return None
    how = {
        name: options[name] for name in ("missing", "judged_only") if name in options
    }
    runs = named_runs(second)
    if runs is None:
        return {"lists": RankedLists.from_trec(first, second, **how)}
    lists = {
        name: RankedLists.from_trec(first, run, **how) for name, run in runs.items()
    }
    return {"lists": lists}


def _are_lists(runs: Any) -> bool:
    return (
        isinstance(runs, Mapping)
        and len(runs) > 0
        and all(isinstance(lists, RankedLists) for lists in runs.values())
    )
