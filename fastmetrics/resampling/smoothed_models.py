"""SmoothedModels: scorers whose rows are taken as a sample of a smooth distribution.

The best value over thresholds of the rows at hand is too good, and rows drawn from them
again repeat that. With a normal kernel around each row, the value of the resulting
distribution is nearly unbiased, and samples of it estimate the variance.

Optimal values depend only on the order of the scores, and so does the distribution.
Rows lie on a line of cells, where their ranks would be if negatives were standard
normal and positives as far away as the AUC says: any scale of the scores gives the same
interval, and kernels have one width that suits.
``fastmetrics.reference.cell_intervals`` has the definitions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import bounds, threads
from fastmetrics._kernels import score_cells as cell_kernel
from fastmetrics._kernels import smooth, sweep
from fastmetrics.resampling import refusals, score_rows
from fastmetrics.resampling.score_rows import OrderedRows, ScoreCells, ScoreRows

if TYPE_CHECKING:
    from fastmetrics.resampling.plan import Progress
    from fastmetrics.resampling.sweep_models import Reducer, SweepModels

# What is known to be covered well; other reducers that look for an optimum are held to
# a condition, which is another matter.
OPTIMA = (
    "ks",
    "expected_cost",
    "best_f",
    "best_youden",
    "best_accuracy",
    "best_cost",
)

_NORMAL = NormalDist()
# Cells from one standard deviation of a class to the next.
_STEPS = 64
# No rank lies as many of them beyond the classes' means, whatever the number of rows.
_REACH = 9
# A kernel is this many equally likely distances, the number of values of a byte.
_N_DISTANCES = 256
_QUANTILES = np.array(
    [_NORMAL.inv_cdf((k + 0.5) / _N_DISTANCES) for k in range(_N_DISTANCES)]
)
# The distribution whose value is the centre is less smooth than the sampled one, which
# makes up for the bias and for the spread of the few rows near the optimum.
_CENTRE = 0.7
# A smooth distribution has no score with more rows than this.
_MOST_TIED = 0.5
_ROWS_AT_ONCE = 1 << 16
# So many rows must be wrong at the best threshold, whichever class is above it. Of
# classes that are further apart intervals were hardly ever seen to hold the truth.
_FEWEST_ERRORS = 2


class SmoothedModels:
    """Scorers of the same labels, smoothed; what ``SweepModels`` is without that.

    Parameters
    ----------
    rows : ScoreRows
        The models' rows, of both classes.
    drawn : SweepModels
        Which units they are drawn by.

    Attributes
    ----------
    degrees_of_freedom : float
        Of the standard errors: rows of the rarer class, less one. Rows with weights
        count for their effective number, which is at most the number of groups.
    """

    degrees_of_freedom: float

    def __init__(self, rows: ScoreRows, drawn: SweepModels) -> None:
        self._strata = drawn.strata
        self._are_cut = drawn.are_cut
        self._n_drawn, self._has_groups = drawn.n_drawn, drawn.has_groups
        self._n_rows = rows.totals.n_samples
        first = rows.models[0]
        several = len(rows.models) > 1
        # Rows of one model are drawn in canonical order, rows of several as given.
        self._labels = rows.labels if several else first.labels
        self._units = None
        if not self._are_cut or self._has_groups:
            order = first.order if several else None
            self._units = _rearranged(drawn.units[0], order)
        scaled = None if rows.weights is None else _scaled(rows.weights)
        self._weights = scaled
        if scaled is not None and not several:
            self._weights = scaled[first.order]
        assert self._labels is not None
        sizes = [_effective_size(self._labels == k, self._weights) for k in (0, 1)]
        self._lines = []
        for model in rows.models:
            weights = None if scaled is None else scaled[model.order]
            scores = _normal_scores(model, weights)
            scores -= scores.min()
            n_scores = int(scores.max()) + 1
            counts = _counts_by_class(scores, model.labels, None, n_scores)
            line = _line_of(scores, counts.astype(np.int64), sizes)
            cells = _rearranged(line.cells, model.order if several else None)
            assert cells is not None
            self._lines.append(line._replace(cells=cells))
        groups = [float(drawn.n_units)] if self._has_groups else []
        self.degrees_of_freedom = min(sizes + groups) - 1

    def values(self, reducers: Sequence[Reducer]) -> NDArray[np.float64]:
        """Return the values of the smooth distributions, (models, reducers)."""
        found = []
        for line in self._lines:
            steps = _steps_of_distribution(line, self._by_class(line))
            found.append(sweep.reduce_steps(*steps, reducers)[0])
        return np.array(found)

    def replicates(
        self,
        reducers: Sequence[Reducer],
        seed: int,
        n_resamples: int,
        progress: Progress = None,
    ) -> NDArray[np.float64]:
        """Return values of samples, (n_resamples, models, reducers).

        A replicate depends on ``seed`` and its number alone.
        """
        if self._are_cut:
            cells = [self._cells(line, seed) for line in self._lines]
            stratified = len(self._strata) > 1
            return score_rows.replicates(
                cells,
                reducers,
                seed,
                n_resamples,
                progress,
                stratified=stratified,
                n_units=self._n_drawn,
            )
        out = np.empty((n_resamples, len(self._lines), len(reducers)))
        flat = out.reshape(n_resamples, -1)
        models = [
            smooth.SmoothRows(line.cells, line.distances, line.n_cells, reducers)
            for line in self._lines
        ]
        labels, units, weights = self._labels, self._units, self._weights
        assert labels is not None
        # Some milliseconds a job: threads are worth their while, and it can be stopped.
        step = max(1, min(64, 1_000_000 // (self._n_rows * len(models))))

        def run(first: int) -> None:
            block = flat[first : first + step]
            smooth.replicate(
                models, labels, units, weights, self._strata, seed, first, block
            )

        threads.map_blocks(run, range(0, n_resamples, step), progress=progress)
        return out

    def _by_class(self, line: _Line) -> NDArray[np.float64]:
        """Return the weights of negatives and positives in each cell of a line."""
        assert self._labels is not None
        return _counts_by_class(line.cells, self._labels, self._weights, line.n_cells)

    def _cells(self, line: _Line, seed: int) -> ScoreCells:
        """Return the cells of a line, with a copy of each row at a place of its own.

        Mean weights of cells are the smooth distribution's; their variation is the
        copies'.
        """
        assert self._labels is not None
        places = cell_kernel.place_copies(
            line.cells, line.distances, line.n_cells, self._labels, seed
        )
        counts = np.zeros(2 * line.n_cells, np.int64)
        for start in range(0, len(places), _ROWS_AT_ONCE):  # each part is widened
            part = places[start : start + _ROWS_AT_ONCE]
            counts += np.bincount(part, minlength=len(counts))
        made = _cells_of_copies(line, counts.reshape(-1, 2), self._by_class(line))
        several = len(self._lines) > 1
        if not several and self._weights is None and not self._has_groups:
            return made
        rows = np.argsort(places, kind="stable").astype(np.uint32)
        units = rows if several else None
        if self._has_groups:
            assert self._units is not None
            units = self._units[rows]
        own = None if self._weights is None else self._weights[rows]
        return made._replace(units=units, own=own)


class CountedSteps(NamedTuple):
    """Rows that count alike as counts at falling scores, or in cells of these.

    In place of `OrderedRows` where only their steps are of interest.
    """

    positives: NDArray[np.int64]
    negatives: NDArray[np.int64]

    @property
    def sizes(self) -> tuple[int, int]:
        """How many rows are positive, and how many there are."""
        n_pos, n_neg = int(self.positives.sum()), int(self.negatives.sum())
        return n_pos, n_pos + n_neg

    def steps_in_parts(
        self, weights: NDArray[np.float64] | None
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]]:
        """Yield the last row of each score, and the counts of both classes up to it."""
        tps, fps = np.cumsum(self.positives), np.cumsum(self.negatives)
        yield tps + fps - 1, tps.astype(np.float64), fps.astype(np.float64)


class SmoothedCounts:
    """A scorer whose rows were counted, smoothed; as `SmoothedModels` is of rows.

    Parameters
    ----------
    steps : CountedSteps
        Of both classes.

    Attributes
    ----------
    degrees_of_freedom : float
        As of `SmoothedModels`.
    """

    degrees_of_freedom: float

    def __init__(self, steps: CountedSteps) -> None:
        cells = np.concatenate(
            [own for _, own in _cells_of_scores(steps, None)], dtype=np.int32
        )
        cells -= cells.min()
        both = steps.negatives, steps.positives
        counts = np.array([np.bincount(cells, each) for each in both])
        sizes = [float(each.sum()) for each in both]
        line = _line_of(cells, counts.astype(np.int64), sizes)
        self._line, self.degrees_of_freedom = line, min(sizes) - 1
        by_class = [np.bincount(line.cells, each, line.n_cells) for each in both]
        self._by_class = np.array(by_class, np.float64)

    def values(self, reducers: Sequence[Reducer]) -> NDArray[np.float64]:
        """Return the values of the smooth distribution, (1, reducers)."""
        steps = _steps_of_distribution(self._line, self._by_class)
        return sweep.reduce_steps(*steps, reducers)[0][None, :]

    def replicates(
        self,
        reducers: Sequence[Reducer],
        seed: int,
        n_resamples: int,
        progress: Progress = None,
    ) -> NDArray[np.float64]:
        """Return values of samples, (n_resamples, 1, reducers)."""
        cells = [self._cells(seed)]
        return score_rows.replicates(cells, reducers, seed, n_resamples, progress)

    def _cells(self, seed: int) -> ScoreCells:
        """Return the cells of the line, with the copies of its rows in them."""
        rng, line = np.random.default_rng(seed), self._line
        counts = np.zeros((2, line.n_cells), np.int64)
        shares = np.full(_N_DISTANCES, 1 / _N_DISTANCES)
        for label, each in enumerate(self._by_class.astype(np.int64)):
            filled = np.flatnonzero(each)
            copies = rng.multinomial(each[filled], shares)
            np.add.at(counts[label], filled[:, None] + line.distances[label], copies)
        return _cells_of_copies(line, counts[::-1, ::-1].T, self._by_class)


class SmoothedSample(SmoothedCounts):
    """A scorer whose rows were counted, and of which some are known one by one.

    Parameters
    ----------
    steps : CountedSteps
        Of both classes.
    places, labels : ndarray
        The step of each of the known rows, and 1 for a positive one.
    spread : tuple of two float
        As of ``ScoreCells``.
    """

    def __init__(
        self,
        steps: CountedSteps,
        places: NDArray[np.uint32],
        labels: NDArray[np.uint8],
        spread: tuple[float, float],
    ) -> None:
        super().__init__(steps)
        self._places, self._labels, self._spread = places, labels, spread

    def _cells(self, seed: int) -> ScoreCells:
        """Return the cells of the line, with a copy of each known row in them.

        The noise of a row is the same for all models.
        """
        line = self._line
        places = cell_kernel.place_copies(
            line.cells[self._places], line.distances, line.n_cells, self._labels, seed
        )
        counts = np.bincount(places, minlength=2 * line.n_cells).reshape(-1, 2)
        made = _cells_of_copies(line, counts, self._by_class)
        units = np.argsort(places, kind="stable").astype(np.uint32)
        return made._replace(units=units, spread=self._spread)


def _cells_of_copies(
    line: _Line, counts: NDArray[np.int64], by_class: NDArray[np.float64]
) -> ScoreCells:
    """Return the cells with so many copies, the highest first, or a mean weight."""
    distribution = _distribution(line, by_class, 1.0)[::-1, ::-1].T
    filled = distribution.any(axis=1)
    return ScoreCells(
        np.ascontiguousarray(counts[filled]), np.ascontiguousarray(distribution[filled])
    )


def why_unsuited(model: OrderedRows | CountedSteps) -> str:
    """Say why the scores of a model cannot be smoothed; empty: they can."""
    n_pos, n = model.sizes
    # Among thresholds, the highest predicts no row positive.
    fewest = most = float(n_pos)
    largest, last = 0, -1
    for ends, tps, fps in model.steps_in_parts(None):
        errors = n_pos - tps + fps
        fewest = min(fewest, float(errors.min(initial=fewest)))
        most = max(most, float(errors.max(initial=most)))
        largest = max(largest, int(np.diff(ends, prepend=last).max(initial=0)))
        last = int(ends[-1]) if len(ends) else last
    if min(fewest, n - most) < _FEWEST_ERRORS:
        return refusals.SEPARATED
    if largest > 1 and largest > _MOST_TIED * n:
        return refusals.SCORES_TIED
    return ""


class _Line(NamedTuple):
    """Where the rows of a model lie, and how far their copies may go.

    ``bandwidths`` and ``distances`` are of negatives and of positives, in cells.
    """

    cells: NDArray[np.int32]
    bandwidths: tuple[float, float]
    distances: NDArray[np.int32]
    n_cells: int


def _line_of(
    cells: NDArray[np.int32], counts: NDArray[np.int64], sizes: Sequence[float]
) -> _Line:
    """Lay out rows whose normal scores are these cells, of which the first is 0.

    ``counts``: negatives and positives of each cell. ``sizes``: for how many rows each
    class is worth.
    """
    negatives, positives = (
        _bandwidth(mine, size) for mine, size in zip(counts, sizes, strict=True)
    )
    distances = np.array([_distances(negatives), _distances(positives)])
    # The first cell that a copy can reach is 0.
    cells -= distances.min()
    n_cells = int(cells.max()) + int(distances.max()) + 1
    return _Line(cells, (negatives, positives), distances, n_cells)


def _normal_scores(
    model: OrderedRows, weights: NDArray[np.float64] | None
) -> NDArray[np.int32]:
    """Return the cell of each row: the normal score of its rank."""
    cells = np.empty(len(model.flags), np.int32)
    last = -1
    for ends, own in _cells_of_scores(model, weights):
        cells[last + 1 : ends[-1] + 1] = np.repeat(own, np.diff(ends, prepend=last))
        last = int(ends[-1])
    return cells


def _cells_of_scores(
    model: OrderedRows | CountedSteps, weights: NDArray[np.float64] | None
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield the last row of each score, and its cell: the normal score of its rank.

    The rank is the middle of its tie, in a mixture of two unit normal distributions
    whose distance has the same AUC.
    """
    distance, share, total = _distance_of_classes(model, weights)
    low = math.floor(_STEPS * (min(distance, 0.0) - _REACH))
    high = math.ceil(_STEPS * (max(distance, 0.0) + _REACH))
    z = (np.arange(low, high) + 0.5) / _STEPS
    below = (1 - share) * _normal_cdf(z) + share * _normal_cdf(z - distance)
    before = 0.0
    for ends, tps, fps in model.steps_in_parts(weights):
        if len(ends) == 0:
            continue
        above = tps + fps
        tied = np.diff(above, prepend=before)
        ranks = ((total - above) + tied / 2) / total
        yield ends, low + np.searchsorted(below, ranks)
        before = float(above[-1])


