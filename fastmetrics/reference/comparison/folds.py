"""Tests of two models' scores on the same folds."""

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from fastmetrics.reference.area_intervals import f_tail, normal_tail, student_tail
from fastmetrics.reference.inputs import same_length, warn_undefined

Scores = Sequence[float]


class FoldTest(NamedTuple):
    """What a test over folds found; NaN is the error of what does not vary."""

    statistic: float
    pvalue: float
    estimate: float
    standard_error: float


class Differences(NamedTuple):
    """A - B by fold, and how far rounding alone can take one of them."""

    values: list[float]
    noise: float


def differences_of(scores_a: Scores, scores_b: Scores | None) -> Differences:
    """Return the differences, which ``scores_a`` are already if there is no B."""
    if len(scores_a) < 2:
        raise ValueError("one fold")
    if scores_b is None:
        values, largest = list(scores_a), max(map(abs, scores_a))
    else:
        values = [a - b for a, b in zip(scores_a, scores_b, strict=True)]
        largest = max(map(abs, [*scores_a, *scores_b]))
    return Differences(values, 4 * math.ulp(largest))


def mean(values: Sequence[float]) -> float:
    """Return the mean."""
    return math.fsum(values) / len(values)


def squares_about_mean(values: Sequence[float]) -> float:
    """Return the sum of squared distances to the mean."""
    centre = mean(values)
    return math.fsum((value - centre) ** 2 for value in values)


def without_variance(estimate: float) -> FoldTest:
    """Return what equal numbers say: nothing if they are 0, else it is undefined."""
    if estimate == 0:
        return FoldTest(0.0, 1.0, 0.0, math.nan)
    nan = warn_undefined("the test", "a variance of 0 cannot make it certain")
    return FoldTest(nan, nan, estimate, nan)


def student_test(differences, variance_per_square, alternative):
    """Test whether the mean is 0, its variance being s² times a number."""
    values, noise = differences
    estimate = mean(values)
    if max(values) - min(values) <= noise:
        return without_variance(0.0 if abs(estimate) <= noise else estimate)
    df = len(values) - 1
    error = math.sqrt(variance_per_square * squares_about_mean(values) / df)
    t = estimate / error
    return FoldTest(t, student_tail(t, df, alternative), estimate, error)


def five_by_two_cv_t_test(
    scores_a, scores_b=None, *, numerator="first", alternative="two-sided"
):
    """Return the first difference (or √2 of the mean of two) over √(Σ s²/5)."""
    pairs, noise = pairs_of(scores_a, scores_b)
    n = {"first": 1, "mean": 2}[numerator]
    estimate = mean(pairs[0][:n])
    if all(abs(first - second) <= noise for first, second in pairs):
        return without_variance(0.0 if abs(estimate) <= noise else estimate)
    error = math.sqrt(math.fsum(map(squares_about_mean, pairs)) / 5)
    t = math.sqrt(n) * estimate / error
    return FoldTest(t, student_tail(t, 5, alternative), estimate, error / math.sqrt(n))


def five_by_two_cv_f_test(scores_a, scores_b=None):
    """Return F = Σ Σ Δ² / (2 Σ s²), with 10 and 5 degrees of freedom."""
    pairs, noise = pairs_of(scores_a, scores_b)
    values = [value for pair in pairs for value in pair]
    estimate = mean(values)
    if all(abs(first - second) <= noise for first, second in pairs):
        if max(map(abs, values)) <= noise:
            return without_variance(0.0)
        return without_variance(math.inf)._replace(estimate=estimate)
    squares = math.fsum(map(squares_about_mean, pairs))
    f = math.fsum(value**2 for value in values) / (2 * squares)
    return FoldTest(f, f_tail(f, 10, 5), estimate, math.sqrt(squares / 5 / 2))


def pairs_of(scores_a, scores_b):
    """Return the five pairs of differences, and the noise of rounding."""
    tables = [scores_a] if scores_b is None else [scores_a, scores_b]
    if any([len(row) for row in table] != [2] * 5 for table in tables):
        raise ValueError("five rows of two folds are needed")
    flat = [[score for row in table for score in row] for table in tables]
    values, noise = differences_of(flat[0], flat[1] if len(flat) > 1 else None)
    return [values[i : i + 2] for i in range(0, 10, 2)], noise


