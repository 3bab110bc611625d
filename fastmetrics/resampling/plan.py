"""Plan: a family's data resampled or left out, by rows, groups or blocks."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
)

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.interval import Interval
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.pair_intervals import PairIntervals
from fastmetrics._kernels import random
from fastmetrics.metrics.record import BOOTSTRAP, CELLS

if TYPE_CHECKING:
    from fastmetrics._inputs.groups import TimeOrder
    from fastmetrics.metrics.bound import BoundMetric
    from fastmetrics.show.words import Message

    Floats: TypeAlias = NDArray[np.float64]


# ------------------------------------------------------------------------------- groups
# Units that are left out together: the groups of a delete-a-group jackknife.


# No more groups than this are dealt; so many units are each left out alone.
MOST_GROUPS = 200


def jackknife_groups(
    seed: int, n_units: int, most: int = MOST_GROUPS
) -> tuple[NDArray[np.uint16], int]:
    """Deal units into random groups of about equal size: (group of each, how many).

    With no more units than ``most`` each unit is its own group.
    """
    n_groups = min(most, n_units)
    codes = np.empty(n_units, np.uint16)
    # A replicate number that no bootstrap reaches.
    shuffle = random.uniform(seed, 2**64 - 1, 0, n_units)
    codes[np.argsort(shuffle, kind="stable")] = np.arange(n_units) % n_groups
    return codes, n_groups


# ------------------------------------------------------------------------------- blocks
# Blocks of neighbouring times, drawn anew in a circle.


def draw_blocks(seed: int, replicate: int, n: int, length: int) -> NDArray[np.int64]:
    """Return how often each of n times is drawn.

    A block has ``length`` times from its start, continuing from the end to the
    beginning; the last block is cut to draw n times in all.
    """
    n_blocks = -(-n // length)
    starts = (random.uniform(seed, replicate, 0, n_blocks) * n).astype(np.int64)
    ends = starts + length
    ends[-1] -= n_blocks * length - n
    steps = np.bincount(starts, minlength=2 * n + 1)
    steps -= np.bincount(ends, minlength=2 * n + 1)
    times: NDArray[np.int64] = np.cumsum(steps)[: 2 * n].reshape(2, n).sum(axis=0)
    return times


# --------------------------------------------------------------------------------- plan
# Plan: the data of a family, for estimates, replicates and closed forms.
#
# A plan is made once per call, for all models, from the columns and the design, or for
# one model from its summary. It reads the columns and builds the summaries, is told the
# metrics that are wanted, and answers in arrays (..., models, metrics), NaN where a
# metric is undefined. The engine in ``intervals`` knows plans only, never a column.


Progress = Callable[[int, int], object] | None
# Whom a question is of: a model, (k,), or model i minus model j, (i, j).
Of = tuple[int, ...]

_Made = TypeVar("_Made")


def of_models(values: NDArray[Any], of: Of) -> NDArray[Any]:
    """Return the values of a model, or the differences of two, of (..., models)."""
    if len(of) == 1:
        return values[..., of[0]]
    return values[..., of[0]] - values[..., of[1]]


class Refusal(NamedTuple):
    """Why there is no interval; ``error``: what to raise instead, if anything."""

    reason: str
    error: str = ""


# Units that are left out in turn where each costs a pass over the rows.
MOST_PASSES = 2000


class Jackknife(NamedTuple):
    """Values of a metric without each unit, (units, models), and what these stand for.

    ``counts`` is the number of units for each value; None: one.
    """

    values: NDArray[Any]
    counts: NDArray[Any] | None = None


class Smoothed(NamedTuple):
    """Values of metrics on smoothed data, (models, metrics), and on samples of these.

    ``replicates`` are (n, models, metrics); ``degrees_of_freedom`` belong to their
    standard deviation.
    """

    values: NDArray[Any]
    replicates: NDArray[Any]
    degrees_of_freedom: float


class Design(NamedTuple):
    """How rows were sampled, and how much each counts."""

    sample_weight: Any = None
    groups: Any = None
    stratified: bool = False
    order: TimeOrder | None = None

    def given(self) -> dict[str, Any]:
        """Return it as the arguments of a call, but for strata."""
        arguments = {"sample_weight": self.sample_weight, "groups": self.groups}
        return arguments if self.order is None else arguments | self.order.given()

    @property
    def is_independent(self) -> bool:
        """Whether rows are independent of each other."""
        return self.groups is None and self.order is None

    @property
    def is_plain(self) -> bool:
        """Whether rows are independent and count alike."""
        return self.is_independent and self.sample_weight is None


@dataclass(eq=False)
class Data:
    """The columns of a data set and its models.

    Attributes
    ----------
    shared : mapping of str to object
        The columns of the data set by the name of their argument.
    models : mapping of str to mapping
        The columns of each model likewise.
    summary : object
        Summary in place of the columns of the only model, if any.
    derived : frozenset of str
        Models whose columns were derived from another family's columns.
    """

    shared: Mapping[str, Any]
    models: Mapping[str, Mapping[str, Any]]
    summary: Any = None
    derived: frozenset[str] = frozenset()
    _made: dict[str, Any] = field(default_factory=dict)

    def once(self, key: str, make: Callable[[], _Made]) -> _Made:
        """Return the result of ``make``, computed once for this key.

        So several families encode the same column once.
        """
        if key not in self._made:
            self._made[key] = make()
        made: _Made = self._made[key]
        return made


class Bounds(Protocol):
    """Bounds of slices, as functions of the level; of some slices only if asked."""

    def __call__(
        self, level: float, places: NDArray[np.intp] | None = None
    ) -> tuple[Floats, Floats]:
        """Return the lower and the upper bounds."""


class Sliced(Protocol):
    """One model's columns in slices."""

    def values(self, asked: BoundMetric) -> Floats:
        """Return the value of a metric in each slice, NaN where it is undefined."""

    def closed_bounds(self, asked: BoundMetric) -> Bounds | str | None:
        """Return the function of bounds in closed form, or the reason for none.

        None where each slice's plan tells.
        """

    def intervals(self, asked: BoundMetric, level: float) -> PairIntervals | None:
        """Return the intervals of all slices by "auto"; None if their plans tell."""


