"""``--require``: requirements of a report, which decide the exit code."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from fastmetrics.cli.common_options import SEVERAL, add_option
from fastmetrics.cli.output import BROKEN, OK, UsageError, say
from fastmetrics.report.requirements import noted, read_requirement, told, verdicts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastmetrics.report.evaluation import Report
    from fastmetrics.show.document import Document, Notes


def add_require(group: Any) -> None:
    """Add the option."""
    add_option(
        group,
        "--require REQUIREMENT",
        "what must hold, else the exit code is 6: 'roc_auc >= 0.9', "
        "'log_loss.high <= 0.4' of the upper bound, 'fbeta:beta=2 >= 0.8' with a "
        "parameter, 'f1: model >= 0.8' of one model "
        "(without a name of each), 'f1: a - b .low >= -0.01' of a difference, "
        "'recall[site=north] >= 0.8' of a slice and 'f1: a - b [site=*] .low >= -0.02' "
        "of each, with --by; may be given again",
        type=_requirement,
        **SEVERAL,
    )


def _requirement(text: str) -> str:
    try:
        read_requirement(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def with_required(
    metrics: Sequence[str] | None, requirements: Sequence[str]
) -> list[str] | None:
    """Return the metrics that were asked for, and those that are required."""
    if metrics is None:
        return None
    return [
        *metrics,
        *(read_requirement(requirement).metric for requirement in requirements),
    ]


class Gate:
    """The requirements of a report, and whether they are met.

    Raises
    ------
    UsageError
        If the report lacks the metric, model or slice of a requirement.
    """

    def __init__(self, report: Report, requirements: Sequence[str]) -> None:
        self._report = report
        try:
            self._verdicts = verdicts(report, requirements)
        except ValueError as error:
            raise UsageError(error) from error

    def content(self) -> dict[str, Any]:
        """Return the verdicts for JSON."""
        if not self._verdicts:
            return {}
        return {"requirements": [verdict.to_dict() for verdict in self._verdicts]}

    @property
    def _notes(self) -> list[Notes]:
        return [noted(self._report, self._verdicts)] if self._verdicts else []

    @property
    def facts(self) -> list[tuple[Any, Any]]:
        """Title and text of each verdict."""
        return [(notes.title, line) for notes in self._notes for line in notes.lines]

    def noted(self, document: Document) -> Document:
        """Return a document with the verdicts below all."""
        return document._replace(foot=[*document.foot, *self._notes])

    def close(self) -> int:
        """Print the requirements that are not met, and return the exit code."""
        broken = [verdict for verdict in self._verdicts if not verdict.holds]
        for verdict in broken:
            say(told(self._report, verdict))
        return BROKEN if broken else OK
