"""Results of planning sample sizes, and their picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.records import ByFields
from fastmetrics.comparison.one_model_planning import (
    Requirement,
    auc_sample_size,
    error_rate_sample_size,
    proportion_sample_size,
)
from fastmetrics.comparison.planning import (
    comparison_power,
    minimum_detectable_difference,
    required_sample_size,
    sequential_power,
    sequential_sample_size,
)
from fastmetrics.show.numbers import NONE, count
from fastmetrics.show.pictures import (
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Rule,
    Scale,
)
from fastmetrics.show.result import Result
from fastmetrics.show.text import Cell, Document, Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


# ------------------------------------------------------------------------- size picture
# The picture of a plan: the power of a test, or the width of an interval, by rows.


# From so many times fewer rows to so many times more.
_LEFT, _RIGHT = 10, 4
_PLACES = 49
_MOST = 2**62


class Curve(NamedTuple):
    """A function of n rows, drawn up to ``most`` if no more are planned."""

    name: str
    given_by: Callable[[int], float]
    most: float = float("inf")


def size_picture(
    curves: Sequence[Curve],
    n: int,
    goal: float,
    *,
    of: Literal["power", "width"],
    unit: Literal["rows", "utterances"] = "rows",
    first: float = 1,
) -> Picture:
    """Return a picture of power or width by the number of rows.

    ``first``: fewer rows are none.
    """
    last = min(max(_RIGHT * n, 2), _MOST)
    grown = np.geomspace(max(n / _LEFT, first), last, _PLACES)
    places = np.unique(np.append(np.ceil(grown), n)).astype(np.int64)
    marks: list[Mark] = []
    top = goal
    drawn = [item for item in curves if item.most >= n]
    for series, curve in enumerate(drawn):
        at = places[places <= curve.most]
        y = np.array([curve.given_by(int(item)) for item in at])
        marks.append(Line(at.astype(np.float64), y, series))
        top = max(top, *y.tolist())
    planned = curves[0].given_by(n)
    marks.append(Points(np.array([float(n)]), np.array([planned]), 0))
    marks += [Rule(goal, "y"), Rule(float(n), "x", say("planned"))]
    is_of_rows = unit == "rows"
    label = say("Rows") if is_of_rows else say("Utterances")
    x = Scale(label, float(places[0]), float(places[-1]), kind="log", unit="count")
    fields = {"n": count(n), "given": f"{planned:.4g}"}
    if of == "power":
        y_axis = Scale(say("Power"), 0.0, 1.0)
        title = say("Power by utterances: {given} with {n}", **fields)
        if is_of_rows:
            title = say("Power by rows: {given} with {n}", **fields)
    else:
        y_axis = Scale(say("Width of the interval"), 0.0, 1.05 * top)
        title = say("Width of the interval by utterances: {given} with {n}", **fields)
        if is_of_rows:
            title = say("Width of the interval by rows: {given} with {n}", **fields)
    key = [Entry(item.name, series) for series, item in enumerate(drawn)]
    panel = Panel("", x, y_axis, marks, key if len(key) > 1 else ())
    return Picture("size", title, [panel], 1)


# ------------------------------------------------------------------------------ planned
# Plans of a comparison or of one value, as results.


# Powers for which the table lists the rows.
POWERS = (0.5, 0.8, 0.9, 0.95, 0.99)
# Parameters of the power of a comparison, besides rows and difference.
_TEST = (
    *("discordance", "standard_deviation"),
    *("alpha", "alternative", "n_comparisons"),
)
# With more rows than these the exact power is drawn no more: the lines are one.
_EXACT_ROWS = 100_000


@dataclass(frozen=True, eq=False)
class Planned(ByFields, Result):
    """The request and the rows that it takes, by names of JSON."""

    found: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the request and the required sizes."""
        return dict(self.found)

    def _document(self, width: int | None = None, **options: Any) -> Document:
        return Document(
            sentences=[*self._sentences()],
            tables=[*self._tables()],
            title=say("Sample size"),
        )

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        """Return pictures by the number of rows."""
        raise NotImplementedError

    def _sentences(self) -> Iterator[str]:
        raise NotImplementedError

    def _tables(self) -> Iterator[Table]:
        return iter(())

    def _test(self) -> str:
        """Return the test in words, with its level."""
        level = f"{self.found['alpha']:g}"
        if self.found["alternative"] == "two-sided":
            return say("a two-sided test at level {level}", level=level)
        return say("a one-sided test at level {level}", level=level)


