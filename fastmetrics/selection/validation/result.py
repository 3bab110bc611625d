"""CrossValidation: scores by fold, and what they were read off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level
from fastmetrics._common.plain import data_frame
from fastmetrics.selection.validation.fold_picture import draw_folds
from fastmetrics.selection.validation.intervals_by_fold import gap_of, interval_of
from fastmetrics.selection.validation.responses import of_several
from fastmetrics.selection.validation.side_by_side import SideBySide, side_by_side
from fastmetrics.show.notebook import Shown, bundle

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.selection.validation.fitting import Task
    from fastmetrics.selection.validation.scorers import Scorer

    Rows = NDArray[np.intp]

__all__ = ["CrossValidation"]


class CrossValidation(dict[str, Any]):
    """Scores of models that were each fitted on a part of the rows, by fold.

    Made by `cross_validate`. A dict with scikit-learn's keys, such as ``test_score``
    and ``fit_time``, each with an entry per fold; attributes say what they are of.

    Attributes
    ----------
    scorers : dict
        What was measured, by name.
    y : object
        The target of all rows.
    classes : ndarray or None
        Its classes in sorted order, where a metric reads a column for each.
    n_rows : int
        How many rows there are in all.
    test_rows : tuple of ndarray
        The rows on which each model was tested.
    n_train, n_test : ndarray of int
        How many rows each model learnt from, and on how many it was tested.
    failed : ndarray of bool
        Whether the fit of a fold failed.
    fold_predictions : tuple of dict
        What each model said of the rows on which it was tested, by the estimator's
        method: those that the scorers read.
    score_weight : array_like or None
        The weights of all rows that the metrics were given.
    """

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

    def score_name(self, metric: str | None) -> str:
        """Return the name of one of the scores; of the only one if none is given."""
        known = self.metrics
        if metric is None:
            if len(known) == 1:
                return known[0]
            raise ValueError(f"metric must be one of {', '.join(known)}.")
        if metric in known:
            return metric
        for name, scorer in self.scorers.items():  # the only one is called "score"
            if scorer.row is not None and metric in (
                *(scorer.row.name, scorer.row.function),
                *scorer.row.aliases,
            ):
                return name
        raise ValueError(
            f"metric must be one of {', '.join(known)}, got {shown(metric)}."
        )

    def interval(
        self,
        metric: str | None = None,
        *,
        method: Literal[
            "auto", "pooled", "folds", "corrected", "nested", "naive"
        ] = "auto",
        confidence_level: float = 0.95,
    ) -> Interval:
        r"""Return the mean of a score, with an interval that says what it is for.

        Parameters
        ----------
        metric : str, optional
            The name of the score; not needed where there is one.
        method : str, default="auto"
            "pooled": of a mean over rows, :math:`s/\sqrt{n}` of all rows. "folds":
            :math:`\sqrt{\sum_f SE_f^2}/k` of the folds' own standard errors. These
            need a metric of the catalog, and folds that test each row once.
            "corrected": :math:`s \sqrt{1/J + n_{test}/n_{train}}`, s the standard
            deviation of J scores. "nested": from k (k + 1)/2 more fits per repeat, of a
            mean over rows. "naive": :math:`s/\sqrt{J}`, for comparison. "auto":
            "corrected" of fewer than 1,000 rows and of repeated or random splits; else
            "pooled" for a mean over rows, and "folds".
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).

        Returns
        -------
        Interval
            ``target`` says what the bounds are for.

        Raises
        ------
        ValueError
            If there is no such score, or the method is not for it.

        Notes
        -----
        How often each covers its target is measured in ``docs/validation.md``.
        """
        return interval_of(self, metric, method, confidence_level)

    def gap(
        self, metric: str | None = None, *, confidence_level: float = 0.95
    ) -> Interval:
        """Return by how much a score is better on the rows that models learnt from.

        Parameters
        ----------
        metric : str, optional
            The name of the score; not needed where there is one.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).

        Returns
        -------
        Interval
            Positive where models are worse on rows that they have not seen.

        Raises
        ------
        ValueError
            If there is no such score, or training rows were not scored.
        """
        return gap_of(self, metric, confidence_level)

    def side_by_side(
        self,
        models: Mapping[str, CrossValidation],
        metric: str,
        pairs: Sequence[tuple[int, int]],
        confidence_level: float,
        seed: int = 0,
    ) -> SideBySide:
        """Return a score of several models, of which this is one, and differences.

        Parameters
        ----------
        models : mapping of str to CrossValidation
            By name; all made with the same rows and folds.
        metric : str
            The name of the score.
        pairs : sequence of (int, int)
            Places of the models whose differences are wanted.
        confidence_level : float
            Nominal coverage, in (0, 1).
        seed : int, default=0
            Of replicates, where an interval is made of such.

        Returns
        -------
        SideBySide
            What `compare` makes a `Comparison` of.

        Raises
        ------
        ValueError
            If data, folds or scorers differ, or there is no such score.
        """
        return side_by_side(models, metric, pairs, confidence_level, seed)

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row per fold.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            Of pandas with the fold as the index, of Polars with it first.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        columns = {"n_train": self.n_train, "n_test": self.n_test, **self._by_fold()}
        return data_frame(
            [
                {"fold": fold, **{name: one[fold] for name, one in columns.items()}}
                for fold in range(self.n_folds)
            ],
            index=["fold"],
            columns=[*columns],
            backend=backend,
            asked_by="CrossValidation.to_frame",
        )

    def plot(
        self, metric: str | None = None, *, confidence_level: float = 0.95
    ) -> Figure:
        """Draw the scores of each fold, with their mean and its interval.

        Parameters
        ----------
        metric : str, optional
            The name of the score; by default all, one below the other.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).

        Returns
        -------
        matplotlib.figure.Figure
            ``figure.savefig(path)`` writes it to a file.

        Raises
        ------
        ValueError
            If there is no such score.
        ImportError
            If matplotlib is not installed.
        """
        names = self.metrics if metric is None else [self.score_name(metric)]
        return draw_folds(self, names, check_level(confidence_level))

    def _by_fold(self) -> dict[str, NDArray[Any]]:
        """Return the scores and times."""
        kinds = ("test_", "train_", "fit_time", "score_time")
        return {key: one for key, one in self.items() if key.startswith(kinds)}

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        """Show in notebooks the scores of each fold and their mean."""
        names = [*self._by_fold()]
        rows = [
            [str(fold), *(f"{self[name][fold]:.4g}" for name in names)]
            for fold in range(self.n_folds)
        ]
        rows.append(["mean", *(f"{np.mean(self[name]):.4g}" for name in names)])
        title = f"{self.n_folds} folds of {self.n_rows} rows"
        return bundle(Shown(title, ["fold", *names], rows))
