"""``fastmetrics compare --sequential``: two models, batch by batch, from a state."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics.cli.columns import Data
from fastmetrics.cli.comparison.arguments import MODELS
from fastmetrics.cli.comparison.monitor import alone, id_of, keep, kept
from fastmetrics.cli.files import naming, warnings_said
from fastmetrics.cli.output import OK, UsageError
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


def check(options: argparse.Namespace) -> None:
    """Raise UsageError if options of ``--sequential`` are not compatible."""
    if not options.sequential:
        if options.state:
            raise UsageError("--state goes with --sequential")
        return
    for name, default in _ONE_LOOK.items():
        if getattr(options, name) != default:
            raise UsageError(
                f"--{name} is of one look, and does not go with --sequential"
            )
    if not options.files:
        raise UsageError("--sequential needs a FILE")
    if options.metric and len(options.metric) > 1:
        raise UsageError("--sequential is of one metric")
    if options.state in options.files:
        raise UsageError("--state and FILE are the same file")


def run(options: argparse.Namespace, data: Data) -> int:
    """Take the rows of the files as one batch, and return the exit code."""
    argument, names = _models(data)
    metric = options.metric[0] if options.metric else "accuracy_score"
    if argument == "y_score":
        raise UsageError(
            "--sequential compares means over rows: it needs --pred or --proba, as no "
            "metric of --score is such a mean"
        )
    if argument != "y_pred" and not options.metric:
        raise UsageError(
            "--sequential with --proba needs --metric, by which models are compared"
        )
    a, b = names
    called = {"--truth": data.named["y_true"], "A": a, "B": b}
    try:
        test = _made(metric, data, options).with_names(called)
    except (ValueError, TypeError) as error:
        raise UsageError(error) from error
    columns = data.arguments[argument]
    predictions = {f"{argument}_a": columns[a], f"{argument}_b": columns[b]}
    with alone(options.state):
        test = kept(test, options.state)
        with naming(data.name), warnings_said(quiet=options.quiet):
            batch_id = id_of(options.files)
            is_new = test.update(
                data.arguments["y_true"], **predictions, batch_id=batch_id
            )
        keep(test, not is_new, 1, options)
    content = {"files": options.files, "a": a, "b": b, "verdict": test.verdict}
    written([test], data.heading, {**content, **test.to_dict()}, options)
    return OK


def _models(data: Data) -> tuple[str, list[str]]:
    """Return the argument of the predictions, and the names of A and B."""
    arguments = [argument for argument in MODELS if argument in data.arguments]
    names = [*data.arguments[arguments[0]]] if len(arguments) == 1 else []
    if len(names) != 2:
        raise DataError(
            "--sequential compares two models, by two columns of --pred or of --proba"
        )
    return arguments[0], names


def _made(metric: str, data: Data, options: argparse.Namespace) -> SequentialComparison:
    """Return a fresh comparison; a margin makes it one-sided."""
    from fastmetrics.comparison.sequential.model_tests import SequentialComparison

    parameters: dict[str, Any] = {"alpha": 1 - options.confidence_level}
    if options.margin:
        is_loss = catalog.metrics_named(metric)[0].greater_is_better is False
        parameters["null"] = options.margin if is_loss else -options.margin
        parameters["alternative"] = "less" if is_loss else "greater"
    if data.pos_label is not None:
        parameters["pos_label"] = data.pos_label
    classes = data.arguments.get("labels")
    if classes and "labels" in catalog.find(metric).options:
        parameters["metric_params"] = {"labels": classes}
    return SequentialComparison(metric, **parameters)
