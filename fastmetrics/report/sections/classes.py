"""Classes and groups in reports: positive class, results by class, and fairness."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fastmetrics._common.interval import Interval, no_interval, of_share
from fastmetrics._common.names import iso_text, shown, some
from fastmetrics._common.names import written as name_of
from fastmetrics._common.records import ByFields, plain_all, plain_fields
from fastmetrics.report.sections import Section
from fastmetrics.resampling import refusals
from fastmetrics.resampling.refusals import NO_SQUARES
from fastmetrics.show.numbers import count, estimates, percent, rows_of
from fastmetrics.show.text import Table
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.fairness.group_rates import Rate
    from fastmetrics.report.sections import Setting
    from fastmetrics.resampling.plan import Data


# Of fewer rows a class is rare: most numbers about it are of these few.
FEW = 30


@dataclass(frozen=True)
class Positives:
    """Rows of either class of a binary target, and their weight; else all None."""

    n_positive: int | None = None
    n_negative: int | None = None
    weight_positive: float | None = None
    weight_negative: float | None = None


class BinarySection(Section):
    """What there is to say of a target that may be binary.

    Attributes
    ----------
    kind : str
        What the target is: "binary", "multiclass" or "multilabel-indicator".
    positives : Positives
        How many rows are of either class.
    pos_label : object
        The label that counts as positive; None where none does.
    threshold : float or None
        Scores at least as high were taken as the positive label.
    strict : bool
        Whether those that are higher were, instead.
    """

    attributes: ClassVar[Sequence[str]] = (
        "kind", "n_positive", "n_negative", "weight_positive", "weight_negative",
        "prevalence", "pos_label", "threshold",
        "strict",
    )  # fmt: skip

    kind: str
    positives: Positives
    pos_label: object
    threshold: float | None
    strict: bool

    @property
    def n_positive(self) -> int | None:
        """Rows of the positive class."""
        return self.positives.n_positive

    @property
    def n_negative(self) -> int | None:
        """Rows of the other class."""
        return self.positives.n_negative

    @property
    def weight_positive(self) -> float | None:
        """The sum of the positives' weights, or their number without weights."""
        return self.positives.weight_positive

    @property
    def weight_negative(self) -> float | None:
        """The sum of the negatives' weights, or their number without weights."""
        return self.positives.weight_negative

    @property
    def prevalence(self) -> float | None:
        """The share of the positive class, by weight; None where none is positive."""
        if self.weight_positive is None or self.weight_negative is None:
            return None
        return self.weight_positive / (self.weight_positive + self.weight_negative)

    def baselines(self) -> dict[str, float]:
        """Return the share of the positive class, and the larger of the two."""
        share = self.prevalence
        if share is None:
            return {}
        return {
            "prevalence": share,
            "largest class": max(share, 1 - share),
            "one of the classes": 0.5,
        }

    def cautions(self, metric: str) -> list[Message]:
        """Say besides where one of the classes has few rows."""
        said = super().cautions(metric)
        if self.n_positive is not None and self.n_positive < FEW:
            said.append(
                say("There are few positive rows: {n}.", n=count(self.n_positive))
            )
        if self.n_negative is not None and self.n_negative < FEW:
            said.append(
                say("There are few negative rows: {n}.", n=count(self.n_negative))
            )
        return said

    def header(self) -> dict[str, list[str]]:
        """Say how many rows of a binary target are of either class."""
        positive, negative = self.n_positive or 0, self.n_negative or 0
        share = positive / self.n_rows if self.n_rows else math.nan
        lines: list[str] = [
            say(
                "{rows}: {positive} positive ({share}, label {label}), {negative} "
                "negative",
                rows=rows_of(self.n_rows),
                positive=count(positive),
                share=percent(share),
                label=name_of(self.pos_label),
                negative=count(negative),
            )
        ]
        weights = self.weight_positive or 0, self.weight_negative or 0
        if weights != (positive, negative):
            lines.append(
                say(
                    "By weight: {positive} positive ({share}), {negative} negative",
                    positive=count(weights[0]),
                    share=percent(self.prevalence or 0),
                    negative=count(weights[1]),
                )
            )
        return {"rows": lines}

    def to_dict(self) -> dict[str, Any]:
        """Return what is known of the two classes."""
        numbers = plain_all(asdict(self.positives))
        names = "prevalence pos_label threshold strict"
        return {"kind": self.kind, **numbers, **plain_fields(self, names)}


def positives(counts: Any, kind: str, positive: Any) -> Positives:
    """Return the rows of either class out of the counts of one model's labels."""
    if kind != "binary" or positive is None:
        return Positives()
    rows, _, cells, sums, _ = counts.cells
    is_positive = np.array([one == positive for one in counts.labels.tolist()])[rows]
    weights = cells if sums is None else sums
    return Positives(
        int(cells[is_positive].sum()),
        int(cells[~is_positive].sum()),
        weights[is_positive].sum().item(),
        weights[~is_positive].sum().item(),
    )


