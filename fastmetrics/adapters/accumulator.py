"""Accumulator: metrics of data that come in batches, from machines, or over time."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self

from fastmetrics._common.names import shown, with_noun
from fastmetrics._common.options import check_flag, is_integral, is_one_of, whole
from fastmetrics._common.packing import BatchIds, Format
from fastmetrics._inputs.groups import check_no_order
from fastmetrics._inputs.labels import both_classes, labels_of_rows
from fastmetrics._inputs.rows import Omitted, check_missing
from fastmetrics.adapters.accumulated_metrics import (
    Part,
    PlainBatch,
    as_json,
    check_readable,
    check_slices,
    classes_of,
    decide,
    has_no_rows,
    named,
    summed,
    with_labels,
)
from fastmetrics.adapters.accumulated_values import (
    AccumulatedValues,
    AllUpdates,
    LastUpdates,
    Update,
    swept,
)
from fastmetrics.adapters.batch_summaries import (
    GatheredScores,
    Kind,
    State,
    summary_classes,
)
from fastmetrics.adapters.sliced_summaries import (
    SlicedSummary,
    add_pairs,
    is_of_pair,
    written_pair,
)
from fastmetrics.catalog import FAMILIES, check_arguments, tasks_of
from fastmetrics.intervals.single import complete_cases
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.report.models import Gathered, gather_given, own_options
from fastmetrics.resampling.plan import Design

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.adapters.batch_summaries import Batch


# Fields that the first update decides.
_OF_FIRST = ("parts", "settings", "defaults")


class Accumulator(AccumulatedValues):
    """Compute metrics of data that arrive in batches, as for all rows together.

    It keeps no rows, only the summaries of each model that the metrics are computed
    from. Two accumulators can be added, so results of threads, processes and machines
    can be merged.

    Parameters
    ----------
    metrics : str, callable, sequence or dict of name to such, optional
        Names of the catalog (``"nDCG@10"``, ``"fbeta_score:beta=0.5"``), functions of
        this package, a ``functools.partial`` of one, or a pair of a name or a function
        and a dict of its parameters. By default all mergeable metrics that `evaluate`
        shows for the first batch.
    task : str, optional
        The task, as in `evaluate`.
    max_thresholds : int, optional
        Keep at most this number of intervals of scores, of at most 56 bytes each, in a
        `ScoreSketch`. It is exact up to this number of distinct scores; beyond,
        `bounds` gives bounds of the value. By default every score is kept.
    window : int, optional
        Number of most recent updates that count; by default all count.
    missing : {"raise", "omit", "group"}, default="raise"
        Whether a missing value is an error, rows with one in any of the columns are
        left out and counted (``omitted``), or rows with one in ``by`` are a slice,
        called "missing". For runs "zero" and "skip", as in `evaluate`.
    by : bool, default=False
        Whether updates have ``by``, the columns to slice rows by: `compute` then
        returns the result of `by_group`. For metrics of counts and sums.
    pos_label : object, optional
        The label of the positive class.
    threshold : float, optional
        Threshold that turns scores into labels, as in `evaluate`.
    **settings
        Arguments of families other than columns, as in `evaluate`: ``labels``,
        ``quantiles``, ``normalize``, ``strict`` with a threshold, and others.

    Attributes
    ----------
    n_samples : int
        Rows of all updates that count.
    n_batches : int
        Number of updates that count.
    summaries : dict
        ``summaries[model]`` lists the summaries of a model; a model without a name is
        called "model".

    See Also
    --------
    evaluate : accepts an accumulator instead of columns, like `confidence_interval`.

    Notes
    -----
    Use one thread at a time for updates. Scores without weights are kept as keys of 8
    bytes until a value is requested, or until the sweep is smaller because of ties.
    With ``max_thresholds`` they are kept as a sketch, which does not support "linear"
    and "davis-goadrich" `pr_auc_score`. All other summaries, except query ids, take
    memory that does not grow with the rows. With ``window``, each update that counts is
    kept, and every update costs two merges.

    For each pair of models it also keeps a table of the true label and both predicted
    labels, and sums of the differences of row values. `evaluate` therefore reports
    their differences for metrics of counts and means over rows, as `compare` does on
    all rows. For other metrics, and for labels with weights, differences need the rows.

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
        *(
            "_asked",
            "_by",
            "_classes",
            "_held",
            "_ids",
            "_max_thresholds",
            "_parts",
            "_plain",
        ),
        *("_defaults", "_missing", "_omitted", "_settings", "_task", "_window"),
    )

    _task: str | None
    _max_thresholds: int | None  # intervals of scores; None: every score
    _window: int | None
    _missing: Literal["raise", "omit", "group"]
    _omitted: Omitted  # rows that were left out
    _classes: list[Any]  # of all batches, where numbers are of one of two classes
    _ids: BatchIds
    _plain: PlainBatch | None  # what the last batch has decided

    def __init__(
        self,
        metrics: Any = None,
        *,
        task: str | None = None,
        max_thresholds: int | None = None,
        window: int | None = None,
        by: bool = False,
        missing: Literal["raise", "omit", "group", "zero", "skip"] = "raise",
        pos_label: Label | None = None,
        threshold: float | None = None,
        **settings: Any,
    ) -> None:
        if not is_one_of(task, {None, *FAMILIES}):
            raise ValueError(
                f"task must be one of {', '.join(FAMILIES)}; got {shown(task)}"
            )
        if window is not None and (not is_integral(window) or window < 1):
            raise ValueError(
                f"window must be a whole number of at least 1, got {shown(window)}"
            )
        known = own_options() - {"threshold"}
        check_no_order(settings, "Accumulator")
        for name in settings:
            if name not in known:
                raise TypeError(
                    f"Accumulator has no argument {name!r}; settings are "
                    f"{', '.join(sorted(known))}"
                )
        check_flag(by, "by")
        self._missing = check_missing(missing, sliced=bool(by), settings=settings)
        self._asked = None if metrics is None else named(metrics, settings)
        self._task = task
        self._by = bool(by)
        self._max_thresholds = None
        if max_thresholds is not None:
            self._max_thresholds = whole(max_thresholds, "max_thresholds", at_least=1)
            if by:
                raise ValueError(
                    "max_thresholds is for scores, which are not accumulated by "
                    "slices: leave it out, or by"
                )
            check_readable(self._asked or {})
        self._window = None if window is None else int(window)
        options = {"pos_label": pos_label, "threshold": threshold, **settings}
        self._settings = {k: as_json(v) for k, v in options.items() if v is not None}
        self.reset()

    def reset(self) -> None:
        """Forget all updates and the settings that the first update fixed."""
        self._defaults, self._classes = {}, []
        self._parts, self._ids, self._plain = (), BatchIds(), None
        self._held = AllUpdates() if not self._window else LastUpdates(self._window)
        self._omitted = Omitted(0, 0, {})

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
        """Add a batch of rows; an empty batch changes nothing.

        Parameters
        ----------
        y_true, y_pred, y_score, y_proba, X, **columns
            As in `evaluate`; for several models, dicts from name to column.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero; with ``by`` not all zero
            in any slice.
        by : array_like of shape (n_samples,), or a frame, dict or matrix of several
            Columns to slice rows by, if the accumulator was made with ``by=True``:
            numbers or texts.
        batch_id : int or str, optional
            Name of the batch: a batch whose name was seen before changes nothing.

        Returns
        -------
        bool
            False if a batch with this id was seen before.

        Raises
        ------
        ValueError, TypeError
            In the same cases as `evaluate`; if the batch has other models or another
            kind of target than earlier batches; if a metric cannot be accumulated; if
            ``by`` splits the rows of a query; or if a model lacks the columns of one of
            several metrics by slices. The accumulator does not change in these cases.
        """
        batch_hash = BatchIds.hash_of(batch_id)
        if batch_hash in self._ids:
            return False
        if self._by != (by is not None):
            raise TypeError(
                "this Accumulator is by slices: give by, the columns of the slices"
                if self._by
                else "by is for an Accumulator that was made with by=True"
            )
        if columns:
            check_no_order(columns, "Accumulator")
            check_arguments(columns, own_options())
        args = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score, **columns}
        args |= {"y_proba": y_proba, "X": X}
        left_out = None
        plain = self._plain
        update: Update | None
        if (
            plain is not None
            and by is None
            and self._missing != "omit"
            and plain.fits(args, sample_weight)
        ):
            update = self._updated_alike(plain, args, sample_weight)
        else:
            if self._missing == "omit":
                options = own_options()
                beside = {n: column for n, column in args.items() if n not in options}
                beside["sample_weight"] = sample_weight
                taken, by, left_out = complete_cases(beside, by, of_batch=True)
                sample_weight = taken.pop("sample_weight")
                args |= taken
            update = self._updated(args, sample_weight, by)
        if update is not None:
            self._held = update.done()
        self._ids.add(batch_hash)
        if left_out is not None:
            self.leave_out(left_out)
        return True

    @property
    def omitted(self) -> Omitted:
        """Rows of all updates that were left out for missing values."""
        return self._omitted

    def leave_out(self, rows: Omitted) -> None:
        """Count rows that were left out of an update."""
        self._omitted = self._omitted.joined(rows)

    def _updated_alike(
        self, plain: PlainBatch, args: Mapping[str, Any], sample_weight: Any
    ) -> Update:
        """Return the state after a batch like the last one, by its decisions."""
        parts, settings, classes = self._parts, self._settings, self._classes
        if plain.tells_classes:
            now = labels_of_rows(args["y_true"])
            classes = both_classes(classes, now, settings.get("pos_label"))
        pieces, n_rows = plain.summed(parts, args, sample_weight, settings, self._made)
        update = self._held.updated(self._kept(pieces), n_rows)
        _check_labels(parts, update.state)
        self._classes = classes
        return update

    def _updated(
        self, args: Mapping[str, Any], sample_weight: Any, by: Any
    ) -> Update | None:
        """Return the state after a batch, and decide what later ones need.

        None: it has no rows.
        """
        design = Design(sample_weight)
        gathered, plain = self._gathered(args, design, self._families(), self._plain)
        if has_no_rows(gathered, sample_weight, by):
            return None
        parts, settings, defaults = self._parts, self._settings, self._defaults
        if not parts:
            defaults = {
                name: as_json(value)
                for name, value in gathered.options.items()
                if name not in settings
            }
            settings, tells = with_labels(self._asked, settings, gathered)
            own, most = self._settings if tells else settings, self._max_thresholds
            parts = decide(self._asked, gathered, design, own, most, self._by, tells)
        classes = classes_of(self._classes, gathered, settings)
        pieces, n_rows = summed(
            parts, gathered, sample_weight, settings, by, self._missing, self._made
        )
        if not self._by and len(pieces) > 1:
            add_pairs(pieces, parts, gathered, sample_weight, settings)
        held = self._held.total() if self._held.n_batches else pieces
        if pieces.keys() != held.keys():
            raise ValueError(
                f"a batch has the models {', '.join(sorted(pieces))}; those before had "
                f"{', '.join(sorted(held))}"
            )
        update = self._held.updated(self._kept(pieces), n_rows)
        _check_labels(parts, update.state)
        if self._by:
            check_slices(parts, update.total())
        # From here on nothing raises.
        self._parts, self._settings, self._defaults = parts, settings, defaults
        self._classes, self._plain = classes, plain
        return update

    def _families(self) -> set[str] | None:
        """Return the families of the requested metrics; None without a request."""
        if self._asked is None:
            return None
        decided = {part.family for part in self._parts}
        return decided or tasks_of(of for of, _ in self._asked.values())

    def _gathered(
        self,
        columns: Mapping[str, Any],
        design: Design,
        families: Collection[str] | None,
        before: PlainBatch | None,
    ) -> tuple[Gathered, PlainBatch | None]:
        """Return the data of each family, and the columns for later batches.

        ``before``: decisions of the last batch.
        """
        weights = design.sample_weight
        if before is not None and before.fits(columns, weights):
            return before.filled(columns), before
        gathered = gather_given(self._task, columns, self._settings, design, families)
        # The names of the columns decide the one family.
        is_named = families is not None and len(families) == 1
        return gathered, PlainBatch.of(columns, weights, gathered) if is_named else None

    def with_sweeps(self, sweeps: Mapping[str, Any]) -> Accumulator:
        """Return a copy with other sweeps of the scores of each model."""
        copy_ = self.copy()
        for model, sweep in sweeps.items():
            held = copy_._held.total()[model]
            for kind in held:
                if kind.summary == ScoreSweep.__name__:
                    held[kind] = sweep
        return copy_

    def emptied(self) -> Accumulator:
        """Return a copy without rows that keeps the decisions of the first update."""
        copy_ = self.copy()
        copy_.reset()
        copy_._parts, copy_._defaults = self._parts, self._defaults
        return copy_

    # What takes scores in another way does so here.

    def _made(self, kind: Kind, batch: Batch) -> Any:
        """Return the summary of a batch, or its scores, to be gathered."""
        return kind.make(batch)

    def _kept(self, pieces: State) -> State:
        """Return the summaries of a batch that are kept."""
        return pieces

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
            if ours != theirs and not (empty and field in _OF_FIRST):
                raise ValueError(
                    f"accumulators of different {field} do not merge: {ours} and "
                    f"{theirs}"
                )
        ids = self._ids | other._ids
        first, second = (self, other) if self._parts else (other, self)
        merged = first.copy()
        if second._parts:
            mine, theirs = first._held, second._held
            assert isinstance(mine, AllUpdates)  # neither has a window
            assert isinstance(theirs, AllUpdates)
            if mine.total().keys() != theirs.total().keys():
                raise ValueError(
                    f"accumulators of different models do not merge: "
                    f"{sorted(mine.total())} and {sorted(theirs.total())}"
                )
            merged._held = mine + theirs
            if first._classes or second._classes:
                merged._classes = both_classes(
                    first._classes, second._classes, first._settings.get("pos_label")
                )
            _check_labels(merged._parts, merged._held.total())
            if merged._by:
                check_slices(merged._parts, merged._held.total())
        merged._ids, merged._omitted = ids, self._omitted.joined(other._omitted)
        return merged

    def _told(self) -> dict[str, Any]:
        """Return the settings that two accumulators must share, for JSON."""
        return {
            "metrics": self._asked,
            "task": self._task,
            "max_thresholds": self._max_thresholds,
            "window": self._window,
            "by": self._by,
            "missing": self._missing,
            "settings": self._settings,
            "defaults": self._defaults,
            "parts": [part.told() for part in self._parts],
        }

    def copy(self) -> Accumulator:
        """Return an independent copy."""
        copy_ = object.__new__(Accumulator)
        for name in Accumulator.__slots__:
            setattr(copy_, name, getattr(self, name))
        copy_._ids, copy_._held = self._ids.copy(), self._held.copy()
        return copy_

    def to_bytes(self) -> bytes:
        """Serialize the accumulator to bytes.

        Returns
        -------
        bytes
            `from_bytes` reads them on any platform and in any later version, and
            updates can continue.
        """
        return pack(self, [swept(state) for state in self._held.states()])

    def __reduce__(self) -> tuple[Callable[[bytes], Accumulator], tuple[bytes]]:
        return type(self).from_bytes, (self.travelling(),)

    def travelling(self) -> bytes:
        """Return bytes that `from_bytes` reads, on the way to another process.

        They contain scores as sorted keys. If scores differ from row to row, they have
        a third of the size of `to_bytes`.
        """
        return pack(self, self._held.states())

    @classmethod
    def from_bytes(cls, data: Any) -> Self:
        """Read an accumulator from the bytes of `to_bytes`.

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
        return unpack(cls, data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Accumulator):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"Accumulator({with_noun(self.n_batches, 'batch')}, "
            f"{with_noun(self.n_samples, 'row')}, "
            f"{with_noun(len(self.names), 'metric')})"
        )


def _check_labels(parts: Sequence[Part], state: State) -> None:
    """Raise where labels are of another kind than a metric is for."""
    for part in parts:
        for kinds in state.values():
            part.check_labels(getattr(kinds.get(part.kind), "kind", None))


# --- an Accumulator as bytes
#
# The format is, in the frame of `fastmetrics._common.packing`, of version 1:
#
# ======  ==================  =======================================================
# offset  type                content
# ======  ==================  =======================================================
# 0       8 bytes             ``FMACCUMS``
# 8       uint16              version of the format, 1
# 10      uint64              b, the bytes of the text
# 18      uint64              m, the number of ids of batches
# 26      b bytes             JSON, UTF-8: the metrics, the decisions of the first
#                             batch, the kinds of the summaries of two models
#                             (``pairs``), and for each summary the model, the kind
#                             and the number of its bytes
# ..      ..                  the bytes of the summaries, in that order
# ..      16 m bytes          BLAKE2b of 128 bits of each id, ascending
# end     uint32              CRC-32 (zlib) of all bytes before
# ======  ==================  =======================================================


_FORMAT = Format(
    b"FMACCUMS", 1, "QQ", "these bytes of an Accumulator are", "no Accumulator"
)


def pack(accumulator: Any, states: Sequence[State]) -> bytes:
    """Return the bytes of an accumulator with these states."""
    texts: list[bytes] = []
    listed: list[list[Any]] = []
    kinds = [part.kind for part in accumulator._parts]
    pairs: dict[Kind, None] = {}
    for at, state in enumerate(states):
        for model, by_kind in state.items():
            pairs |= dict.fromkeys(filter(is_of_pair, by_kind))
            kinds += [pair for pair in pairs if pair not in kinds]
            for kind, summary in by_kind.items():
                texts.append(summary.to_bytes())
                listed.append([at, model, kinds.index(kind), len(texts[-1])])
    header = accumulator._told() | accumulator._held.told() | {"summaries": listed}
    header["classes"] = accumulator._classes
    if accumulator._missing == "raise":
        del header["missing"]
    if pairs:
        header["pairs"] = [[*kind] for kind in pairs]
    if accumulator._omitted.total:
        header["omitted"] = [*accumulator._omitted]
    text = json.dumps(header, sort_keys=True).encode()
    ids = accumulator._ids.to_bytes()
    return _FORMAT.seal((len(text), len(accumulator._ids)), [text, *texts, ids])


def unpack(kind: Any, data: Any) -> Any:
    """Read an accumulator of a class from the bytes of `pack`."""
    (size, n_ids), reader = _FORMAT.open(data)
    header = reader.take_told(size)
    classes = summary_classes()
    with _FORMAT.reading():
        own = dict(header["settings"])
        missing = own.pop("missing", header.get("missing", "raise"))
        accumulator = kind(
            task=header["task"],
            max_thresholds=header.get("max_thresholds"),
            window=header["window"],
            by=header.get("by", False),
            missing=missing,
            **own,
        )
        request = header["metrics"]
        if request is not None:
            accumulator._asked = {
                n: (of, dict(own)) for n, (of, own) in request.items()
            }
            tasks_of(of for of, _ in accumulator._asked.values())  # there are such
        accumulator._defaults = dict(header.get("defaults", {}))
        accumulator._classes = list(header.get("classes", []))
        n, total, by_column = header.get("omitted", (0, 0, {}))
        accumulator._omitted = Omitted(int(n), int(total), dict(by_column))
        if not 0 <= accumulator._omitted.n <= accumulator._omitted.total:
            raise _FORMAT.damaged("the rows that were left out cannot be")
        accumulator._parts = tuple(map(Part.of_told, header["parts"]))
        names = {reading.name for part in accumulator._parts for reading in part.asked}
        if accumulator._parts and names != (
            names if request is None else request.keys()
        ):
            raise _FORMAT.damaged("the metrics are not those that were asked for")
        states: dict[int, State] = {}
        kinds = [part.kind for part in accumulator._parts]
        kinds += [Kind(*map(str, pair)) for pair in header.get("pairs", ())]
        for at, model, k, length in header["summaries"]:
            key = kinds[k]
            written: Any = SlicedSummary
            if is_of_pair(key):
                written = written_pair(key)
            elif not accumulator._by:
                written = classes[key.summary]
            summary = _read(written, reader.take_bytes(length))
            if accumulator._by and summary.summary != key.summary:
                raise _FORMAT.damaged("slices are of other summaries")
            states.setdefault(at, {}).setdefault(str(model), {})[key] = summary
        every = [states[at] for at in sorted(states)]
        sizes, n_front = header["sizes"], header.get("front", 0)
        wrong = _cannot_be(accumulator._window, every, sizes, n_front)
        if wrong:
            raise _FORMAT.damaged(wrong)
        if accumulator._window is None:
            accumulator._held = AllUpdates.of_states(every, sizes)
        else:
            accumulator._held = LastUpdates.of_states(
                accumulator._window, every, sizes, n_front
            )
    if accumulator._by:
        check_slices(accumulator._parts, accumulator._held.total())
    accumulator._ids = BatchIds.take(reader, n_ids, _FORMAT)
    reader.finish()
    return accumulator


def _cannot_be(
    window: int | None, states: Sequence[State], sizes: Sequence[int], n_front: int
) -> str:
    """Return the problem with states and their rows, or ""."""
    n = len(states)
    if len(sizes) != (n if window else 2 * n) or n > (window or 1):
        return "the numbers of updates cannot be"
    if any(type(size) is not int or size < 1 for size in sizes):
        return "the numbers of rows cannot be"
    if type(n_front) is not int or not 0 <= n_front <= n:
        return "the numbers of updates cannot be"
    held = [
        {model: {k for k in own if not is_of_pair(k)} for model, own in state.items()}
        for state in states
    ]
    if any(models != held[0] for models in held):
        return "summaries are missing"
    return ""


def _read(written: Any, data: memoryview) -> Any:
    """Return a summary of its bytes; scores that travel are gathered ones."""
    if written is ScoreSweep and GatheredScores.reads(data):
        return GatheredScores.from_bytes(data)
    return written.from_bytes(data)
