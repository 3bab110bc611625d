"""Cross-validation of two learners that are equally good by construction.

Each row has a class, as often 1 as 0, and two features for each of two linear
classifiers (least squares): normal, of unit variance, their means 0.8 apart. The
learners see features of the same law and never each other's, so that neither is the
better one, whatever the size of the training set.
"""

import numpy as np

N_ROWS = 300


def ten_folds(rng):
    """Return which rows each of ten folds tests."""
    return _partitions(rng, 10, 1)


def ten_times_ten_folds(rng):
    """Return the same of ten partitions."""
    return _partitions(rng, 10, 10)


def five_times_two_folds(rng):
    """Return the same of five partitions in halves."""
    return _partitions(rng, 2, 5)


def hold_outs(rng):
    """Return random thirds of the rows, 30 of them."""
    return np.array([rng.permutation(N_ROWS) < N_ROWS // 3 for _ in range(30)])


def _partitions(rng, k, times):
    folds = [rng.permutation(N_ROWS) % k for _ in range(times)]
    return np.array([fold == j for fold in folds for j in range(k)])


def right_answers(rng, n_data_sets, splits):
    """Yield, for some data sets at a time, which rows A and B get right by split.

    Yields the splits, which ``splits`` draws anew for each block, and two arrays (data
    sets, splits, rows), which hold for the rows that a split tests.
    """
    block = 50
    for _ in range(0, n_data_sets, block):
        tests = splits(rng)
        y = np.where(rng.random((block, N_ROWS)) < 0.5, 1.0, -1.0)
        yield tests, *(_right(rng, y, tests) for _ in "ab")


def _right(rng, y, tests):
    x = rng.normal(size=(*y.shape, 3)) + 0.4 * y[:, :, None]
    x[:, :, 0] = 1
    train = (~tests).astype(float)
    products = (x[:, :, :, None] * x[:, :, None]).reshape(*y.shape, 9)
    grams = (train @ products).reshape(len(y), len(tests), 3, 3)
    weights = np.linalg.solve(grams, (train @ (x * y[:, :, None]))[..., None])[..., 0]
    return (weights @ x.swapaxes(1, 2) > 0) == (y[:, None] > 0)


def score_differences(rng, n_data_sets, splits):
    """Return the differences in accuracy by split, a row a data set."""
    blocks = []
    for tests, a, b in right_answers(rng, n_data_sets, splits):
        counts = [((a ^ b) & tests & model).sum(axis=2) for model in (a, b)]
        blocks.append((counts[0] - counts[1]) / tests.sum(axis=1))
    return np.concatenate(blocks)


def error_rates(rng, n_data_sets, splits):
    """Return the error rates of one of the learners by split, a row a data set."""
    return np.concatenate(
        [
            (tests & ~right).sum(axis=2) / tests.sum(axis=1)
            for tests, right, _ in right_answers(rng, n_data_sets, splits)
        ]
    )


def loss_differences(rng, n_data_sets):
    """Return A's 0-1 loss less B's by row, and the ten folds, a row a data set each."""
    losses, folds = [], []
    for tests, a, b in right_answers(rng, n_data_sets, ten_folds):
        losses.append(((b.astype(int) - a) * tests).sum(axis=1))
        folds.append(np.broadcast_to(tests.argmax(axis=0), losses[-1].shape))
    return np.concatenate(losses), np.concatenate(folds)
