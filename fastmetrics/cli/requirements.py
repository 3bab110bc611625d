"""``--require``: what a report must reach, else a job ends with a code of its own."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from fastmetrics.cli.output import BROKEN, OK, say
from fastmetrics.report.requirements import noted, read_requirement, told, verdicts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastmetrics.report.evaluation import Report
    from fastmetrics.show.document import Document, Notes


def add_require(group: Any) -> None:
    """Add the option."""
    group.add_argument(
        "--require",
        metavar="REQUIREMENT",
        type=_requirement,
        action="append",
        default=[],
        help="what must hold, else the exit code is 6: 'roc_auc >= 0.9', "
        "'log_loss.high <= 0.4' of the upper bound, 'fbeta:beta=2 >= 0.8' with a "
        "parameter, 'f1: model >= 0.8' of one model "
        "(without a name of each), 'f1: a - b .low >= -0.01' of a difference, "
        "'recall[site=north] >= 0.8' of a slice and 'f1: a - b [site=*] .low >= -0.02' "
        "of each, with --by; may be given again",
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
    return [*metrics, *(read_requirement(one).metric for one in requirements)]


class Gate:
    """What was required of a report, and what was found.

    Raises
    ------
    ValueError
        If the report does not have what a requirement is about.
    """

    def __init__(self, report: Report, requirements: Sequence[str]) -> None:
        self._report = report
        self._verdicts = verdicts(report, requirements)

    def content(self) -> dict[str, Any]:
        """Return what JSON says."""
        if not self._verdicts:
            return {}
        return {"requirements": [one.to_dict() for one in self._verdicts]}

    @property
    def notes(self) -> list[Notes]:
        """What is said of them below a report; nothing if nothing is required."""
        return [noted(self._report, self._verdicts)] if self._verdicts else []

    def noted(self, document: Document) -> Document:
        """Return a document with the verdicts below all."""
        return document._replace(foot=[*document.foot, *self.notes])

    def close(self) -> int:
        """Say which requirements are broken, a line each, and return the exit code."""
        broken = [one for one in self._verdicts if not one.holds]
        for one in broken:
            say(told(self._report, one))
        return BROKEN if broken else OK