@dataclass(frozen=True, eq=False)
class PlannedComparison(Planned):
    """The rows of a difference of two models, its size, and the chance to find it.

    ``is_of_rows``: whether the number of rows was given, and not the difference.
    """

    is_of_rows: bool = False

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        plan = self.found
        difference = plan["difference"]
        if not difference:  # there is none, or it is 0
            return ()
        test: dict[str, Any] = {name: plan[name] for name in _TEST if name in plan}

        def power(n: int, method: Literal["exact", "normal"] = "normal") -> float:
            return comparison_power(difference, n, **test, method=method)

        curves = [Curve(say("Normal approximation"), power)]
        if "discordance" in plan:
            exact = partial(power, method="exact")
            curves.append(Curve(say("Exact McNemar test"), exact, _EXACT_ROWS))
        return [size_picture(curves, plan["rows"], plan["power"], of="power")]

    def _sentences(self) -> Iterator[str]:
        plan, test = self.found, self._test()
        if plan["n_comparisons"] > 1:
            m = count(plan["n_comparisons"])
            test = say("{test} that {m} tests share", test=test, m=m)
        fields = {
            "rows": count(plan["rows"]),
            "power": f"{plan['power']:.4g}",
            "test": test,
        }
        if plan["difference"] is None:
            yield say(
                "On {rows} rows no difference is found with probability {power} by "
                "{test}: accuracies differ by no more than the discordance, {most}.",
                **fields,
                most=f"{plan['discordance']:g}",
            )
            return
        fields["difference"] = f"{plan['difference']:.4g}"
        if "discordance" not in plan:
            yield say(
                "On {rows} rows a difference of {difference} is found with probability "
                "{power} by {test}, if differences by row vary by {deviation}.",
                **fields,
                deviation=f"{plan['standard_deviation']:g}",
            )
            return
        yield say(
            "On {rows} rows a difference of {difference} is found with probability "
            "{power} by {test}, if exactly one model is right on {share} of them.",
            **fields,
            share=f"{plan['discordance']:g}",
        )
        yield say(
            "The formula is an approximation: the exact McNemar test finds it with "
            "probability {power}.",
            power=f"{plan['exact_power']:.4g}",
        )

    def _tables(self) -> Iterator[Table]:
        """Yield what other chances take, if there is something to choose."""
        others = self.found["table"]
        if not others:
            return
        headers, takes = (
            [say("Power"), say("Rows")],
            [count(plan["rows"]) for plan in others],
        )
        if self.is_of_rows:
            headers[1] = say("Difference")
            takes = [_number(plan["difference"], ".4g") for plan in others]
        rows: list[list[Cell]] = [
            [f"{plan['power']:g}", taken]
            for plan, taken in zip(others, takes, strict=True)
        ]
        if "discordance" in self.found:
            headers.append(say("Exact McNemar test"))
            for row, plan in zip(rows, others, strict=True):
                row.append(_number(plan["exact_power"], ".4f"))
        right = frozenset({0, 1, 2})
        yield Table(say("Rows for other powers"), headers, rows, right)


class PlannedSequential(Planned):
    """The rows of a test with a look every day, next to the rows of a single look."""

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        plan = self.found
        difference, alpha = plan["difference"], plan["alpha"]
        test: dict[str, Any] = {name: plan[name] for name in _TEST if name in plan}
        deviation, alternative = _deviation_of(plan), plan["alternative"]

        def of_looks(n: int) -> float:
            return sequential_power(difference, n, deviation, alpha, alternative)

        def of_one(n: int) -> float:
            return comparison_power(difference, n, **test, method="normal")

        curves = [
            Curve(say("Looked at every day"), of_looks),
            Curve(say("One look"), of_one),
        ]
        return [size_picture(curves, plan["rows"], plan["power"], of="power")]

    def _sentences(self) -> Iterator[str]:
        plan = self.found
        yield say(
            "Looked at every day, a difference of {difference} is found by {rows} rows "
            "with probability {power} by {test}; half of the runs are through by "
            "{median}.",
            difference=f"{plan['difference']:.4g}",
            rows=count(plan["rows"]),
            power=f"{plan['power']:.4g}",
            test=self._test(),
            median=count(plan["median_rows"]),
        )
        yield say(
            "A single look at a number of rows fixed in advance needs {fixed}; with "
            "probability {chance} the sequential test finds the difference by half "
            "of these.",
            fixed=count(plan["fixed_rows"]),
            chance=f"{plan['chance_by_half']:.4f}",
        )


@dataclass(frozen=True, eq=False)
class PlannedValue(Planned):
    """The rows or utterances that the value of one model takes."""

    required: Requirement

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        requirement, plan = self.required, self.found
        unit: Literal["rows", "utterances"] = "rows" if "rows" in plan else "utterances"
        if requirement.width is not None:
            of: Literal["power", "width"] = "width"
            curve, goal = (
                Curve(say("Width of the interval"), requirement.width_of),
                requirement.width,
            )
        else:
            of = "power"
            curve, goal = Curve(say("Power"), requirement.power_of), requirement.power
        n = plan[unit]
        return [
            size_picture([curve], n, goal, of=of, unit=unit, first=requirement.first)
        ]

    def _sentences(self) -> Iterator[str]:
        plan = self.found
        n: str = say("{n} rows", n=count(plan["rows"])) if "rows" in plan else ""
        if "auc" in plan:
            what, value = say("an AUC"), plan["auc"]
            n = say("{n} ({k} positive)", n=n, k=count(plan["positive"]))
            if "versus" in plan and "width" in plan:
                what, value = say("the difference of two AUCs"), self.required.away
        elif "wer" in plan:
            what, value = say("a word error rate"), plan["wer"]
            n = say("{n} utterances", n=count(plan["utterances"]))
        else:
            what, value = say("a share"), plan["proportion"]
        if "width" in plan:
            yield say(
                "With {n} the {level} interval of {what} of {value} is about {width} "
                "wide.",
                n=n,
                level=f"{100 * (1 - plan['alpha']):g} %",
                what=what,
                value=f"{value:g}",
                width=f"{plan['width']:g}",
            )
        else:
            yield say(
                "With {n}, {test} detects that {what} of {value} differs from {null} "
                "with probability {power}.",
                n=n,
                test=self._test(),
                what=what,
                value=f"{value:g}",
                null=f"{plan.get('null', plan.get('versus')):g}",
                power=f"{plan['power']:.4g}",
            )
        if plan.get("correlation"):
            yield say(
                "Both models are evaluated on these rows; the correlation of both AUCs "
                "is {correlation}.",
                correlation=f"{plan['correlation']:g}",
            )
        elif "versus" in plan:
            yield say("Each model is evaluated on so many rows of its own.")
        if "tokens_per_unit" in plan:
            words = math.ceil(plan["utterances"] * plan["tokens_per_unit"])
            yield say("That is {n} words.", n=count(words))


