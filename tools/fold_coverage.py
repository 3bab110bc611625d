"""Measure how often intervals of cross-validated values hold what they are for.

Data sets are drawn, linear models fitted to the folds of each, and intervals made of
the losses as the package makes them. Rows are normal, so that the true performance of
each model has a closed form, and no test rows are needed. Writes the table into
docs/validation.md. Run from a checkout::

    python tools/fold_coverage.py

It takes some five minutes, and its numbers are the same each time.
"""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import fastmetrics as fm
from fastmetrics.selection.validation import fold_intervals
from fastmetrics.selection.validation.intervals_by_fold import nested

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "validation.md"
BEGIN, END = "<!-- coverage -->\n", "<!-- end of coverage -->\n"
SEED = 20240101
LEVEL = 0.95
N_FEATURES, N_FOLDS = 20, 10
# What the features tell of the target, and what they do not.
SIGNAL = np.full(N_FEATURES, 1 / math.sqrt(N_FEATURES))
NOISE = 1.0
LOSSES = ("error rate", "squared error", "AUC")


class Fitted(NamedTuple):
    """Models of the folds of one data set.

    Attributes
    ----------
    losses : ndarray of shape (n_rows,)
        Out of fold; of the AUC the scores.
    true : ndarray of shape (n_folds,)
        The true performance of each model.
    """

    losses: Floats
    true: Floats


