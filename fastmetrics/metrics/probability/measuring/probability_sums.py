"""Sums of losses of probabilities, and the losses row by row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.means import ROUNDING, Mean, mean_of_sums
from fastmetrics._common.names import listed
from fastmetrics._common.packing import Format, pack_labels, unpack_labels
from fastmetrics._common.records import loaded
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.columns import as_column, raise_no_rows
from fastmetrics._kernels.losses import LOG_LOSS, QUADRATIC_LOSS
from fastmetrics.metrics.probability.formulas import (
    LossTotals,
    base_entropy,
    base_log_loss,
    base_quadratic_loss,
    is_halved,
)
from fastmetrics.metrics.probability.measuring.forecast_rows import (
    ForecastRows,
    clipping,
)
from fastmetrics.metrics.summary import Summary, no_columns_beside
from fastmetrics.show.notebook import Shown, amount

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.probabilities import Rule
    from fastmetrics.metrics.probability.measuring.forecast_rows import Eps

    Lines = tuple[NDArray[np.float64], NDArray[np.float64]]


# Over the rows of a class: l is the log loss of a row, q its squared error, w its
# weight. Without weights the first six, w being 1.
SUMS = (
    *("wl", "wl2", "wl3", "wq", "wq2", "wq3"),
    *("w", "w2", "w2l", "w2l2", "w2q", "w2q2"),
    *("w3", "w3l", "w3l2", "w3l3", "w3q", "w3q2", "w3q3"),
)

_FORMAT = Format(
    b"FMPROBAS", 1, "BBdQQ", "these ProbabilitySums are", "no ProbabilitySums"
)

_WIDTHS = (6, len(SUMS))
_WEIGHT = SUMS.index("w")
# What sums of many rows may be off by, relative to them.
_ROUNDING = 1e-9


class ProbabilitySums(Summary):
    """Sums of the log and the quadratic loss of probabilities, which merge with ``+``.

    For each class, the number of its rows and the sums of the first three powers of
    their losses. Log loss, Brier score, their skill scores and all intervals follow
    from them.

    Parameters
    ----------
    labels : array_like of shape (k,)
        Labels of the columns of probabilities, sorted; for one column, only the
        positive label.
    counts : array_like of shape (k,), or (2,) of a column
        Rows of each class; for one column, the rows of the negative class first.
    sums : array_like of shape (k, 6) or (k, 19)
        Sums over the rows of each class: of l, l², l³, q, q² and q³, with l the
        log loss of a row and q its squared error, of a matrix summed over its columns.
        Given weights w of w·l, w·l², w·l³, w·q, w·q² and w·q³; of w; of w² times 1, l,
        l², q and q²; and of w³ times 1, l, l², l³, q, q² and q³.
    eps : float
        Where probabilities were clipped for the log loss.

    Attributes
    ----------
    labels, counts, sums, eps
        As above.
    is_column : bool
        Whether the probabilities are one column, for one class.
    weights : ndarray
        Weight of the rows of each class, in the order of ``counts``.
    weighted : bool
        Whether rows have weights.
    n_samples : int
        Rows, whatever their weights.

    See Also
    --------
    fastmetrics.log_loss, fastmetrics.brier_score_loss : Read off it, or off the rows.

    Notes
    -----
    Functions of losses take the sums in place of ``y_true``, with None for ``y_proba``:
    ``log_loss(sums, None)``.

    References
    ----------
    .. [1] Gneiting, T. and Raftery, A. E. (2007). Strictly proper scoring rules,
       prediction, and estimation. Journal of the American Statistical Association,
       102(477), 359-378.

    Examples
    --------
    >>> from fastmetrics import ProbabilitySums
    >>> morning = ProbabilitySums.from_proba([0, 1], [0.1, 0.9])
    >>> evening = ProbabilitySums.from_proba([1, 0], [0.8, 0.3])
    >>> day = morning + evening
    >>> day.counts
    array([2, 2])
    >>> round(day.compute("brier_score_loss"), 4)
    0.0375
    >>> ProbabilitySums.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("counts", "eps", "labels", "sums")

    task = "probabilities"

    labels: NDArray[Any]
    counts: NDArray[np.int64]
    sums: NDArray[np.float64]
    eps: float

    def __init__(
        self,
        labels: ArrayLike,
        counts: ArrayLike,
        sums: ArrayLike,
        *,
        eps: float = 2.0**-52,
    ) -> None:
        names = as_column(labels, "labels")
        n, totals = np.asarray(counts), np.asarray(sums, np.float64)
        m = 2 if len(names) == 1 else len(names)
        if n.dtype.kind not in "iu" or n.shape != (m,):
            raise ValueError(
                f"counts must be {m} whole numbers, got {listed(n.tolist())}"
            )
        if (n < 0).any() or sum(n.tolist()) >= 2**63:
            raise ValueError("counts must be at least 0 and add up to less than 2**63")
        if totals.ndim != 2 or len(totals) != m or totals.shape[1] not in _WIDTHS:
            raise ValueError(
                f"sums must be of shape ({m}, 6) or ({m}, {len(SUMS)}), got "
                f"{totals.shape}"
            )
        if not (totals >= 0).all() or totals[n == 0].any():
            raise ValueError("sums must not be negative, and 0 of classes without rows")
        of = dict(zip(SUMS, totals.T, strict=False))
        weight = of.get("w", n)
        # A squared error is at most 2, for a matrix with probability 1 for another
        # class.
        limits = (("wq", weight), ("wq2", of["wq"]), ("wq3", of["wq2"]))
        if any((of[name] > most * (2 + _ROUNDING)).any() for name, most in limits):
            raise ValueError("sums are larger than sums of probabilities can be")
        if not names[:1].size or names.tolist() != sorted(set(names.tolist())):
            raise ValueError("labels must be sorted and all different")
        clipping(eps, 0.0)
        self.labels = names
        self.counts = n.astype(np.int64)
        self.sums = totals.copy()
        self.eps = float(eps)

    @classmethod
    def from_proba(
        cls,
        y_true: ArrayLike,
        y_proba: ArrayLike,
        labels: ArrayLike | None = None,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
        *,
        eps: Eps = "auto",
    ) -> ProbabilitySums:
        """Sum up what rows lose.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,) or (n_samples, n_classes)
            Observed classes: whole numbers, strings or bool; or a matrix with a one in
            the column of each row's class.
        y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
            Probability of the positive class, or a column per class.
        labels : array_like of shape (n_classes,), optional
            All classes there are, in the order of the columns; by default those that
            occur, sorted. For one column, the larger of two labels is positive.
        pos_label : int, float, bool or str, optional
            Positive class of a column without ``labels``. By default 1 if the labels
            are in {0, 1} or {-1, 1}, else the larger number; strings need it.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero.
        eps : "auto" or float, default="auto"
            Probabilities are clipped to [eps, 1 - eps] for the log loss; "auto" is the
            machine precision of their dtype.

        Returns
        -------
        ProbabilitySums
            O(n) time; memory goes with the number of classes only.

        Raises
        ------
        ValueError
            If lengths differ, there are no rows, a probability is missing or not in
            [0, 1], there is another number of classes than columns, or a column has
            both ``labels`` and ``pos_label``.
        """
        if labels is not None and pos_label is not None:
            raise ValueError("pos_label must be None where labels are given.")
        rows = ForecastRows(
            y_true,
            y_proba,
            labels=labels,
            pos_label=pos_label,
            sample_weight=sample_weight,
            rule="pos_label" if labels is None else "labels",
            several=False,  # a row of several classes has no one loss per class
            is_theirs=False,
        )
        low, high = clipping(eps, rows.eps)
        made = object.__new__(cls)
        made.counts, made.sums = rows.powers(low, high)
        classes = rows.probabilities.classes
        made.labels = classes[-1:] if rows.is_column else classes
        made.eps = low
        return made

    # --- content

    @property
    def is_column(self) -> bool:
        """True if the probabilities are one column, for one class."""
        return len(self.labels) == 1

    @property
    def weighted(self) -> bool:
        """True if rows have weights."""
        return self.sums.shape[1] == len(SUMS)

    @property
    def weights(self) -> NDArray[np.float64]:
        """Weight of the rows of each class."""
        if self.weighted:
            return self.sums[:, _WEIGHT].copy()
        return self.counts.astype(np.float64)

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return sum(self.counts.tolist())

    @property
    def totals(self) -> LossTotals:
        """Sums that the formulas read; raises without rows."""
        if self.n_samples == 0:
            raise_no_rows("y_true")
        log, quadratic = self.sums[:, 0].sum(), self.sums[:, 3].sum()
        if self.is_column:
            quadratic = 2.0 * quadratic
        return LossTotals(self.weights, log, quadratic)

    def check_alone(
        self,
        y_proba: Any,
        sample_weight: Any,
        labels: Any,
        eps: Eps = "auto",
        pos_label: Any = None,
    ) -> None:
        """Raise if options are passed with these sums that cannot use them."""
        no_columns_beside(self, y_proba=y_proba, sample_weight=sample_weight)
        for name, given in (("labels", labels), ("pos_label", pos_label)):
            if given is not None:
                raise ValueError(
                    f"{name} must be left out: the ProbabilitySums know their classes."
                )
        if clipping(eps, self.eps)[0] != self.eps:
            raise ValueError(
                f"eps must be left out: the ProbabilitySums are clipped at {self.eps}."
            )

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> ProbabilitySums:
        if not isinstance(other, ProbabilitySums):
            return NotImplemented
        if self.labels.tolist() != other.labels.tolist():
            raise ValueError(
                "ProbabilitySums of different labels cannot be merged: "
                f"{listed(self.labels.tolist())} and {listed(other.labels.tolist())}"
            )
        if self.eps != other.eps:
            raise ValueError(
                "ProbabilitySums clipped at different eps cannot be merged: "
                f"{self.eps} and {other.eps}"
            )
        if self.n_samples + other.n_samples >= 2**63:
            raise OverflowError("together these are 2**63 rows or more")
        parts = [self.sums, other.sums]
        if self.weighted or other.weighted:
            parts = [_with_weights(one.counts, one.sums) for one in (self, other)]
        made = object.__new__(ProbabilitySums)
        made.labels, made.eps = self.labels, self.eps
        made.counts = self.counts + other.counts
        with np.errstate(over="ignore"):  # the sum of an unbounded loss
            made.sums = parts[0] + parts[1]
        return made

    def to_bytes(self) -> bytes:
        """Return the sums as bytes; ``probability_sums.py`` describes the format.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.

        Raises
        ------
        TypeError
            If labels are dates, or numbers of more than 64 bits.
        """
        number, text = pack_labels(self.labels)
        counts, sums = self.counts.astype("<i8"), self.sums.astype("<f8")
        fields = number, int(self.weighted), self.eps, len(self.labels), len(text)
        return _FORMAT.seal(fields, [text, counts.tobytes(), sums.tobytes()])

    @classmethod
    def from_bytes(cls, data: Any) -> ProbabilitySums:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        ProbabilitySums
            Equal to the one that was written.

        Raises
        ------
        ValueError
            If it is anything else, or damaged.
        """
        (number, weighted, eps, k, size), reader = _FORMAT.open(data)
        if weighted > 1:
            raise _FORMAT.damaged("weights are of unknown kind")
        text = reader.take_bytes(size)
        m = 2 if k == 1 else k
        width = len(SUMS) if weighted else 6
        counts = reader.take("<i8", m)
        sums = reader.take("<f8", m * width).reshape(m, width)
        reader.finish()
        labels = unpack_labels(_FORMAT, number, k, text)
        try:
            return cls(labels, counts, sums, eps=eps)
        except ValueError as error:
            raise _FORMAT.damaged(str(error)) from error

    def __len__(self) -> int:
        return len(self.counts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ProbabilitySums):
            return NotImplemented
        return (
            self.labels.tolist() == other.labels.tolist()
            and self.eps == other.eps
            and np.array_equal(self.counts, other.counts)
            and np.array_equal(self.sums, other.sums)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        weighted = "weighted " if self.weighted else ""
        what = "a column" if self.is_column else f"{len(self.labels)} columns"
        return f"ProbabilitySums({self.n_samples} {weighted}rows, {what})"

    def _shown(self) -> Shown:
        names = [str(label) for label in self.labels.tolist()]
        if self.is_column:
            names = ["others", *names]
        means = self.sums[:, [0, 3]] / np.maximum(self.weights, 1e-300)[:, None]
        rows = [
            [name, amount(n), f"{log:.4g}", f"{squares:.4g}"]
            for name, n, (log, squares) in zip(
                names, self.counts.tolist(), means.tolist(), strict=True
            )
        ]
        return Shown(repr(self), ["class", "rows", "log loss", "quadratic loss"], rows)


def _with_weights(counts: Any, sums: Any) -> Any:
    """Return the sums of rows without weights as sums of rows of weight 1."""
    if sums.shape[1] == len(SUMS):
        return sums
    of = {name.removeprefix("w"): sums[:, i] for i, name in enumerate(SUMS[:6])}
    of[""] = counts.astype(np.float64)
    return np.stack([of[name.lstrip("w23") or ""] for name in SUMS], axis=1)


# --------------------------------------------------------------------------- loss lines
# Contributions of rows to metrics of losses, and their moments from sums.
#
# A row of class c with loss l contributes a + b l with the a and b of its class: its
# loss, or its pseudo-value. Moments of the contributions therefore follow from sums of
# powers of l over the rows of each class.


class ShareOfBase(NamedTuple):
    """1 - (sum of losses) / (loss of the base rates).

    ``base(weight, whole)`` is the loss of the base rates, and ``slope(shares,
    members)`` its derivative by the weight of rows of these classes. ``loss`` is the
    loss by its letter in sums, and ``rule`` says what tells the classes. Where
    ``is_ratio`` the metric is 1 less the share.
    """

    base: Callable[[Any, Any], Any]
    slope: Callable[[Any, Any], Any]
    loss: Literal["l", "q"]
    rule: Rule = "pos_label"
    is_ratio: bool = False

    def lines(
        self,
        weight: NDArray[np.float64],
        total: float,
        n: int | None,
        *,
        members: NDArray[Any] | None = None,
        whole: float | None = None,
    ) -> Lines:
        """Return the two numbers of each class that make pseudo-values of losses.

        Or those of each row, where ``members`` has ones for all classes of a row, and
        ``whole`` is the weight of all rows.

        For n rows without weights these are ``n v - (n - 1) v_i``, with v_i the ratio
        without the row; with weights the limit for small changes of a weight.
        """
        members = np.eye(len(weight)) if members is None else members
        whole = float(weight.sum()) if whole is None else whole
        with np.errstate(invalid="ignore", divide="ignore"):
            lost = float(self.base(weight, whole))
            if n is not None:
                # What the rest loses at the base rates depends on the row's class only.
                without = self.base(weight - members, whole - 1.0)
                rest = (n - 1) * (1.0 - np.divide(total, without))
                value = 1.0 - np.divide(total, lost)
                return n * value - rest, np.divide(1.0 - n, without)
            ratio, scale = np.divide(total, lost), np.divide(whole, lost)
            added = self.slope(weight / whole, members)
            return 1.0 - ratio + scale * ratio * added, np.full(len(members), -scale)


def _entropy_slope(
    shares: NDArray[np.float64], members: NDArray[Any]
) -> NDArray[np.float64]:
    logs = np.log(np.where(shares > 0, shares, 1.0))
    added: NDArray[np.float64] = float(shares.sum()) - members @ (1.0 + logs)
    return added


def _variance_slope(
    shares: NDArray[np.float64], members: NDArray[Any]
) -> NDArray[np.float64]:
    added: NDArray[np.float64] = members @ (1.0 - 2.0 * shares)
    return added + float(shares @ shares)


LOG_SHARE = ShareOfBase(base_log_loss, _entropy_slope, "l", "labels")
ENTROPY_RATIO = ShareOfBase(base_entropy, _entropy_slope, "l", is_ratio=True)
QUADRATIC_SHARE = ShareOfBase(base_quadratic_loss, _variance_slope, "q")


def quadratic_factor(
    k: int, is_column: bool, scale_by_half: bool | Literal["auto"]
) -> float:
    """Return how many times the squared error of a row its Brier score is."""
    factor = 0.5 if is_halved(k, scale_by_half) else 1.0
    return 2.0 * factor if is_column else factor


# --- from sums


def share_of_sums(share: ShareOfBase, sums: ProbabilitySums, **_: Any) -> Mean:
    """Return the mean of what rows contribute to a share."""
    share = loaded(share)
    factor = 2.0 if share.loss == "q" and sums.is_column else 1.0
    total = factor * float(sums.sums[:, SUMS.index(f"w{share.loss}")].sum())
    n = None if sums.weighted else sums.n_samples
    constant, slope = share.lines(sums.weights, total, n)
    if share.is_ratio:
        constant, slope = 1.0 - constant, -slope
    return _mean(sums, share.loss, constant, factor * slope)


def log_loss_of_sums(sums: ProbabilitySums, **_: Any) -> Mean:
    """Return the mean of the log losses of rows."""
    k = len(sums.counts)
    return _mean(sums, "l", np.zeros(k), np.ones(k))


def brier_of_sums(
    sums: ProbabilitySums, *, scale_by_half: bool | Literal["auto"] = "auto", **_: Any
) -> Mean:
    """Return the mean of the squared errors of rows, or of half of them."""
    k = len(sums.counts)
    factor = quadratic_factor(k, sums.is_column, scale_by_half)
    return _mean(sums, "q", np.zeros(k), np.full(k, factor))


def _mean(
    sums: ProbabilitySums,
    loss: str,
    constant: NDArray[np.float64],
    slope: NDArray[np.float64],
) -> Mean:
    """Return the mean of constant + slope l, by the class of each row."""
    own = sums.counts > 0  # lines of other classes may be undefined
    n = sums.counts[own].astype(np.float64)
    of = dict(zip(SUMS, sums.sums[own].T, strict=False))
    a, b = constant[own], slope[own]
    w = of.get("w", n)
    total = float(w.sum())
    mean = float((a * w + b * of[f"w{loss}"]).sum()) / total
    a = a - mean

    def power(weight: str, times: int) -> NDArray[np.float64]:
        """Return the sums of a power of the weight times one of the loss."""
        what = f"{loss}{times}" if times > 1 else loss[:times]
        if sums.weighted:
            return of[weight + what]
        return of[f"w{what}"] if times else n

    parts = a * a * power("w2", 0), 2 * a * b * power("w2", 1), b * b * power("w2", 2)
    cubes = (
        a**3 * power("w3", 0)
        + 3 * a * a * b * power("w3", 1)
        + 3 * a * b * b * power("w3", 2)
        + b**3 * power("w3", 3)
    )
    squares = float(np.sum(parts))
    noise = ROUNDING * float(np.sum(np.abs(parts)))
    return mean_of_sums(
        mean,
        int(sums.counts.sum()),
        (total, float(power("w2", 0).sum())),
        (max(squares, 0.0), float(cubes.sum())),
        float(np.sqrt(noise)),
    )


# ------------------------------------------------------------------------ losses by row
# Contribution of each row to a loss, or to its ratio to the loss of the base rates.
#
# The weighted mean of the losses is the metric. For ratios they are pseudo-values: for
# n rows without weights ``n v - (n - 1) v_i``, with v_i the ratio without the row; with
# weights the limit for small changes of a weight, whose weighted mean is the ratio.


# Rows of a block, whose numbers stay in the cache.
_BLOCK = 1 << 15


def log_losses(
    y_true: ArrayLike, y_proba: ArrayLike, *, eps: Eps = "auto", **given: Any
) -> NDArray[np.float64]:
    """Return the log loss of each row."""
    rows = ForecastRows(y_true, y_proba, rule="labels", **given)
    return rows.row_losses(LOG_LOSS, eps)


def brier_losses(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    scale_by_half: bool | Literal["auto"] = "auto",
    **given: Any,
) -> NDArray[np.float64]:
    """Return the squared error of each row, summed over columns, or half of it."""
    rows = ForecastRows(y_true, y_proba, **given)
    factor = quadratic_factor(rows.k, rows.is_column, scale_by_half)
    losses = rows.row_losses(QUADRATIC_LOSS)
    return losses if factor == 1.0 else factor * losses


def share_values(
    share: ShareOfBase, y_true: ArrayLike, y_proba: ArrayLike, **given: Any
) -> NDArray[np.float64]:
    """Return the pseudo-values of a skill score."""
    share = loaded(share)
    rows = ForecastRows(y_true, y_proba, rule=share.rule, **given)
    losses = rows.row_losses(LOG_LOSS if share.loss == "l" else QUADRATIC_LOSS)
    if share.loss == "q" and rows.is_column:
        losses *= 2.0
    found = _pseudo_values(rows, losses, share)
    return 1.0 - found if share.is_ratio else found


def _pseudo_values(
    rows: ForecastRows, losses: NDArray[np.float64], of: ShareOfBase
) -> NDArray[np.float64]:
    """Return pseudo-values of 1 - (sum of losses) / (loss of the base rates).

    They take the place of the losses.
    """
    if rows.weights is None:
        total, n = float(losses.sum()), rows.n
    else:
        total, n = float(losses @ rows.weights), None
    weight, members = rows.class_weights(), rows.indicators
    if members is not None:
        whole = rows.total_weight()
        constant, slope = of.lines(weight, total, n, members=members, whole=whole)
        return constant + slope * losses
    codes = rows.probabilities.codes
    constant, slope = of.lines(weight, total, n)

    def shift(start: int) -> None:
        block = slice(start, start + _BLOCK)
        own = codes[block]
        with np.errstate(invalid="ignore"):
            losses[block] *= slope.take(own)
            losses[block] += constant.take(own)

    map_blocks(shift, range(0, rows.n, _BLOCK))
    return losses


# --- without keeping what each row loses


def log_loss_moments(
    y_true: ArrayLike, y_proba: ArrayLike, *, eps: Eps = "auto", **given: Any
) -> Mean:
    """Return the mean of `log_losses`, of rows that count alike."""
    rows = ForecastRows(y_true, y_proba, rule="labels", **given)
    return _weighted_mean(rows.n, *rows.moments(LOG_LOSS, eps))


def brier_moments(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    scale_by_half: bool | Literal["auto"] = "auto",
    **given: Any,
) -> Mean:
    """Return the mean of `brier_losses`, of rows that count alike."""
    rows = ForecastRows(y_true, y_proba, **given)
    factor = quadratic_factor(rows.k, rows.is_column, scale_by_half)
    mean, squares, cubes = rows.moments(QUADRATIC_LOSS)
    return _weighted_mean(rows.n, factor * mean, factor**2 * squares, factor**3 * cubes)


def _weighted_mean(n: int, mean: float, squares: float, cubes: float) -> Mean:
    noise = ROUNDING * abs(mean) * n**0.5
    return mean_of_sums(mean, n, (float(n), float(n)), (squares, cubes), noise)
