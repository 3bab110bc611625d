"""Strengths of models by the Bradley–Terry model and by Davidson's model with ties.

The logarithmic strengths β maximise the likelihood of the battles, with Σβ = 0. The
maximum is finite if the models are connected by wins (Ford 1957); with Davidson's
model, also if wins and ties bound the frequency of ties. A penalty by Jeffreys' prior
(Firth 1993; Kosmidis and Firth 2021) makes it finite if any battles connect all models.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics.leaderboards.battles import Battles, Rows, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

# Each component of the gradient is at most the tolerance, relative to the sum of
# weights. Near the maximum, steps go on until they are small or no longer shrink.
_TOLERANCE, _NEAR, _SMALL = 1e-9, 1e-8, 1e-13
_MOST_STEPS = 1_000
# Halvings of a step that does not raise the likelihood.
_MOST_HALVINGS = 60
# Sums of scores of groups that are in memory at a time.
_ROOM = 1 << 22


class Fit(NamedTuple):
    """Strengths at the maximum, and their covariance.

    Attributes
    ----------
    strengths : ndarray of shape (k,)
        Logarithmic strengths β, which add up to 0.
    nu : float
        Davidson's ν; 0 without ties, NaN if ties are half wins.
    covariance : ndarray of shape (k, k) or (k + 1, k + 1)
        Of β, and last of log ν if ν is above 0.
    deviance : float
        Twice the logarithm of the likelihood ratio against free probabilities of each
        pair.
    """

    strengths: Matrix
    nu: float
    covariance: Matrix
    deviance: float


class LackOfFit(NamedTuple):
    """Likelihood-ratio test of the model against free probabilities of each pair.

    Attributes
    ----------
    deviance : float
        Twice the logarithm of the likelihood ratio; NaN with weights.
    df : int
        Degrees of freedom of its χ² distribution.
    pvalue : float
        p-value; NaN with weights, or without degrees of freedom.
    approximate : bool
        Whether ties counted as half wins, which makes the deviance too small.
    """

    deviance: float
    df: int
    pvalue: float
    approximate: bool


def fit(battles: Battles, ties: str, penalty: str | None) -> Fit:
    """Return the strengths of the models.

    Raises
    ------
    ValueError
        If the maximum is not finite.
    """
    table = battles.weights
    has_ties = bool(table.tied.any())
    _check_connected(battles, strong=penalty is None)
    if ties == "davidson" and has_ties:
        _check_davidson(battles)
        model: _HalfTies | _Davidson = _Davidson(table)
    else:
        model = _HalfTies(table, penalty is not None)
    try:
        with np.errstate(all="ignore"):
            at = _maximum(model)
            covariance = model.covariance(at, battles)
            deviance = model.deviance(at)
    except np.linalg.LinAlgError:
        covariance = np.full((1, 1), np.nan)
    one_group = battles.rows is not None and battles.rows.n_groups == 1
    lost = ((table.met > 0) != (battles.squares.met > 0)).any()  # squares are 0
    if lost or not (one_group or np.isfinite(covariance).all()):
        raise ValueError(
            "sample_weight has weights that are too small, too large or too far apart "
            f"for ratings: pairs of models have sums of {_least(table):g} to "
            f"{table.met.max():g}."
        )
    nu = float(np.exp(at[-1])) if isinstance(model, _Davidson) else np.nan
    if ties == "davidson" and not has_ties:
        nu = 0.0
    return Fit(at[: len(battles.models)], nu, covariance, deviance)


def lack_of_fit(battles: Battles, found: Fit) -> LackOfFit:
    """Return the test against free probabilities of each pair."""
    from scipy.special import chdtrc

    table, k = battles.weights, len(battles.models)
    pairs = int(np.count_nonzero(table.met) // 2)
    df = 2 * pairs - k if found.nu > 0 else pairs - (k - 1)
    if battles.weighted:
        return LackOfFit(np.nan, df, np.nan, True)
    deviance = max(found.deviance, 0.0)
    pvalue = float(chdtrc(df, deviance)) if df > 0 else np.nan
    is_half = not found.nu > 0 and bool(table.tied.any())
    return LackOfFit(deviance, df, pvalue, is_half)


def _least(table: Table) -> float:
    return float(min(cells[cells > 0].min(initial=np.inf) for cells in table))


def logistic(x: Any) -> Any:
    """Return 1 / (1 + e^-x), also small values with all their digits."""
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-x))


class _HalfTies:
    """The Bradley–Terry model, in which a tie is half a win of both models."""

    def __init__(self, table: Table, penalized: bool) -> None:
        self.met = table.met
        self.points = table.wins + table.tied / 2
        self.total = table.total
        self.penalized = penalized
        self.k = len(self.met)

    def start(self) -> Matrix:
        """Return the strengths at which the search begins."""
        return np.zeros(self.k)

    def objective(self, at: Matrix) -> float:
        """Return the logarithm of the likelihood, with the penalty."""
        apart = at[:, None] - at
        value = -float(np.sum(self.points * np.logaddexp(0, -apart)))
        if self.penalized:
            value += 0.5 * float(np.linalg.slogdet(self._bordered(apart))[1])
        return value

    def step(self, at: Matrix) -> tuple[Matrix, Matrix]:
        """Return the gradient and the step towards the maximum."""
        apart = at[:, None] - at
        won = logistic(apart)
        met, points = self.met, self.points
        if self.penalized:
            extra = self._half_battles(apart)
            met, points = met + 2 * extra, points + extra
        gradient = np.sum(points * won.T - points.T * won, axis=1)
        information = _laplacian(met * won * won.T)
        return gradient, _solve(information, gradient, self.k)

    def covariance(self, at: Matrix, battles: Battles) -> Matrix:
        """Return the sandwich estimate of the covariance."""
        apart = at[:, None] - at
        lost = logistic(-apart)
        extra = self._half_battles(apart) if self.penalized else np.zeros(apart.shape)
        met = self.met + 2 * extra
        inverse = _inverse(_laplacian(met * lost * lost.T), self.k)
        if battles.rows is not None:
            rows = battles.rows
            won = logistic(at[rows.first] - at[rows.second])
            other = logistic(at[rows.second] - at[rows.first])
            scores = np.choose(rows.outcomes, [other, -won, 0.5 - won])
            meat = _grouped(rows, scores, None, self.k)
        else:
            of_wins = battles.squares.wins * lost**2
            of_ties = battles.squares.tied * (0.5 - lost) ** 2
            meat = _laplacian(of_wins + of_wins.T + of_ties)
        meat += _laplacian(extra * (lost**2 + lost.T**2))
        return inverse @ meat @ inverse

    def deviance(self, at: Matrix) -> float:
        """Return the deviance of the model without the penalty."""
        won = logistic(at[:, None] - at)
        return 2 * _divergence(self.points, self.met, won)

    def _half_battles(self, apart: Matrix) -> Matrix:
        """Return the wins, and equally many losses, that Jeffreys' prior adds.

        They are half the leverage of each pair, n σ(d) σ(−d) times the variance of d.
        """
        weights = self.met * logistic(apart) * logistic(-apart)
        inverse = _inverse(_laplacian(weights), self.k)
        own = np.diag(inverse)
        found: Matrix = weights * (own[:, None] + own - 2 * inverse) / 2
        return found

    def _bordered(self, apart: Matrix) -> Matrix:
        weights = self.met * logistic(apart) * logistic(-apart)
        found: Matrix = _laplacian(weights) + 1 / self.k
        return found


class _Davidson:
    """Davidson's model: P(a) : P(tie) : P(b) = e^βa : ν √(e^βa e^βb) : e^βb."""

    def __init__(self, table: Table) -> None:
        self.wins, self.tied = table.wins, table.tied
        self.met, self.total = table.met, table.total
        self.k = len(self.met)

    def start(self) -> Matrix:
        """Return equal strengths, and the ν of as many ties as there were."""
        drawn = float(self.tied.sum()) / 2
        start = np.zeros(self.k + 1)
        start[-1] = np.log(2 * drawn / (self.total - drawn))
        return start

    def probabilities(self, apart: Any, log_nu: float) -> tuple[Any, Any, Any]:
        """Return the probabilities of a win, of a loss, and of a tie."""
        top = np.maximum(np.abs(apart) / 2, log_nu)
        win, loss, tie = (
            np.exp(value - top) for value in (apart / 2, -apart / 2, log_nu)
        )
        total = win + loss + tie
        return win / total, loss / total, tie / total

    def objective(self, at: Matrix) -> float:
        """Return the logarithm of the likelihood."""
        apart, log_nu = at[:-1, None] - at[:-1], at[-1]
        half = apart / 2
        top = np.maximum(np.abs(half), log_nu)
        log_total = top + np.log(
            np.exp(half - top) + np.exp(-half - top) + np.exp(log_nu - top)
        )
        value = self.wins * (half - log_total) + self.tied * (log_nu - log_total) / 2
        return float(value.sum())

    def step(self, at: Matrix) -> tuple[Matrix, Matrix]:
        """Return the gradient and the step towards the maximum."""
        apart = at[:-1, None] - at[:-1]
        win, loss, tie = self.probabilities(apart, at[-1])
        gap = self.wins * (loss + tie / 2) - self.wins.T * (win + tie / 2)
        gap += self.tied * (loss - win) / 2
        of_ties = self.tied * (win + loss) / 2 - self.wins * tie
        gradient = np.append(gap.sum(axis=1), of_ties.sum())
        return gradient, _solve(self._information(win, loss, tie), gradient, self.k)

    def _information(self, win: Matrix, loss: Matrix, tie: Matrix) -> Matrix:
        met, lead = self.met, win - loss
        found = np.zeros((self.k + 1, self.k + 1))
        found[:-1, :-1] = _laplacian(met * (win + loss - lead**2) / 4)
        found[:-1, -1] = found[-1, :-1] = -(met * lead * tie).sum(axis=1) / 2
        found[-1, -1] = (met * tie * (win + loss)).sum() / 2
        return found

    def covariance(self, at: Matrix, battles: Battles) -> Matrix:
        """Return the sandwich estimate of the covariance, with log ν."""
        apart = at[:-1, None] - at[:-1]
        win, loss, tie = self.probabilities(apart, at[-1])
        inverse = _inverse(self._information(win, loss, tie), self.k)
        if battles.rows is not None:
            rows = battles.rows
            apart_of_rows = at[rows.first] - at[rows.second]
            win, loss, tie = self.probabilities(apart_of_rows, at[-1])
            scores = np.choose(
                rows.outcomes, [loss + tie / 2, -win - tie / 2, (loss - win) / 2]
            )
            of_ties = np.choose(rows.outcomes, [-tie, -tie, win + loss])
            return inverse @ _grouped(rows, scores, of_ties, self.k) @ inverse
        squares = battles.squares
        of_win, of_tie = loss + tie / 2, (loss - win) / 2
        of_wins = squares.wins * of_win**2
        of_nu = -squares.wins * of_win * tie
        drawn = squares.tied
        meat = np.zeros_like(inverse)
        meat[:-1, :-1] = _laplacian(of_wins + of_wins.T + drawn * of_tie**2)
        cross = of_nu - of_nu.T + drawn * of_tie * (win + loss)
        meat[:-1, -1] = meat[-1, :-1] = cross.sum(axis=1)
        meat[-1, -1] = (squares.wins * tie**2 + drawn * (win + loss) ** 2 / 2).sum()
        return inverse @ meat @ inverse

    def deviance(self, at: Matrix) -> float:
        """Return the deviance."""
        win, _, tie = self.probabilities(at[:-1, None] - at[:-1], at[-1])
        return 2 * (
            _divergence(self.wins, self.met, win)
            + _divergence(self.tied, self.met, tie) / 2
        )


