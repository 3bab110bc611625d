"""Scores by fold and what they were read off, and whether two are of the same folds."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import as_array
from fastmetrics.intervals.wanted import meant, named_with
from fastmetrics.selection.validation.responses import of_several

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.validation.fitting import Task
    from fastmetrics.selection.validation.scorers import Scorer

    Rows = NDArray[np.intp]

__all__ = ["FoldScores", "check_same_folds"]


class FoldScores(dict[str, Any]):
    """Scores by fold, and what they were read off; see `CrossValidation`."""

    scorers: Mapping[str, Scorer]
    y: Any
    classes: Any
    n_rows: int
    test_rows: tuple[Rows, ...]
    n_train: NDArray[np.intp]
    n_test: NDArray[np.intp]
    failed: NDArray[np.bool_]
    fold_predictions: tuple[dict[str, Any], ...]
    score_weight: Any = None
    # What is needed to fit once more; copies do without, as it holds all data.
    again: tuple[Task, Any] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "again": None}

    @property
    def n_folds(self) -> int:
        """How many models there are."""
        return len(self.test_rows)

    @property
    def metrics(self) -> list[str]:
        """The names of all scores."""
        return [key.removeprefix("test_") for key in self if key.startswith("test_")]

    @property
    def n_repeats(self) -> int:
        """How often each row is tested, where all are equally often; else 0."""
        times, left = divmod(sum(map(len, self.test_rows)), self.n_rows)
        if left:
            return 0
        counts = np.zeros(self.n_rows, np.intp)
        for rows in self.test_rows:
            counts += np.bincount(rows, minlength=self.n_rows)
        return times if (counts == times).all() else 0

    @property
    def fold_ids(self) -> NDArray[Any] | None:
        """The fold that tests each row, of shape (n,), or (repeats, n) if repeated.

        None where folds, in the order in which they came, do not test all rows once
        before they test any row again.
        """
        ids: list[NDArray[Any]] = []
        waiting = 0
        for rows in self.test_rows:
            if not waiting:
                ids.append(np.full(self.n_rows, -1, np.int64))
                waiting, fold = self.n_rows, 0
            if (ids[-1][rows] >= 0).any() or len(rows) > waiting:
                return None
            ids[-1][rows] = fold
            fold += 1
            waiting -= len(rows)
        if waiting or any((one < 0).any() for one in ids):
            return None
        most = max(int(one.max()) for one in ids)
        kind = np.min_scalar_type(most)
        return (np.stack(ids) if len(ids) > 1 else ids[0]).astype(kind)

    @property
    def predictions(self) -> dict[str, Any]:
        """What was said of each row by the model that had not seen it, by method.

        Empty where a row is not tested once, or a fit failed.
        """
        if self.n_repeats != 1 or self.failed.any():
            return {}
        order = np.concatenate(self.test_rows)
        found: dict[str, Any] = {}
        for method in self.fold_predictions[0] if self.fold_predictions else ():
            each = [one[method] for one in self.fold_predictions]
            if any(of_several(one) or hasattr(one, "tocsr") for one in each):
                continue
            parts: list[NDArray[Any]] = [np.asarray(one) for one in each]
            if len({part.shape[1:] for part in parts}) > 1:
                continue
            said = np.concatenate(parts)
            found[method] = np.empty_like(said)
            found[method][order] = said
        return found

    def score_name(self, metric: Any) -> str:
        """Return the name of one of the scores; of the only one if none is given."""
        known = self.metrics
        if metric is None:
            if len(known) == 1:
                return known[0]
            raise ValueError(f"metric must be one of {', '.join(known)}.")
        rows = {
            name: one.row and named_with(one.row, one.parameters)
            for name, one in self.scorers.items()
        }
        with contextlib.suppress(ValueError):
            found = meant(metric, rows)  # the only one is called "score"
            if found is not None:
                return found
        raise ValueError(
            f"metric must be one of {', '.join(known)}, got {shown(metric)}; others "
            "are there if scoring= names them."
        )


def check_same_folds(found: Mapping[str, FoldScores]) -> None:
    """Raise unless cross-validations can be compared fold by fold.

    Raises
    ------
    ValueError
        If targets, folds or weights differ.
    """
    (name, first), *others = found.items()
    for other, one in others:
        pair = f"{shown(name)} and {shown(other)}"
        if first.n_rows != one.n_rows or not _are_equal(first.y, one.y):
            raise ValueError(
                f"{pair} are cross-validations of different data: they have not the "
                "same target, row by row"
            )
        if not _have_same_folds(first, one):
            raise ValueError(
                f"{pair} were cross-validated on different folds: give both calls the "
                "same cv, a splitter that is not shuffled or has a random_state, or "
                "the same list of splits"
            )
        if not _are_equal(first.score_weight, one.score_weight):
            raise ValueError(f"{pair} were scored with different sample_weight")


def _have_same_folds(first: FoldScores, other: FoldScores) -> bool:
    return (
        first.n_folds == other.n_folds
        and np.array_equal(first.n_train, other.n_train)
        and all(
            np.array_equal(a, b)
            for a, b in zip(first.test_rows, other.test_rows, strict=True)
        )
    )


def _are_equal(first: Any, other: Any) -> bool:
    if first is None or other is None:
        return first is other
    if first is other:
        return True
    return np.array_equal(as_array(first, "y"), as_array(other, "y"))
