"""Ratings in sentences, tables and a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from fastmetrics._common.names import distinct
from fastmetrics.comparison.documents import on_all, on_one_test_set
from fastmetrics.show.numbers import count, has_bounds, number, p_value, percent
from fastmetrics.show.pictures import Intervals, Panel, Picture, Scale
from fastmetrics.show.text import Cell, Document, Notes, Table
from fastmetrics.show.words import of_catalog, say, sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastmetrics._common.interval import Interval
    from fastmetrics.comparison.comparing import Comparison

# More models than these nobody reads in a picture; the best are drawn.
_MOST_MODELS = 60


class _Ratings(Protocol):
    """The shown part of ratings."""

    @property
    def models(self) -> tuple[Any, ...]: ...
    @property
    def ratings(self) -> Mapping[Any, Interval]: ...
    @property
    def nu(self) -> float: ...
    @property
    def penalty(self) -> str | None: ...
    @property
    def reference(self) -> Mapping[Any, float]: ...
    @property
    def confidence_level(self) -> float: ...
    @property
    def n_battles(self) -> int: ...
    @property
    def n_groups(self) -> int | None: ...
    @property
    def battles(self) -> Mapping[Any, float]: ...
    @property
    def scores(self) -> Mapping[Any, float]: ...
    @property
    def lack_of_fit(self) -> Any: ...
    @property
    def comparison(self) -> Comparison: ...


def document(ratings: _Ratings) -> Document:
    """Return the document: the best models, ratings, differences and battles."""
    compared = on_one_test_set(ratings.comparison)
    return Document(
        sentences=[_first(ratings), *on_all(ratings.comparison)[1:]],
        tables=[*compared.tables, _battles(ratings)],
        foot=[Notes(say("Notes"), [*_notes(ratings), *_comparison_notes(compared)])],
        title=say("Ratings from battles"),
    )


def _first(ratings: _Ratings) -> str:
    model = ratings.models[0]
    shown = ratings.comparison.shown_values()[str(model)]
    fields = {
        "n": count(len(ratings.models)),
        "battles": count(ratings.n_battles),
        "model": distinct(ratings.models)[str(model)],
        "value": shown.value,
    }
    if not has_bounds(shown.interval):
        return say(
            "Ratings of {n} models from {battles} battles: best is {model}, {value}.",
            **fields,
        )
    return say(
        "Ratings of {n} models from {battles} battles: best is {model}, {value} "
        "{bounds} ({level} %).",
        bounds=shown.bounds,
        level=f"{100 * ratings.confidence_level:g}",
        **fields,
    )


def _battles(ratings: _Ratings) -> Table:
    names = distinct(ratings.models)
    met = np.array([*ratings.battles.values()])
    rows: list[list[Cell]] = [
        [names[str(model)], count(n), percent(rate)]
        for model, n, rate in zip(
            ratings.models, met.tolist(), ratings.scores.values(), strict=True
        )
    ]
    headers = [say("Model"), say("Battles"), say("Score, ties half")]
    return Table(say("Battles"), headers, rows, frozenset({1, 2}))


def _notes(ratings: _Ratings) -> Iterator[str]:
    if ratings.n_groups is None:
        yield say("Intervals use the sandwich covariance of single battles.")
    else:
        yield say(
            "Intervals use the sandwich covariance of {n} groups of battles.",
            n=count(ratings.n_groups),
        )
    without = [one for one in ratings.ratings.values() if not has_bounds(one)]
    for reason in dict.fromkeys(one.reason for one in without):
        yield sentence(of_catalog(reason))
    if ratings.penalty is not None:
        yield say("The likelihood is penalized by Jeffreys' prior (Firth).")
    for model, at in ratings.reference.items():
        yield say(
            "The rating of {model} is fixed at {value}.",
            model=str(model),
            value=number(at, 0),
        )
    if not math.isnan(ratings.nu):
        yield say("Davidson's ν is {nu}.", nu=number(ratings.nu, 3))
    fit = ratings.lack_of_fit
    if math.isnan(fit.pvalue):
        return
    fields = {"deviance": number(fit.deviance, 1), "df": fit.df}
    fields["p"] = p_value(fit.pvalue)
    if fit.approximate:
        yield say(
            "Lack of fit: deviance {deviance}, {df} degrees of freedom, p ≈ {p}; ties "
            "as half wins make the deviance too small.",
            **fields,
        )
    else:
        yield say(
            "Lack of fit: deviance {deviance}, {df} degrees of freedom, p = {p}.",
            **fields,
        )


def _comparison_notes(compared: Document) -> Iterator[str]:
    for notes in compared.foot:
        yield from notes.lines


def picture(ratings: _Ratings) -> Picture:
    """Return the ratings with their intervals, the best at the top."""
    shown = ratings.models[:_MOST_MODELS]
    names = distinct(ratings.models)
    value, low, high = np.array([[*ratings.ratings[model]] for model in shown]).T
    marks = Intervals(np.arange(len(shown)), value, low, high)
    level = f"{100 * ratings.confidence_level:g}"
    x = Scale(say("Rating and {level} % interval", level=level))
    rows = Scale("", kind="names", names=[names[str(model)] for model in shown])
    title = say(
        "Ratings of {n} models from {battles} battles",
        n=count(len(ratings.models)),
        battles=count(ratings.n_battles),
    )
    notes = []
    if len(shown) < len(ratings.models):
        notes = [say("the {n} best models are drawn", n=len(shown))]
    return Picture("ratings", title, [Panel("", x, rows, [marks])], 1, notes)
