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
)
from fastmetrics.comparison.sequential.normal_law import (
    sequential_power,
    sequential_sample_size,
)
from fastmetrics.show.document import Document
from fastmetrics.show.numbers import NONE, count
from fastmetrics.show.pictures.picture import (
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
from fastmetrics.show.tables import Cell, Table
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
    """What n rows give; it is drawn up to ``most``, and not where more are planned."""

    name: str
    given_by: Callable[[int], float]
    most: float = float("inf")


def size_picture(
    curves: Sequence[Curve],
    n: int,
    wanted: float,
    *,
    of: Literal["power", "width"],
    unit: Literal["rows", "utterances"] = "rows",
    first: float = 1,
) -> Picture:
    """Return what more and fewer rows than the planned ones give.

    ``first``: fewer rows are none.
    """
    last = min(max(_RIGHT * n, 2), _MOST)
    grown = np.geomspace(max(n / _LEFT, first), last, _PLACES)
    places = np.unique(np.append(np.ceil(grown), n)).astype(np.int64)
    marks: list[Mark] = []
    top = wanted
    drawn = [one for one in curves if one.most >= n]
    for series, curve in enumerate(drawn):
        at = places[places <= curve.most]
        y = np.array([curve.given_by(int(one)) for one in at])
        marks.append(Line(at.astype(np.float64), y, series))
        top = max(top, *y.tolist())
    planned = curves[0].given_by(n)
    marks.append(Points(np.array([float(n)]), np.array([planned]), 0))
    marks += [Rule(wanted, "y"), Rule(float(n), "x", say("planned"))]
    is_of_rows = unit == "rows"
    label = say("Rows") if is_of_rows else say("Utterances")
    x = Scale(label, float(places[0]), float(places[-1]), kind="log", unit="count")
    said = {"n": count(n), "given": f"{planned:.4g}"}
    if of == "power":
        y_axis = Scale(say("Power"), 0.0, 1.0)
        title = say("Power by utterances: {given} with {n}", **said)
        if is_of_rows:
            title = say("Power by rows: {given} with {n}", **said)
    else:
        y_axis = Scale(say("Width of the interval"), 0.0, 1.05 * top)
        title = say("Width of the interval by utterances: {given} with {n}", **said)
        if is_of_rows:
            title = say("Width of the interval by rows: {given} with {n}", **said)
    key = [Entry(one.name, series) for series, one in enumerate(drawn)]
    panel = Panel("", x, y_axis, marks, key if len(key) > 1 else ())
    return Picture("size", title, [panel], 1)


# ------------------------------------------------------------------------------ planned
# What is planned of a comparison or of one value, as a result that shows itself.


# Chances for which the table says what they take.
POWERS = (0.5, 0.8, 0.9, 0.95, 0.99)
# What the power of a comparison depends on, beside rows and difference.
_TEST = (
    *("discordance", "standard_deviation"),
    *("alpha", "alternative", "n_comparisons"),
)
# With more rows than these the exact power is drawn no more: the lines are one.
_EXACT_ROWS = 100_000


@dataclass(frozen=True, eq=False)
class Planned(ByFields, Result):
    """What was asked for, and what it takes, by the names that programs read."""

    found: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return what was asked for, and what it takes."""
        return dict(self.found)

    def _document(self, width: int | None = None, **options: Any) -> Document:
        return Document(
            sentences=[*self._sentences()],
            tables=[*self._tables()],
            title=say("Sample size"),
        )

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        """Return what more and fewer rows give."""
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
        found = self.found
        difference = found["difference"]
        if not difference:  # none is found, or nothing is to be found
            return ()
        test: dict[str, Any] = {name: found[name] for name in _TEST if name in found}

        def power(n: int, method: Literal["exact", "normal"] = "normal") -> float:
            return comparison_power(difference, n, **test, method=method)

        curves = [Curve(say("Normal approximation"), power)]
        if "discordance" in found:
            exact = partial(power, method="exact")
            curves.append(Curve(say("Exact McNemar test"), exact, _EXACT_ROWS))
        return [size_picture(curves, found["rows"], found["power"], of="power")]

    def _sentences(self) -> Iterator[str]:
        found, test = self.found, self._test()
        if found["n_comparisons"] > 1:
            m = count(found["n_comparisons"])
            test = say("{test} that {m} tests share", test=test, m=m)
        said = {
            "rows": count(found["rows"]),
            "power": f"{found['power']:.4g}",
            "test": test,
        }
        if found["difference"] is None:
            yield say(
                "On {rows} rows no difference is found with probability {power} by "
                "{test}: accuracies differ by no more than the discordance, {most}.",
                **said,
                most=f"{found['discordance']:g}",
            )
            return
        said["difference"] = f"{found['difference']:.4g}"
        if "discordance" not in found:
            yield say(
                "On {rows} rows a difference of {difference} is found with probability "
                "{power} by {test}, if differences by row vary by {deviation}.",
                **said,
                deviation=f"{found['standard_deviation']:g}",
            )
            return
        yield say(
            "On {rows} rows a difference of {difference} is found with probability "
            "{power} by {test}, if exactly one model is right on {share} of them.",
            **said,
            share=f"{found['discordance']:g}",
        )
        yield say(
            "The formula is an approximation: the exact McNemar test finds it with "
            "probability {power}.",
            power=f"{found['exact_power']:.4g}",
        )

    def _tables(self) -> Iterator[Table]:
        """Yield what other chances take, if there is something to choose."""
        others = self.found["table"]
        if not others:
            return
        headers, takes = (
            [say("Power"), say("Rows")],
            [count(one["rows"]) for one in others],
        )
        if self.is_of_rows:
            headers[1] = say("Difference")
            takes = [_number(one["difference"], ".4g") for one in others]
        rows: list[list[Cell]] = [
            [f"{one['power']:g}", taken]
            for one, taken in zip(others, takes, strict=True)
        ]
        if "discordance" in self.found:
            headers.append(say("Exact McNemar test"))
            for row, one in zip(rows, others, strict=True):
                row.append(_number(one["exact_power"], ".4f"))
        right = frozenset({0, 1, 2})
        yield Table(say("What other chances take"), headers, rows, right)


class PlannedSequential(Planned):
    """The rows of a test that is looked at every day, beside those of one look."""

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        found = self.found
        difference, alpha = found["difference"], found["alpha"]
        test: dict[str, Any] = {name: found[name] for name in _TEST if name in found}
        deviation, alternative = _deviation_of(found), found["alternative"]

        def of_looks(n: int) -> float:
            return sequential_power(difference, n, deviation, alpha, alternative)

        def of_one(n: int) -> float:
            return comparison_power(difference, n, **test, method="normal")

        curves = [
            Curve(say("Looked at every day"), of_looks),
            Curve(say("One look"), of_one),
        ]
        return [size_picture(curves, found["rows"], found["power"], of="power")]

    def _sentences(self) -> Iterator[str]:
        found = self.found
        yield say(
            "Looked at every day, a difference of {difference} is found by {rows} rows "
            "with probability {power} by {test}; half of the runs are through by "
            "{median}.",
            difference=f"{found['difference']:.4g}",
            rows=count(found["rows"]),
            power=f"{found['power']:.4g}",
            test=self._test(),
            median=count(found["median_rows"]),
        )
        yield say(
            "One look at a number of rows that is fixed beforehand takes {fixed}; with "
            "probability {chance} the difference is found by half of these.",
            fixed=count(found["fixed_rows"]),
            chance=f"{found['chance_by_half']:.4f}",
        )


@dataclass(frozen=True, eq=False)
class PlannedValue(Planned):
    """The rows or utterances that the value of one model takes."""

    required: Requirement

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        one, found = self.required, self.found
        unit: Literal["rows", "utterances"] = (
            "rows" if "rows" in found else "utterances"
        )
        if one.width is not None:
            of: Literal["power", "width"] = "width"
            curve, wanted = Curve(say("Width of the interval"), one.width_of), one.width
        else:
            of = "power"
            curve, wanted = Curve(say("Power"), one.power_of), one.power
        n = found[unit]
        return [size_picture([curve], n, wanted, of=of, unit=unit, first=one.first)]

    def _sentences(self) -> Iterator[str]:
        found = self.found
        n: str = say("{n} rows", n=count(found["rows"])) if "rows" in found else ""
        if "auc" in found:
            what, value = say("an AUC"), found["auc"]
            n = say("{n} ({k} positive)", n=n, k=count(found["positive"]))
            if "versus" in found and "width" in found:
                what, value = say("the difference of two AUCs"), self.required.away
        elif "wer" in found:
            what, value = say("a word error rate"), found["wer"]
            n = say("{n} utterances", n=count(found["utterances"]))
        else:
            what, value = say("a share"), found["proportion"]
        if "width" in found:
            yield say(
                "With {n} the {level} interval of {what} of {value} is about {width} "
                "wide.",
                n=n,
                level=f"{100 * (1 - found['alpha']):g} %",
                what=what,
                value=f"{value:g}",
                width=f"{found['width']:g}",
            )
        else:
            yield say(
                "With {n} {test} tells {what} of {value} from {null} with probability "
                "{power}.",
                n=n,
                test=self._test(),
                what=what,
                value=f"{value:g}",
                null=f"{found.get('null', found.get('versus')):g}",
                power=f"{found['power']:.4g}",
            )
        if found.get("correlation"):
            yield say(
                "Both models are evaluated on these rows; the correlation of both AUCs "
                "is {correlation}.",
                correlation=f"{found['correlation']:g}",
            )
        elif "versus" in found:
            yield say("Each model is evaluated on so many rows of its own.")
        if "tokens_per_unit" in found:
            words = math.ceil(found["utterances"] * found["tokens_per_unit"])
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
    """Return which of rows, difference and chance is not given, and what others take.

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
        asked = at(power)
        others = [at(one) for one in POWERS if one > alpha]
    else:
        chance = comparison_power(difference, rows, method="normal", **noise, **test)
        asked, others = at(chance), []
    given = {key: value for key, value in noise.items() if value is not None}
    found = {**given, **test, **asked, "table": others}
    return PlannedComparison(found, difference is None)


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
    given = {name: one for name, one in noise.items() if one is not None}
    half = max(fixed // 2, 1)
    found = {
        "difference": difference,
        **given,
        "power": power,
        **test,
        "rows": rows,
        "median_rows": sequential_sample_size(
            difference, power=max(0.5, math.nextafter(alpha, 1)), **noise, **test
        ),
        "fixed_rows": fixed,
        "chance_by_half": sequential_power(
            difference, half, _deviation_of(given), alpha, alternative
        ),
    }
    return PlannedSequential(found)


def value_of(
    name: Literal["auc", "proportion", "wer"],
    value: float,
    given: Mapping[str, Any],
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
    required = functions[name].__wrapped__(value, **given, **test)
    n = required.n_samples
    unit = "utterances" if name == "wer" else "rows"
    found = {name: value, **given, **test, unit: n}
    if name == "auc":
        found["positive"] = round(n * given.get("prevalence", 0.5))
    return PlannedValue(found, required)


def _deviation_of(noise: Mapping[str, Any]) -> float:
    """Return the standard deviation of the differences by row."""
    if "discordance" in noise:
        return math.sqrt(noise["discordance"])
    return float(noise["standard_deviation"])


def _number(value: float | None, form: str) -> str:
    return NONE if value is None else f"{value:{form}}"
