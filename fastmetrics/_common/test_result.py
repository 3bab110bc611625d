"""TestResult: the results of statistical tests, and their sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.null_laws import NullLaw, table_law
from fastmetrics._common.options import check_level, is_one_of, warn
from fastmetrics._common.records import ByFields, data_frame, plain_fields
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.show.numbers import count, numerals, p_value, pvalue_numeral
from fastmetrics.show.result import Result
from fastmetrics.show.text import Cell, Document, Notes, Table
from fastmetrics.show.words import (
    Message,
    capital,
    in_lines,
    of_catalog,
    say,
    sentence,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.annotations import Alternative
    from fastmetrics.show.pictures import Picture

_SIDES = {
    "two-sided": say("two-sided"),
    "greater": say("greater"),
    "less": say("less"),
}
ALTERNATIVES = (*_SIDES,)

Bounds = tuple[float, float]
Degrees = float | tuple[float, float] | None


class TestMethods(ByFields, Result):
    """What results of tests have in common; they have the attributes of TestResult."""

    __slots__ = ()
    __test__ = False  # pytest must not collect it

    statistic: Any
    pvalue: Any
    statistic_name: Any
    alternative: Any
    method: Any
    distribution: Any
    df: Any
    n: Any
    exact: Any
    estimate: Any
    estimate_name: Any
    found: Any
    claim: Any
    notes: Any
    # Whether the alternative has sides: not that "some of these differ".
    has_sides = True
    # Whether the statistic is a lower bound and the p-value an upper one: the search
    # for them ended where floating point does.
    at_limit = False

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the two-sided interval of the estimate, whatever the alternative.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Its nominal coverage. A one-sided bound of level L is the bound at 2L - 1.

        Returns
        -------
        low, high : float
            NaN if the test has no interval.
        """
        raise NotImplementedError

    def critical_value(self, alpha: float = 0.05) -> float | tuple[float, float]:
        """Return the critical value of the statistic, or two if the test has two sides.

        Parameters
        ----------
        alpha : float in (0, 1), default=0.05
            The level of the test.

        Returns
        -------
        float or (float, float)
            Quantile of the null distribution. For the alternative "less" it is the
            lower quantile, and for a two-sided alternative both quantiles. NaN if the
            distribution has no table.
        """
        alpha = check_level(alpha, "alpha")
        return _critical(self.distribution, self.df, self.alternative, alpha)

    def reject(self, alpha: float = 0.05) -> bool:
        """Return whether the p-value is at most ``alpha``."""
        return bool(self.pvalue <= check_level(alpha, "alpha"))

    def summary(self, alpha: float = 0.05, *, language: str = "en") -> str:
        """Return the result in sentences, the size of the difference first.

        Parameters
        ----------
        alpha : float in (0, 1), default=0.05
            Significance level.
        language : {"en", "zh"}, default="en"
            English or Chinese.
        """
        alpha = check_level(alpha, "alpha")
        lines = [self._sentence(), self._verdict(alpha), *map(sentence, self.notes)]
        return in_lines(lines, language)

    def __str__(self) -> str:
        return f"{self._sentence()}\n{self._measured()}."

    def _sentence(self) -> Message:
        """Return the sentence on the estimate."""
        low, high = self.confidence_interval()
        estimate, *ends = numerals(self.estimate, low, high)
        size = say(
            "{name} = {value}", name=of_catalog(self.estimate_name), value=estimate
        )
        if not math.isnan(low):
            size = self._bounded(size, f"[{', '.join(ends)}]")
        if self.found:
            fields = {"test": capital(self.method), "found": of_catalog(self.found)}
            return say("{test}: {found}; {size}.", size=size, **fields)
        return say("{test}: {size}.", test=capital(self.method), size=size)

    def _bounded(self, size: Message, bounds: str) -> Message:
        """Return the size with its interval."""
        return say("{size} {bounds} (95 %)", size=size, bounds=bounds)

    def _measured(self) -> Message:
        """Return the statistic with its degrees of freedom, and the p-value."""
        fields = {"statistic": statistic_said(self), "p": pvalue_numeral(self.pvalue)}
        if self.at_limit:
            return say("{statistic}, p < {p}", **fields)
        if not self.has_sides:
            return say("{statistic}, p = {p}", **fields)
        sides = _SIDES[self.alternative]
        return say("{statistic}, p = {p} ({sides})", sides=sides, **fields)

    def _verdict(self, alpha: float) -> Message:
        """Return the sentence on the p-value at this level."""
        if math.isnan(self.pvalue):
            return say(
                "The p-value is undefined: these data have no variance to test against."
            )
        fields = {
            "measured": self._measured(),
            "alpha": f"{alpha:g}",
            "claim": of_catalog(self.claim),
        }
        if self.reject(alpha):
            return say(
                "{measured}: at α = {alpha} this is evidence that {claim}.", **fields
            )
        said = say(
            "{measured}: at α = {alpha} there is no evidence that {claim}.", **fields
        )
        detectable = self._detectable(alpha)
        return say("{one} {two}", one=said, two=detectable) if detectable else said

    def _detectable(self, alpha: float) -> str:
        """Return which difference would be found, of a test that did not reject."""
        return ""

    def _null_law(self) -> NullLaw | None:
        """Return the null distribution of the statistic; None: there is none."""
        if self.distribution not in ("t", "normal", "F", "chi2"):
            return None
        return table_law(_law(self.distribution, self.df), self.distribution)

    def _pictures(self, alpha: float = 0.05, **options: Any) -> Sequence[Picture]:
        """Return the null distribution, with the critical values at a level."""
        from fastmetrics._common.null_laws import null_picture

        alpha, law = check_level(alpha, "alpha"), self._null_law()
        picture = law and null_picture(self, law, self._measured(), alpha)
        return [picture] if picture else []

    def to_dict(self) -> dict[str, Any]:
        """Return all that was found, as JSON can hold it, with the 95 % interval.

        Undefined and infinite values are None.
        """
        names = " ".join(self._reported())
        return plain_fields(self, names, confidence_interval=self.confidence_interval())

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with one row, which can be concatenated with other tests.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The estimate with its 95 % interval, the statistic, the p-value and the
            degrees of freedom. The method is the index in pandas, and the first column
            in Polars.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        low, high = self.confidence_interval()
        df = self.df if isinstance(self.df, tuple) else (self.df, None)
        row = {
            "method": self.method,
            "estimate": self.estimate,
            "low": low,
            "high": high,
            "statistic": self.statistic,
            "pvalue": self.pvalue,
            "df": df[0],
            "df_denominator": df[1],
            "n": self.n,
            "alternative": self.alternative,
            "exact": self.exact,
        }
        return data_frame([row], ["method"], backend, f"{type(self).__name__}.to_frame")

    def _reported(self) -> tuple[str, ...]:
        """Return the names of the attributes that programs read."""
        return (
            *("method", "statistic_name", "statistic", "pvalue", "distribution", "df"),
            *("alternative", "estimate_name", "estimate", "n", "exact", "notes"),
        )

    def _document(self, width: int | None = None, **options: Any) -> Document:
        low, high = self.confidence_interval()
        estimate, *ends = numerals(self.estimate, low, high)
        rows: list[list[Cell]] = [
            [_with_degrees(self), _more(self) + _count_or_number(self.statistic)],
            [say("p-value"), pvalue_said(self)],
            [of_catalog(self.estimate_name), estimate],
        ]
        if not math.isnan(low):
            rows.append([say("95 % interval"), f"[{', '.join(ends)}]"])
        if self.has_sides:
            rows.append([say("Alternative"), _SIDES[self.alternative]])
        notes = [sentence(note) for note in self.notes]
        return Document(
            sentences=[self._sentence(), self._verdict(0.05)],
            tables=[Table("", ["", say("Value")], rows, frozenset({1}))],
            foot=[Notes(say("Notes"), notes)] if notes else [],
            title=capital(self.method),
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class TestResult(TestMethods):
    """Result of a statistical test.

    Attributes
    ----------
    statistic : float
        Test statistic.
    pvalue : float
        Probability, if there is no difference, of a statistic at least as extreme in
        the direction of the alternative.
    method : str
        Name of the test, as printed in a paper.
    statistic_name : str
        Name of the statistic: "t", "F", "χ²", "z", "W", "error rate", ...
    distribution : str
        Null distribution: "binomial", "t", "F", "chi2", "normal", "permutation", ...
    n : int
        Number of rows, folds or data sets.
    df : float, pair of floats or None
        Degrees of freedom of the distribution; a pair for F.
    alternative : {"two-sided", "greater", "less"}
        Alternative hypothesis; "greater": the value of A is greater.
    estimate : float
        Estimated difference: the value of A minus the value of B.
    estimate_name : str
        Name of the estimate.
    exact : bool
        Whether the p-value is exact, not approximated or simulated.
    notes : tuple of str
        Remarks on the p-value, a sentence each.
    """

    __test__ = False

    statistic: float
    pvalue: float
    method: str
    statistic_name: str
    distribution: str
    n: int
    df: Degrees = None
    alternative: str = "two-sided"
    estimate: float = math.nan
    estimate_name: str = ""
    exact: bool = False
    notes: tuple[str, ...] = ()
    # The beginning of the first sentence, and the conclusion of a rejection.
    found: str = field(default="", repr=False)
    claim: str = field(default="", repr=False)
    has_sides: bool = field(default=True, repr=False)
    at_limit: bool = field(default=False, repr=False)
    # Called with a level: the interval, the critical value if the distribution has no
    # table, and the sentence on detectable differences. They are pickled, so they are
    # functions of modules.
    bounds: Callable[[float], Bounds] | None = field(
        default=None, repr=False, compare=False
    )
    critical: Callable[[float], Any] | None = field(
        default=None, repr=False, compare=False
    )
    detectable: Callable[[float], str] | None = field(
        default=None, repr=False, compare=False
    )
    # The null distribution of the statistic, if it has no table.
    null_law: Callable[[], NullLaw] | None = field(
        default=None, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Add the conclusion of a rejection if the test has none of its own."""
        if not self.claim:
            object.__setattr__(self, "claim", CLAIMS[self.alternative])

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the two-sided interval of the estimate; see `TestMethods`."""
        confidence_level = check_level(confidence_level)
        return self.bounds(confidence_level) if self.bounds else (math.nan, math.nan)

    def critical_value(self, alpha: float = 0.05) -> float | tuple[float, float]:
        """Return the critical value of the statistic, or two if the test has two sides.

        See `TestMethods`.
        """
        if self.critical is None:
            return super().critical_value(alpha)
        return self.critical(check_level(alpha, "alpha"))

    def _detectable(self, alpha: float) -> str:
        return self.detectable(alpha) if self.detectable else ""

    def _null_law(self) -> NullLaw | None:
        return self.null_law() if self.null_law else super()._null_law()

    def _reported(self) -> tuple[str, ...]:
        """Return the names of shown fields; fields of special results come last."""
        common = super()._reported()
        own = (each.name for each in fields(self) if each.repr)
        return (*common, *(name for name in own if name not in common))


CLAIMS = {
    "two-sided": say("they differ"),
    "greater": say("A's number is the greater one"),
    "less": say("A's number is the smaller one"),
}


def check_alternative(alternative: Alternative) -> None:
    """Raise ValueError unless it is one of the three."""
    if not is_one_of(alternative, ALTERNATIVES):
        raise ValueError(
            f"alternative must be one of {ALTERNATIVES}, got {shown(alternative)}."
        )


def is_constant(values: NDArray[np.float64], largest: float = 0.0) -> bool:
    """Whether values are equal up to 4 units in the last place of the largest.

    ``largest``: the largest of the original numbers, for differences.
    """
    largest = max(largest, float(np.abs(values).max()))
    with np.errstate(over="ignore"):
        return bool(np.ptp(values) <= 4 * math.ulp(largest))


def standardized(
    estimate: float, standard_error: float, *, constant: bool, what: str
) -> tuple[float, float | None]:
    """Return an estimate over its error, and its p-value if there is no variance.

    Data without variance say nothing where the estimate is 0 (statistic 0, p-value 1),
    and cannot be certain where it is not (NaN, with a warning). ``constant``: whether
    that is so; ``what`` the message calls what does not vary: "the differences".
    """
    if not constant:
        return estimate / standard_error, None
    if estimate == 0:
        return 0.0, 1.0
    warn(
        f"{what} are all equal and not 0: a variance of 0 says nothing about how sure "
        "they are, and the test is undefined.",
        UndefinedMetricWarning,
    )
    return math.nan, math.nan


def pvalue_of(
    statistic: float, distribution: str, df: Degrees, alternative: Alternative
) -> float:
    """Return the p-value under a tabulated distribution, accurate in the tails."""
    if distribution in ("F", "chi2") or alternative == "greater":
        return _tail(statistic, distribution, df)
    if alternative == "less":
        return _tail(-statistic, distribution, df)
    return min(1.0, 2 * _tail(abs(statistic), distribution, df))


def _tail(statistic: float, distribution: str, df: Degrees) -> float:
    """Return the upper tail; SciPy's distribution objects would take half a ms."""
    from scipy import special

    if isinstance(df, tuple):
        return float(special.fdtrc(*df, statistic))
    if distribution == "chi2":
        return float(special.chdtrc(df, statistic))
    if distribution == "t":
        return float(special.stdtr(df, -statistic))
    return float(special.ndtr(-statistic))


def statistic_said(test: TestMethods) -> Message:
    """Say the statistic of a test with its degrees of freedom: "t(9) = −1.2500"."""
    value = _count_or_number(test.statistic)
    if test.at_limit:
        return say("{name} > {value}", name=_with_degrees(test), value=value)
    return say("{name} = {value}", name=_with_degrees(test), value=value)


def pvalue_said(test: TestMethods) -> str:
    """Write the p-value of a test, "< 1.2e-15" where only a limit is known."""
    return f"{'< ' if test.at_limit else ''}{p_value(test.pvalue)}"


def _more(test: TestMethods) -> str:
    return "> " if test.at_limit else ""


def _with_degrees(test: TestMethods) -> str:
    if test.df is None or test.distribution not in ("t", "F", "chi2"):
        return of_catalog(test.statistic_name)
    df = test.df if isinstance(test.df, tuple) else (test.df,)
    return f"{test.statistic_name}({', '.join(f'{degrees:.6g}' for degrees in df)})"


def _count_or_number(value: float) -> str:
    value = float(value)
    return count(value) if value.is_integer() else numerals(value)[0]


def _critical(
    distribution: str, df: Degrees, alternative: str, alpha: float
) -> float | Bounds:
    if distribution not in ("t", "normal", "F", "chi2"):
        return math.nan
    law = _law(distribution, df)
    if distribution in ("F", "chi2") or alternative == "greater":
        return float(law.isf(alpha))
    if alternative == "less":
        return float(-law.isf(alpha))
    high = float(law.isf(alpha / 2))
    return -high, high


def _law(distribution: str, df: Degrees) -> Any:
    from scipy import stats

    if distribution == "normal":
        return stats.norm
    parameters = df if isinstance(df, tuple) else (df,)
    return {"t": stats.t, "F": stats.f, "chi2": stats.chi2}[distribution](*parameters)