class SlicedColumns(Sliced, Protocol):
    """The same, of which a class reads the columns of all models."""

    @classmethod
    def of_rows(
        cls,
        y_true: Any,
        columns: Sequence[Any],
        slices: NDArray[np.int64],
        n_slices: int,
        sample_weight: Any,
        pos_label: Any,
    ) -> Sequence[Sliced] | None:
        """Read the columns of all models; None where slices are read one by one."""


class Plan(ABC):
    """Interface of the engine to data, with a class per family and one for callables.

    Made by ``(data, design, options)``, where ``options`` are all further options of
    the call, among them "pos_label" and "seed". Errors in the data are raised then.
    `ask` comes next, and before all that is below it here.

    Attributes
    ----------
    names : list of str
        The models.
    kinds : tuple of str
        Kinds of the data, as in ``Metric.targets``; empty if all metrics of the family
        apply to all data.
    n_rows : int
        Rows that were given.
    summaries : dict of str to object
        The summary of each model.
    asked : list of BoundMetric
        The metrics.
    knows_pairs : bool
        Whether rows of several models are known to be the same.
    """

    names: list[str]
    kinds: tuple[str, ...] = ()
    n_rows: int
    summaries: Mapping[str, Any]
    asked: Sequence[BoundMetric] = ()
    knows_pairs: ClassVar[bool] = True

    @classmethod
    def reads(cls, asked: BoundMetric) -> bool:
        """Whether a metric can be read off the summaries, with these parameters.

        Else its function is called again on the rows of each replicate.
        """
        return True

    @classmethod
    def for_columns(
        cls, asked: BoundMetric, columns: Sequence[Any]
    ) -> type[Plan] | None:
        """Return the class of the plan of a metric of such columns of a model.

        None where its function is called again on the rows of each replicate.
        """
        return cls if cls.reads(asked) else None

    @classmethod
    def options_for(cls, asked: BoundMetric) -> dict[str, Any]:
        """Return the options of a plan that is asked this metric only."""
        positive = asked.pos_label(None)
        return {} if positive is None else {"pos_label": positive}

    @classmethod
    def sliced(cls, asked: BoundMetric) -> type[Sliced] | None:
        """Return the reader of a metric in all slices at once, if any."""
        return None

    @classmethod
    def methods(cls) -> frozenset[str]:
        """Return the methods that intervals of some of its metrics are made by."""
        return frozenset(BOOTSTRAP)

    @property
    def of_rows(self) -> Plan:
        """The plan of the family, whatever the order of rows."""
        return self

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Say which metrics are wanted; raise where one is not of such data."""
        self.asked = list(asked)

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the object that a metric's function takes in place of the columns.

        Called with these it gives its value, with its errors and warnings, and reads
        no row again.
        """
        return (self.summaries[self.names[model]], None)

    def value(self, metric: int, model: int) -> Any:
        """Return the value of a metric's function, with its errors and warnings."""
        row, parameters = self.asked[metric]
        return row.public(*self.prepared(metric, model), **parameters)

    def exact(self, metric: int, model: int, estimate: float) -> float:
        """Return the value as its function has it; the estimate where that is none."""
        if not math.isfinite(estimate):
            return estimate
        with hold_warnings():
            value = self.value(metric, model)
        known = isinstance(value, float | int) and math.isfinite(value)
        return float(value) if known else estimate

    @property
    @abstractmethod
    def estimates(self) -> NDArray[Any]:
        """Values of the data themselves, (models, metrics)."""

    @property
    @abstractmethod
    def n_units(self) -> int:
        """How many rows or groups are drawn, or left out in turn."""

    @property
    def rows_per_replicate(self) -> int:
        """Rows that a replicate reads, of all models; 0: it is drawn from a table."""
        return 0

    @property
    def touches_rows(self) -> bool:
        """Whether the cost of a replicate grows with the rows."""
        return self.rows_per_replicate > 0

    @property
    def draws_cells(self) -> bool:
        """Whether replicates are drawn by cells of rows, and not by rows."""
        return False

    @property
    def drawn_by(self) -> str:
        """Suffix of methods whose replicates do not draw single rows."""
        return CELLS if self.draws_cells else ""

    def pairs_by_values(self, metric: int) -> bool:
        """Whether the difference of two models is the difference of their values."""
        return True

    def remarks(self, metric: int) -> Sequence[Message]:
        """Return remarks on the data, which a comparison of the models shows first."""
        return ()

    def adds_up(self, metric: int) -> bool:
        """Whether a metric is made of the mean, or the sum, of a value of each row."""
        return False

    def row_values(self, metric: int, model: int) -> NDArray[np.float64]:
        """Return each row's contribution to such a metric of a model."""
        raise NotImplementedError(f"{type(self).__name__} knows no row values")

    @property
    def advice(self) -> str:
        """What can be done about replicates on which a metric is undefined."""
        return ""

    @abstractmethod
    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made.

        One of the catalog's ``BOOTSTRAP`` has it made from `replicates`, ``SMOOTHED``
        from `smoothed`, of its ``JACKKNIFE`` from `jackknife`; any other way is
        `analytic`.
        """

    def kind_of_model(self, metric: int, model: int) -> Hashable:
        """Return what `method` and `note` of pairs depend on of a model.

        They are asked once for all pairs of models of the same two kinds.
        """
        value = self.estimates[model, metric]
        return bool(np.isnan(value)), bool(np.isfinite(value))

    @property
    def known_pairs(self) -> Sequence[tuple[int, int]]:
        """Pairs of models of which differences are known of some metrics."""
        return ()

    def of_pair(self, metric: int, of: Of) -> tuple[Plan, int] | None:
        """Return the plan that draws two models together, where this one does not."""
        return None

    def sides(self, metric: int, of: Of) -> Sequence[tuple[Plan, int]]:
        """Return plans between which a metric lies that replicates are drawn for.

        And which of the metrics of each it is. Empty: replicates are its own.
        """
        return ()

    def note(self, metric: int, asked: str, of: Of) -> str:
        """Say why that interval is approximate on these data; empty: it is not."""
        row = self.asked[metric].row
        return row.reason if row.approximate and asked == "auto" else ""

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make an interval in closed form."""
        raise NotImplementedError(f"{type(self).__name__} has no closed forms")

    def analytic_pairs(
        self, metric: int, method: str, pairs: NDArray[np.intp], level: float
    ) -> PairIntervals:
        """Make the intervals of differences in closed form, (pairs, 2)."""
        return PairIntervals.of(
            [self.analytic(metric, method, (i, j), level) for i, j in pairs.tolist()]
        )

    def replicates(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> NDArray[Any]:
        """Return values of data drawn anew, (n, models, metrics asked for here)."""
        raise NotImplementedError(f"{type(self).__name__} has no replicates")

    def smoothed(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> Smoothed:
        """Return values of the metrics asked for here on smoothed data."""
        raise NotImplementedError(f"{type(self).__name__} smooths no data")

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife | None:
        """Return the values of a metric without each unit, the same for all models.

        None where there are so many units that no interval can tell.
        """
        return None

    def each_left_out(self, metrics: Sequence[int]) -> Jackknife | None:
        """Return values without each unit, (units, models, metrics asked for here).

        Units are rows of weight above 0 in the order given, or groups in the order of
        their codes; with ``counts`` they are kinds of rows. None where there are more
        than `MOST_PASSES`, and each of them would take a pass over the rows.
        """
        return None
