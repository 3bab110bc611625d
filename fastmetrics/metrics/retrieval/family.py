"""Ranked lists of documents: the family, and names of metrics with parameters.

``P_5``, ``map_cut.10``, ``nDCG(dcg='exp-log2')@10``, ``precision_at_k@5``: the name of
a metric of ours or a short form, parameters in brackets, and a cut-off.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from fastmetrics._common.names import cut, read_parameters, shown
from fastmetrics._common.options import is_real
from fastmetrics._common.records import Reference
from fastmetrics.metrics.families import TRUE_LABELS, Argument, Family
from fastmetrics.metrics.record import Metric, other_rows
from fastmetrics.metrics.retrieval import (
    average_precisions,
    cutoffs,
    discounted_gains,
    incomplete_judgements,
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
    summaries=("fastmetrics.metrics.retrieval.ranked_lists.RankedLists",),
    other_forms=Reference("fastmetrics.metrics.retrieval.ranked_lists.lists_of_runs"),
    named=Reference("fastmetrics.metrics.retrieval.family.read_name"),
    settings=("relevance_level", "ties", "empty", "missing", "judged_only"),
    guide="fastmetrics.metrics.retrieval",
)


# -------------------------------------------------------------------------------- names
# Names of metrics with parameters in them, also those of other packages.


class Form(NamedTuple):
    """Metric and parameters of a short form.

    Attributes
    ----------
    name : str
        The metric.
    parameters : dict
        Parameters of the form.
    number : str
        Parameter that a number at the end belongs to; empty: the parameter of the
        metric.
    """

    name: str
    parameters: dict[str, Any] = {}  # noqa: RUF012 (read only)
    number: str = ""


_EXPONENTIAL = {"gain": "exponential"}

# By their names in small letters: those that are not an alias of the metric as well.
FORMS = {
    "ap": Form("mean_average_precision"),
    "p": Form("precision_at_k"),
    "r": Form("recall_at_k"),
    "recall": Form("recall_at_k"),
    "precision": Form("precision_at_k"),
    "f1": Form("f1_at_k"),
    "r-precision": Form("r_precision"),
    "rbp_resid": Form("rbp_residual"),
    "dcg_burges": Form("dcg_score", _EXPONENTIAL),
    "ndcg_burges": Form("ndcg_score", _EXPONENTIAL),
    "rndcg": Form("averaged_ndcg", {"over": "grades"}),
    "g": Form("normalized_gain"),
    "bing": Form("normalized_gain", {"gain": "binary"}),
    "rprec_mult": Form("r_precision", number="multiple"),
    "setap": Form("set_average_precision"),
    "setrelp": Form("set_relative_precision"),
    "strecall": Form("subtopic_recall"),
    "α_ndcg": Form("alpha_ndcg"),
}
# What trec_eval and ir-measures call beta is β².
_SQUARED = {"setf", "set_f"}
# Measures of ir-measures that there are not here.
_ELSEWHERE = {
    *("bpm", "insq", "inst", "sdcg", "nerr8", "nerr9", "nerr10", "nerr11"),
    *("alpha_dcg", "α_dcg", "p_ia", "ap_ia", "map_ia", "nerr_ia", "nnrbp"),
}
# Its numbers of documents from a grade on, which are fields of one result here.
_COUNTS = {
    "numret": "relevant_returned",
    "numrelret": "relevant_returned",
    "numrel": "relevant",
}

# Names of parameters elsewhere.
_PARAMETERS = {"rel": "relevance_level", "cutoff": "k", "dcg": "gain", "gains": "gain"}
# Data, and what would make more or less of a metric than one number.
_NEVER = {"y_true", "y_score", "query_id", "doc_id", "sample_weight", "average"}
_GAINS = {"log2": "linear", "exp-log2": "exponential"}

# Compiled when the first name is read.
_WRITTEN = (
    r"(?P<stem>[A-Za-zα0-9][\w-]*?)"
    r"(?:\((?P<inside>.*)\))?"
    r"(?:(?P<mark>[@_.])(?P<number>\d+(?:\.\d+)?|\.\d+))?"
)


def read_name(
    text: str, metrics: Sequence[Metric] = RECORDS
) -> tuple[str, dict[str, Any]] | None:
    """Return the metric and the parameters of a name; None: the name is unknown.

    ``metrics`` are the records that names may refer to.

    Raises
    ------
    ValueError
        If the name is known, and its parameters are wrong.
    """
    text = text.strip()
    rows = {row.name: row for row in metrics}
    plain = _form_of(text, rows)
    if plain is not None:  # a number at the end may be part of it
        return plain.name, {**plain.parameters}
    match = re.fullmatch(_WRITTEN, text, re.DOTALL)
    if match is None:
        return None
    stem = match["stem"].lower()
    _refuse(stem, match["inside"], text)
    form = _form_of(match["stem"], rows)
    if form is None:
        return None
    parameters = {**form.parameters}
    if match["inside"] is not None:
        parameters.update(_inside(match["inside"], text))
    if stem == "setp" and parameters.pop("relative", False):
        form = Form("set_relative_precision")
    row = rows[form.name]
    if match["number"] is not None:  # the 5 of P_5 and P@5, the 0.3 of IPrec@0.3
        name = form.number or ("recall" if "recall" in row.required else "k")
        name = "beta" if stem in _SQUARED else name
        if name in parameters:
            raise ValueError(f"{shown(text)} says {name} twice")
        parameters[name] = _number(match["number"], name, text)
    known = [name for name in row.options if name not in _NEVER]
    for name in parameters:
        if name not in known:
            raise ValueError(
                f"{shown(text)}: {row.name} has no parameter {shown(name)}; it has "
                f"{', '.join(known)}"
            )
    beta: Any = parameters.get("beta")
    if stem in _SQUARED and is_real(beta) and beta >= 0:
        parameters["beta"] = math.sqrt(beta)
    if parameters.get("relevance_level") == 1:  # as without it
        del parameters["relevance_level"]
    return row.name, parameters


def _refuse(stem: str, inside: str | None, text: str) -> None:
    """Raise for a measure that only another package has."""
    if stem in _ELSEWHERE:
        raise ValueError(
            f"{text!r} is a measure of ir-measures that fastmetrics does not have"
        )
    if stem in _COUNTS and inside:
        raise ValueError(
            f"{text!r}: numbers of documents are fields of retrieval_counts, which "
            f"takes relevance_level; this one is .{_COUNTS[stem]}"
        )


def _form_of(stem: str, rows: Mapping[str, Metric]) -> Form | None:
    """Return the form of a name without parameters."""
    if stem in rows:
        return Form(stem)
    low = stem.lower()
    for row in rows.values():
        if low in map(str.lower, row.aliases):
            return Form(row.name)
    form = FORMS.get(low)
    return form if form is not None and form.name in rows else None


def _number(written: str, name: str, text: str) -> int | float:
    if name != "k":
        return float(written)
    if not written.isdigit() or not 1 <= float(written) <= 2**53:
        raise ValueError(
            f"{shown(text)}: k must be a whole number from 1 to 2**53, got "
            f"{cut(written)}"
        )
    return int(written)


def _inside(inside: str, text: str) -> dict[str, Any]:
    """Return the parameters between the brackets, under our names."""
    written = read_parameters(inside, text)
    if "judged_only" in dict(written):
        raise ValueError(
            f"{shown(text)}: documents that are not judged are left out of all metrics "
            "or of none, by RankedLists.from_trec(…, judged_only=True)"
        )
    parameters: dict[str, Any] = {}
    for name, value in written:
        ours = _PARAMETERS.get(name, name)
        if ours in parameters:
            raise ValueError(f"{shown(text)} says {ours} twice")
        if ours == "gain" and isinstance(value, str):
            value = _GAINS.get(value, value)
        parameters[ours] = value
    return parameters
