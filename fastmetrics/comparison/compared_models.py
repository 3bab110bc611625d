"""Comparison: what is known of several models and their differences on one test set."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.names import with_noun
from fastmetrics._common.plain import data_frame, plain_all
from fastmetrics.comparison.difference_picture import difference_picture
from fastmetrics.comparison.documents import on_one_test_set
from fastmetrics.comparison.groups import TooManyGroups
from fastmetrics.comparison.model_differences import Difference, ModelDifferences
from fastmetrics.comparison.sentences import MOST, sentences_of
from fastmetrics.show.result import Result
from fastmetrics.show.words import in_lines

if TYPE_CHECKING:
    from fastmetrics.show.document import Document
    from fastmetrics.show.pictures.picture import Picture

__all__ = ["Comparison"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Comparison(Result, ModelDifferences):
    """Comparison of several models on the same rows, by one metric.

    Made by `compare`. ``print(comparison)`` shows its sentences, and
    ``comparison["a", "b"]`` is the difference a − b.

    Attributes
    ----------
    metric : str
        The metric's name.
    title : str
        The same for headings.
    greater_is_better : bool or None
        Its direction; of a metric without one the highest value ranks first, and no
        model is called best.
    values : dict of str to Interval
        ``values[model]`` is the `Interval` around the model's value.
    differences : dict of (str, str) to Difference
        ``differences[a, b]`` is a − b: of any two models, or of each model and the
        baseline.
    baseline : str or None
        The model that the others are compared with; None: any two are compared.
    ranking : tuple of str
        The models, the best first.
    rank_intervals : dict of str to (int, int)
        Sets of ranks that the models may have, 1 being the best, from the significant
        differences among the pairs compared. All true ranks are in their sets with the
        confidence level, if the adjustment of p-values controls the probability of one
        wrong rejection.
    test, adjust : str or None
        The options that were asked for.
    margin : float
        0: p-values are of no difference. Above 0: of A being worse than B by so much.
    confidence_level : float
        Nominal coverage of the intervals.
    n_rows, n_units : int
        Rows that were given; rows or groups of rows that a replicate draws.
    n_resamples : int
        Replicates; 0 where none were drawn.
    seed : int
        ``random_state=seed`` makes the same comparison.
    notes : tuple of str
        Remarks that a reader needs to interpret the numbers.
    target : str
        For cross-validations, the target of the intervals, see `Interval`; otherwise
        empty.
    """

    def summary(self, language: str = "en") -> str:
        """Summarize the results in sentences, the size of each difference first.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            English or Chinese; names stay as they are.
        """
        return in_lines([*sentences_of(self), *self.notes], language)

    def __str__(self) -> str:
        # Of many models the leaderboard, not a sentence for each of some differences.
        return super().__str__() if len(self.differences) > MOST else self.summary()

    def __repr__(self) -> str:
        return (
            f"<Comparison: {self.metric}, {with_noun(len(self.values), 'model')}, "
            f"{with_noun(len(self.differences), 'difference')}, "
            f"{with_noun(self.n_rows, 'row')}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return all that was found, as JSON can hold it; what is undefined is None."""
        found: dict[str, Any] = plain_all(
            {
                "metric": self.metric,
                "title": self.title,
                "greater_is_better": self.greater_is_better,
                "baseline": self.baseline,
                "test": self.test,
                "adjust": self.adjust,
                "margin": self.margin,
                "confidence_level": self.confidence_level,
                "n_rows": self.n_rows,
                "n_units": self.n_units,
                "n_resamples": self.n_resamples,
                "seed": self.seed,
                "models": [*self._model_rows()],
                "differences": [*self._pair_rows()],
                "ranking": self.ranking,
                "best_set": self.best_set,
                **({"target": self.target} if self.target else {}),
                "notes": self.notes,
            }
        )
        return found

    def to_frame(
        self,
        *,
        differences: bool = False,
        backend: Literal["pandas", "polars"] = "pandas",
    ) -> Any:
        """Return a data frame with a row per model.

        Parameters
        ----------
        differences : bool, default=False
            A row per pair of models instead.
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            In pandas the model, or (a, b), is the index; in Polars these are the first
            columns.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        rows = [*(self._pair_rows() if differences else self._model_rows())]
        return data_frame(
            rows,
            index=["a", "b"] if differences else ["model"],
            columns=[],
            backend=backend,
            asked_by="Comparison.to_frame",
        )

    def _model_rows(self) -> list[dict[str, Any]]:
        """Return what is known of each model, the best first."""
        letters = {}
        if self.baseline is None and not self.margin:
            with suppress(TooManyGroups):
                letters = self.letters()
        rows = []
        for model in self.ranking:
            value = self.values[model]
            low, high = self.rank_intervals[model]
            rows.append(
                {
                    "model": model,
                    "estimate": value.estimate,
                    "low": value.low,
                    "high": value.high,
                    "standard_error": value.standard_error,
                    "method": value.method,
                    "approximate": value.approximate,
                    "reason": value.reason,
                    "rank_low": low,
                    "rank_high": high,
                    "letters": letters.get(model),
                }
            )
        return rows

    def _pair_rows(self) -> list[dict[str, Any]]:
        """Return what is known of each difference."""
        names = Difference.__dataclass_fields__
        return [
            {"a": a, "b": b, **{name: getattr(one, name) for name in names}}
            for (a, b), one in self.differences.items()
        ]

    def _document(self, width: int | None = None, **options: Any) -> Document:
        return on_one_test_set(self)

    def _pictures(self, **options: Any) -> list[Picture]:
        return [difference_picture(self, **options)]
