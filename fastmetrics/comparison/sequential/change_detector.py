"""ChangeDetector: an alarm when a model has become worse than it may be.

As bytes it is, in the frame of `fastmetrics._common.packing`, of version 1:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMCHANGE``
8       uint16              version of the format, 1
10      uint64              b, the bytes of the text
18      uint64              t, the updates that are kept for the picture
26      uint64              m, the number of ids of batches
34      uint64              rows
42      uint64              updates
50      uint64              the update of the alarm; 0: there was none
58      uint64              the update at which the change of the alarm began; or 0
66      b bytes             JSON, UTF-8: the request
..      336 bytes           float64: of 42 bets the logarithm of what each has become
..      336 bytes           uint64: the updates at which each last started from 1
..      16 t bytes          2 float64: an update, and the logarithm of the statistic
..      16 m bytes          BLAKE2b of 128 bits of each id, ascending
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, number
from fastmetrics._common.packing import BatchIds, Format
from fastmetrics.comparison.sequential.model_tests import SequentialTest
from fastmetrics.comparison.sequential.results import (
    LN_WEIGHTS,
    SHARES,
    Bounds,
    added_up,
    bets_on,
    detector_picture,
    evalue_numeral,
    exp,
    seen,
)
from fastmetrics.comparison.sequential.rows import (
    Given,
    Piece,
    asked_for,
    goes_by_windows,
    judged_by,
)
from fastmetrics.comparison.sequential.stream import (
    MOST_ROWS,
    JudgedWindows,
    Stream,
    Window,
    check_null,
)
from fastmetrics.show.text import Document
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.record import Metric
    from fastmetrics.show.pictures import Picture

_FORMAT = Format(
    b"FMCHANGE",
    1,
    "QQQQQQQ",
    "these bytes of a ChangeDetector are",
    "no ChangeDetector",
)
_N_BETS = len(SHARES)
# So many updates are kept for the picture; then every other one goes.
_KEPT = 256
_SIDES = ("less", "greater")


class _State(NamedTuple):
    """All that updates change; it is replaced whole."""

    logs: NDArray[np.float64]  # logarithm of the wealth of each bet
    started: NDArray[np.int64]  # by bet, the update at which it last was 1
    n: int = 0
    n_updates: int = 0
    alarm_at: int = 0
    changed_at: int = 0
    kept: tuple[tuple[float, float], ...] = ()


class ChangeDetector(Stream):
    r"""Watch a model for its metric to become worse than a number.

    At each update every bet of `SequentialTest` starts again from 1 where it has become
    less [1]_:

    .. math:: R_k \leftarrow \max(1, R_k) \prod_i \left(1 - \theta_k + \theta_k
              \frac{1 - y_i}{1 - \mu}\right), \qquad
              \mathrm{statistic} = \sum_k w_k R_k

    Metrics that are not a mean of bounded rows, such as the AUC, F₁ and the log loss,
    are evaluated by windows: each update is a window with an estimate and a standard
    error, :math:`z` is how many standard errors it lies on the wrong side of the null,
    and the factor of a bet is :math:`\exp(\theta_k z - \theta_k^2 / 2)`.

    Parameters
    ----------
    metric : str or callable, optional
        A metric of the catalog that has an interval. None: ``values`` are given, and
        ``bounds``.
    null : float
        The value that must not be missed, inside the bounds.
    bounds : (float, float), optional
        Bounds of the values of all rows.
    alternative : {"less", "greater"}, optional
        To which side of the null the alarm is. By default the side on which the metric
        is worse: "greater" for losses and errors, else "less".
    average_run_length : float, default=1000
        After how many updates, at least, a false alarm comes on average where there is
        no change; within b of them with probability b / average_run_length at most.
    pos_label : int, float, bool or str, default=1
        The positive label, of metrics that have one.
    metric_params : mapping of str to object, optional
        Further parameters of the metric.

    Attributes
    ----------
    statistic, log_statistic : float
        Wealth of the bets, and its logarithm; 0 before the first update.
    alarm_at : int or None
        The update at which the statistic first was ``average_run_length`` or more; it
        stays until `reset`.
    changed_at : int or None
        The update at which the largest bet last started from 1: about when the change
        came. After an alarm it stays as it was then.
    n_samples, n_updates : int
        Rows that count, and the updates that had some.

    Raises
    ------
    ValueError
        If the metric is not a mean over rows, has no bounds, or the null is not inside
        them.
    TypeError
        If a parameter of the metric is unknown.

    See Also
    --------
    SequentialTest : whether the mean of all rows so far is below; it is wrong here, for
        it remembers the good days.

    Notes
    -----
    False alarms of windows are as rare as promised if estimates are about normal: in
    windows of a hundred rows or more, with some dozen of the rarer class. In
    simulations with the true value as the null, no alarm came within 100 windows of 200
    rows, whose probability is promised to be at most 0.1, in 150 streams of the AUC and
    of the log loss each.

    An accuracy that falls from 0.92 to 0.89 after 300 updates of 200 rows is noticed
    about 80 updates later with a null of 0.9; by a `SequentialTest` after 840. Two
    detectors do not add up, for updates have an order: add up `SequentialTest` objects
    of an update, and give their sum.

    References
    ----------
    .. [1] J. Shin, A. Ramdas and A. Rinaldo, "E-detectors: a nonparametric framework
       for sequential change detection", New England Journal of Statistics in Data
       Science 2(2), 2024, 229-260.

    Examples
    --------
    >>> from fastmetrics import ChangeDetector
    >>> watch = ChangeDetector("accuracy", null=0.8)
    >>> good, bad = [1] * 9 + [0], [1] * 4 + [0] * 6
    >>> for day in range(30):
    ...     _ = watch.update([1] * 10, good if day < 20 else bad)
    >>> watch.alarm_at, watch.changed_at
    (23, 21)
    """

    __slots__ = ()

    _state: _State

    def __init__(
        self,
        metric: str | Callable[..., Any] | None = None,
        *,
        null: float,
        bounds: tuple[float, float] | None = None,
        alternative: str | None = None,
        average_run_length: float = 1000,
        pos_label: Label = 1,
        metric_params: Any = None,
    ) -> None:
        if not is_one_of(alternative, (None, *_SIDES)):
            raise ValueError(
                f"alternative must be one of {_SIDES}, or None, got "
                f"{shown(alternative)}."
            )
        length = number(average_run_length, "average_run_length")
        if not 1 < length < math.inf:
            raise ValueError(
                "average_run_length must be above 1 and finite, got "
                f"{shown(average_run_length)}."
            )
        judged: Any = _judged_by(metric, metric_params, bounds, pos_label)
        row, kept = judged.row, judged.parameters
        if isinstance(judged, JudgedWindows):
            own = {name: value for name, value in kept.items() if name != "pos_label"}
            ends = Bounds(*row.ends(row.with_parameters(own)))
        else:
            ends = judged.bounds
        self._judged = judged
        against = check_null(null, ends)
        if against is None:
            raise ValueError("null must be given: the mean that must not be missed.")
        self._asked = {
            "null": against,
            "alternative": alternative or _to_the_worse(row),
            "average_run_length": length,
        }
        self.reset()

    def update(
        self,
        y_true: Any = None,
        y_pred: ArrayLike | None = None,
        *,
        y_score: ArrayLike | None = None,
        y_proba: ArrayLike | None = None,
        values: ArrayLike | None = None,
        counts: ArrayLike | None = None,
        batch_id: int | str | None = None,
    ) -> bool:
        """Take a batch of rows.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,), summary or SequentialTest
            True labels or targets; or counts of labels, of a rate; or a test of the
            same metric and bounds, whose rows are taken as one update. For a metric
            evaluated by windows also a summary of the window, such as a ScoreSweep:
            summaries of parts of it add up.
        y_pred : array_like of shape (n_samples,), optional
            Predictions of the model.
        y_score : array_like of shape (n_samples,), optional
            Its scores, for metrics of scores.
        y_proba : array_like of shape (n_samples,) or (n_samples, n_classes), optional
            Its probabilities, for metrics of probabilities.
        values : array_like of shape (n_samples,), optional
            Values to average, if there is no metric.
        counts : array_like of shape (n_samples,), optional
            How often each row occurs: whole numbers.
        batch_id : int or str, optional
            Name of the batch: one that was seen before changes nothing.

        Returns
        -------
        bool
            False where a batch of this id was seen before.

        Raises
        ------
        ValueError, TypeError
            If a column is missing or not for the metric, or a value is NaN or out of
            bounds. Nothing is changed then.
        """
        other = y_true if isinstance(y_true, SequentialTest) else None
        if y_score is not None and y_pred is not None:
            raise TypeError("give one of y_pred, y_score and y_proba.")
        columns = Given(y_true, y_pred if y_score is None else y_score, y_proba, values)
        return self._take(batch_id, other, [columns], counts)

    def _rows_of(self, other: SequentialTest) -> Piece:
        return other.rows_of(self._judged)

    def _fresh(self) -> _State:
        return _State(np.full(_N_BETS, -math.inf), np.zeros(_N_BETS, np.int64))

    def _with(self, piece: Piece | Window) -> _State:
        old = self._state
        k = old.n_updates + 1
        started = np.where(old.logs < 0, k, old.started)
        logs = np.maximum(old.logs, 0.0) + self._added(piece)
        state = old._replace(logs=logs, started=started, n=old.n + piece.n, n_updates=k)
        log = added_up(logs)
        if not state.alarm_at and log >= math.log(self._asked["average_run_length"]):
            state = state._replace(alarm_at=k, changed_at=_last_start(state))
        kept = state.kept
        step = kept[1][0] - kept[0][0] if len(kept) > 1 else 1
        if not kept or k - kept[-1][0] >= step:
            kept = (*kept, (float(k), max(log, -700.0)))
        return state._replace(kept=kept[::2] if len(kept) > _KEPT else kept)

    def _added(self, piece: Piece | Window) -> NDArray[np.float64]:
        """Return, by bet, the logarithm of an update's factor."""
        is_less = self._asked["alternative"] == "less"
        if isinstance(piece, Window):
            return piece.log_wealth(self._null, mirrored=is_less)
        low, high = self._judged.bounds
        share = (high - self._null if is_less else self._null - low) / (high - low)
        rows = piece.cells.rows
        return bets_on(len(rows) - 1, share, mirrored=is_less).log_wealth(rows)

    @property
    def _null(self) -> float:
        return float(self._asked["null"])

    @property
    def log_statistic(self) -> float:
        """The logarithm of `statistic`, finite where that is not."""
        return added_up(self._state.logs)

    @property
    def statistic(self) -> float:
        """Wealth of the bets."""
        return exp(self.log_statistic)

    @property
    def alarm_at(self) -> int | None:
        """The update of the alarm, None where there was none."""
        return self._state.alarm_at or None

    @property
    def changed_at(self) -> int | None:
        """About at which update the change came; None before the first update."""
        if not self._state.n_updates:
            return None
        return self._state.changed_at or _last_start(self._state)

    # --- presentation

    def summary(self, *, language: str = "en") -> str:
        """Return the result so far in sentences.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            English or Chinese.
        """
        from fastmetrics.show.words import in_lines

        return in_lines([self._sentence()], language)

    def _sentence(self) -> Message:
        state = self._state
        fields: dict[str, Any] = {
            "found": seen(state.n, state.n_updates),
            "name": self._judged.title,
            "null": f"{self._null:g}",
            "line": f"{self._asked['average_run_length']:,g}",
            "statistic": evalue_numeral(self.log_statistic),
        }
        is_less = self._asked["alternative"] == "less"
        if not state.alarm_at:
            if is_less:
                return say(
                    "No alarm: {found} the evidence that {name} "
                    "fell below {null} is {statistic}, of {line}.",
                    **fields,
                )
            return say(
                "No alarm: {found} the evidence that {name} rose "
                "above {null} is {statistic}, of {line}.",
                **fields,
            )
        fields |= {"at": f"{state.alarm_at:,}", "since": f"{state.changed_at:,}"}
        del fields["found"], fields["statistic"]
        if is_less:
            return say(
                "Alarm at update {at}: {name} fell below {null} about update {since}; "
                "a false alarm comes once in {line} updates at most.",
                **fields,
            )
        return say(
            "Alarm at update {at}: {name} rose above {null} about update {since}; a "
            "false alarm comes once in {line} updates at most.",
            **fields,
        )

    def _so_far(self) -> dict[str, Any]:
        return {
            "log_statistic": self.log_statistic,
            "alarm_at": self.alarm_at,
            "changed_at": self.changed_at,
        }

    def _document(self, width: int | None = None, **options: Any) -> Document:
        return Document(sentences=[self._sentence()], title=say("Change detector"))

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        state = self._state
        if not state.n:
            return ()
        kept = list(state.kept)
        if kept[-1][0] < state.n_updates:
            kept.append((float(state.n_updates), self.log_statistic))
        updates, logs = np.array(kept).T
        return [
            detector_picture(
                updates,
                np.exp(np.minimum(logs, 700.0)),
                line=self._asked["average_run_length"],
                alarm_at=self.alarm_at,
                changed_at=self.changed_at,
            )
        ]

    # --- keeping, comparing

    def to_bytes(self) -> bytes:
        """Return all of it as bytes; the format is in this module.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version: a
            stream goes on from there.
        """
        state = self._state
        text = json.dumps(self.told(), sort_keys=True).encode()
        fields = (
            *(len(text), len(state.kept), len(self._ids), state.n, state.n_updates),
            *(state.alarm_at, state.changed_at),
        )
        parts = [
            *(text, state.logs.astype("<f8").tobytes()),
            state.started.astype("<u8").tobytes(),
            np.array(state.kept, "<f8").tobytes(),
            self._ids.to_bytes(),
        ]
        return _FORMAT.seal(fields, parts)

    @classmethod
    def from_bytes(cls, data: Any) -> Self:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        ChangeDetector
            Equal to the one that was written.

        Raises
        ------
        ValueError
            If it is anything else, damaged, or of a later version.
        """
        fields, reader = _FORMAT.open(data)
        size, t, m, n, n_updates, alarm_at, changed_at = fields
        parameters = reader.take_told(size)
        logs, started = reader.take("<f8", _N_BETS), reader.take("<u8", _N_BETS)
        kept = reader.take("<f8", 2 * t).reshape(t, 2)
        ids = BatchIds.take(reader, m, _FORMAT)
        reader.finish()
        with _FORMAT.reading(ValueError):
            detector = cls.of_told(parameters)
        known = n_updates > 0
        is_fresh = bool((logs == -math.inf).all())
        if np.isnan(logs).any() or (logs == math.inf).any() or (is_fresh and known):
            raise _FORMAT.damaged("the bets cannot be")
        if not n_updates <= n <= MOST_ROWS or known != bool(started.all()):
            raise _FORMAT.damaged("the numbers of updates cannot be")
        if (started > n_updates).any():
            raise _FORMAT.damaged("the numbers of updates cannot be")
        if alarm_at > n_updates or changed_at > alarm_at or (n > 0) != known:
            raise _FORMAT.damaged("the alarm cannot be")
        if (alarm_at > 0) != (changed_at > 0) or (t > 0) != known or t > _KEPT:
            raise _FORMAT.damaged("the alarm cannot be")
        at = kept[:, 0]
        if (
            not np.isfinite(kept).all()
            or (np.diff(at) <= 0).any()
            or ((at < 1) | (at > n_updates)).any()
        ):
            raise _FORMAT.damaged("the updates cannot be")
        detector._state = _State(
            *(logs, started.astype(np.int64), n, n_updates, alarm_at, changed_at),
            tuple((a, b) for a, b in kept.tolist()),
        )
        detector._ids = ids
        return detector

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        of = self.metric or "values"
        alarm = f"alarm at {self.alarm_at:,}" if self.alarm_at else "no alarm"
        return f"ChangeDetector({of}: {self.n_updates:,} updates, {alarm})"


def _last_start(state: _State) -> int:
    """Return the update at which the largest bet last started from 1."""
    return int(state.started[np.argmax(LN_WEIGHTS + state.logs)])


def _judged_by(metric: Any, parameters: Any, bounds: Any, pos_label: Any) -> Any:
    """Return the metric of updates: of rows, or else of windows of rows."""
    if metric is not None:
        row, kept = asked_for(metric, parameters, pos_label)
        if goes_by_windows(row, kept, bounds):
            if bounds is not None:
                raise ValueError(
                    f"{row.name} is evaluated by windows of rows, which take no bounds."
                )
            return JudgedWindows(row, kept)
    return judged_by(metric, parameters, bounds, pos_label)


def _to_the_worse(row: Metric | None) -> str:
    """Return to which side a metric becomes worse."""
    if row is not None and row.greater_is_better is None:
        raise ValueError(
            f"{row.name} has no direction in which it is worse: alternative must be "
            f"one of {_SIDES}."
        )
    return "greater" if row is not None and row.greater_is_better is False else "less"
