"""The bootstrap of any callable: rows repeated as drawn, the callable called again.

Every replicate costs a copy of the rows and one call; metrics in the catalog never
come here.
"""

import warnings

import numpy as np

from fastmetrics import _inputs
from fastmetrics._kernels import random
from fastmetrics.resampling.groups import jackknife_groups


def resample_rows(
    metric,
    y_true,
    other,
    seed,
    n_resamples,
    *,
    other_name="y_pred",
    stratified=False,
    groups=None,
    sample_weight=None,
    with_jackknife=False,
    progress=None,
):
    """Value, replicates and, if asked for, delete-group jackknife values.

    A replicate on which ``metric`` raises ValueError or returns NaN is NaN.
    """
    columns = [_inputs.as_array(y_true, "y_true"), _inputs.as_array(other, other_name)]
    n = len(columns[0])
    if len(columns[1]) != n:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: y_true has "
            f"{n}, {other_name} has {len(columns[1])}."
        )
    if not n:
        raise ValueError("y_true is empty")
    if sample_weight is not None:
        columns.append(_inputs.sample_weights(sample_weight, n))
    unit_of_row, strata = _units(columns[0], stratified, groups)

    def value(rows):
        picked = [column[rows] for column in columns]
        weight = {"sample_weight": picked[2]} if len(picked) > 2 else {}
        return _number(metric(picked[0], picked[1], **weight))

    def value_or_nan(rows):
        try:
            return value(rows)
        except ValueError:
            return np.nan

    estimate = value(slice(None))
    replicates = np.empty(n_resamples)
    with warnings.catch_warnings():
        # What is worth a warning was said for the data themselves.
        warnings.simplefilter("ignore")
        for k in range(n_resamples):
            weights = random.draw_weights(seed, k, strata)
            replicates[k] = value_or_nan(np.repeat(np.arange(n), weights[unit_of_row]))
            if progress is not None:
                progress(k + 1, n_resamples)
        jackknife = None
        if with_jackknife:
            jackknife = _delete_groups(value_or_nan, unit_of_row, seed)
    return estimate, replicates, jackknife


def _units(y_true, stratified, groups):
    """Drawn unit of each row, and the sizes of the strata of units."""
    n = len(y_true)
    if groups is not None:
        if stratified:
            raise ValueError("groups and stratified exclude each other")
        codes, n_groups = _inputs.group_codes(groups, n)
        return codes, np.array([n_groups])
    if not stratified:
        return np.arange(n), np.array([n])
    if y_true.ndim != 1:
        raise ValueError("stratified needs one-dimensional labels")
    _, codes, sizes = np.unique(y_true, return_inverse=True, return_counts=True)
    units = np.empty(n, np.int64)
    units[np.argsort(codes, kind="stable")] = np.arange(n)
    return units, sizes


def _delete_groups(value, unit_of_row, seed):
    codes, n_groups = jackknife_groups(seed, int(unit_of_row.max()) + 1)
    row_codes = codes[unit_of_row]
    return np.array([value(np.flatnonzero(row_codes != k)) for k in range(n_groups)])


def _number(value):
    array = np.asarray(value, dtype=float)
    if array.ndim:
        raise ValueError(
            f"the metric must return one number, got an array of shape {array.shape}"
        )
    return float(array)
