"""Results of learning and validation curves: tuples with confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np

from fastmetrics._common.interval import Interval, within
from fastmetrics._common.names import shown, written
from fastmetrics._common.options import check_level, is_one_of
from fastmetrics._common.records import plain_all
from fastmetrics.catalog import METRICS
from fastmetrics.selection.searching.curve_displays import (
    LearningCurveDisplay,
    ValidationCurveDisplay,
    axis_scale,
    both_intervals,
    interval_ends,
    places_of,
)
from fastmetrics.selection.validation.fold_intervals import (
    Split,
    caution,
    corrected,
    rows_of_splits,
)
from fastmetrics.selection.validation.result import folds_of
from fastmetrics.show.numbers import count, estimates
from fastmetrics.show.pictures import (
    Band,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.show.result import Result
from fastmetrics.show.text import Cell, Document, Notes, Table
from fastmetrics.show.words import keyed, of_catalog, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.searching.curve_displays import Intervals

    Floats = NDArray[np.float64]
    Part = Literal["train", "test"]


_PARTS: tuple[Part, Part] = ("train", "test")
_SAME_ROWS = say(
    "of first rows, which are mostly the same ones in all folds; shuffle=True draws "
    "them anew in each"
)


class _Curve(Result, tuple[Any, ...]):
    """Scores of models by place along a curve and by fold."""

    _names: ClassVar[tuple[str, ...]]
    _title: ClassVar[str]

    n_train: NDArray[np.int64]
    n_test: NDArray[np.int64]
    n_rows: int
    score_name: str
    ends: tuple[float, float]

    @classmethod
    def of(
        cls,
        parts: Sequence[Any],
        splits: Sequence[tuple[Any, Any]],
        score_name: str,
        ends: tuple[float, float],
        **more: Any,
    ) -> Self:
        """Create a curve from the values of the tuple and from the folds."""
        curve = cls(parts)
        curve.n_train = np.array([len(train) for train, _ in splits])
        curve.n_test = np.array([len(test) for _, test in splits])
        curve.n_rows = rows_of_splits(splits)
        curve.score_name = score_name
        curve.ends = ends
        vars(curve).update(more)
        return curve

    def _part(self, name: str) -> Any:
        return self[self._names.index(name)]

    @property
    def train_scores(self) -> Floats:
        """Scores on the rows learnt from, a row per place and a column per fold."""
        return self._part("train_scores")

    @property
    def test_scores(self) -> Floats:
        """Scores on the rows held out, a row per place and a column per fold."""
        return self._part("test_scores")

    def intervals(
        self, part: Part = "test", *, confidence_level: float = 0.95
    ) -> list[Interval]:
        """Return the mean score at each place with the corrected interval.

        Parameters
        ----------
        part : {"test", "train"}, default="test"
            Rows of the scores.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).

        Returns
        -------
        list of Interval
            One for each place along the curve, not for all at once: for the expected
            performance over training sets, by Nadeau and Bengio's correction for the
            rows that training parts share.

        Raises
        ------
        ValueError
            If ``part`` is neither, or the level is not in (0, 1).
        """
        if not is_one_of(part, _PARTS):
            raise ValueError(f"part must be one of {_PARTS}, got {shown(part)}.")
        confidence_level = check_level(confidence_level)
        scores = self.test_scores if part == "test" else self.train_scores
        # Settings that folds have in common, for any number of training rows.
        n_train, n_test = float(self.n_train.mean()), float(self.n_test.mean())
        return [
            within(
                corrected(
                    values,
                    n_train,
                    n_test,
                    confidence_level,
                    approximate=self._caution(place),
                ),
                self.ends,
            )
            for place, values in enumerate(scores)
        ]

    def _caution(self, place: int) -> str:
        """Return the reason why the interval at this place is approximate, or ""."""
        n_train, n_test = float(self.n_train.mean()), float(self.n_test.mean())
        return caution(Split(self.n_rows, n_train, n_test), is_squared=False)

    def _places(self) -> tuple[str, list[str]]:
        """Return the name of the varied quantity, and its values as text."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return scores by place and fold, and means with bounds, for JSON."""
        what, places = self._places()
        means = {
            f"{part}_mean": [
                {"estimate": i.estimate, "low": i.low, "high": i.high}
                for i in self.intervals(part)
            ]
            for part in _PARTS
        }
        return {
            "score": self.score_name,
            "varied": str(what),
            "places": [*map(str, places)],
            "n_train": self.n_train.tolist(),
            "n_test": self.n_test.tolist(),
            **plain_all(dict(zip(self._names, self, strict=False)) | means),
        }

    def _varied(self) -> Any:
        """Return the values of the varied quantity."""
        raise NotImplementedError

    def _pictures(
        self, *, confidence_level: float = 0.95, **options: Any
    ) -> list[Picture]:
        what, _ = self._places()
        intervals = both_intervals(self, confidence_level)
        return [curve_picture(what, self._varied(), self.score_name, intervals)]

    def _document(self, width: int | None = None, **options: Any) -> Document:
        what, places = self._places()
        parts = [estimates(self.intervals(part)) for part in _PARTS]
        rows: list[list[Cell]] = [[*row] for row in zip(places, *parts, strict=True)]
        heads = [what, say("Training rows"), say("Test rows")]
        notes = {self._caution(k): None for k in range(len(places))}
        notes.pop("", None)
        return Document(
            sentences=[
                say(
                    "Mean {score} of {folds}, with 95 % intervals.",
                    score=said_score(self.score_name),
                    folds=folds_of(len(self.n_train)),
                )
            ],
            tables=[Table("", heads, rows)],
            foot=[Notes(say("Approximate intervals"), [*map(of_catalog, notes)])]
            if notes
            else [],
            title=self._title,
        )

    def __repr__(self) -> str:
        parts = zip(self._names, self, strict=False)
        return f"{type(self).__name__}({', '.join(f'{n}={p!r}' for n, p in parts)})"