def _maximum(model: _HalfTies | _Davidson) -> Matrix:
    """Return the maximum, by Newton's method with halved steps."""
    at, best, last = model.start(), None, np.inf
    for _ in range(_MOST_STEPS):
        gradient, step = model.step(at)
        size = float(np.abs(step).max())
        is_near = size <= _SMALL or (size <= _NEAR and size > last / 2)
        if is_near and np.abs(gradient).max() <= _TOLERANCE * model.total:
            return at
        last = size
        best = model.objective(at) if best is None else best
        rounding = 1e-15 * model.total + 1e-14 * abs(best)
        for _ in range(_MOST_HALVINGS):
            value = model.objective(at + step)
            if value >= best - rounding:
                break
            step = step / 2
        moved = at + step
        moved[: model.k] -= moved[: model.k].mean()
        at, best = moved, value
    raise np.linalg.LinAlgError("no maximum was found")


def _laplacian(weights: Matrix) -> Matrix:
    """Return Σ w (e_a − e_b)(e_a − e_b)′ over the pairs of a symmetric matrix."""
    found = -weights
    np.fill_diagonal(found, 0.0)
    np.fill_diagonal(found, -found.sum(axis=1))
    return found


def _with_border(matrix: Matrix, k: int) -> tuple[Matrix, float]:
    """Add a multiple of 1 1′ to the part of β, which has a null space otherwise."""
    size = float(np.trace(matrix[:k, :k])) / k
    found = matrix.copy()
    found[:k, :k] += size / k
    return found, size


