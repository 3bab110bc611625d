"""What a report says of fairness: the rates of each group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from fastmetrics._common.interval import Interval, no_interval, of_share
from fastmetrics._common.names import iso_text
from fastmetrics._common.records import plain_fields
from fastmetrics.report.sections.section import Section
from fastmetrics.resampling import refusals
from fastmetrics.show.numbers import count, estimates
from fastmetrics.show.tables import Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.metrics.fairness.group_rates import Rate
    from fastmetrics.report.sections.section import Setting
    from fastmetrics.resampling.plan import Data

# Groups that a table shows; programs read all.
MOST_GROUPS = 50
_TITLES = {
    "selection_rate": say("Selection rate"),
    "true_positive_rate": say("True positive rate"),
    "false_positive_rate": say("False positive rate"),
}


class FairnessSection(Section):
    """What there is to say of decisions in groups, beside values and differences.

    Attributes
    ----------
    kind : str
        "fairness".
    group_rates : dict
        ``group_rates[model]`` lists each group with its rows, and the interval of each
        of its rates.
    """

    family = "fairness"
    kind = "fairness"
    attributes = ("kind", "group_rates")
    leading: ClassVar = ("equalized_odds_difference", "demographic_parity_difference")
    parameter_options: ClassVar = {"pos_label": "pos_label"}

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        level = setting.confidence_level
        self.group_rates: dict[str, list[dict[str, Any]]] = {}
        self._by: list[str] = []
        for model, one in plan.rates.items():
            self._by = one.groups.names
            made = {name: _intervals(rate, level) for name, rate in one.rates.items()}
            self.group_rates[model] = [
                {
                    "group": key,
                    "n_samples": int(one.n_samples[at]),
                    **{name: each[at] for name, each in made.items()},
                }
                for at, key in enumerate(one.groups.keys())
            ]

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield the rates of each group."""
        headers = [", ".join(self._by), say("Rows"), *_TITLES.values()]
        for model, groups in self.group_rates.items():
            shown = groups[:MOST_GROUPS]
            columns = [estimates([row[name] for row in shown]) for name in _TITLES]
            rows: list[Sequence[Any]] = [
                [
                    _text(row["group"]),
                    count(row["n_samples"]),
                    *(column[at] for column in columns),
                ]
                for at, row in enumerate(shown)
            ]
            title = self.titled(say("Rates of each group"), model)
            yield Table(title, headers, rows, frozenset([1]))

    def to_dict(self) -> dict[str, Any]:
        """Return the rates of each group."""
        rates = {
            model: [
                {
                    "group": _plain_key(row["group"]),
                    "n_samples": row["n_samples"],
                    **{
                        name: plain_fields(row[name], "estimate low high")
                        for name in _TITLES
                    },
                }
                for row in groups
            ]
            for model, groups in self.group_rates.items()
        }
        return {"kind": self.kind, "group_rates": rates}


def _intervals(rate: Rate, level: float) -> list[Interval]:
    """Return the rate of each group with Wilson's bounds of its own."""
    found = []
    for successes, trials, squares in zip(
        rate.successes.tolist(),
        rate.trials.tolist(),
        rate.squares.tolist(),
        strict=True,
    ):
        if not trials:
            found.append(no_interval(float("nan"), level, refusals.UNDEFINED))
            continue
        found.append(of_share(successes, trials, squares, "wilson", level))
    return found


def _text(key: Any) -> str:
    return ", ".join(map(iso_text, key if isinstance(key, tuple) else (key,)))


def _plain_key(key: Any) -> Any:
    if isinstance(key, tuple):
        return [_plain_key(one) for one in key]
    return key if isinstance(key, str | int | float) else iso_text(key)