def drawn(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    """Return features, and what lies behind the target."""
    features = rng.normal(size=(n, N_FEATURES))
    return features, features @ SIGNAL + NOISE * rng.normal(size=n)


def folds_of(rng: np.random.Generator, n: int) -> NDArray[np.int64]:
    """Return a random fold for each row, all of one size."""
    return rng.permutation(np.arange(n) % N_FOLDS)


def fit(features: Floats, target: Floats, ids: NDArray[np.int64]) -> Floats:
    """Return the least-squares weights of the rows outside each fold."""
    order = np.argsort(ids, kind="stable")
    x = features[order].reshape(N_FOLDS, -1, N_FEATURES)
    y = target[order].reshape(N_FOLDS, -1)
    squares = np.einsum("fni,fnj->fij", x, x)
    products = np.einsum("fni,fn->fi", x, y)
    left = squares.sum(axis=0) - squares, products.sum(axis=0) - products
    return np.linalg.solve(left[0], left[1][..., None])[..., 0]


def true_performance(loss: str, weights: Floats) -> Floats:
    """Return the true performance of linear models on new rows."""
    if loss == "squared error":
        return NOISE**2 + ((weights - SIGNAL) ** 2).sum(axis=-1)
    size = np.linalg.norm(weights, axis=-1)
    r = weights @ SIGNAL / (size * math.hypot(1.0, NOISE))
    if loss == "error rate":
        return np.arccos(r) / math.pi
    return 0.5 + 2 * np.arcsin(r / math.sqrt(2)) / math.pi


def losses_of(loss: str, found: Floats, behind: Floats) -> Floats:
    """Return the losses of predictions; of the AUC these themselves."""
    if loss == "squared error":
        return (found - behind) ** 2
    if loss == "error rate":
        return ((found > 0) != (behind > 0)).astype(float)
    return found


def validate(
    loss: str, features: Floats, behind: Floats, ids: NDArray[np.int64]
) -> Fitted:
    """Fit a model to the rows outside of each fold, and test it inside."""
    target = behind if loss == "squared error" else np.sign(behind)
    weights = fit(features, target, ids)
    found = np.einsum("ni,ni->n", features, weights[ids])
    return Fitted(losses_of(loss, found, behind), true_performance(loss, weights))


def by_fold(loss: str, one: Fitted, behind: Floats, ids: NDArray[np.int64]) -> Floats:
    """Return the value on each fold, and its standard error: of shape (2, n_folds)."""
    rows = [np.flatnonzero(ids == fold) for fold in range(N_FOLDS)]
    if loss != "AUC":
        parts = one.losses[np.array(rows)]
        errors = parts.std(axis=1, ddof=1) / math.sqrt(parts.shape[1])
        return np.array([parts.mean(axis=1), errors])
    made = [
        fm.confidence_interval("roc_auc_score", behind[at] > 0, one.losses[at])
        for at in rows
    ]
    return np.array([[each.estimate, each.standard_error] for each in made]).T


class Measured(NamedTuple):
    """Bounds of one data set by the name of the method, and what they are for.

    ``expected`` is what one training set shows of the expectation over all.
    """

    bounds: dict[str, tuple[float, float]]
    of_models: dict[str, float]
    expected: float


def measure(
    loss: str, n: int, n_sets: int, *, n_repeats: int = 1, n_nested: int = 0
) -> Iterator[Measured]:
    """Yield what is found on each data set."""
    rng = np.random.default_rng([SEED, n, LOSSES.index(loss)])
    n_test, n_train = n / N_FOLDS, n - n / N_FOLDS
    for _ in range(n_sets):
        features, behind = drawn(rng, n)
        every = [folds_of(rng, n) for _ in range(n_repeats)]
        fitted = [validate(loss, features, behind, ids) for ids in every]
        values = [
            by_fold(loss, one, behind, ids)
            for one, ids in zip(fitted, every, strict=True)
        ]
        estimates, errors = values[0]
        made = {
            "folds": fold_intervals.folds(estimates, errors, LEVEL),
            "corrected": fold_intervals.corrected(estimates, n_train, n_test, LEVEL),
            "naive": naive(estimates),
        }
        if loss != "AUC":
            made["pooled"] = fold_intervals.pooled(fitted[0].losses, LEVEL)
        if n_repeats > 1:
            repeated = np.concatenate([one[0] for one in values])
            made["corrected, repeated"] = fold_intervals.corrected(
                repeated, n_train, n_test, LEVEL
            )
            made["naive, repeated"] = naive(repeated)
        if n_nested:
            ids = np.array([folds_of(rng, n) for _ in range(n_nested)])
            target = behind if loss == "squared error" else np.sign(behind)

            def of_split(
                train: NDArray[np.intp],
                test: NDArray[np.intp],
                x: Floats = features,
                u: Floats = behind,
                y: Floats = target,
            ) -> Floats:
                inside = x[train]
                weights = np.linalg.solve(inside.T @ inside, inside.T @ y[train])
                return losses_of(loss, x[test] @ weights, u[test])

            made["nested"] = nested(of_split, ids, LEVEL)
        once = float(fitted[0].true.mean())
        of_all = float(np.mean([one.true.mean() for one in fitted]))
        yield Measured(
            {name: (one.low, one.high) for name, one in made.items()},
            {name: of_all if "repeated" in name else once for name in made},
            once,
        )


def naive(values: Floats) -> fm.Interval:
    """Return the naive interval without its warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return fold_intervals.naive(values, LEVEL)


def coverage(found: list[Measured]) -> dict[str, tuple[float, float]]:
    """Return for each method how often it held both quantities."""
    expected = float(np.mean([one.expected for one in found]))
    shares = {}
    for name in found[0].bounds:
        held = [
            (low <= one.of_models[name] <= high, low <= expected <= high)
            for one in found
            for low, high in [one.bounds[name]]
        ]
        of_models, of_expected = np.mean(held, axis=0).tolist()
        shares[name] = of_models, of_expected
    return shares


METHODS = ("pooled", "folds", "corrected", "naive", "corrected, repeated",
           "naive, repeated", "nested")  # fmt: skip
CASES = (
    ("error rate", 100, 1000, 10, 5),
    ("squared error", 100, 1000, 10, 5),
    ("AUC", 200, 1000, 10, 0),
    ("error rate", 1000, 1000, 10, 0),
    ("squared error", 1000, 1000, 10, 0),
    ("AUC", 1000, 1000, 1, 0),
)


def table() -> str:
    """Return the table of all cases, as Markdown."""
    columns = []
    for loss, n, n_sets, n_repeats, n_nested in CASES:
        found = [*measure(loss, n, n_sets, n_repeats=n_repeats, n_nested=n_nested)]
        columns.append(coverage(found))
        print(loss, n, columns[-1], flush=True)
    head = " | ".join(f"{loss}, n = {n}" for loss, n, *_ in CASES)
    lines = [f"| method | {head} |", f"|---|{'---|' * len(CASES)}"]
    for name in METHODS:
        cells = []
        for one in columns:
            if name not in one:
                cells.append("—")
                continue
            cells.append(" / ".join(f"{100 * share:.1f}" for share in one[name]))
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, and write the table into the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}{table()}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