def cv_loss_test(
    loss_a, loss_b, folds, *, variance="all", groups=None, alternative="two-sided"
):
    """Return z = √n mean(h) / σ of the differences h in the losses of the rows.

    σ² is the mean of (h - mean)², or with "within" the mean over folds of their sample
    variances. With groups, deviations are added up by group before they are squared;
    where all of them cancel, there is no variance either.
    """
    n = same_length(loss_a=loss_a, loss_b=loss_b, folds=folds, groups=groups)
    if len(set(folds)) < 2:
        raise ValueError("one fold")
    h, noise = differences_of(loss_a, loss_b)
    units = list(range(n)) if groups is None else groups
    rows_of_fold = {j: [i for i in range(n) if folds[i] == j] for j in set(folds)}
    if len({(fold, unit) for fold, unit in zip(folds, units, strict=True)}) != len(
        set(units)
    ):
        raise ValueError("a group is in several folds")
    if variance == "all":
        parts = [list(range(n))]
    else:
        parts = list(rows_of_fold.values())
    constant, variances = True, []
    cancel = (noise * max(units.count(unit) for unit in set(units))) ** 2
    cancelled = True
    for part in parts:
        losses = [h[i] for i in part]
        constant = constant and max(losses) - min(losses) <= noise
        sums = squares_by_unit(losses, [units[i] for i in part])
        cancelled = cancelled and groups is not None and max(sums) <= cancel
        if variance == "all":
            variances.append(math.fsum(sums) / n)
        else:
            correction = len(sums) / (len(sums) - 1)
            variances.append(correction * math.fsum(sums) / len(part))
    estimate = mean(h)
    if constant or cancelled:
        return without_variance(0.0 if abs(estimate) <= noise else estimate)
    error = math.sqrt(mean(variances) / n)
    z = estimate / error
    return FoldTest(z, normal_tail(z, alternative), estimate, error)


def squares_by_unit(losses: Sequence[float], units: Sequence[Hashable]) -> list[float]:
    """Return the squared sum of deviations from the mean, of each unit."""
    centre = mean(losses)
    added: dict[Hashable, list[float]] = {}
    for loss, unit in zip(losses, units, strict=True):
        added.setdefault(unit, []).append(loss - centre)
    return [math.fsum(deviations) ** 2 for deviations in added.values()]


def paired_cv_t_test(scores_a, scores_b=None, *, alternative="two-sided"):
    """Return t = √k mean / s of the differences, with k - 1 degrees of freedom."""
    differences = differences_of(scores_a, scores_b)
    return student_test(differences, 1 / len(differences.values), alternative)


def corrected_resampled_t_test(
    scores_a, scores_b=None, *, n_train, n_test, alternative="two-sided"
):
    """Return mean / √((1/J + n_test/n_train) s²), with J - 1 degrees of freedom."""
    differences = differences_of(scores_a, scores_b)
    ratio = size_of(n_test) / size_of(n_train)
    return student_test(differences, 1 / len(differences.values) + ratio, alternative)


def size_of(n: float | Sequence[float]) -> float:
    """Return a size, or the mean of several."""
    return mean(n) if isinstance(n, Sequence) else n


# --- the correlated t test of G. Corani and A. Benavoli (2015)


class Posterior(NamedTuple):
    """Probabilities that the mean difference lies below, in and above the region."""

    p_less: float
    p_rope: float
    p_greater: float


def bayesian_correlated_t_test(scores_a, scores_b=None, *, n_train, n_test, rope=0.01):
    """Return where a t variable around the mean difference lies, and how probably."""
    values, noise = differences_of(scores_a, scores_b)
    centre, n = mean(values), len(values)
    if max(values) - min(values) <= noise:
        centre = 0.0 if abs(centre) <= noise else centre
        less, greater = float(centre < -rope), float(centre > rope)
        return Posterior(less, 1 - less - greater, greater)
    train, test = size_of(n_train), size_of(n_test)
    correlation = test / (train + test)
    variance = squares_about_mean(values) / (n - 1)
    scale = math.sqrt((1 / n + correlation / (1 - correlation)) * variance)
    less = student_tail((-rope - centre) / scale, n - 1, "less")
    greater = student_tail((rope - centre) / scale, n - 1, "greater")
    return Posterior(less, 1 - less - greater, greater)
