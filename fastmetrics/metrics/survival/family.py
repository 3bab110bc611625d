"""Censored times: the records of its metrics, names with a time, and the family."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fastmetrics._common.names import read_parameters
from fastmetrics._common.records import Reference
from fastmetrics.metrics.families import Argument, Example, Family
from fastmetrics.metrics.record import INFINITY, INFLUENCE, Metric, other_rows

_AT_A_TIME: dict[str, Any] = {"required": ("times",), "in_report": False}
_PER_ROW = ("conditional",)
_LOSS: dict[str, Any] = {
    "targets": ("survival",),
    "interval": INFLUENCE,
    "upper": INFINITY,
    "greater_is_better": False,
    "row_parameters": _PER_ROW,
}
_ORDER: dict[str, Any] = {
    "targets": ("risk",),
    "interval": INFLUENCE,
    "chance": 0.5,
    "missing": "rows with the event, or rows without it",
    "row_parameters": _PER_ROW,
    "across_folds": "mean",
}

RECORDS: tuple[Metric, ...] = (
    Metric(
        "concordance_index_ipcw",
        "Concordance index, weighted for censoring",
        short="Uno's C-index",
        **_ORDER,
    ),
    Metric(
        "time_dependent_auc",
        "Time-dependent AUC",
        aliases=("cumulative_dynamic_auc",),
        **_ORDER,
        **_AT_A_TIME,
    ),
    Metric("survival_brier_score", "Survival Brier score", **_LOSS, **_AT_A_TIME),
    Metric(
        "scaled_brier_score",
        "Scaled Brier score",
        targets=("survival",),
        interval=INFLUENCE,
        lower=-INFINITY,
        chance=0.0,
        missing="rows with the event, or rows without it",
        row_parameters=_PER_ROW,
        aliases=("index_of_prediction_accuracy", "ipa"),
        **_AT_A_TIME,
    ),
    Metric(
        "integrated_brier_score",
        "Integrated Brier score",
        leaves_range=("scaled",),
        turned_by="scaled",
        aliases=("ibs",),
        **_LOSS,
    ),
    Metric(
        "survival_log_loss",
        "Log loss of censored times",
        lower=-INFINITY,
        aliases=("rcll",),
        **{**_LOSS, "row_parameters": ()},
    ),
)

OTHERS: tuple[Metric, ...] = (
    *other_rows("curve", "kaplan_meier", "aalen_johansen"),
    *other_rows(
        "table",
        "restricted_mean_survival_time",
        reason="a number of the data alone, with its own interval",
        aliases=("rmst",),
    ),
    *other_rows("table", "censoring_weights", "survival_calibration"),
    *other_rows("test", "d_calibration_test", "log_rank_test"),
)

# The name of a metric, parameters in brackets, and a time.
_AT = re.compile(r"([^(@]+)(?:\((.*)\))?@\s*(\d[\d.]*(?:e[+-]?\d+)?)", re.DOTALL)


def read_name(
    text: str, metrics: Sequence[Metric]
) -> tuple[str, dict[str, Any]] | None:
    """Return the metric and the parameters of a name with a time; None for others.

    >>> read_name("time_dependent_auc(cause=2)@365", RECORDS)
    ('time_dependent_auc', {'cause': 2, 'times': 365})
    """
    read = _AT.fullmatch(text)
    if read is None:
        return None
    name, inside, written = read[1].strip().lower(), read[2] or "", read[3]
    rows = (
        row
        for row in metrics
        if name in (row.name, row.title.lower(), *row.aliases)
        and "times" in row.required
    )
    row = next(rows, None)
    if row is None:
        return None
    try:
        time = int(written) if written.isdigit() else float(written)
    except ValueError:  # two points
        return None
    return row.name, {**dict(read_parameters(inside, text)), "times": time}


FAMILY = Family(
    name="survival",
    title="Survival",
    arguments=(
        Argument(
            "time",
            "time",
            "the time of the event or of censoring",
            holds="numbers",
            column_names=(
                *("time", "duration", "survival_time", "time_to_event", "futime"),
                "followup_time",
            ),
        ),
        Argument(
            "event",
            "event",
            "whether the time is of an event, or which",
            holds="numbers",
            column_names=("event", "event_observed", "fustat", "died", "death"),
        ),
        Argument(
            "risk",
            "risk",
            "a model's risk scores",
            per_model=True,
            required=False,
            holds="numbers",
            column_names=("risk", "risk_score", "hazard", "linear_predictor"),
            column_pattern=r"risk_.+|.+_risk",
        ),
        Argument(
            "survival",
            "survival",
            "a model's probabilities of no event by each time",
            per_model=True,
            form="levels",
            levels="times",
            level_is="number",
            column_pattern=r"(surv|survival)_(\w+_)?\d+",
            required=False,
            holds="numbers",
        ),
        Argument(
            "incidence",
            "incidence",
            "a model's probabilities of an event by each time",
            per_model=True,
            form="levels",
            levels="times",
            level_is="number",
            column_pattern=r"(cif|incidence)_(\w+_)?\d+",
            required=False,
            holds="numbers",
        ),
        Argument(
            "times",
            "",
            "the times of the columns of probabilities",
            form="object",
            required=False,
            by_name=True,
            as_given=True,
        ),
    ),
    positional={
        "": ("time", "event"),
        "risk": ("time", "event", "risk"),
        "survival": ("time", "event", "survival"),
    },
    options=(),
    asks_for={
        "": "is of censored times: give time and event",
        "risk": "reads scores of rows with times: give time, event and risk",
        "survival": (
            "reads probabilities of survival: give time, event and survival (or "
            "incidence)"
        ),
    },
    metrics=RECORDS,
    others=OTHERS,
    other_forms=Reference("fastmetrics._inputs.censored_times.censored_columns"),
    named=Reference("fastmetrics.metrics.survival.family.read_name"),
    named_at="times",
    is_compared=True,
    claims=("time", "risk", "survival", "incidence"),
    instead_of=("binary_scores", "labels", "probabilities"),
    settings=(
        *("times", "cause", "controls", "tau"),
        *("censoring", "conditional", "left_limit"),
    ),
    examples=(
        Example(
            "relapse",
            "two models of relapse after surgery, simulated censored times",
            {
                "time": "days",
                "event": "event",
                "risk": ("risk_*",),
                "incidence": ("incidence_nomogram_*", "incidence_marker_*"),
            },
        ),
    ),
    guide="fastmetrics.metrics.survival",
)
