"""Plans of errors: of forecasts of numbers, and of edits in speech."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.interval import Interval, of_share
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.records import loaded
from fastmetrics._inputs.columns import as_array
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.how import PseudoValues, RowMean
from fastmetrics.metrics.record import BOOTSTRAP, MEAN, PROPORTION, SKEWED_T, Metric
from fastmetrics.metrics.regression.family import FAMILY as REGRESSION
from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula
from fastmetrics.metrics.regression.measuring.error_moments import (
    SummedErrors,
    sum_errors,
)
from fastmetrics.metrics.regression.measuring.pseudo_values import ErrorPower
from fastmetrics.metrics.row_sums import make
from fastmetrics.metrics.speech.family import FAMILY as SPEECH
from fastmetrics.metrics.speech.family import EditNumbers
from fastmetrics.metrics.speech.pairs import (
    Splitting,
    count_pairs,
    read_costs,
    read_pairs,
)
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Data, Design, Jackknife, Of, Progress, Refusal
from fastmetrics.resampling.row_intervals import JACKKNIFE, is_mean, one_number
from fastmetrics.resampling.row_plan import RowPlan

if TYPE_CHECKING:
    from fastmetrics._common.means import Mean


# With errors of a greater kurtosis, intervals made of their squares cover too little.
_HEAVY = 10.0
# With this many rows pseudo-values are as good as their limit, and losses are not kept.
_MANY = 10_000


def _reads_sums(row: Metric, given: Mapping[str, Any]) -> bool:
    """Whether a metric is read off sums, with these parameters."""
    return row.formula is not None and given.get("normalization") != "iqr"


class ErrorPlan(RowPlan):
    """Plan of metrics of numeric errors.

    Columns are "y_true" and, of each model, "y_pred" or another kind of forecast; in
    their place may stand an ErrorSums.

    All measures that are made of moments are read off one ErrorSums of each model. So
    are the intervals of those that are means, where rows count alike.
    """

    family = REGRESSION

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        super().__init__(data, design, options)
        given = [{*data.shared, *columns} for columns in data.models.values()]
        # The kinds of forecasts that all models have, in the words of the targets.
        self.kinds = tuple(
            target or "point"
            for target, names in REGRESSION.positional.items()
            if all({*names} <= every for every in given)
        )
        self._columns: dict[tuple[str, int], NDArray[Any]] = {}
        self._sums_of: dict[int, SummedErrors | None] = {}

    # --- what there is

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metrics that are wanted; raise where sums do not tell one."""
        for one in asked:
            if not self.tells(one.row, one.parameters):
                raise TypeError(
                    f"{one.row.name} cannot be read off ErrorSums: {one.row.merging}"
                )
        super().ask(asked)

    def tells(self, row: Metric, parameters: Mapping[str, Any]) -> bool:
        """Whether the given columns or summary determine a metric."""
        return self._summary is None or _reads_sums(row, parameters)

    @property
    def has_several_outputs(self) -> bool:
        """Whether there are several columns of observed numbers."""
        if self._summary is not None:
            return bool(self._summary.n_outputs > 1)
        shape: tuple[int, ...] = getattr(self._data.shared.get("y_true"), "shape", ())
        return len(shape) == 2 and shape[1] > 1

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the columns as arrays, each of them converted once."""
        if self._summary is not None:
            return super().prepared(metric, model)
        names = self.family.leading(self.asked[metric].row)
        return tuple(self._column(name, model) for name in names)

    def _column(self, name: str, model: int) -> NDArray[Any]:
        shared = name in self._data.shared
        key = name, -1 if shared else model
        if key not in self._columns:
            own = self._data.shared if shared else self._data.models[self.names[model]]
            self._columns[key] = as_array(own[name], name)
        return self._columns[key]

    def _sums(self, metric: int, model: int) -> SummedErrors | None:
        """Return the sums that a metric is read off, if it is such a metric."""
        row, given = self.asked[metric]
        return self._summed(model) if _reads_sums(row, given) else None

    def _summed(self, model: int) -> SummedErrors | None:
        """Return the sums of a model's errors, made when first asked for."""
        if self._summary is not None:
            return SummedErrors(self._summary)
        if model not in self._sums_of:
            names = REGRESSION.positional[""]
            true, pred = (self._column(name, model) for name in names)
            rows = [one.row for one in self.asked]
            wanted = any(
                isinstance(row.how, ErrorFormula) or row.light_tails for row in rows
            )
            self._sums_of[model] = sum_errors(true, pred, self._units.weights, wanted)
        return self._sums_of[model]

    @property
    def _total(self) -> float:
        """What all rows weigh."""
        return super()._total if self._summary is None else self._summary.weight

    # --- values

    def value(self, metric: int, model: int) -> Any:
        """Return the value of a metric's function, with its errors and warnings."""
        row, given = self.asked[metric]
        found = self._sums(metric, model)
        if found is not None:
            given = {k: v for k, v in given.items() if k != "sample_weight"}
            return row.public(found.sums, None, **given)
        if self._moments_of(metric) is None:
            return super().value(metric, model)
        # The same pass checks the rows, and its mean is the value up to rounding.
        return make(row, self._mean(metric, (model,)).value, self._total)

    def _estimate(self, metric: int, model: int) -> float:
        if self._sums(metric, model) is None:
            return super()._estimate(metric, model)
        with hold_warnings():
            row = self.asked[metric].row
            return one_number(row, self.value(metric, model))

    # --- closed forms

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        row, given = self.asked[metric]
        needed = row.interval_needs
        if needed and all(given.get(name) is None for name in needed):
            return refusals.unknown_interval(row.name, refusals.ONE_SERIES, asked)
        way = super().method(metric, asked, of)
        if self._summary is None or isinstance(way, Refusal):
            return way
        known = is_mean(row) and self._summary.n_outputs == 1
        return way if known else Refusal(refusals.SUMS_LACK_SQUARES)

    def kind_of_model(self, metric: int, model: int) -> Hashable:
        """Return whether its value is defined, and how heavy the tails are."""
        own, note = super().kind_of_model(metric, model), ""
        if self.asked[metric].row.light_tails:
            note = self.note(metric, "auto", (model,))
        return own, note

    def note(self, metric: int, asked: str, of: Of) -> str:
        """Say why that interval is approximate on these data; empty: it is not."""
        found = super().note(metric, asked, of)
        if self._summary is not None:
            return found or (
                refusals.WEIGHTS_ADDED_UP if self._summary.weighted else ""
            )
        if found or not self.asked[metric].row.light_tails:
            return found
        summed = [self._summed(model) for model in of]
        kurtosis = max(0.0 if one is None else one.kurtosis for one in summed)
        return refusals.heavy_tails(kurtosis) if kurtosis > _HEAVY else ""

    def _in_one_pass(self, metric: int, model: int) -> Mean | None:
        row, given = self.asked[metric]
        if self._design.groups is not None:
            return None
        summed = self._sums(metric, model)
        if summed is not None:
            found = self._of_powers(metric, summed)
            if found is not None:
                return found
        if isinstance(row.how, ErrorFormula) and self.n_rows >= _MANY:
            summed = self._summed(model)
            return None if summed is None else summed.spread(row.how, given)
        moments = self._moments_of(metric)
        if moments is None:
            return None
        found = moments(*self.prepared(metric, model), **given)
        return found if found is not None and math.isfinite(found.value) else None

    def _of_powers(self, metric: int, summed: SummedErrors) -> Mean | None:
        """Return the mean of row values that are powers of errors of one output.

        None where sums of the powers do not tell all, and there are rows that do.
        """
        how = self.asked[metric].row.how
        power = loaded(how.values) if isinstance(how, RowMean) else None
        if not isinstance(power, ErrorPower) or summed.sums.n_outputs > 1:
            return None
        totals = summed.sums.totals
        alone = self._summary is not None
        if not alone and (summed.sums.weighted or not power.keeps_digits(totals)):
            return None
        return power.mean(totals, summed.sums.weighted)

    def _is_of_means(self, metric: int) -> bool:
        """Whether its row values determine its value on resampled rows."""
        if (
            self.asked[metric].row.made_of == "root"
            and self._column("y_true", 0).ndim > 1
        ):
            return False  # an average of roots is the root of no mean
        return super()._is_of_means(metric)

    def _moments_of(self, metric: int) -> Any:
        """Return the one-pass sum of losses; None: nothing, or it does not pay."""
        row, given = self.asked[metric]
        if not self._design.is_plain or self.n_rows < _MANY or "multioutput" in given:
            return None
        return row.how.moments if isinstance(row.how, RowMean) else None


