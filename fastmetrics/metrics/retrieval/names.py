"""Names of metrics with parameters in them, also those of other packages.

``P_5``, ``map_cut.10``, ``nDCG(dcg='exp-log2')@10``, ``precision_at_k@5``: the name of
a metric of ours or a short form, parameters in brackets, and a cut-off.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fastmetrics._common.names import cut, shown
from fastmetrics._common.parameters import read_parameters
from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.retrieval.records import RECORDS

__all__ = ["FORMS", "Form", "read_name"]


class Form(NamedTuple):
    """What a short form stands for.

    Attributes
    ----------
    name : str
        The metric.
    parameters : dict
        Those that it is asked with.
    number : str
        The one that a number at the end is; empty: as of the metric.
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
}

# Names of parameters elsewhere.
_PARAMETERS = {"rel": "relevance_level", "cutoff": "k", "dcg": "gain", "gains": "gain"}
# Data, and what would make more or less of a metric than one number.
_NEVER = {"y_true", "y_score", "query_id", "doc_id", "sample_weight", "average"}
_GAINS = {"log2": "linear", "exp-log2": "exponential"}

_WRITTEN = re.compile(
    r"(?P<stem>[A-Za-z0-9][\w-]*?)"
    r"(?:\((?P<inside>.*)\))?"
    r"(?:(?P<mark>[@_.])(?P<number>\d+(?:\.\d+)?|\.\d+))?",
    re.DOTALL,
)


def read_name(
    text: str, metrics: Sequence[Metric] = RECORDS
) -> tuple[str, dict[str, Any]] | None:
    """Return the metric that a name stands for and its parameters; None: it is none.

    ``metrics`` are those that there are.

    Raises
    ------
    ValueError
        If the name is known, and what it says of parameters is wrong.
    """
    text = text.strip()
    rows = {row.name: row for row in metrics}
    plain = _form_of(text, rows)
    if plain is not None:  # a number at the end may be part of it
        return plain.name, {**plain.parameters}
    found = _WRITTEN.fullmatch(text)
    form = None if found is None else _form_of(found["stem"], rows)
    if found is None or form is None:
        return None
    given = {**form.parameters}
    if found["inside"] is not None:
        given.update(_inside(found["inside"], text))
    row = rows[form.name]
    if found["number"] is not None:  # the 5 of P_5 and P@5, the 0.3 of IPrec@0.3
        name = form.number or ("recall" if "recall" in row.required else "k")
        if name in given:
            raise ValueError(f"{shown(text)} says {name} twice")
        given[name] = _number(found["number"], name, text)
    known = [name for name in row.options if name not in _NEVER]
    for name in given:
        if name not in known:
            raise ValueError(
                f"{shown(text)}: {row.name} has no parameter {shown(name)}; it has "
                f"{', '.join(known)}"
            )
    if given.get("relevance_level") == 1:  # as without it
        del given["relevance_level"]
    return row.name, given


def _form_of(stem: str, rows: Mapping[str, Metric]) -> Form | None:
    """Return what a name without parameters stands for."""
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
    given = read_parameters(inside, text)
    if "judged_only" in dict(given):
        raise ValueError(
            f"{shown(text)}: documents that are not judged are left out of all metrics "
            "or of none, by RankedLists.from_trec(…, judged_only=True)"
        )
    found: dict[str, Any] = {}
    for name, value in given:
        ours = _PARAMETERS.get(name, name)
        if ours in found:
            raise ValueError(f"{shown(text)} says {ours} twice")
        is_text = isinstance(value, str)
        found[ours] = _GAINS.get(value, value) if ours == "gain" and is_text else value
    return found
