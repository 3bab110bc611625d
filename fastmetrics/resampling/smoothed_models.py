"""SmoothedModels: scorers whose rows are taken for a sample of a smooth law.

The best value over thresholds of the rows at hand is too good, and rows drawn from them
again repeat that. With a normal kernel around each row, the value of the law that
results is hardly biased, and samples of it say how much it varies.

Optimal values depend on the order of the scores alone, and so does the law. Rows lie on
a line of cells, where their ranks would be if negatives were standard normal and
positives as far away as the AUC says: any scale of the scores gives the same interval,
and kernels have one width that suits. ``fastmetrics.reference.smoothed_intervals`` has
the definitions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import threads
from fastmetrics._kernels import smooth, sweep
from fastmetrics.resampling import refusals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Progress
    from fastmetrics.resampling.score_rows import OrderedRows, ScoreRows
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
# A kernel is so many distances that are equally likely: as many as a byte has values.
_N_DISTANCES = 256
_QUANTILES = np.array(
    [_NORMAL.inv_cdf((k + 0.5) / _N_DISTANCES) for k in range(_N_DISTANCES)]
)
# The law whose value is the centre is less smooth than the one that is sampled, which
# makes up for the bias and for the spread of the few rows near the optimum.
_CENTRE = 0.7
# A smooth law has no score that more rows share than this.
_MOST_TIED = 0.5
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
        count for as many as they are worth, and there are no more than groups.
    """

    degrees_of_freedom: float

    def __init__(self, rows: ScoreRows, drawn: SweepModels) -> None:
        self._strata = drawn.strata
        self._n_rows = rows.totals.n_samples
        first = rows.models[0]
        several = len(rows.models) > 1
        # One model's rows are drawn in canonical order, those of several as given.
        self._labels = rows.labels if several else first.labels
        self._units = _rearranged(drawn.units[0], first.order if several else None)
        scaled = None if rows.weights is None else _scaled(rows.weights)
        self._weights = scaled
        if scaled is not None and not several:
            self._weights = scaled[first.order]
        assert self._labels is not None
        sizes = [_effective_size(self._labels == k, self._weights) for k in (0, 1)]
        self._lines = []
        for model in rows.models:
            weights = None if scaled is None else scaled[model.order]
            line = _line_of(model, weights, sizes)
            cells = _rearranged(line.cells, model.order if several else None)
            assert cells is not None
            self._lines.append(line._replace(cells=cells))
        groups = [float(drawn.n_units)] if drawn.has_groups else []
        self.degrees_of_freedom = min(sizes + groups) - 1

    def values(self, reducers: Sequence[Reducer]) -> NDArray[np.float64]:
        """Return the values of the smooth laws, (models, reducers)."""
        assert self._labels is not None
        found = []
        for line in self._lines:
            steps = _steps_of_law(line, self._labels, self._weights)
            found.append(sweep.reduce_steps(*steps, reducers)[0])
        return np.array(found)

    def replicates(
        self,
        reducers: Sequence[Reducer],
        seed: int,
        n_resamples: int,
        progress: Progress = None,
    ) -> NDArray[np.float64]:
        """Return values of samples of the laws, (n_resamples, models, reducers).

        A replicate depends on ``seed`` and its number alone.
        """
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


def why_unsuited(model: OrderedRows) -> str:
    """Say why the scores of a model cannot be smoothed; empty: they can."""
    ends = model.tie_ends
    tps = np.cumsum(model.labels, dtype=np.int64)[ends]
    n, n_pos = len(model.flags), int(tps[-1])
    # Of thresholds, the highest of which predicts no row positive.
    errors = np.append(n_pos, n_pos - tps + (ends + 1 - tps))
    if min(errors.min(), n - errors.max()) < _FEWEST_ERRORS:
        return refusals.SEPARATED
    largest = int(np.diff(ends, prepend=-1).max())
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
    model: OrderedRows, weights: NDArray[np.float64] | None, sizes: Sequence[float]
) -> _Line:
    """Lay out the rows of a model, in canonical order.

    ``sizes``: for how many rows each class is worth.
    """
    cells = _normal_scores(model, weights)
    labels = model.labels
    classes = [cells[labels == k] for k in (0, 1)]
    negatives, positives = (
        _bandwidth(mine, size) for mine, size in zip(classes, sizes, strict=True)
    )
    distances = np.array([_distances(negatives), _distances(positives)])
    # The first cell that a copy can reach is 0.
    cells = cells - int(cells.min()) - int(distances.min())
    n_cells = int(cells.max()) + int(distances.max()) + 1
    return _Line(cells.astype(np.int32), (negatives, positives), distances, n_cells)


