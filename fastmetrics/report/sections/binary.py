"""What reports say of a binary target: which class is positive, and its rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics._common.names import written as name_of
from fastmetrics._common.records import plain_all, plain_fields
from fastmetrics.report.sections.section import Section
from fastmetrics.show.numbers import count, percent, rows_of
from fastmetrics.show.words import Message, say

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
