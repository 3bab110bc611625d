"""The call of a name: with its interval in Python, and on the command line."""

from __future__ import annotations

import inspect
import textwrap
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import fastmetrics
from docs.words import word
from fastmetrics.catalog import FAMILIES, Metric, about
from fastmetrics.report.finding import LINE, named_columns, rows_for

__all__ = ["call", "command"]

# Values of one text are one row, and an interval needs several.
ONE_ROW = ("token_error_rate",)
# Files of predictions do not have what these need.
NO_COMMAND = (
    *("ranked_probability_score", "kl_divergence", "jensen_shannon_divergence"),
    *("coverage_error", "label_ranking_loss", "label_ranking_average_precision_score"),
    *("quantile_coverage", *ONE_ROW),
)
# Options that a metric needs on the command line.
NEEDED = {"roc_auc_by_group": "--group user"}
# family -> kind of data -> the command that evaluates it; "" is any kind
COMMANDS: dict[str, dict[str, str]] = {
    "binary_scores": {"": "evaluate predictions.csv --truth y_true --score y_score"},
    "labels": {
        "": "evaluate predictions.csv --truth y_true --pred y_pred",
        "multilabel-indicator": "",
    },
    "clustering": {
        "agreement": "evaluate clusters.csv --task clustering --truth species "
        "--pred cluster",
        "partition": "evaluate clusters.csv --task clustering --truth species "
        "--pred cluster",
        "geometry": "evaluate clusters.csv --task clustering --pred cluster "
        "--feature all",
    },
    "probabilities": {
        "": "evaluate predictions.csv --truth y_true --proba 'prob_*'",
        "binary": "evaluate predictions.csv --truth y_true --proba y_proba",
    },
    "regression": {
        "point": "evaluate forecasts.csv --task regression --truth y_true "
        "--pred y_pred",
        "quantiles": "evaluate forecasts.csv --task regression --truth y_true "
        "--quantile 0.1=low --quantile 0.5=middle --quantile 0.9=high",
        "interval": "evaluate forecasts.csv --task regression --truth y_true "
        "--lower low --upper high",
        "ensemble": "evaluate forecasts.csv --task regression --truth y_true "
        "--ensemble 'member_*'",
    },
    "fairness": {"": "evaluate predictions.csv --truth y_true --pred y_pred --by sex"},
    "retrieval": {"": "retrieve qrels.txt system.run"},
    "speech": {"": "wer reference.txt hypothesis.txt"},
}


def call(row: Metric, example: str, language: str) -> Iterator[str]:
    """Yield the parts of a page that call a name: none if there is no example."""
    if not example:
        return
    yield f"## {word('Call', language)}"
    yield f"```pycon\n{example}{_interval(row)}\n```"
    if line := command(row):
        yield word("On the command line, with the columns of your file:", language)
        yield f"```sh\n{line}\n```"


def _interval(row: Metric) -> str:
    """Return the lines that call `confidence_interval` on the rows of the example."""
    known = about(row)
    if row.kind != "metric" or known is None or row.name in ONE_ROW:
        return ""
    rows = rows_for(row, known)
    names = FAMILIES[row.task].leading(row)
    # Times and events are one truth, so they are given by name.
    by_position = 0 if "event" in names[:2] else 2
    columns = [rows[name] for name in names[:by_position]]
    asked = {*inspect.signature(fastmetrics.confidence_interval).parameters}
    asked |= {one.name for one in FAMILIES[row.task].arguments}
    given = {name: rows[name] for name in names[by_position:]} | named_columns(
        row, rows
    )
    written = [
        repr(row.name),
        *names[:by_position],
        *(f"{name}={name}" for name in given),
    ]
    options = {name: one for name, one in known.given.items() if name in asked}
    if params := {name: one for name, one in known.given.items() if name not in asked}:
        options["metric_params"] = params
    options = {name: one for name, one in options.items() if name not in given}
    written += [f"{name}={one!r}" for name, one in options.items()]
    with warnings.catch_warnings(action="ignore"):  # ten rows are few
        found = fastmetrics.confidence_interval(
            row.name, *columns, **given, **options, random_state=0
        )
    if found.n_resamples:
        written.append("random_state=0")
    code = f"print(confidence_interval({', '.join(written)}))"
    wrapped = textwrap.wrap(code, LINE, break_on_hyphens=False)
    lines = [f">>> {wrapped[0]}", *(f"...     {one}" for one in wrapped[1:])]
    head = ">>> from fastmetrics import confidence_interval"
    return "\n".join(["", head, *lines, str(found)])


def command(row: Metric) -> str:
    """Return the command that computes a metric; empty if there is none."""
    commands = COMMANDS.get(row.task, {})
    kinds = row.targets or ("",) if row.kind == "metric" else ()
    lines = (commands.get(kind, commands.get("", "")) for kind in kinds)
    line = next(filter(None, lines), "")
    if not line or row.name in NO_COMMAND:
        return ""
    known = about(row)
    asked = row.name
    if row.required and known:
        asked = f"'{row.name}({_options(known.given)})'"
    parts = ["fastmetrics", line, NEEDED.get(row.name, ""), "--metrics", asked]
    return " ".join(filter(None, parts))


def _options(given: Mapping[str, Any]) -> str:
    return ",".join(f"{name}={one!r}" for name, one in given.items()).replace(" ", "")