def _normal_scores(
    model: OrderedRows, weights: NDArray[np.float64] | None
) -> NDArray[np.int64]:
    """Return the cell of each row: the normal score of its rank.

    The rank is that of the middle of its tie, and the law that it is a rank of a
    mixture of two unit normals, as far apart as the AUC says.
    """
    labels = model.labels
    ends = model.tie_ends
    sizes = np.diff(ends, prepend=-1)
    counts = np.ones(len(labels)) if weights is None else weights
    tps, fps = np.cumsum(counts * labels)[ends], np.cumsum(counts * (1 - labels))[ends]
    n_pos = int(np.count_nonzero(labels))
    distance = _distance_of_classes(tps, fps, n_pos, len(labels) - n_pos)
    low = math.floor(_STEPS * (min(distance, 0.0) - _REACH))
    high = math.ceil(_STEPS * (max(distance, 0.0) + _REACH))
    share = tps[-1] / (tps[-1] + fps[-1])
    below = [
        (1 - share) * _NORMAL.cdf(z) + share * _NORMAL.cdf(z - distance)
        for z in ((cell + 0.5) / _STEPS for cell in range(low, high))
    ]
    above = tps + fps
    tied = np.diff(above, prepend=0.0)
    ranks = ((above[-1] - above) + tied / 2) / above[-1]
    return np.repeat(low + np.searchsorted(below, ranks), sizes)


def _distance_of_classes(
    tps: NDArray[np.float64], fps: NDArray[np.float64], n_pos: int, n_neg: int
) -> float:
    """Return how far apart two unit normals are whose AUC is that of these steps.

    An AUC of 0 or 1 counts as if one pair in two data sets were placed the other way.
    """
    pairs, _ = sweep.reduce_steps(tps, fps, [("roc_auc",)])
    least = 1 / (2 * n_pos * n_neg)
    return math.sqrt(2) * _NORMAL.inv_cdf(min(max(float(pairs[0]), least), 1 - least))


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


def _bandwidth(cells: NDArray[np.int64], size: float) -> float:
    """Return Silverman's 0.9 min(s, IQR / 1.349) n^(−1/5), in cells."""
    n = len(cells)
    if n < 2:
        return 0.0
    total, squares = int(cells.sum()), int((cells * cells).sum())
    spread = math.sqrt((n * squares - total * total) / (n * (n - 1)))
    low, high = np.quantile(cells, [0.25, 0.75])
    if high > low:
        spread = min(spread, float(high - low) / 1.349)
    return 0.9 * spread * float(size) ** -0.2


def _distances(bandwidth: float) -> NDArray[np.int32]:
    """Return how far a kernel of this width reaches, in equally likely parts."""
    return np.rint(bandwidth * _QUANTILES).astype(np.int32)


def _steps_of_law(
    line: _Line, labels: NDArray[np.uint8], weights: NDArray[np.float64] | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the weight of positives and of negatives at or above each cell, falling.

    Sums of 256ths of the rows: exact while these count alike.
    """
    mass = np.zeros((2, line.n_cells))
    for label in (0, 1):
        mine = labels == label
        counts = np.bincount(
            line.cells[mine],
            None if weights is None else weights[mine],
            minlength=line.n_cells,
        )
        filled = np.flatnonzero(counts)
        low, high = int(filled[0]), int(filled[-1]) + 1
        reach = _distances(_CENTRE * line.bandwidths[label])
        for distance, parts in zip(*np.unique(reach, return_counts=True), strict=True):
            share = int(parts) / _N_DISTANCES
            mass[label, low + distance : high + distance] += share * counts[low:high]
    fps, tps = mass[:, mass.any(axis=0)][:, ::-1]
    return np.cumsum(tps), np.cumsum(fps)


def _rearranged(values: Any, order: NDArray[np.uint32] | None) -> Any:
    """Bring what is in the order of a model's scores into that of the rows given."""
    if values is None or order is None:
        return values
    given = np.empty_like(values)
    given[order] = values
    return given
