"""SweepModels: the rows of one or several scorers, sorted once, to be resampled.

One scorer without weights or groups draws by position in canonical order; there the
keys alone are sorted. Everything else draws by unit (an original row, a cluster of
rows, or the rank within a stratum) and needs to know each sorted row's unit.
"""

from typing import NamedTuple

import numpy as np

from fastmetrics import _inputs, _threads
from fastmetrics._kernels import random, resample, sort, sweep
from fastmetrics.summaries.ordering import sort_pairs, sorted_scores

# Row-times-model weights that one job handles before it looks up: long enough to
# make threads worth their while, short enough to stop and to show progress.
_JOB = 4_000_000


class Totals(NamedTuple):
    """What the report says about the rows."""

    n_samples: int
    n_positive: int
    n_negative: int
    weight_positive: float
    weight_negative: float


class SweepModels:
    """Scorers of the same labels, ready for any number of replicates.

    Parameters
    ----------
    y_true, y_scores
        Labels, and a sequence of score columns.
    reducers : sequence of tuple
        ``(name, *parameters)`` as ``ScoreSweep.reduce`` takes them; the same for each
        model.
    pos_label, sample_weight, groups, stratified
        As ``confidence_interval``. ``groups`` and ``stratified`` exclude each other.

    Attributes
    ----------
    totals : Totals
    scores : LabelledScores or None
        The rows in order, where only keys were sorted.
    labels : ndarray of uint8 or None
        1 for a positive row, where rows were kept in order; else None.
    """

    def __init__(
        self,
        y_true,
        y_scores,
        reducers,
        *,
        pos_label=None,
        sample_weight=None,
        groups=None,
        stratified=False,
    ):
        if groups is not None and stratified:
            raise ValueError(
                "groups and stratified exclude each other: a cluster of rows may hold "
                "both classes"
            )
        self._reducers = list(reducers)
        self.scores = self.labels = None
        if len(y_scores) == 1 and sample_weight is None and groups is None:
            self._from_keys(y_true, y_scores[0], pos_label, stratified)
        else:
            self._from_rows(
                y_true, y_scores, pos_label, sample_weight, groups, stratified
            )
        n_units = self._models[0].n_units
        if stratified:
            sizes = [s for s in self.totals[1:3] if s]
        else:
            sizes = [n_units]
        self._strata = np.array(sizes, np.int64)
        self.n_units = n_units

    def _from_keys(self, y_true, y_score, pos_label, stratified):
        self.scores = scores = sorted_scores(y_true, y_score, pos_label)
        n_pos, n_neg = scores.n_pos, scores.n_neg
        self.totals = Totals(n_pos + n_neg, n_pos, n_neg, n_pos, n_neg)
        flags = sweep.labelled_flags(scores)
        if stratified:
            _check_numbered(len(flags))
        units = _stratum_ranks(flags & 1) if stratified else None
        self._models = [
            resample.SweepRows(flags, self._reducers, units, None, len(flags))
        ]

    def _from_rows(
        self, y_true, y_scores, pos_label, sample_weight, groups, stratified
    ):
        self._models = []
        codes = n_units = None
        for y_score in y_scores:
            rows = _inputs.row_scores(
                y_true, y_score, pos_label=pos_label, sample_weight=sample_weight
            )
            _check_numbered(len(rows.labels))
            order, flags = _canonical_order(rows)
            if groups is not None:
                if codes is None:
                    codes, n_units = _group_codes(groups, y_true, rows.rows)
                units = codes[order]
            elif stratified:
                ranks = _stratum_ranks(rows.labels)
                units = ranks[order] if len(y_scores) > 1 else _stratum_ranks(flags & 1)
                n_units = len(order)
            elif len(y_scores) > 1:
                units, n_units = order, len(order)
            else:
                units = None
            weights = None if rows.weights is None else rows.weights[order]
            self._models.append(
                resample.SweepRows(flags, self._reducers, units, weights, n_units)
            )
        self.labels = rows.labels
        n_pos = int(np.count_nonzero(rows.labels))
        n = len(rows.labels)
        positive_weight, negative_weight = float(n_pos), float(n - n_pos)
        if rows.weights is not None:
            positive = rows.labels.astype(bool)
            positive_weight = sort.sum_f64(rows.weights[positive])
            negative_weight = sort.sum_f64(rows.weights[~positive])
        self.totals = Totals(n, n_pos, n - n_pos, positive_weight, negative_weight)

    @property
    def _shape(self):
        return len(self._models), len(self._reducers)

    def observed(self):
        """Values of the data themselves, (n_models, n_reducers); NaN: undefined."""
        # No unit is in group 1, so leaving it out leaves all of them in.
        out = np.empty((1, np.prod(self._shape)))
        resample.leave_out(self._models, np.zeros(self.n_units, np.uint16), 1, out)
        return out.reshape(self._shape)

    def replicates(self, seed, n_resamples, progress=None):
        """Bootstrap values, (n_resamples, n_models, n_reducers).

        A replicate depends on ``seed`` and its number alone, so the values do not
        depend on the number of threads.
        """
        out = np.empty((n_resamples, *self._shape))
        flat = out.reshape(n_resamples, -1)
        rows = self.totals.n_samples * len(self._models)
        step = max(1, min(64, _JOB // rows))

        def run(first):
            block = flat[first : first + step]
            resample.replicate(self._models, self._strata, seed, first, block)

        _threads.map_blocks(run, range(0, n_resamples, step), progress=progress)
        return out

    def delete_groups(self, seed):
        """Jackknife values, each with one random group of units left out.

        Shape (n_groups, n_models, n_reducers).
        """
        codes, n_groups = jackknife_groups(seed, self.n_units)
        out = np.empty((n_groups, *self._shape))
        flat = out.reshape(n_groups, -1)
        _threads.map_blocks(
            lambda k: resample.leave_out(self._models, codes, k, flat[k : k + 1]),
            range(n_groups),
        )
        return out

    def steps(self):
        """Cumulative (tps, fps) of the one model whose keys were sorted."""
        assert self.scores is not None  # the caller asks only then
        return sweep.labelled_steps(self.scores)[1:]


def jackknife_groups(seed, n_units, most=200):
    """Deal units into random groups of about equal size: (group of each, how many).

    With no more units than ``most`` each unit is its own group.
    """
    n_groups = min(most, n_units)
    codes = np.empty(n_units, np.uint16)
    # A replicate number that no bootstrap reaches.
    shuffle = random.uniform(seed, 2**64 - 1, 0, n_units)
    codes[np.argsort(shuffle, kind="stable")] = np.arange(n_units) % n_groups
    return codes, n_groups


def _check_numbered(n):
    """Raise if rows are too many to be numbered in 32 bits."""
    if n > 2**32:
        raise ValueError(
            f"there are {n:,} rows; those of several models, with weights or groups, "
            "or stratified can be resampled up to 2**32"
        )


def _group_codes(groups, y_true, kept):
    """Return the group of each ``kept`` row (None: all rows), and how many groups."""
    n_given = len(_inputs.as_column(y_true, "y_true"))
    codes, n_groups = _inputs.group_codes(groups, n_given)
    if kept is not None:  # rows of weight 0 are out, and so may be their groups
        _, codes = np.unique(codes[kept], return_inverse=True)
        n_groups = int(codes.max()) + 1
    return codes.astype(np.uint32), n_groups


def _stratum_ranks(labels):
    """Return each row's unit: positives are numbered first, then negatives."""
    positive = labels.astype(bool)
    n_pos = np.count_nonzero(positive)
    ranks = np.empty(len(labels), np.uint32)
    ranks[positive] = np.arange(n_pos)
    ranks[~positive] = np.arange(n_pos, len(labels))
    return ranks


def _canonical_order(rows):
    """Row numbers in canonical order, and the flags of the rows in it."""
    positive = rows.labels.astype(bool)
    # A stable sort of positives before negatives leaves them so inside a tie; inverted
    # keys ascend where scores descend.
    order = np.concatenate([np.flatnonzero(positive), np.flatnonzero(~positive)])
    order = order.astype(np.uint64)
    keys = np.invert(rows.keys[order])
    keys, order = sort_pairs(keys, order)
    order = order.astype(np.uint32)
    return order, sweep.flag_rows(keys, rows.labels[order])
