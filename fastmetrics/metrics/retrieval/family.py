"""Ranked lists of documents compared with what is relevant."""

from dataclasses import replace

from fastmetrics._common.records import Reference
from fastmetrics.metrics.families import TRUE_LABELS, Argument, Family
from fastmetrics.metrics.record import Metric, other_rows
from fastmetrics.metrics.retrieval import (
    average_precisions,
    cutoffs,
    discounted_gains,
    incomplete_judgements,
    recall_levels,
    returned_sets,
    subtopics,
    user_models,
)

# Records in the order of the functions.
RECORDS = tuple(
    function.record
    for module in (
        discounted_gains,
        average_precisions,
        cutoffs,
        recall_levels,
        incomplete_judgements,
        user_models,
        subtopics,
        returned_sets,
    )
    for function in vars(module).values()
    if isinstance(getattr(function, "record", None), Metric)
)

FAMILY = Family(
    name="retrieval",
    title="Retrieval",
    arguments=(
        replace(
            TRUE_LABELS,
            what="the grades of relevance",
            holds="numbers",
            required=False,
            column_names=(*TRUE_LABELS.column_names, "relevance", "grade", "gain"),
        ),
        Argument(
            "y_score",
            "score",
            "a model's scores of the documents",
            per_model=True,
            required=False,
            holds="numbers",
        ),
        Argument(
            "query_id",
            "query-id",
            "the query that each row belongs to",
            holds="ids",
            required=False,
            by_name=True,
            as_given=True,
            column_names=("query_id", "qid", "query", "topic"),
        ),
        Argument(
            "doc_id",
            "doc-id",
            "the document of each row",
            holds="ids",
            required=False,
            by_name=True,
            as_given=True,
            column_names=("doc_id", "docid", "docno", "document", "document_id"),
        ),
        Argument(
            "lists",
            "",
            "a run's ranked lists",
            per_model=True,
            form="object",
            required=False,
            as_given=True,
        ),
    ),
    positional={"": ("y_true", "y_score"), "grades": ("y_true",)},
    options=("sample_weight", "groups"),
    asks_for={"": "is of ranked lists: say task='retrieval'"},
    metrics=RECORDS,
    others=other_rows("table", "retrieval_counts"),
    summaries=("fastmetrics.metrics.retrieval.ranked_lists.ranked_lists.RankedLists",),
    other_forms=Reference("fastmetrics.metrics.retrieval.runs.lists_of_runs"),
    named=Reference("fastmetrics.metrics.retrieval.names.read_name"),
    settings=("relevance_level", "ties", "empty", "missing", "judged_only"),
    guide="fastmetrics.metrics.retrieval",
)