_SIDES = ("y_true", "y_pred")
_UNITS = {"character_error_rate": "code_point", "token_error_rate": "token"}


class Counting(NamedTuple):
    """Counting of edits: the unit of a token, and the costs of edits."""

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
    """Plan of metrics of speech.

    Columns are "y_true" and, of each system, "y_pred": a transcript of each utterance.
    An EditCounts in their place has only estimates, and the interval of a proportion of
    utterances.

    A rate of a whole corpus is a ratio of sums over utterances. Replicates draw
    utterances, or groups of them, and add up their counts, which are whole numbers.
    """

    family = SPEECH

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
        """Whether the data determine a metric; counts of words lack signs."""
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
        """Return each utterance's rate, or its contribution to the corpus rate.

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
        """Return the value of a metric's function, with its errors and warnings."""
        found = self._estimate(metric, model)
        # Where something is undefined, or empty, the function has its say.
        is_plain = self._given is None and self._has_tokens(metric, model)
        return found if is_plain else super().value(metric, model)

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the argument of a metric's function: the columns, or the counts."""
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
        """Return the method for the design; sums have only utterance proportions."""
        if self._summary is not None and way not in PROPORTION:
            return refusals.not_drawn(refusals.SUMS_HAVE_NO_ROWS, asked)
        return super()._way(way, asked, of)

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make an interval in closed form; sums have proportions of utterances only."""
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
