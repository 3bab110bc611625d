"""``fastmetrics compare --sequential``: two models, batch by batch, from a state."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics.cli.columns import Data
from fastmetrics.cli.comparison.arguments import MODELS
from fastmetrics.cli.comparison.monitor import alone, id_of, keep, kept
from fastmetrics.cli.files import naming, warnings_said
from fastmetrics.cli.output import BAD_USAGE, OK, fail
from fastmetrics.cli.writing import written
from fastmetrics.readers import DataError

if TYPE_CHECKING:
    from fastmetrics.comparison.sequential.model_tests import SequentialComparison

# Options of one look: what argparse calls them, and their defaults.
_ONE_LOOK: dict[str, Any] = {
    "table": None,
    "baseline": None,
    "test": None,
    "adjust": None,
    "weight": None,
    "group": None,
    "order": None,
    "stratified": False,
}


def wrong(options: argparse.Namespace) -> str:
    """Return what is wrong with the command line; empty: nothing."""
    if not options.sequential:
        return "--state goes with --sequential" if options.state else ""
    for name, default in _ONE_LOOK.items():
        if getattr(options, name) != default:
            return f"--{name} is of one look, and does not go with --sequential"
    if not options.files:
        return "--sequential needs a FILE"
    if options.metric and len(options.metric) > 1:
        return "--sequential is of one metric"
    if options.state in options.files:
        return "--state and FILE are the same file"
    return ""


def run(options: argparse.Namespace, data: Data) -> int:
    """Take the rows of the files as one batch, and return the exit code."""
    argument, names = _models(data)
    metric = options.metric[0] if options.metric else "accuracy_score"
    if argument == "y_score":
        return fail(
            "--sequential compares means over rows: it needs --pred or --proba, as no "
            "metric of --score is such a mean",
            BAD_USAGE,
        )
    if argument != "y_pred" and not options.metric:
        return fail(
            "--sequential with --proba needs --metric, by which models are compared",
            BAD_USAGE,
        )
    a, b = names
    called = {"--truth": data.named["y_true"], "A": a, "B": b}
    try:
        test = _made(metric, data, options).with_names(called)
    except (ValueError, TypeError) as error:
        return fail(error, BAD_USAGE)
    columns = data.arguments[argument]
    given = {f"{argument}_a": columns[a], f"{argument}_b": columns[b]}
    with alone(options.state):
        test = kept(test, options.state)
        with naming(data.name), warnings_said(quiet=options.quiet):
            batch_id = id_of(options.files)
            is_new = test.update(data.arguments["y_true"], **given, batch_id=batch_id)
        keep(test, not is_new, 1, options)
    content = {"files": options.files, "a": a, "b": b, "verdict": test.verdict}
    written([test], data.heading, {**content, **test.to_dict()}, options)
    return OK


def _models(data: Data) -> tuple[str, list[str]]:
    """Return what the models give, and their names: A, and B."""
    found = [one for one in MODELS if one in data.arguments]
    names = [*data.arguments[found[0]]] if len(found) == 1 else []
    if len(names) != 2:
        raise DataError(
            "--sequential compares two models, by two columns of --pred or of --proba"
        )
    return found[0], names


def _made(metric: str, data: Data, options: argparse.Namespace) -> SequentialComparison:
    """Return the comparison that has seen nothing; a margin makes it one-sided."""
    from fastmetrics.comparison.sequential.model_tests import SequentialComparison

    given: dict[str, Any] = {"alpha": 1 - options.confidence_level}
    if options.margin:
        is_loss = catalog.metrics_named(metric)[0].greater_is_better is False
        given["null"] = options.margin if is_loss else -options.margin
        given["alternative"] = "less" if is_loss else "greater"
    if data.pos_label is not None:
        given["pos_label"] = data.pos_label
    classes = data.arguments.get("labels")
    if classes and "labels" in catalog.find(metric).options:
        given["metric_params"] = {"labels": classes}
    return SequentialComparison(metric, **given)
