"""EditPlan: what the intervals of measures of speech are made from.

A row is an utterance: what was said, and what each system heard. Its edits are counted
once, and everything is read off these counts (Bisani & Ney 2004).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval, of_share
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.how import PseudoValues, RowMean
from fastmetrics.metrics.record import BOOTSTRAP, MEAN, PROPORTION, SKEWED_T, Metric
from fastmetrics.metrics.speech.family import FAMILY, EditNumbers
from fastmetrics.metrics.speech.pairs import (
    Splitting,
    count_pairs,
    read_costs,
    read_pairs,
)
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Data, Jackknife, Of, Progress, Refusal
from fastmetrics.resampling.row_intervals import JACKKNIFE
from fastmetrics.resampling.row_plan import RowPlan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Design

__all__ = ["EditPlan"]


_SIDES = ("y_true", "y_pred")
_UNITS = {"character_error_rate": "code_point", "token_error_rate": "token"}


class Counting(NamedTuple):
    """How the edits of utterances are counted: what a token is, and what edits cost."""

    splitting: Splitting = Splitting()
    costs: Any = "levenshtein"

    @classmethod
    def of(cls, row: Metric, given: Mapping[str, Any]) -> Counting:
        """Return how a metric counts, called with these parameters."""
        known = {**row.options, **row.parameters, **given}
        unit = known.get("unit", _UNITS.get(row.function, "word"))
        splitting = Splitting(unit, known.get("normalize"), known.get("delimiter"))
        return cls(splitting, known.get("costs", "levenshtein"))


class EditPlan(RowPlan):
    """What the intervals of measures of speech are made from.

    Columns are "y_true" and, of each system, "y_pred": a transcript of each utterance.
    In their place may stand an EditCounts, which has estimates only, and the interval
    of what is a share of utterances.

    A rate of a whole corpus is a ratio of sums over utterances. Replicates draw
    utterances, or groups of them, and add up their counts, which are whole numbers.
    """

    family = FAMILY

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self._given: Any = data.summary
        if isinstance(data.shared.get("y_true"), str):
            data = _columns_of_one(data)
        super().__init__(data, design, options)
        self._edits: dict[tuple[str, int], NDArray[np.int64]] = {}
        if self._given is not None and self._given.by_pair:
            self._summary = None  # it has all rows, which can be drawn

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metrics that are wanted; means over utterances are rows' means."""
        super().ask([BoundMetric(_of_pairs(row, given), given) for row, given in asked])

    def tells(self, row: Metric) -> bool:
        """Whether what was given tells a metric; counts of words tell none of signs."""
        if self._given is None:
            return True
        return _UNITS.get(row.function, "word") == self._given.unit

    def _rows_summed(self) -> int:
        n: int = self._given.pairs
        return n

    # --- what utterances contribute

    def edits(self, metric: int, model: int) -> NDArray[np.int64]:
        """Return H, S, D and I of each utterance, (utterances, 4)."""
        row, given = self.asked[metric]
        how = Counting.of(row, given)
        return self.counted(how, model)

    def counted(self, how: Counting, model: int) -> NDArray[np.int64]:
        """Return H, S, D and I of each utterance, counted once in one way."""
        if self._given is not None:
            return np.atleast_2d(np.stack(self._given.numbers, axis=-1))
        key = repr(how), model
        if key not in self._edits:
            columns = {**self._data.shared, **self._data.models[self.names[model]]}
            said, heard = (columns[name] for name in _SIDES)
            pairs = read_pairs(said, heard, how.splitting, _SIDES)
            counts = count_pairs(pairs, read_costs(how.costs))
            if len(counts) != self.n_rows:
                raise ValueError(
                    "y_true is one sequence of tokens: an interval needs a list of them"
                )
            self._edits[key] = counts
        return self._edits[key]

    @classmethod
    def methods(cls) -> frozenset[str]:
        """Return the methods that intervals of some of its metrics are made by."""
        return frozenset((*PROPORTION, *MEAN, JACKKNIFE, *BOOTSTRAP))

    def row_values(self, metric: int, model: int) -> NDArray[np.float64]:
        """Return the rate of each utterance, or what it adds to that of the corpus.

        That is its pseudo-value: the rate, and by how much it would change without the
        utterance, times how many others there are.
        """
        counts = self.edits(metric, model)
        if self._is_of_means(metric):
            return self._rates(metric, counts)
        total = counts.sum(axis=0)
        rate, without = self._rates(metric, total), self._rates(metric, total - counts)
        return len(counts) * rate - (len(counts) - 1) * without

    def _rates(self, metric: int, counts: NDArray[Any]) -> NDArray[np.float64]:
        """Return the rates of counts, (..., 4); undefined ones are NaN."""
        row, given = self.asked[metric]
        assert row.formula is not None  # all metrics of the family have one
        numbers = EditNumbers(*np.moveaxis(np.asarray(counts, np.float64), -1, 0))
        rates = np.asarray(row.formula.value(numbers), np.float64)
        if given.get("empty", "insertions") == "insertions":
            return rates
        return np.where(numbers.reference_tokens > 0, rates, np.nan)

    # --- values

    def value(self, metric: int, model: int) -> Any:
        """Return what the function of a metric gives, with its errors and warnings."""
        found = self._estimate(metric, model)
        # Where something is undefined, or empty, the function has its say.
        is_plain = self._given is None and self._has_tokens(metric, model)
        return found if is_plain else super().value(metric, model)

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return what the function of a metric takes: the columns, or the counts."""
        if self._given is not None:
            return self._given, None
        return super().prepared(metric, model)

    def _has_tokens(self, metric: int, model: int) -> bool:
        """Whether each utterance that is averaged has a reference token."""
        tokens = self.edits(metric, model)[:, :3].sum(axis=1)
        return bool((tokens.all if self._is_of_means(metric) else tokens.any)())

    def _estimate(self, metric: int, model: int) -> float:
        if self._given is not None:
            return self._value(metric, model)
        if self._is_of_means(metric):
            return super()._estimate(metric, model)
        return float(self._rates(metric, self.edits(metric, model).sum(axis=0)))

    def _way(self, way: str, asked: str, of: Of) -> str | Refusal:
        """Name the way that suits the design; sums tell shares of utterances only."""
        if self._summary is not None and way not in PROPORTION:
            return refusals.not_drawn(refusals.SUMS_HAVE_NO_ROWS, asked)
        return super()._way(way, asked, of)

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make an interval in closed form; of sums that of a share of utterances."""
        if self._summary is None:
            return super().analytic(metric, method, of, level)
        return of_share(self._given.wrong_pairs, self.n_rows, None, method, level)

    # --- utterances drawn anew, and left out

    def replicates(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return values of utterances drawn anew, (n, models, metrics)."""
        models = range(len(self.names))
        found = np.empty((n, len(models), len(metrics)))
        of_means = [at for at, j in enumerate(metrics) if self._is_of_means(j)]
        of_sums = [at for at in range(len(metrics)) if at not in of_means]
        if of_means:
            report = None if of_sums else progress
            means = super().replicates(
                [metrics[at] for at in of_means], seed, n, report
            )
            found[:, :, of_means] = means
        if not of_sums:
            return found
        # Metrics that count alike share the draws of their counts.
        of_each = {
            (k, at): self.edits(metrics[at], k) for k in models for at in of_sums
        }
        columns = {id(one): one for one in of_each.values()}
        places = {key: 4 * i for i, key in enumerate(columns)}
        sums = self._units.counts(np.concatenate([*columns.values()], axis=1))
        drawn = self._units.drawn_counts(sums, seed, n, progress)
        for (k, at), one in of_each.items():
            first = places[id(one)]
            rates = self._rates(metrics[at], drawn[:, first : first + 4])
            found[:, k, at] = rates
        return found

    def each_left_out(self, metrics: Sequence[int]) -> Jackknife:
        """Return values without each utterance or group, which counts tell exactly."""
        every = tuple(range(len(self.names)))
        values = [self.jackknife(metric, every, 0).values for metric in metrics]
        return Jackknife(np.stack(values, axis=2))

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife:
        """Return the values of a metric without each utterance or group, exactly."""
        if self._is_of_means(metric):
            return super().jackknife(metric, models, seed)
        values = []
        for k in models:
            counts = self._units.counts(self.edits(metric, k))
            values.append(self._rates(metric, counts.sum(axis=0) - counts))
        return Jackknife(np.stack(values, axis=1))


def _columns_of_one(data: Data) -> Data:
    """Return one utterance as columns of one row."""
    models = {
        model: {
            name: [one] if isinstance(one, str) else one for name, one in own.items()
        }
        for model, own in data.models.items()
    }
    return Data({**data.shared, "y_true": [data.shared["y_true"]]}, models)


def _of_pairs(row: Metric, given: Mapping[str, Any]) -> Metric:
    """Return the record of a mean over utterances, where it is asked for that mean."""
    average = given.get("average", row.parameters.get("average", "corpus"))
    if average is None:
        raise ValueError(
            f"{row.name} with average=None is one number per utterance, which have no "
            "interval; average must be 'corpus' or 'mean'"
        )
    assert row.formula is not None  # all metrics of the family have one
    value, scale = row.formula.value, row.scale
    if row.interval in PROPORTION:
        return replace(row, how=RowMean(value, formula=row.formula))
    if average == "mean":
        how = RowMean(value, formula=row.formula)
        return replace(row, interval=SKEWED_T, how=how)
    return replace(row, how=PseudoValues(value, scale, row.formula))