def _normal_cdf(z: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the normal distribution function; SciPy's has other last digits."""
    found: NDArray[np.float64] = 0.5 * (1.0 + bounds.each(math.erf, z / math.sqrt(2.0)))
    return found


def _distance_of_classes(
    model: OrderedRows | CountedSteps, weights: NDArray[np.float64] | None
) -> tuple[float, float, float]:
    """Return the distance of two unit normals with the AUC of these rows.

    An AUC of 0 or 1 counts as if one pair in two data sets were placed the other way.
    Also the proportion of positives in the weight of all rows, and this.
    """
    area = tp = fp = 0.0
    for ends, tps, fps in model.steps_in_parts(weights):
        if len(ends) == 0:
            continue
        heights = tps + np.append(tp, tps[:-1])
        # Whole numbers, and so exact, while rows count alike.
        area += float(np.sum(np.diff(fps, prepend=fp) * heights)) / 2
        tp, fp = float(tps[-1]), float(fps[-1])
    n_pos, n = model.sizes
    least = 1 / (2 * n_pos * (n - n_pos))
    auc = min(max(area / (tp * fp), least), 1 - least)
    return math.sqrt(2) * _NORMAL.inv_cdf(auc), tp / (tp + fp), tp + fp


def _scaled(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return weights up to 1, whose sums and squares stay in range; exactly."""
    return np.ldexp(weights, -math.frexp(float(weights.max()))[1])


def _effective_size(
    mine: NDArray[np.bool_], weights: NDArray[np.float64] | None
) -> float:
    """Return for how many rows that count alike these are worth (Kish)."""
    if weights is None:
        return float(np.count_nonzero(mine))
    mine_weights = weights[mine]
    largest = float(mine_weights.max(initial=0.0))
    if not largest:
        return 0.0
    mine_weights = _scaled(mine_weights)
    return float(np.sum(mine_weights)) ** 2 / float(np.sum(mine_weights**2))


def _counts_by_class(
    cells: NDArray[np.int32],
    labels: NDArray[np.uint8],
    weights: NDArray[np.float64] | None,
    n_cells: int,
) -> NDArray[np.float64]:
    """Return the weights of negatives and positives in each cell, (2, n_cells)."""
    counts = np.zeros(2 * n_cells)
    for start in range(0, len(cells), _ROWS_AT_ONCE):
        part = slice(start, start + _ROWS_AT_ONCE)
        places = cells[part] * np.int32(2) + labels[part]
        own = None if weights is None else weights[part]
        counts += np.bincount(places, own, minlength=len(counts))
    return np.ascontiguousarray(counts.reshape(n_cells, 2).T)


def _bandwidth(counts: NDArray[np.int64], size: float) -> float:
    """Return Silverman's 0.9 min(s, IQR / 1.349) n^(−1/5), in cells.

    ``counts`` are the rows of each cell.
    """
    n = int(counts.sum())
    if n < 2:
        return 0.0
    cells = np.arange(len(counts))
    total, squares = int(cells @ counts), int(cells**2 @ counts)
    spread = math.sqrt((n * squares - total * total) / (n * (n - 1)))
    low, high = (_quantile(counts, q) for q in (0.25, 0.75))
    if high > low:
        spread = min(spread, (high - low) / 1.349)
    return 0.9 * spread * float(size) ** -0.2


def _quantile(counts: NDArray[np.int64], q: float) -> float:
    """Return the quantile of the cells of all rows, linear between two of them."""
    rank = q * (int(counts.sum()) - 1)
    up_to = np.cumsum(counts)
    low, high = (
        int(np.searchsorted(up_to, at, side="right"))
        for at in (math.floor(rank), math.ceil(rank))
    )
    return low + (high - low) * (rank - math.floor(rank))


def _distances(bandwidth: float) -> NDArray[np.int32]:
    """Return how far a kernel of this width reaches, in equally likely parts."""
    return np.rint(bandwidth * _QUANTILES).astype(np.int32)


def _steps_of_distribution(
    line: _Line, by_class: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the weight of positives and of negatives at or above each cell, falling.

    Sums of 256ths of the rows: exact while these count alike.
    """
    distribution = _distribution(line, by_class, _CENTRE)
    fps, tps = distribution[:, distribution.any(axis=0)][:, ::-1]
    return np.cumsum(tps), np.cumsum(fps)


def _distribution(
    line: _Line, by_class: NDArray[np.float64], width: float
) -> NDArray[np.float64]:
    """Return the smoothed weights of negatives and positives by cell, (2, n_cells).

    ``width``: of the kernels, in bandwidths.
    """
    mass = np.zeros((2, line.n_cells))
    for label, counts in enumerate(by_class):
        filled = np.flatnonzero(counts)
        low, high = int(filled[0]), int(filled[-1]) + 1
        reach = _distances(width * line.bandwidths[label])
        for distance, parts in zip(*np.unique(reach, return_counts=True), strict=True):
            share = int(parts) / _N_DISTANCES
            mass[label, low + distance : high + distance] += share * counts[low:high]
    return mass


def _rearranged(values: Any, order: NDArray[np.uint32] | None) -> Any:
    """Reorder values from a model's score order into the order of the rows."""
    if values is None or order is None:
        return values
    given = np.empty_like(values)
    given[order] = values
    return given