def positive_of(labels: list[Any], pos_label: Any, of_one: Sequence[str]) -> Any:
    """Return the positive one of at most two labels; None: nothing tells it.

    ``of_one``: the metrics that are of a positive class.

    Raises
    ------
    ValueError
        If the labels leave it open and there are such metrics, or it is none of them.
    """
    known = ", ".join(map(shown, labels))
    if pos_label is None:
        if set(labels) <= {0, 1} or set(labels) <= {-1, 1}:
            return 1
        if not of_one:
            return None
        few = some([*of_one], ", ")
        raise ValueError(
            f"labels take value in {{{known}}} and pos_label is not specified, which "
            f"{few} need{'s' * (len(of_one) == 1)}: either make labels take value in "
            "{0, 1} or {-1, 1} or pass pos_label"
        )
    if np.ndim(pos_label) or (len(labels) == 2 and pos_label not in labels):
        raise ValueError(
            f"pos_label={shown(pos_label)} is not a valid label. It should be one of "
            f"[{known}]"
        )
    return pos_label


# The columns of a data frame with a row per class.
CLASS_COLUMNS = (
    "precision", "precision_low", "precision_high",
    "recall", "recall_low", "recall_high",
    "f1", "support", "predicted", "hits",
)  # fmt: skip

NO_ROWS = "no rows"
GROUPED = "rows of one group are not independent"


@dataclass(frozen=True, slots=True, eq=False)
class ClassScores(ByFields):
    """One class (or one column of a multilabel target) in the eyes of one model.

    Attributes
    ----------
    label : object
        The class, or the column's number.
    precision, recall : Interval
        With an interval for proportions, Wilson's score interval by default; NaN where
        no row was predicted as the class, or is of it.
    f1 : float
        Their harmonic mean, as 2·hits / (support + predicted).
    support, predicted, hits : int or float
        Rows of the class, rows predicted as it, rows that are both; sums of weights
        where rows have weights.
    """

    label: object
    precision: Interval
    recall: Interval
    f1: float
    support: float
    predicted: float
    hits: float


def plain_labels(counts: Any) -> list[Any]:
    """Return the labels as Python's own objects."""
    return np.asarray(counts.labels).tolist()


def class_support(counts: Iterable[Any]) -> dict[Any, float]:
    """Return the rows of each class in the truth, by weight where there are weights."""
    found: dict[Any, float] = {}
    for one in counts:
        found.update(zip(plain_labels(one), one.margins.true.tolist(), strict=True))
    return dict(sorted(found.items()))


def class_scores(
    counts: Any, confidence_level: float, method: str, grouped: bool
) -> list[ClassScores]:
    """Return one row per class, in the order of the labels.

    ``method`` is one for proportions; rows in groups have no such interval.
    """
    margins = counts.margins
    hits, true, predicted = margins.hits, margins.true, margins.predicted
    squares: tuple[Any, Any] = (None, None)
    reason = GROUPED if grouped else ""
    if counts.kind == "multilabel-indicator":
        if counts.weighted:
            reason = reason or NO_SQUARES
    elif counts.cells.squares is not None:
        squares = counts.squared.true, counts.squared.predicted
    how = confidence_level, method, reason
    recalls = _proportions(hits, true, squares[0], *how)
    precisions = _proportions(hits, predicted, squares[1], *how)
    both = true + predicted
    with np.errstate(invalid="ignore"):
        f1 = np.where(both > 0, 2 * hits / both, math.nan)
    return [
        ClassScores(*one)
        for one in zip(
            plain_labels(counts),
            precisions,
            recalls,
            f1.tolist(),
            true.tolist(),
            predicted.tolist(),
            hits.tolist(),
            strict=True,
        )
    ]


def flat(row: ClassScores) -> dict[str, float]:
    """Return the numbers of one class by the name of their column."""
    intervals = (
        number
        for one in (row.precision, row.recall)
        for number in (one.estimate, one.low, one.high)
    )
    numbers = (*intervals, row.f1, row.support, row.predicted, row.hits)
    return dict(zip(CLASS_COLUMNS, numbers, strict=True))


def _proportions(
    hits: NDArray[Any],
    trials: NDArray[Any],
    squares: NDArray[Any] | None,
    confidence_level: float,
    method: str,
    reason: str,
) -> list[Interval]:
    """Return hits / trials of each class with an interval, or a reason for none."""
    made = []
    of_class = [None] * len(hits) if squares is None else squares.tolist()
    rows = zip(hits.tolist(), trials.tolist(), of_class, strict=True)
    for successes, total, square in rows:
        if total <= 0:
            one = no_interval(math.nan, confidence_level, NO_ROWS)
        elif reason:
            one = no_interval(successes / total, confidence_level, reason)
        else:
            one = of_share(successes, total, square, method, confidence_level)
        made.append(one)
    return made


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
