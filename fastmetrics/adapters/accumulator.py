"""Accumulator: metrics of data that come in batches, from machines, or over time.

As bytes it is, in the frame of `fastmetrics._common.packing`, of version 1:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMACCUMS``
8       uint16              version of the format, 1
10      uint64              b, the bytes of the text
18      uint64              m, the number of ids of batches
26      b bytes             JSON, UTF-8: what was asked for, what was decided by the
                            first batch, and of each summary the model, the kind and
                            the number of its bytes
..      ..                  the bytes of the summaries, in that order
..      16 m bytes          BLAKE2b of 128 bits of each id, ascending
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias

import numpy as np

from fastmetrics._common.batch_ids import BatchIds
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_integral, whole
from fastmetrics._common.packing import Format
from fastmetrics._common.warn import hold_warnings, warn
from fastmetrics._kernels.keys import SplitScores
from fastmetrics.adapters.batch_summaries import (
    Batch,
    GatheredScores,
    Kind,
    bounds_of,
    check_sketched,
    kind_of,
    parameters_in,
    plain,
    plain_value,
    summary_classes,
    value_of,
)
from fastmetrics.adapters.sliced_summaries import (
    SlicedSummaries,
    SlicedSummary,
    check_keeps_no_rows,
    summed_by_slice,
)
from fastmetrics.catalog import FAMILIES, find, namesakes, tasks_of
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.intervals.wanted import Wanted, is_several, resolve
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.metrics.scores.score_sketch import ScoreSketch
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.metrics.summary import SummarySource
from fastmetrics.report.analysis import make_plans
from fastmetrics.report.choice import check_asked, row_of
from fastmetrics.report.families import own_options
from fastmetrics.report.grouped_metrics import GroupedMetrics
from fastmetrics.report.models import gather_given
from fastmetrics.report.sections.section import Setting
from fastmetrics.report.sliced_rows import slices_of
from fastmetrics.resampling.plan import Data, Design
from fastmetrics.resampling.row_records import count_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.record import Metric
    from fastmetrics.metrics.summary import Handed, Summary
    from fastmetrics.report.models import Gathered

__all__ = ["Accumulator"]

_FORMAT = Format(
    b"FMACCUMS", 1, "QQ", "these bytes of an Accumulator are", "no Accumulator"
)
# Of columns, with their types.
_Names: TypeAlias = tuple[tuple[str, Any], ...]
# Summaries of a model, by kind.
State = dict[str, dict[Kind, Any]]


class _Part(NamedTuple):
    """What is read off one kind of summary: metrics by the names they are asked by."""

    family: str
    kind: Kind
    asked: tuple[tuple[str, str, str], ...]  # name, record, parameters as JSON


class Accumulator(SummarySource):
    """Metrics of data that come batch by batch: what all rows together would give.

    It keeps a summary of each kind that the metrics are read off, of each model, and no
    rows; two of them add up, so that threads, processes and machines do too.

    Parameters
    ----------
    metrics : str, callable, sequence or dict of name to such, optional
        Names of the catalog (``"nDCG@10"``, ``"fbeta_score:beta=0.5"``), functions of
        this package, a ``functools.partial`` of one, or a pair of a name or a function
        and a dict of its parameters. By default all that `evaluate` would show of the
        first batch and that merge.
    task : str, optional
        What is judged, as in `evaluate`.
    max_thresholds : int, optional
        Keep no more intervals of scores than that, at most 56 bytes each: a
        `ScoreSketch`, which up to so many distinct scores is exact, and of which
        `bounds` says between what a value lies. By default every score is kept.
    window : int, optional
        Only the last so many updates count.
    by : bool, default=False
        Whether updates come with ``by``, what rows are sliced by: `compute` then gives
        what `by_group` gives. For metrics that are read off counts and sums.
    pos_label : object, optional
        The label of the positive class.
    threshold : float, optional
        Makes labels of scores, as in `evaluate`.
    **settings
        What families take beside columns, as in `evaluate`: ``labels``, ``quantiles``,
        ``normalize`` and others.

    Attributes
    ----------
    n_samples : int
        Rows of all updates that count.
    n_batches : int
        Those updates.
    summaries : dict
        ``summaries[model]`` lists the summaries of a model, which is called "model"
        where it has no name.

    See Also
    --------
    evaluate : takes it in place of the columns, as `confidence_interval` does.

    Notes
    -----
    One thread at a time updates it. Scores without weights are kept as keys of 8 bytes,
    until a value is asked for or ties make the sweep smaller, or as a sketch with
    ``max_thresholds``, off which no "linear" and no "davis-goadrich" `pr_auc_score` is
    read; all else takes memory that does not grow with the rows, but for query ids.
    With ``window`` each of the updates that count is kept, and two are merged per
    update.

    Examples
    --------
    >>> from fastmetrics import Accumulator
    >>> seen = Accumulator(["accuracy", "f1"])
    >>> for y_true, y_pred in [([0, 1], [0, 1]), ([1, 1, 0], [0, 1, 1])]:
    ...     _ = seen.update(y_true, y_pred)
    >>> seen.compute("accuracy")
    0.6
    >>> seen.n_samples, seen.n_batches
    (5, 2)
    >>> Accumulator.from_bytes(seen.to_bytes()) == seen
    True
    """

    __slots__ = (
        *("_asked", "_batches", "_by", "_front", "_ids", "_max_thresholds", "_parts"),
        *("_plain", "_settings", "_sizes", "_state", "_task", "_window"),
    )

    # By the name that it is asked by: the record and its parameters; None: as evaluate.
    _asked: dict[str, tuple[str, dict[str, Any]]] | None
    _task: str | None
    _max_thresholds: int | None  # intervals of scores; None: every score
    _window: int | None
    _by: bool
    _settings: dict[str, Any]
    _parts: tuple[_Part, ...]  # empty before the first update
    _state: State  # of all updates, or of those of a window that came after its front
    _front: list[State]  # of a window: its first updates, each with all up to the last
    _batches: list[State]  # of a window: those that came after these
    _sizes: list[int]  # rows of each update of a window, or of all together
    _ids: BatchIds
    # Of the last batch, where its columns were plain and went to families as they are.
    _plain: tuple[_Names, Gathered] | None

    def __init__(
        self,
        metrics: Any = None,
        *,
        task: str | None = None,
        max_thresholds: int | None = None,
        window: int | None = None,
        by: bool = False,
        pos_label: Label | None = None,
        threshold: float | None = None,
        **settings: Any,
    ) -> None:
        if task is not None and task not in FAMILIES:
            raise ValueError(
                f"task must be one of {', '.join(FAMILIES)}; got {shown(task)}"
            )
        if window is not None and (not is_integral(window) or window < 1):
            raise ValueError(
                f"window must be a whole number of at least 1, got {shown(window)}"
            )
        known = own_options() - {"threshold"}
        for name in settings:
            if name not in known:
                raise TypeError(
                    f"Accumulator has no argument {name!r}; settings are "
                    f"{', '.join(sorted(known))}"
                )
        self._asked = None if metrics is None else _named(metrics)
        self._task = task
        check_flag(by, "by")
        self._by = bool(by)
        self._max_thresholds = None
        if max_thresholds is not None:
            self._max_thresholds = whole(max_thresholds, "max_thresholds", at_least=1)
            if by:
                raise ValueError(
                    "max_thresholds is for scores, which are not accumulated by "
                    "slices: leave it out, or by"
                )
            _check_sketched(self._asked or {})
        self._window = None if window is None else int(window)
        given = {"pos_label": pos_label, "threshold": threshold, **settings}
        self._settings = {k: _plain(v) for k, v in given.items() if v is not None}
        self.reset()

    def reset(self) -> None:
        """Forget all updates, and what the first of them decided."""
        self._parts, self._sizes = (), []
        self._state, self._front, self._batches = {}, [], []
        self._ids, self._plain = BatchIds(), None

    # --- updates

    def update(
        self,
        y_true: Any = None,
        y_pred: Any = None,
        *,
        y_score: Any = None,
        y_proba: Any = None,
        X: Any = None,
        sample_weight: ArrayLike | None = None,
        by: Any = None,
        batch_id: int | str | None = None,
        **columns: Any,
    ) -> bool:
        """Take a batch of rows.

        Parameters
        ----------
        y_true, y_pred, y_score, y_proba, X, **columns
            As `evaluate` takes them; of several models dicts of name to column.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero; with ``by`` not all zero
            in any slice.
        by : array_like of shape (n_samples,), or a frame, dict or matrix of several
            What rows are sliced by, where the accumulator was made with ``by=True``:
            numbers or texts.
        batch_id : int or str, optional
            What the batch is called: one that was seen before changes nothing.

        Returns
        -------
        bool
            False where a batch of this id was seen before.

        Raises
        ------
        ValueError, TypeError
            As `evaluate` does; if the batch has other models or another kind of target
            than those before; if a metric cannot be accumulated. Nothing is changed
            then.
        """
        seen = BatchIds.hash_of(batch_id)
        if seen in self._ids:
            return False
        if self._by != (by is not None):
            raise TypeError(
                "this Accumulator is by slices: give by, what the rows are sliced by"
                if self._by
                else "by is for an Accumulator that was made with by=True"
            )
        given = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score}
        given |= {"y_proba": y_proba, "X": X, **columns}
        design = Design(sample_weight)
        asked = None
        if self._asked is not None:
            asked = {part.family for part in self._parts} or tasks_of(
                of for of, _ in self._asked.values()
            )
        names = _plain_names(given, design, asked)
        gathered = self._as_before(names, given)
        plain = self._plain
        if gathered is None:
            gathered = gather_given(self._task, given, self._settings, design, asked)
            plain = _as_given(names, given, gathered)
        parts, settings = self._parts, self._settings
        if not parts:
            settings = _with_labels(settings, gathered)
            parts = self._decide(gathered, design, settings)
        pieces, n_rows = self._summed(parts, gathered, sample_weight, settings, by)
        if self._sizes and {*pieces} != {*self._all_models()}:
            raise ValueError(
                f"a batch has the models {', '.join(sorted(pieces))}; those before had "
                f"{', '.join(sorted(self._all_models()))}"
            )
        _check_kinds(parts, pieces)
        if self._window is None:
            state, later = self._grown(pieces)
            _check_kinds(parts, state)
            sizes = [sum(self._sizes[:1]) + n_rows, sum(self._sizes[1:]) + 1]
            front, batches = self._front, self._batches
        else:
            later = []
            state, front, batches = self._slid(pieces)
            _check_kinds(parts, state)
            sizes = [*self._sizes, n_rows][-self._window :]
        # From here on nothing raises.
        for growing, piece in later:
            growing.add(piece)
        self._state, self._front, self._batches = state, front, batches
        self._sizes, self._parts, self._settings = sizes, parts, settings
        self._plain = plain
        self._ids.add(seen)
        return True

    def _as_before(
        self, names: _Names | None, given: Mapping[str, Any]
    ) -> Gathered | None:
        """Return what families judge of a batch that is like the last; None: it is not.

        Where plain columns of numbers go is a matter of their names and types.
        """
        if names is None or self._plain is None or self._plain[0] != names:
            return None
        gathered = self._plain[1]
        data = {
            family: Data(
                {name: given[name] for name in one.shared},
                {m: {n: given[n] for n in own} for m, own in one.models.items()},
            )
            for family, one in gathered.data.items()
        }
        return gathered._replace(data=data)

    def with_sweeps(self, sweeps: Mapping[str, Any]) -> Accumulator:
        """Return the same with other sweeps of the scores of each model."""
        made = self.copy()
        for model, sweep in sweeps.items():
            for kind in made._state[model]:
                if kind.summary == ScoreSweep.__name__:
                    made._state[model][kind] = sweep
        return made

    def emptied(self) -> Accumulator:
        """Return one that has seen nothing, but knows what was decided."""
        made = self.copy()
        made.reset()
        made._parts = self._parts
        return made

    # What takes scores in another way does so here.

    def _made(self, kind: Kind, batch: Batch) -> Any:
        """Return the summary of a batch, or its scores, to be gathered."""
        return kind.make(batch)

    def _summed(
        self,
        parts: Sequence[_Part],
        gathered: Gathered,
        weights: Any,
        settings: Any,
        by: Any = None,
    ) -> tuple[State, int]:
        """Return what a batch becomes, and how many rows it has."""
        return _summed(parts, gathered, weights, settings, by, self._made)

    def _grown(self, pieces: State) -> tuple[State, list[Any]]:
        """Return the summaries of all with those of a batch; see `_grown`."""
        return _grown(self._state, pieces)

    def _slid(self, pieces: State) -> tuple[State, list[State], list[State]]:
        """Return the window's two stacks with one more update, the oldest taken off."""
        assert self._window is not None
        made = _swept(pieces)
        state, front, batches = self._state, self._front, self._batches
        batches, state = [*batches, made], _joined(state, made)
        if len(front) + len(batches) > self._window:
            if not front:
                total: State = {}
                for one in reversed(batches):
                    total = _joined(one, total)
                    front = [*front, total]
                batches, state = [], {}
            front = front[:-1]
        return state, front, batches

    def _all_models(self) -> list[str]:
        return [*self._total()]

    def _total(self) -> State:
        """Return the summaries of all updates that count."""
        if self._front:
            return _joined(self._front[-1], self._state)
        return self._state

    def _decide(
        self, gathered: Gathered, design: Design, settings: Mapping[str, Any]
    ) -> tuple[_Part, ...]:
        """Return what is read off which summary, by the first batch."""
        models = gathered.models
        options = {**settings, **gathered.options, "seed": 0}
        setting = Setting(models, None, design, options, 0.95, "auto")
        with hold_warnings():
            plans = make_plans(gathered.data, setting, None)
        found: dict[tuple[str, Kind], list[tuple[str, str, str]]] = {}
        for name, row, given in self._wanted(plans, options):
            data = gathered.data[row.task]
            columns = {**data.shared, **next(iter(data.models.values()))}
            batch = Batch(columns, design.sample_weight, options)
            try:
                kind = kind_of(row, given, batch, self._max_thresholds)
                if self._by:
                    check_keeps_no_rows(row, kind)
                if self._asked is None:
                    kind.make(batch)
            except (ValueError, TypeError):
                if self._asked is not None:
                    raise
                continue
            text = json.dumps(_plain(given), sort_keys=True)
            found.setdefault((row.task, kind), []).append((name, row.name, text))
        if not found:
            raise ValueError("nothing that these data are judged by merges")
        return tuple(_Part(*key, tuple(asked)) for key, asked in found.items())

    def _wanted(
        self, plans: Mapping[str, Any], options: Mapping[str, Any]
    ) -> list[tuple[str, Metric, dict[str, Any]]]:
        """Return the metrics that are wanted, with all their parameters."""
        if self._asked is None:
            shown_ = [one for plan in plans.values() for one in plan.asked]
            return [
                (row.name, row, _own(row, given)) for row, given in shown_ if row.merges
            ]
        wanted = []
        kinds = {family: plan.kinds for family, plan in plans.items()}
        for name, (of, given) in self._asked.items():
            row = row_of(of, plans)
            if not {*FAMILIES[row.task].settings} & {*row.with_parameters(given)}:
                check_asked(row, kinds)  # else its own tells what kind data are
            if not row.merges:
                raise ValueError(f"{row.name} cannot be accumulated: {row.unmerged}")
            row.check_required(row.with_parameters(given))
            own = {
                n: options[n]
                for n in (*FAMILIES[row.task].settings, "pos_label")
                if n in row.options and options.get(n) is not None
            }
            if "ProbabilitySums" in row.merges:
                own = {}
            if {"ScoreSweep", "CalibrationBins"} & {*row.merges}:
                own.pop("pos_label", None)  # the summary is of events, made by it
            wanted.append((name, row, {**own, **row.with_parameters(given)}))
        return wanted

    # --- values

    @property
    def n_samples(self) -> int:
        """Rows of all updates that count."""
        return sum(self._sizes if self._window else self._sizes[:1])

    @property
    def n_batches(self) -> int:
        """The updates that count."""
        return len(self._sizes) if self._window else sum(self._sizes[1:])

    @property
    def summaries(self) -> dict[str, list[Summary]]:
        """The summaries of each model."""
        total = _of_all_slices(_swept(self._total()))
        return {model: [*kinds.values()] for model, kinds in total.items()}

    @property
    def names(self) -> list[str]:
        """The metrics, by the names that they are asked by."""
        if self._asked is not None:
            return [*self._asked]
        return [name for part in self._parts for name, _, _ in part.asked]

    def compute(self, name: str | None = None) -> Any:
        """Return a metric of all rows that were seen.

        Parameters
        ----------
        name : str, optional
            As it was asked for, or a name of the catalog. By default all.

        Returns
        -------
        float, dict or GroupedMetrics
            What the metric's function gives for all rows: to the bit where they were
            counted and where scores have no weights, sums to 1e-12. Of several models a
            dict by model; without a name a dict by metric. NaN before the first update.
            By slices what `by_group` gives.

        Raises
        ------
        ValueError
            If it was not asked for.

        Warns
        -----
        UndefinedMetricWarning
            If nothing was seen, or the metric is undefined on what was.
        """
        if self._by and self._parts:
            return self._grouped(self.names if name is None else [name])
        if name is None:
            return {one: self.compute(one) for one in self.names}
        asked = self._find(name)
        if asked is None:
            warn(
                f"no batch was seen, so {name} is undefined and returned as NaN.",
                UndefinedMetricWarning,
            )
            return math.nan
        kind, row, given = asked
        values = {
            model: _value(kinds[kind], row, given, len(self.names) == 1)
            for model, kinds in self._total().items()
            if kind in kinds
        }
        return values[UNNAMED] if [*values] == [UNNAMED] else values

    def _grouped(
        self,
        names: Sequence[str],
        confidence_level: float = 0.95,
        method: Any = "auto",
        n_resamples: int | None = None,
    ) -> GroupedMetrics:
        """Return metrics of all slices."""
        total = self._total()
        wanted, parts = {}, {}
        for name in names:
            found = self._find(name)
            assert found is not None  # batches were seen
            kind, row, given = found
            wanted[name] = Wanted(row, row.public, given)
            parts[name] = {model: kinds[kind] for model, kinds in total.items()}
        return GroupedMetrics(
            SlicedSummaries(wanted, parts),
            confidence_level=confidence_level,
            method=method,
            n_resamples=n_resamples,
            min_rows=1,
            backend="dict",
        )

    def bounds(self, name: str) -> Any:
        """Return between which numbers a metric of all rows lies.

        Parameters
        ----------
        name : str
            As in `compute`.

        Returns
        -------
        tuple of float, or dict
            (low, high); both are the value, where the summary is exact, as all are but
            sketches of more than ``max_thresholds`` scores. Of several models a dict.
            NaN where the metric is undefined.

        Raises
        ------
        ValueError
            If it was not asked for, or by slices, whose values `compute` has.

        Warns
        -----
        UndefinedMetricWarning
            As `compute` does.

        Examples
        --------
        >>> import numpy as np
        >>> from fastmetrics import Accumulator
        >>> rng = np.random.default_rng(0)
        >>> seen = Accumulator("roc_auc", max_thresholds=1000)
        >>> for _ in range(10):
        ...     y_true = rng.integers(0, 2, 5000)
        ...     _ = seen.update(y_true, y_score=y_true + rng.normal(size=5000))
        >>> low, high = seen.bounds("roc_auc")
        >>> low <= seen.compute("roc_auc") <= high, high - low < 0.01
        (True, True)
        """
        if self._by:
            raise ValueError("values of slices are exact: compute has them")
        values = self.compute(name)
        asked = self._find(name)
        if asked is None or asked[0].summary != ScoreSketch.__name__:
            if isinstance(values, dict):
                return {model: (value, value) for model, value in values.items()}
            return values, values
        kind, row, given = asked
        bounds = {
            model: bounds_of(kinds[kind], row, given)
            for model, kinds in self._total().items()
            if kind in kinds
        }
        return bounds[UNNAMED] if [*bounds] == [UNNAMED] else bounds

    def _find(self, name: str) -> tuple[Kind, Metric, dict[str, Any]] | None:
        """Return where a metric is read off, None before the first update."""
        for by_record in (False, True):
            wanted = find(name).name if by_record else name
            for part in self._parts:
                for asked in part.asked:
                    if asked[by_record] == wanted:
                        return part.kind, find(asked[1]), json.loads(asked[2])
            if not self._parts and self._asked is None:
                return None
            if self._asked is not None and not self._parts:
                named = {wanted: 0} if not by_record else {}
                records = {of for of, _ in self._asked.values()}
                if named.keys() & self._asked.keys() or wanted in records:
                    return None
        raise ValueError(
            f"{name!r} was not accumulated; these were: {', '.join(self.names)}"
        )

    def handed_out(self) -> Mapping[str, Mapping[str, Sequence[Handed]]]:
        """Return by family and by model each summary, and what is read off it."""
        if not self._parts:
            raise ValueError("no batch was seen: there is nothing to judge")
        total = _of_all_slices(_swept(self._total()))
        found: dict[str, dict[str, list[Handed]]] = {}
        for part in self._parts:
            asked = [(find(of), json.loads(text)) for _, of, text in part.asked]
            for model, kinds in total.items():
                if part.kind in kinds:
                    by_model = found.setdefault(part.family, {})
                    by_model.setdefault(model, []).append((kinds[part.kind], asked))
        return found

    def sliced(self, leading: Collection[str], **options: Any) -> GroupedMetrics | None:
        """Return slices by the metrics asked for, else by the leading of a report.

        ``options`` are those of `GroupedMetrics`, and ``asked``: the names by which
        the report was asked for metrics; empty: it shows all.
        """
        if not self._by:
            return None
        asked = options.pop("asked")
        records = {name: of for p in self._parts for name, of, _ in p.asked}
        shown_ = asked or (records.values() if self._asked is not None else leading)
        names = [name for name in self.names if records[name] in shown_]
        return self._grouped(names, **options) if names else None

    def settings(self) -> Mapping[str, Any]:
        """Return the options of ``evaluate`` that hold for these data."""
        return dict(self._settings)

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> Accumulator:
        if not isinstance(other, Accumulator):
            return NotImplemented
        if self._window or other._window:
            raise ValueError("accumulators with a window do not merge")
        sides = self._told(), other._told()
        for field in sides[0]:
            ours, theirs = (side[field] for side in sides)
            empty = not self._parts or not other._parts
            if ours != theirs and not (empty and field in ("parts", "settings")):
                raise ValueError(
                    f"accumulators of different {field} do not merge: {ours} and "
                    f"{theirs}"
                )
        ids = self._ids | other._ids
        first, second = (self, other) if self._parts else (other, self)
        if second._parts and {*first._state} != {*second._state}:
            raise ValueError(
                f"accumulators of different models do not merge: "
                f"{sorted(first._state)} and {sorted(second._state)}"
            )
        made = first.copy()
        if second._parts:
            made._state = _gathered(first._state, second._state)
            _check_kinds(made._parts, made._state)
            sizes = zip(first._sizes, second._sizes, strict=True)
            made._sizes = [a + b for a, b in sizes]
        made._ids = ids
        return made

    def _told(self) -> dict[str, Any]:
        """Return what two of them must have in common, as JSON has it."""
        return {
            "metrics": self._asked,
            "task": self._task,
            "max_thresholds": self._max_thresholds,
            "window": self._window,
            "by": self._by,
            "settings": self._settings,
            "parts": [
                [p.family, [*p.kind], [[*a] for a in p.asked]] for p in self._parts
            ],
        }

    def copy(self) -> Accumulator:
        """Return one that goes on by itself."""
        made = object.__new__(Accumulator)
        for name in self.__slots__:
            setattr(made, name, getattr(self, name))
        made._ids, made._state = self._ids.copy(), _copied(self._state)
        return made

    def to_bytes(self) -> bytes:
        """Return all of it as bytes; the format is in this module.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version: a
            stream goes on from there.
        """
        return self._packed(_swept(self._state))

    def __reduce__(self) -> tuple[Callable[[bytes], Accumulator], tuple[bytes]]:
        return type(self).from_bytes, (self.travelling(),)

    def travelling(self) -> bytes:
        """Return bytes that `from_bytes` reads, on the way to another process.

        Scores are sorted keys in them, a third of those of `to_bytes` where scores
        differ from row to row.
        """
        return self._packed(self._state)

    def _packed(self, state: State) -> bytes:
        told = self._told()
        states = self._updates() if self._window else [state]
        texts: list[bytes] = []
        listed: list[list[Any]] = []
        kinds = [part.kind for part in self._parts]
        for at, state in enumerate(states):
            for model, by_kind in state.items():
                for kind, summary in by_kind.items():
                    texts.append(summary.to_bytes())
                    listed.append([at, model, kinds.index(kind), len(texts[-1])])
        told |= {"sizes": self._sizes, "summaries": listed, "front": len(self._front)}
        text = json.dumps(told, sort_keys=True).encode()
        ids = self._ids.to_bytes()
        return _FORMAT.seal((len(text), len(self._ids)), [text, *texts, ids])

    def _updates(self) -> list[State]:
        """Return the updates of a window, the oldest first.

        Those of the front are known only as sums of what came after them.
        """
        return [*reversed(self._front), *self._batches]

    @classmethod
    def from_bytes(cls, data: Any) -> Self:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        Accumulator
            Equal to the one that was written.

        Raises
        ------
        ValueError
            If it is anything else, damaged, or of a later version.
        """
        (size, n_ids), reader = _FORMAT.open(data)
        text = bytes(reader.take_bytes(size))
        classes = summary_classes()
        made = object.__new__(cls)
        try:
            told = json.loads(text)
            asked = told["metrics"]
            made._asked = None
            if asked is not None:
                made._asked = {n: (of, dict(own)) for n, (of, own) in asked.items()}
            made._task, made._window = told["task"], told["window"]
            made._by = bool(told.get("by", False))
            made._max_thresholds = told.get("max_thresholds")
            made._settings = dict(told["settings"])
            made._parts = tuple(
                _Part(family, Kind(*kind), tuple((a, b, c) for a, b, c in asked))
                for family, kind, asked in told["parts"]
            )
            made._sizes = [int(n) for n in told["sizes"]]
            states: dict[int, State] = {}
            for at, model, k, length in told["summaries"]:
                kind = made._parts[k].kind
                written = SlicedSummary if made._by else classes[kind.summary]
                summary = _read(written, reader.take_bytes(length))
                states.setdefault(at, {}).setdefault(model, {})[kind] = summary
            n_front = int(told.get("front", 0))
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise _FORMAT.damaged(f"the text says {error!r}") from error
        made._ids = BatchIds.take(reader, n_ids, _FORMAT)
        reader.finish()
        made._plain = None
        every = [states[at] for at in sorted(states)]
        made._state, made._front, made._batches = {}, [], []
        if made._window is None:
            made._state = _growing(every[0]) if every else {}
        else:
            made._front = every[:n_front][::-1]
            made._batches = every[n_front:]
            for one in made._batches:
                made._state = _joined(made._state, one)
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Accumulator):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"Accumulator({self.n_batches} batches, {self.n_samples} rows, "
            f"{len(self.names)} metrics)"
        )


# --- what was asked for


def _named(metrics: Any) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the record and the parameters of each metric, by the name it has here."""
    if not isinstance(metrics, Mapping) and not is_several(metrics):
        metrics = [metrics]
    if not isinstance(metrics, Mapping):
        listed = list(metrics)
        metrics = {}
        for one in listed:
            metrics[one if isinstance(one, str) else _called(one)] = one
        if len(metrics) < len(listed):
            raise ValueError("metrics has one twice; a dict gives them names")
    if not metrics:
        raise ValueError("metrics is empty; leave it out for all metrics")
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for name, one in metrics.items():
        if isinstance(one, str) and len(_metrics_called(one)) > 1:
            found[str(name)] = one, {}  # the first batch tells which of them is meant
            continue
        wanted = resolve(one, None)
        row = wanted.row
        if row is None:
            raise ValueError(
                f"{shown(one)} is no metric of the catalog, and so needs all rows"
            )
        if not row.merges:
            raise ValueError(f"{row.name} cannot be accumulated: {row.unmerged}")
        row.check_required(wanted.parameters)
        own = {k: v for k, v in wanted.parameters.items() if k not in row.parameters}
        found[str(name)] = row.name, _plain(own)
    return found