def comparison_of(
    difference: float | None,
    rows: int | None,
    *,
    discordance: float | None,
    standard_deviation: float | None,
    power: float,
    alpha: float,
    alternative: Alternative,
    n_comparisons: int,
) -> PlannedComparison:
    """Return the missing one of rows, difference and power, and a table of others.

    Raises
    ------
    ValueError
        If a number is outside its range.
    """
    noise: dict[str, Any] = {
        "discordance": discordance,
        "standard_deviation": standard_deviation,
    }
    test: dict[str, Any] = {
        "alpha": alpha,
        "alternative": alternative,
        "n_comparisons": n_comparisons,
    }

    def at(power: float) -> dict[str, Any]:
        """Return rows and difference of a chance, and the chance that they have."""
        n, d = rows, difference
        if d is None:
            assert n is not None
            d = minimum_detectable_difference(n, power=power, **noise, **test)
        elif n is None:
            n = required_sample_size(d, power=power, **noise, **test)
        is_none = math.isnan(d)
        return {
            "power": power,
            "rows": n,
            "difference": None if is_none else d,
            "exact_power": None if is_none else comparison_power(d, n, **noise, **test),
        }

    if rows is None or difference is None:
        result = at(power)
        others = [at(level) for level in POWERS if level > alpha]
    else:
        chance = comparison_power(difference, rows, method="normal", **noise, **test)
        result, others = at(chance), []
    given_noise = {key: value for key, value in noise.items() if value is not None}
    plan = {**given_noise, **test, **result, "table": others}
    return PlannedComparison(plan, difference is None)


def sequential_of(
    difference: float,
    *,
    discordance: float | None,
    standard_deviation: float | None,
    power: float,
    alpha: float,
    alternative: Alternative,
) -> PlannedSequential:
    """Return the rows by which a test that is looked at every day has rejected.

    Raises
    ------
    ValueError
        If a number is outside its range.
    """
    noise: dict[str, Any] = {
        "discordance": discordance,
        "standard_deviation": standard_deviation,
    }
    test: dict[str, Any] = {"alpha": alpha, "alternative": alternative}
    rows = sequential_sample_size(difference, power=power, **noise, **test)
    fixed = required_sample_size(difference, power=power, **noise, **test)
    given_noise = {
        name: value_of_noise
        for name, value_of_noise in noise.items()
        if value_of_noise is not None
    }
    half = max(fixed // 2, 1)
    plan = {
        "difference": difference,
        **given_noise,
        "power": power,
        **test,
        "rows": rows,
        "median_rows": sequential_sample_size(
            difference, power=max(0.5, math.nextafter(alpha, 1)), **noise, **test
        ),
        "fixed_rows": fixed,
        "chance_by_half": sequential_power(
            difference, half, _deviation_of(given_noise), alpha, alternative
        ),
    }
    return PlannedSequential(plan)


def value_of(
    name: Literal["auc", "proportion", "wer"],
    value: float,
    parameters: Mapping[str, Any],
    test: Mapping[str, Any],
) -> PlannedValue:
    """Return how many rows, or utterances, one value takes.

    Raises
    ------
    ValueError
        If a number is outside its range.
    """
    functions = {
        "auc": auc_sample_size,
        "proportion": proportion_sample_size,
        "wer": error_rate_sample_size,
    }
    required = functions[name].definition(value, **parameters, **test)
    n = required.n_samples
    unit = "utterances" if name == "wer" else "rows"
    plan = {name: value, **parameters, **test, unit: n}
    if name == "auc":
        plan["positive"] = round(n * parameters.get("prevalence", 0.5))
    return PlannedValue(plan, required)


def _deviation_of(noise: Mapping[str, Any]) -> float:
    """Return the standard deviation of the differences by row."""
    if "discordance" in noise:
        return math.sqrt(noise["discordance"])
    return float(noise["standard_deviation"])


def _number(value: float | None, form: str) -> str:
    return NONE if value is None else f"{value:{form}}"
