"""SearchResult: all candidates of a search, the chosen one, and their picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown, with_noun
from fastmetrics._common.options import hold_warnings, is_real
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics.catalog import METRICS
from fastmetrics.selection.searching.candidates import (
    Corrected,
    OutOfFold,
    SearchCandidate,
    corrected_for_choice,
)
from fastmetrics.selection.searching.threshold_tuning import bounded, bounds_of
from fastmetrics.selection.validation.result import folds_of
from fastmetrics.show.numbers import count, estimates, number
from fastmetrics.show.pictures import Intervals, Mark, Panel, Picture, Rule, Scale
from fastmetrics.show.result import Result
from fastmetrics.show.text import Cell, Document, Notes, Table
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval


# --- the picture of a search: the value of each candidate, the best at the top

# More candidates than these nobody reads.
MOST_CANDIDATES = 30


def _said(metric: str) -> str:
    """Return the title of a metric of the catalog, or the name of another score."""
    row = METRICS.get(metric)
    return metric if row is None else of_catalog(row.short)


def search_picture(
    candidates: Sequence[SearchCandidate],
    chosen: int | None,
    label: Callable[[int], str],
    metric: str,
) -> Picture:
    """Return a line per candidate, each with its label."""
    known = [k for k, c in enumerate(candidates) if not math.isnan(c.value)]
    places = sorted(known, key=lambda k: candidates[k].rank)
    best = candidates[places[0]].value if places else math.nan
    if len(places) > MOST_CANDIDATES:
        del places[MOST_CANDIDATES:]
        if chosen in known and chosen not in places:
            places[-1] = chosen
    shown = [candidates[k] for k in places]
    value, low, high, error = (
        np.array([getattr(*pair) for pair in pairs], np.float64)
        for pairs in (
            [(c, "value") for c in shown],
            [(c.interval, "low") for c in shown],
            [(c.interval, "high") for c in shown],
            [(c.difference, "standard_error") for c in shown],
        )
    )
    error = np.nan_to_num(error)  # the best differs from itself by nothing
    series = [0 if k == chosen else None for k in places]
    at, ends = np.arange(len(shown)), (value - error, value + error)
    marks: list[Mark] = [Intervals(at, value, *ends, series, "x", low, high)]
    if shown:
        marks.insert(0, Rule(best))
    title: str = say("Candidates of a search by {metric}", metric=_said(metric))
    heading: str = ""
    if len(shown) < len(candidates):
        n, k = len(shown), count(len(candidates))
        heading = say("{n} of {k} candidates", n=n, k=k)
    y = Scale("", kind="names", names=[label(k) for k in places], longest=3.6)
    notes = [
        say(
            "thick: one standard error of the difference to the best; thin: 95 % of "
            "each; in colour: the one that was chosen"
        )
    ]
    panel = Panel(heading, Scale(_said(metric)), y, marks)
    return Picture("candidates", title, [panel], 1, notes)


# --- SearchResult: all candidates of a search, and the chosen one

# What choosing again is drawn with: the same result gives the same interval.
_SEED = 0
_RESAMPLES = 999
# With more candidates, only the best are shown.
MOST = 20


@dataclass(frozen=True, eq=False, repr=False)
class SearchResult(Result):
    """Result of a search: a table of candidates, and the chosen one.

    Made by `search`.

    Attributes
    ----------
    metric : str
        Name of the metric.
    greater_is_better : bool
        Whether more of it is better.
    table : tuple of SearchCandidate
        In the order in which they were tried.
    best_index : int
        The place of the chosen one in the table.
    n_folds : int
        Number of folds of each candidate.
    best_estimator : object or None
        Fitted with the chosen parameters on all rows, unless ``refit=False``.
    nested : Interval or None
        With ``outer_cv``: the score of the whole search on rows that it has not seen.
    nested_scores : tuple of float
        That score in each outer fold.
    nested_parameters : tuple of dict
        Choices of each outer fold.
    """

    metric: str
    greater_is_better: bool
    table: tuple[SearchCandidate, ...]
    best_index: int
    n_folds: int
    best_estimator: Any = None
    nested: Interval | None = None
    nested_scores: tuple[float, ...] = ()
    nested_parameters: tuple[dict[str, Any], ...] = ()
    _said: OutOfFold | str = field(default="", repr=False)

    @property
    def best(self) -> SearchCandidate:
        """The chosen candidate."""
        return self.table[self.best_index]

    @property
    def best_parameters(self) -> dict[str, Any]:
        """The chosen parameters."""
        return self.best.parameters

    @property
    def value(self) -> float:
        """The cross-validated value of the chosen one, optimistic for it was chosen."""
        return self.best.value

    @property
    def predictions(self) -> NDArray[Any] | None:
        """Out-of-fold predictions of each candidate for each row, one column each.

        For a search by rounds, from the last round; None unless each row is tested
        once.
        """
        return None if isinstance(self._said, str) else self._said.predictions

    @property
    def corrected(self) -> Interval:
        """Expected value of the chosen one on new rows: `selection_corrected_score`.

        Raises
        ------
        ValueError
            If rows are not tested once each, the scorer is not a function of
            predictions, or there is one candidate only.
        """
        return self._corrected.made

    @property
    def uncorrected(self) -> float:
        """Value of the best candidate, without the correction of `corrected`.

        That may differ from `value`, the mean over folds, for it is of the rows of all
        folds together, but for rankings. Raises as `corrected` does.
        """
        return self._corrected.best

    @cached_property
    def _corrected(self) -> Corrected:
        said = self._said
        if isinstance(said, str):
            raise ValueError(f"corrected is not known: {said}.")
        if said.wanted is None:
            raise ValueError(
                "corrected is not known: scoring is not a function of predictions."
            )
        return corrected_for_choice(
            said.wanted,
            said.y_true,
            said.predictions,
            said.folds,
            0.95,
            _RESAMPLES,
            _SEED,
            said.sign,
        )

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row per candidate.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The position of the candidate is the index in pandas, and the first column
            in Polars.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        names = self._names()
        rows = [
            {
                "candidate": place,
                **{name: candidate.parameters.get(name) for name in names},
                "value": candidate.value,
                "low": candidate.interval.low,
                "high": candidate.interval.high,
                "train": candidate.train,
                "gap": candidate.gap.estimate,
                "difference": candidate.difference.estimate,
                "difference_error": candidate.difference.standard_error,
                "rank": candidate.rank,
                "fit_time": candidate.fit_time,
                "score_time": candidate.score_time,
                "n_train": candidate.n_train,
                "chosen": place == self.best_index,
            }
            for place, candidate in enumerate(self.table)
        ]
        caller = "SearchResult.to_frame"
        return data_frame(rows, index=["candidate"], backend=backend, asked_by=caller)

    def plot(  # type: ignore[override]  # with its own parameters
        self, ax: Any = None, *, language: str = "en"
    ) -> Any:
        """Draw the values of the candidates, the best at the top.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Axes to draw on; by default a new figure.
        language : {"en", "zh"}, default="en"
            Language of the words in the picture.

        Returns
        -------
        matplotlib.figure.Figure
            A line per candidate, of the 30 best and the chosen one: its value with the
            corrected interval, thick one standard error of its difference to the best.
            A candidate whose thick line reaches the best value is as good, by the rule
            of one standard error.

        Raises
        ------
        ImportError
            If matplotlib is not installed.
        """
        from fastmetrics.show.pictures.drawing import check_installed, draw

        check_installed("SearchResult.plot")
        [picture] = self._pictures()
        return draw(picture, ax=ax, language=language)

    def _pictures(self, **options: Any) -> list[Picture]:
        picture = search_picture(self.table, self.best_index, self.label, self.metric)
        return [picture]

    def label(self, place: int) -> str:
        """Return the parameters of a candidate in words, those that vary."""
        parameters = self.table[place].parameters
        varying = [name for name in self._names() if self._varies(name)]
        words = [
            f"{name}={_word(parameters[name])}"
            for name in varying or self._names()
            if name in parameters
        ]
        return ", ".join(words) or "as given"

    def _names(self) -> list[str]:
        """Return all parameters that a candidate has, in order."""
        return sorted({name for c in self.table for name in c.parameters})

    def _can_correct(self) -> bool:
        said = self._said
        if isinstance(said, str) or said.wanted is None or math.isnan(self.value):
            return False
        return len(said.places) > 1

    def _varies(self, name: str) -> bool:
        return len({repr(c.parameters.get(name)) for c in self.table}) > 1

    def __repr__(self) -> str:
        n = len(self.table)
        return (
            f"<SearchResult: {with_noun(n, 'candidate')}, "
            f"chosen {self.label(self.best_index)}: "
            f"{self.value:.4g}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the candidates and the choice in types that JSON can represent.

        Values of parameters that JSON does not know are written out.
        """
        corrected, uncorrected = self._corrected if self._can_correct() else (None,) * 2
        return plain_fields(
            self,
            "metric greater_is_better n_folds best_index",
            corrected=corrected and bounds_of(corrected),
            uncorrected=uncorrected,
            nested=self.nested and bounds_of(self.nested),
            candidates=[
                {
                    "parameters": candidate.parameters,
                    **bounds_of(candidate.interval),
                    "train": candidate.train,
                    "gap": candidate.gap.estimate,
                    "difference": candidate.difference.estimate,
                    "rank": candidate.rank,
                }
                for candidate in self.table
            ],
        )

    def _document(self, width: int | None = None, **options: Any) -> Document:
        order = sorted(range(len(self.table)), key=lambda k: self.table[k].rank)
        places = order[:MOST]
        ranked = [self.table[k] for k in places]
        values = estimates([c.interval for c in ranked])
        rows: list[list[Cell]] = [
            [self.label(k), value, value.written(c.train), count(c.rank)]
            for k, c, value in zip(places, ranked, values, strict=True)
        ]
        heads = [
            say("Parameters"),
            _said(self.metric),
            say("Training rows"),
            say("Rank"),
        ]
        left = len(self.table) - len(ranked)
        notes = [say("The JSON has {n} more candidates.", n=count(left))] * (left > 0)
        why = {c.interval.reason for c in ranked if c.interval.approximate}
        notes += [say("≈ {why}", why=of_catalog(text)) for text in sorted(why)]
        return Document(
            sentences=[*self._sentences()],
            tables=[Table(say("Candidates"), heads, rows, frozenset({2, 3}))],
            foot=[Notes(say("Notes"), notes)] if notes else [],
            title=say("Search for parameters"),
        )

    def _sentences(self) -> Iterator[str]:
        n, best = len(self.table), self.best
        yield say(
            "{candidates} on {folds} by {metric}: {chosen} was chosen.",
            candidates=say("1 candidate")
            if n == 1
            else say("{n} candidates", n=count(n)),
            folds=folds_of(self.n_folds),
            metric=_said(self.metric),
            chosen=self.label(self.best_index),
        )
        interval, before = None, math.nan
        if self._can_correct():
            with hold_warnings():  # for whoever asks for it
                interval, before = self._corrected
        # A correction is shown next to the same measure of the rows that it corrects.
        if interval is None or f"{before:.4f}" == f"{best.value:.4f}":
            yield say(
                "Its cross-validated value, the mean over folds, is {value}, which "
                "is optimistic because it was used to choose.",
                value=bounded(best.interval),
            )
            if interval is not None:
                yield say(
                    "Corrected for the choice it is {value}.", value=bounded(interval)
                )
        else:
            yield say(
                "Its cross-validated value, the mean over folds, is {value}.",
                value=bounded(best.interval),
            )
            yield say(
                "On the rows of all folds together its value is {before}, which is "
                "optimistic because it was used to choose; corrected for the choice "
                "it is {value}.",
                value=bounded(interval),
                before=number(before),
            )
        if self.nested is not None:
            yield say(
                "The whole search reaches {value} on rows that it has not seen.",
                value=bounded(self.nested),
            )
        yield say(
            "Scores are better by {value} on training rows.", value=bounded(best.gap)
        )