def _check_sketched(asked: Mapping[str, tuple[str, Mapping[str, Any]]]) -> None:
    """Raise if a metric of scores cannot be read off a sketch of them."""
    for of, given in asked.values():
        row = find(of)
        if ScoreSweep.__name__ in row.merges:
            check_sketched(row, given)


def _metrics_called(name: str) -> list[Metric]:
    """Return the metrics that a name may stand for."""
    return [row for row in namesakes(name) if row.kind == "metric"]


def _called(function: Callable[..., Any]) -> str:
    """Return the name of a function, or of that of which it is a partial."""
    row = resolve(function, None).row
    return shown(function) if row is None else row.name


def _plain(value: Any) -> Any:
    """Return a parameter, or a dict of them, as JSON has it."""
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist())
    if isinstance(value, list | tuple | range):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(
        "what an Accumulator is asked must be made of numbers and texts, got "
        f"{type(value).__name__}"
    )


def _own(row: Metric, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a metric without data."""
    beside = {*row.data_parameters, "sample_weight", "groups", "labels"}
    return {k: v for k, v in given.items() if k not in beside and v is not None}


# --- summaries of a batch


def _plain_names(
    given: Mapping[str, Any], design: Design, asked: Collection[str] | None
) -> _Names | None:
    """Return the names and types of columns, where these tell who judges them."""
    if asked is None or len(asked) > 1:
        return None
    names = [("sample_weight", design.sample_weight is not None)]
    for name, column in given.items():
        if column is None:
            continue
        if type(column) is not np.ndarray or column.ndim != 1:
            return None
        if column.dtype.kind not in "biuf":
            return None
        names.append((name, column.dtype))
    return tuple(names)


def _as_given(
    names: _Names | None, given: Mapping[str, Any], gathered: Gathered
) -> tuple[_Names, Gathered] | None:
    """Return who judges columns of these names, if they do as they were given."""
    if names is None:
        return None
    shells = {}
    for family, one in gathered.data.items():
        for columns in (one.shared, *one.models.values()):
            if any(given.get(name) is not column for name, column in columns.items()):
                return None
        # Not the columns themselves, which nobody is to keep.
        models = {m: dict.fromkeys(own) for m, own in one.models.items()}
        shells[family] = Data(dict.fromkeys(one.shared), models)
    return names, gathered._replace(data=shells)


def _with_labels(settings: Mapping[str, Any], gathered: Gathered) -> dict[str, Any]:
    """Return the settings with the classes of the columns, where nobody named them."""
    found = dict(settings)
    for data in gathered.data.values():
        true: Any = data.shared.get("y_true")
        shapes = [np.shape(one.get("y_proba", ())) for one in data.models.values()]
        several = any(len(shape) == 2 and shape[1] > 2 for shape in shapes)
        if several and "labels" not in found and getattr(true, "ndim", 1) == 1:
            found["labels"] = np.unique(plain(true)).tolist()
    return found


def _summed(
    parts: Sequence[_Part],
    gathered: Gathered,
    weights: Any,
    settings: Any,
    by: Any,
    make: Callable[[Kind, Batch], Any],
) -> tuple[State, int]:
    """Return the summaries of a batch, and how many rows it has."""
    cut = None
    pieces: State = {}
    options = {**gathered.options, **settings}
    n_rows = 0
    for part in parts:
        if part.family not in gathered.data:
            raise ValueError(
                f"a batch has nothing for {part.asked[0][0]}, which was asked of those "
                "before"
            )
        data = gathered.data[part.family]
        for model, own in data.models.items():
            batch = Batch({**data.shared, **own}, weights, options)
            n_rows = n_rows or _n_rows(batch.columns)
            if by is None:
                piece = make(part.kind, batch)
            else:
                if "lists" in batch.columns:
                    raise ValueError(
                        "by needs columns with a row each, to cut them into slices"
                    )
                part.kind.make(batch)  # raises for what is wrong, of all rows
                cut = cut or slices_of(by, n_rows, "raise")
                piece = summed_by_slice(part.kind, batch, cut)
            pieces.setdefault(model, {})[part.kind] = piece
    return pieces, n_rows


def _n_rows(columns: Mapping[str, Any]) -> int:
    for name in ("y_true", "lists", "recommended", "X"):
        if columns.get(name) is not None:
            return count_rows(columns[name])
    return 0


def _check_kinds(parts: Sequence[_Part], state: State) -> None:
    """Raise where labels are of another kind than a metric is for."""
    for part in parts:
        for kinds in state.values():
            found = getattr(kinds.get(part.kind), "kind", None)
            if not isinstance(found, str):
                continue
            for name, of, text in part.asked:
                targets = find(of).targets
                average = parameters_in(text).get("average", "binary")
                if found not in targets and average == "binary":
                    raise ValueError(
                        f"{name} is for {' or '.join(targets)} labels; with this batch "
                        f"they are {found}"
                    )


def _grown(state: State, pieces: State) -> tuple[State, list[Any]]:
    """Return the summaries of all with those of a batch.

    And gathered scores, with those that are to be put to them in place.
    """
    found: State = {}
    later: list[tuple[GatheredScores, SplitScores]] = []
    for model, kinds in pieces.items():
        mine = state.get(model, {})
        found[model] = {}
        for kind, piece in kinds.items():
            held = mine.get(kind)
            if isinstance(piece, SplitScores):
                if held is None:
                    held = GatheredScores()
                if isinstance(held, GatheredScores) and held.fits(piece.kind):
                    held.make_room()
                    later.append((held, piece))
                    found[model][kind] = held
                    continue
                piece = _sweep_of(piece)
            if isinstance(held, GatheredScores):
                held = held.sweep()
            found[model][kind] = piece if held is None else held + piece
    return found, later


def _sweep_of(piece: Any) -> Any:
    if isinstance(piece, SplitScores):
        gathered = GatheredScores()
        gathered.add(piece)
        piece = gathered
    return piece.sweep() if isinstance(piece, GatheredScores) else piece


def _swept(state: State) -> State:
    """Return the same with sweeps of all scores."""
    return {
        model: {kind: _sweep_of(one) for kind, one in kinds.items()}
        for model, kinds in state.items()
    }


def _of_all_slices(state: State) -> State:
    """Return the same with summaries of all slices together."""
    return {
        model: {
            kind: one.total() if isinstance(one, SlicedSummary) else one
            for kind, one in kinds.items()
        }
        for model, kinds in state.items()
    }


def _read(made: Any, data: memoryview) -> Any:
    """Return a summary of its bytes; scores that travel are gathered ones."""
    if made is ScoreSweep and GatheredScores.reads(data):
        return GatheredScores.from_bytes(data)
    return made.from_bytes(data)


def _copied(state: State) -> State:
    return {
        model: {
            kind: one.copy() if isinstance(one, GatheredScores) else one
            for kind, one in kinds.items()
        }
        for model, kinds in state.items()
    }


def _growing(state: State) -> State:
    """Return the same, with sweeps without weights to which scores can be put."""
    return {
        model: {
            kind: GatheredScores(one)
            if isinstance(one, ScoreSweep) and not one.weighted
            else one
            for kind, one in kinds.items()
        }
        for model, kinds in state.items()
    }


def _joined(one: State, other: State) -> State:
    """Return the summaries of two states; either may be empty."""
    if not one or not other:
        return one or other
    return {
        model: {
            kind: _sweep_of(mine) + _sweep_of(other[model][kind])
            for kind, mine in kinds.items()
        }
        for model, kinds in one.items()
    }


def _gathered(one: State, other: State) -> State:
    """Return the summaries of two states, scores as keys where both have such."""

    def both(mine: Any, theirs: Any) -> Any:
        if isinstance(mine, GatheredScores) and isinstance(theirs, GatheredScores):
            return mine.with_all(theirs)
        return _sweep_of(mine) + _sweep_of(theirs)

    return {
        model: {kind: both(mine, other[model][kind]) for kind, mine in kinds.items()}
        for model, kinds in one.items()
    }


def _value(summary: Any, row: Metric, given: Mapping[str, Any], alone: bool) -> Any:
    """Return what a metric's function gives, read off a summary.

    ``alone``: no other is, so that scores need be sorted only once for it.
    """
    data = summary.columns if alone and isinstance(summary, GatheredScores) else None
    if data is not None:
        return plain_value(row, given, *data)
    return value_of(_sweep_of(summary), row, given)