class LearningCurve(_Curve):
    """Scores of models fitted to an increasing number of rows.

    Made by `learning_curve`. A tuple of ``train_sizes``, ``train_scores`` and
    ``test_scores``, and of ``fit_times`` and ``score_times`` if these were asked for.

    Attributes
    ----------
    n_train, n_test : ndarray of shape (n_folds,)
        Number of rows in the two parts of each fold.
    shuffled : bool
        Whether the training rows were shuffled in each fold.
    score_name : str
        Name of the metric.
    ends : tuple of float
        Lowest and highest possible score.
    """

    shuffled: bool

    _names = ("train_sizes", "train_scores", "test_scores", "fit_times", "score_times")
    _title = say("Learning curve")

    @property
    def train_sizes(self) -> NDArray[np.int64]:
        """Number of training rows at each point."""
        return self[0]

    @property
    def fit_times(self) -> Floats:
        """Seconds of each fit; only with ``return_times=True``."""
        return self._timed(3)

    @property
    def score_times(self) -> Floats:
        """Seconds of each scoring; only with ``return_times=True``."""
        return self._timed(4)

    def _varied(self) -> Any:
        return self.train_sizes

    def _places(self) -> tuple[str, list[str]]:
        return say("Training rows"), [*map(count, self.train_sizes)]

    def _caution(self, place: int) -> str:
        all_rows = self.train_sizes[place] >= self.n_train.min()
        return super()._caution(place) if self.shuffled or all_rows else _SAME_ROWS

    def _timed(self, place: int) -> Floats:
        if len(self) <= place:
            raise AttributeError("times are only kept with return_times=True")
        return self[place]

    def plot(  # type: ignore[override]  # scikit-learn's interface
        self, ax: Any = None, *, confidence_level: float = 0.95
    ) -> LearningCurveDisplay:
        """Draw both scores by size, with the corrected interval at each.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Axes to draw on; by default a new figure.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).

        Returns
        -------
        LearningCurveDisplay
            Drawn.
        """
        return LearningCurveDisplay.from_curve(
            self, ax=ax, confidence_level=confidence_level
        )


class ValidationCurve(_Curve):
    """Scores of models with one parameter varied.

    Made by `validation_curve`. A tuple of ``train_scores`` and ``test_scores``.

    Attributes
    ----------
    param_name : str
        The parameter.
    param_range : sequence
        Its values, in the order of the rows.
    n_train, n_test : ndarray of shape (n_folds,)
        Number of rows in the two parts of each fold.
    score_name : str
        Name of the metric.
    ends : tuple of float
        Lowest and highest possible score.
    """

    _names = ("train_scores", "test_scores")
    _title = say("Validation curve")

    param_name: str
    param_range: Sequence[Any]

    def _varied(self) -> Any:
        return self.param_range

    def _places(self) -> tuple[str, list[str]]:
        return self.param_name, [*map(written, self.param_range)]

    def plot(  # type: ignore[override]  # scikit-learn's interface
        self, ax: Any = None, *, confidence_level: float = 0.95
    ) -> ValidationCurveDisplay:
        """Draw both scores by value, with the corrected interval at each.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Axes to draw on; by default a new figure.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).

        Returns
        -------
        ValidationCurveDisplay
            Drawn.
        """
        return ValidationCurveDisplay.from_curve(
            self, ax=ax, confidence_level=confidence_level
        )


def curve_picture(
    what: str, values: Any, score_name: str, intervals: Intervals
) -> Picture:
    """Return the picture of both mean scores along the varied quantity, with bands."""
    places, names = places_of(values)
    x = Scale(what, kind="names", names=names or ())
    if names is None:
        x = Scale(what, kind="log" if axis_scale(places) == "log" else "linear")
    at = places.astype(np.float64)
    marks: list[Mark] = []
    parts: tuple[Literal["test", "train"], ...] = ("test", "train")
    for series, part in enumerate(parts):
        means = np.array([interval.estimate for interval in intervals[part]])
        marks.append(Band(at, *interval_ends(intervals[part], 1), series))
        marks += [Line(at, means, series), Points(at, means, series)]
    key = [Entry(say("test rows"), 0), Entry(say("training rows"), 1)]
    score = said_score(score_name)
    title = say("Mean {score} of the test rows and the training rows", score=score)
    panel = Panel("", x, Scale(score), marks, key)
    return Picture("curve", title, [panel])


def said_score(score_name: str) -> str:
    """Return the name of a score; other languages use the title of its metric."""
    bare = score_name.removeprefix("Negative ")
    if bare != score_name:
        return say("Negative {score}", score=said_score(bare))
    if bare == "score":
        return keyed(say("Score"), bare)
    row = METRICS.get(bare.lower().replace(" ", "_"))
    return keyed(row.title if row else bare, bare)