def _solve(matrix: Matrix, right: Matrix, k: int) -> Matrix:
    found = np.linalg.solve(_with_border(matrix, k)[0], right)
    return found.astype(np.float64, copy=False)


def _inverse(matrix: Matrix, k: int) -> Matrix:
    """Return the pseudo-inverse of an information matrix of k strengths."""
    bordered, size = _with_border(matrix, k)
    found = np.linalg.inv(bordered).astype(np.float64, copy=False)
    found[:k, :k] -= 1 / (size * k)
    return (found + found.T) / 2


def _grouped(rows: Rows, scores: Matrix, of_ties: Matrix | None, k: int) -> Matrix:
    """Return the sum over groups of the squared sums of scores, times G / (G − 1)."""
    n, size = rows.n_groups, k if of_ties is None else k + 1
    found = np.zeros((size, size))
    at_once = max(_ROOM // size, 1)
    for first, chosen in _blocks(rows.groups, n, at_once):
        group = (rows.groups[chosen] - first) * size
        weights, room = rows.weights[chosen], min(at_once, n - first) * size
        own = weights * scores[chosen]
        sums = np.bincount(group + rows.first[chosen], own, room)
        sums -= np.bincount(group + rows.second[chosen], own, room)
        if of_ties is not None:
            sums += np.bincount(group + k, weights * of_ties[chosen], room)
        table = sums.reshape(-1, size)
        found += table.T @ table
    return found * (n / (n - 1) if n > 1 else np.nan)


def _blocks(
    groups: NDArray[np.int64], n: int, at_once: int
) -> Iterator[tuple[int, Any]]:
    """Yield the first of a number of groups, and the battles of these groups."""
    if n <= at_once:
        yield 0, slice(None)
        return
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    for first in range(0, n, at_once):
        start, end = np.searchsorted(ordered, [first, first + at_once])
        yield first, order[start:end]


def _divergence(counts: Matrix, met: Matrix, expected: Matrix) -> float:
    """Return Σ n log(n / (N p)) over the cells of all pairs."""
    there = counts > 0
    ratio = counts[there] / (met[there] * expected[there])
    return float(np.sum(counts[there] * np.log(ratio)))


# ------------------------------------------------------------------ finite maximum


def _check_connected(battles: Battles, *, strong: bool) -> None:
    """Raise if the models fall into sets between which strengths are not bounded."""
    from scipy.sparse.csgraph import connected_components

    links = (battles.weights.wins > 0) | (battles.weights.tied > 0)
    n, labels = connected_components(links, directed=False)
    if n > 1:
        sets = _in_order(links, labels, n, battles.models)
        raise ValueError(
            "Ratings need battles that connect all models, and no battle is between "
            f"these sets: {_named(sets)}. Rate each set by itself."
        )
    n, labels = connected_components(links, connection="strong") if strong else (1, [])
    if n > 1:
        sets = _in_order(links, labels, n, battles.models)
        raise ValueError(
            "Ratings are finite only if every model reaches every other along wins and "
            "ties. No model of a later set won against, or tied with, a model of an "
            f"earlier set: {_named(sets)}. Pass penalty='firth', or leave out models."
        )


def _named(sets: Sequence[Sequence[Any]]) -> str:
    return some([_braced(one) for one in sets], "; ")


def _braced(names: Sequence[Any]) -> str:
    return f"{{{some([shown(name) for name in names], ', ')}}}"


def _in_order(
    links: NDArray[np.bool_], labels: NDArray[Any], n: int, models: Sequence[Any]
) -> list[list[Any]]:
    """Return the sets, those that reach more models first."""
    between = np.eye(n, dtype=np.float32)
    first, second = np.nonzero(links)
    between[labels[first], labels[second]] = 1
    while True:
        further = (between @ between > 0).astype(np.float32)
        if np.array_equal(further, between):
            break
        between = further
    reached = between @ np.bincount(labels, minlength=n)
    _, begins = np.unique(labels, return_index=True)
    order = np.lexsort((begins, -reached))
    return [
        [model for model, label in zip(models, labels, strict=True) if label == one]
        for one in order
    ]


def _check_davidson(battles: Battles) -> None:
    """Raise if ν has no finite maximum.

    With ties, it has one unless numbers u exist with u_a − u_b ≥ 1 for every win of a
    against b, and |u_a − u_b| ≤ 1 for every tie. These are constraints on differences:
    they can be met unless a closed path has more wins than ties (Bellman and Ford).
    """
    table = battles.weights
    if not table.wins.any():
        raise ValueError(
            "ties='davidson' needs wins, and all battles are ties: ν has no finite "
            "estimate. Pass ties='half'."
        )
    if np.any((table.wins > 0) & (table.wins.T > 0)):
        return
    step = np.where(table.tied > 0, 1.0, np.inf)
    step[table.wins > 0] = -1.0  # u_b ≤ u_a − 1, stricter than u_b ≤ u_a + 1
    np.fill_diagonal(step, 0.0)
    u = np.zeros(len(step))
    for _ in range(len(step)):
        lower = np.min(u[:, None] + step, axis=0)
        if np.array_equal(lower, u):
            raise ValueError(
                "ties='davidson' has no finite estimate of ν: no closed path of "
                "battles has more wins than ties, such as two models that have beaten "
                "each other. Pass ties='half'."
            )
        u = lower