def _word(value: Any) -> str:
    """Write the value of a parameter."""
    plain = value.item() if isinstance(value, np.generic) else value
    return f"{plain:.4g}" if isinstance(plain, float) else shown(plain, 24)


# --- which candidate of a search is chosen: the best, or the simplest that is as good

_NAMES = ("best", "one_standard_error")
_SIGNS = ("-", "−")

Simplicity = str | Sequence[str] | Callable[[dict[str, Any]], Any] | None


def check_choice(select: Any, simplicity: Any) -> None:
    """Raise unless candidates can be chosen so."""
    if not callable(select) and select not in _NAMES:
        raise ValueError(
            f"select must be one of {_NAMES} or a function of the result, got "
            f"{shown(select)}."
        )
    if (select == "one_standard_error") != (simplicity is not None):
        raise ValueError(
            "simplicity defines the simplest candidate, and goes with "
            f'select="one_standard_error" alone, got {shown(simplicity)} with '
            f"select={shown(select)}."
        )


def chosen(
    result: SearchResult,
    finalists: Sequence[int],
    select: Any,
    simplicity: Simplicity,
    defaults: Mapping[str, Any],
) -> int:
    """Return the place of the chosen candidate.

    ``finalists``: places of those that were tried on all rows. ``defaults``: the
    estimator's own parameters, for candidates that do not set one.
    """
    if callable(select):
        try:
            chosen_index = index(select(result))
        except TypeError:
            raise TypeError(
                "select must return the place of a candidate in the table."
            ) from None
        if not 0 <= chosen_index < len(result.table):
            raise IndexError(
                f"select must return a place from 0 to {len(result.table) - 1}, got "
                f"{chosen_index}."
            )
        return chosen_index
    if select == "best":
        return result.best_index
    key = _key(simplicity, defaults)
    near = [k for k in finalists if _is_near(result, k)]

    def order(place: int) -> tuple[Any, int]:
        candidate = result.table[place]
        return key(candidate.parameters), candidate.rank

    return min(near, key=order)


def _is_near(result: SearchResult, place: int) -> bool:
    """Whether a candidate is within one standard error of the best one."""
    difference = result.table[place].difference
    error = difference.standard_error
    return difference.estimate <= (0.0 if math.isnan(error) else error)


def _key(
    simplicity: Simplicity, defaults: Mapping[str, Any]
) -> Callable[[dict[str, Any]], Any]:
    """Return the sort key of candidates, the simplest first."""
    if callable(simplicity):
        return simplicity
    names = [simplicity] if isinstance(simplicity, str) else [*(simplicity or [])]

    def key(parameters: dict[str, Any]) -> list[Any]:
        keys = []
        for name in names:
            bare = name[1:] if name.startswith(_SIGNS) else name
            try:
                value = parameters[bare] if bare in parameters else defaults[bare]
            except KeyError:
                raise ValueError(
                    f"simplicity must name parameters, got {shown(bare)}."
                ) from None
            # A missing bound is larger than any number.
            size = math.inf if value is None else value
            if not is_real(size):
                raise ValueError(
                    f"simplicity must name parameters that are numbers, got "
                    f"{shown(bare)} "
                    f"= {shown(value)}; a function can order others."
                )
            keys.append(-size if bare != name else size)
        return keys

    return key
