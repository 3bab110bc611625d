"""`Metric`: the record of a metric in the catalog."""

from __future__ import annotations

import functools
import inspect
import reprlib
import sys
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from fastmetrics.metrics.how import (
    Formula,
    How,
    ItemMean,
    ListMeasure,
    MadeOf,
    Reduction,
    Scale,
    SweepReduction,
)
from fastmetrics.metrics.titles import TITLES
from fastmetrics.show.notebook import Shown, bundle

OfRow = Literal["metric", "curve", "table", "test", "formula", "splitter", "validation"]
# Kinds of public names that have no record in the catalog.
Beside = Literal["call", "display", "summary", "result", "warning"]
Kind = OfRow | Beside
# How the values of a metric on several folds are combined.
Combination = Literal["mean", "pooled", "counts"]

INFINITY = float("inf")

# The summary of metrics that are means over rows.
ROW_SUMS = "RowSums"
# Why some metrics cannot be computed from parts of the data.
OF_ALL_ROWS = (
    "a quantile of all rows does not follow from those of parts: give all rows at once"
)
ALL_TOGETHER = (
    "the term of a row depends on all other rows, which no sums replace: give all rows "
    "at once"
)

# The name of a single model that has no name.
UNNAMED = "model"

# Interval methods; "auto" is the method in the record of the metric.
BOOTSTRAP = ("percentile", "basic", "bca", "bias-corrected", "normal")
SMOOTHED = "smoothed"
# Suffix of a bootstrap method whose replicates draw cells of neighbouring thresholds.
CELLS = "-cells"
# Suffix of a bootstrap method whose replicates draw blocks of neighbouring times.
BLOCKS = "-blocks"
# For rows in order of time: Student's t with the long-run standard error.
LONG_RUN = "long-run-t"
# Suffix of an interval from the lowest to the highest value that a sketch allows.
SKETCHED = "+sketch"
INVERTED_DELONG = "inverted-delong"
DELONG = (INVERTED_DELONG, "delong", "delong-raw")
# Those that take the difference of two areas as normally distributed.
NORMAL_DELONG = DELONG[1:]
PROPORTION = ("wilson", "clopper-pearson", "agresti-coull", "jeffreys")
# Wilson's interval with the effective number of units.
EFFECTIVE = "wilson-effective"
RATIO = "log"
JACKKNIFE = ("jackknife", "corrected-jackknife")
# For a mean over rows: Student's t, corrected for skewness or not.
SKEWED_T = "skew-t"
MEAN = (SKEWED_T, "t")
# For a quantile over rows: interpolated order statistics.
ORDER = "order-statistics"
# For a distance from a fitted curve: a simultaneous band around the curve.
BAND = "simultaneous-band"
# Bounds combined from the bounds of several rates.
MOVER = "mover"
# From influence values of the rows, on the scale of the metric.
INFLUENCE = "infinitesimal-jackknife"
METHODS = (
    "auto",
    *BOOTSTRAP,
    SMOOTHED,
    *DELONG,
    *PROPORTION,
    EFFECTIVE,
    RATIO,
    *JACKKNIFE,
    *MEAN,
    ORDER,
    BAND,
    MOVER,
    INFLUENCE,
)


def drawn_plainly(method: str) -> str:
    """Name of a method without the suffix for how its replicates were drawn."""
    return method.removesuffix(CELLS).removesuffix(BLOCKS)


@dataclass(frozen=True, slots=True)
class Metric:
    """Record of a metric in the catalog.

    Attributes
    ----------
    name : str
        Unique name: the public function, or a variant of it with fixed ``parameters``.
    title : str
        Title for headings.
    short : str
        Title for sentences and pictures; by default ``title``.
    function : str
        Name of the public function; by default ``name``.
    kind : {"metric", "curve", "table", "test", "formula"}
        Only a "metric" is one number per data set and can have an interval.
    task : str
        Name of its family or topic, which sets it.
    targets : tuple of str
        Targets that it supports. For labels: "binary", "multiclass" or
        "multilabel-indicator". For clustering: two labellings ("agreement"), points and
        labels ("geometry") or one labelling ("partition").
    targets_by_average : mapping of str or None to tuple of str
        Supported targets for values of ``average`` that change them.
    lower, upper : float
        Range of the value; see `ends`.
    leaves_range : tuple of str
        Parameters that change the range if they differ from the defaults: a sum in
        place of a mean.
    greater_is_better : bool or None
        Direction; None if neither is better.
    turned_by : str
        Flag with which the direction is the opposite: a loss becomes a score.
    interval : str or None
        Method of the interval with ``method="auto"``; None if there is no valid one.
        "auto" bootstraps instead if an interval of proportions is asked for a value
        that is not a proportion with these parameters, or an interval of ratios with
        weights or groups.
    approximate : bool
        Whether the coverage of the interval is known to differ from its level.
    reason : str
        Why there is no interval, or why it is approximate.
    chance : float or str or None
        Value of an uninformative model: a number, or the name of a number that depends
        on the data ("prevalence", "largest class", "one of the classes"); None if
        uninformative models differ in it.
    missing : str
        Rows whose absence makes the value undefined: "positive rows in y_true".
    parameters : mapping
        Parameters of the variant; empty if the record has the name of its function.
    required : tuple of str
        Required parameters: all of them, or one with `one_is_enough`.
    one_is_enough : bool
        Whether one of the required parameters is enough.
    row_parameters : tuple of str or None
        Parameters with a value per row, which are resampled with the rows; None for
        every parameter with one value per row.
    how : Formula, SweepReduction, RowMean and others of `how`, or None
        How the value is computed from a summary; None if the function is called again
        for each resample.
    merges : tuple of str
        Public summaries from which the value can be computed after parts of the data
        were added up. By default the family derives them from `how`.
    unmerged : str
        Why the value cannot be computed from parts of the data, and what to do; empty
        if it can.
    in_report : bool
        Whether ``evaluate`` reports it by default; see `reported`.
    interval_needs : tuple of str
        Parameters, or "groups", of which an interval needs one.
    reported_for : tuple of str
        Targets for which it is reported by default; empty for all `targets`.
    aliases : tuple of str
        Names of the same measure elsewhere (mlr3measures, common abbreviations).
    shared_names : tuple of str
        Names that metrics of other families also have; the data decide between them.
    formerly : tuple of str
        Names in earlier versions.
    percent : bool
        Whether it is usually written in percent, like error rates of transcripts.
    across_folds : {"mean", "pooled", "counts"}, optional
        How its values on folds are combined: the mean, for rankings, which only one
        model orders; the value of all rows together; or the value of the added counts.
        By default like the other metrics of the family.
    data_parameters : tuple of str
        Names of the parameters for data in the family's functions; the family sets
        them.
    user_function : callable, optional
        The function itself, if it is not in the catalog.
    """

    name: str
    title: str
    function: str = ""
    kind: Kind = "metric"
    task: str = ""
    targets: tuple[str, ...] = ()
    targets_by_average: Mapping[str | None, tuple[str, ...]] = field(
        default_factory=dict
    )
    lower: float = 0.0
    upper: float = 1.0
    leaves_range: tuple[str, ...] = ()
    greater_is_better: bool | None = True
    turned_by: str = ""
    interval: str | None = None
    approximate: bool = False
    reason: str = ""
    chance: float | str | None = None
    missing: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    one_is_enough: bool = False
    row_parameters: tuple[str, ...] | None = ()
    how: How | None = None
    merges: tuple[str, ...] = ()
    unmerged: str = ""
    interval_needs: tuple[str, ...] = ()
    in_report: bool = True
    reported_for: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    shared_names: tuple[str, ...] = ()
    formerly: tuple[str, ...] = ()
    data_parameters: tuple[str, ...] = ()
    short: str = ""
    percent: bool = False
    across_folds: Combination | None = None
    user_function: Callable[..., Any] | None = None

    def __post_init__(self) -> None:
        """Set the defaults of ``function`` and ``short``."""
        if not self.function:
            object.__setattr__(self, "function", self.name)
        if not self.short:
            object.__setattr__(self, "short", self.title)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        """Show the title, the range and the interval method in notebooks."""
        direction = {True: "higher", False: "lower", None: "neither"}
        facts = {
            "function": self.function,
            "with": ", ".join(
                f"{key}={value!r}" for key, value in self.parameters.items()
            ),
            "family": self.task,
            "range": f"{self.lower:g} to {self.upper:g}",
            "better": direction[self.greater_is_better],
            "interval": self.interval or "none",
            "why": self.reason,
            "merges": " or ".join(self.merges),
            "does not merge": self.unmerged,
            "also called": ", ".join(self.aliases),
        }
        rows = [[name, fact] for name, fact in facts.items() if fact]
        return bundle(Shown(f"{self.name}: {self.title}", ["", "value"], rows))

    @property
    def public(self) -> Callable[..., Any]:
        """The public function, imported on first use."""
        if self.user_function is not None:
            return self.user_function
        return getattr(sys.modules["fastmetrics"], self.function)

    @property
    def formula(self) -> Formula | None:
        """Formula of its value, if it is computed from a summary."""
        if isinstance(self.how, Formula):
            return self.how
        return getattr(self.how, "formula", None)

    @property
    def made_of(self) -> MadeOf:
        """Its function of the mean over rows."""
        made_of: MadeOf = getattr(self.how, "made_of", "mean")
        return made_of

    @property
    def scale(self) -> Scale:
        """Scale on which it varies symmetrically."""
        scale: Scale = getattr(self.how, "scale", "plain")
        return scale

    @property
    def light_tails(self) -> bool:
        """Whether it depends on squared errors."""
        return getattr(self.how, "light_tails", False)

    @property
    def by_group(self) -> bool:
        """Whether it is a mean over groups, which are the units of its interval."""
        return getattr(self.how, "by_group", False)

    @property
    def is_turned(self) -> bool:
        """Whether a call may turn its direction: scores of items may be losses."""
        return isinstance(self.how, ItemMean)

    @property
    def merging(self) -> str:
        """Sentence: its mergeable summaries, or why there are none."""
        if self.merges:
            return f"it is read off {' or '.join(self.merges)}"
        return self.unmerged

    def leaves_out(self, parameters: Mapping[str, Any]) -> bool:
        """Whether the mean leaves out rows without a value."""
        if isinstance(self.how, ListMeasure):
            return {**self.parameters, **parameters}.get("empty") == "skip"
        return getattr(self.how, "leaves_out", False)

    @property
    def is_swept(self) -> bool:
        """Whether it is computed from a sweep over all rows."""
        return isinstance(self.how, SweepReduction) and not self.how.by_group

    @property
    def options(self) -> dict[str, Any]:
        """Defaults of the function's parameters, without data and weights."""
        return dict(_options(self.public, self.data_parameters))

    def ends(self, parameters: Mapping[str, Any]) -> tuple[float, float]:
        """Range of the value with these parameters."""
        for name in self.leaves_range:
            own = self.parameters.get(name, self.options.get(name))
            if name in parameters and not are_equal(parameters[name], own):
                return -INFINITY, INFINITY
        return self.lower, self.upper

    def directed(self, parameters: Mapping[str, Any]) -> Metric:
        """Return the record with the direction of the value with these parameters."""
        if not self.turned_by or not are_equal(parameters.get(self.turned_by), True):
            return self
        return replace(self, greater_is_better=not self.greater_is_better, turned_by="")

    def called(self, name: str, title: str) -> str:
        """Text for a metric that was requested by this name: the title or the name.

        The name is used unless it is spelled like one of the record's own.
        """
        own = {
            _plain(known_as) for known_as in (self.name, self.title, self.short, title)
        }
        return title if _plain(name) in own else name

    @property
    def needs(self) -> str:
        """Required parameters as text; empty if there are none."""
        return _listed(self.required, "or" if self.one_is_enough else "and")

    def with_parameters(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Parameters of a call together with the parameters of the variant.

        Raises
        ------
        ValueError
            If a parameter contradicts the variant.
        """
        for name, own in self.parameters.items():
            if name in parameters and not are_equal(parameters[name], own):
                other = reprlib.repr(parameters[name])
                raise ValueError(
                    f"{self.name} is {self.function} with {name}={own!r}, got "
                    f"{name}={other}: the function itself takes others."
                )
        return {**self.parameters, **parameters}

    def is_of_positive(self, parameters: Mapping[str, Any]) -> bool:
        """Whether one of two labels is the positive one with these parameters."""
        own = {**self.options, **self.parameters, **parameters}
        return "pos_label" in self.options and own.get("average", "binary") == "binary"

    def targets_with(self, parameters: Mapping[str, Any]) -> tuple[str, ...]:
        """Supported targets with these parameters."""
        average = parameters.get("average", "")
        if not isinstance(average, str | None):
            return self.targets
        return self.targets_by_average.get(average, self.targets)

    def check_required(self, parameters: Mapping[str, Any]) -> None:
        """Raise TypeError if a required parameter is missing."""
        absent = [name for name in self.required if parameters.get(name) is None]
        if self.one_is_enough and len(absent) < len(self.required):
            return
        if absent:
            is_single = len(absent) == 1
            missing = f"the parameter {absent[0]!r}" if is_single else self.needs
            raise TypeError(f"{self.name} needs {missing}")

    def reported(self, target: str | None = None) -> bool:
        """Whether ``evaluate`` reports it by default for this target."""
        kinds = self.reported_for or self.targets
        return self.in_report and (target is None or target in kinds)

    def reduce(self, parameters: Mapping[str, Any] | None = None) -> Reduction | None:
        """Return the metric as a reduction of a sweep; None if it needs the rows.

        ``parameters`` are all parameters of the call, by default the record's own.
        """
        if not isinstance(self.how, SweepReduction):
            return None
        own_parameters = self.parameters if parameters is None else parameters
        self.check_required(own_parameters)
        return self.how.reduce(**own_parameters)


def _plain(name: str) -> str:
    """Letters and digits of a name, in lower case: "R²" is "r2"."""
    plain = unicodedata.normalize("NFKC", name)
    return "".join(filter(str.isalnum, plain)).casefold()


def are_equal(value: Any, own: Any) -> bool:
    """Whether two values of a parameter, of any type, are equal."""
    plain_value, known = (
        side.tolist() if hasattr(side, "tolist") else side for side in (value, own)
    )
    try:
        return bool(plain_value == known)
    except ValueError:  # they contain arrays
        return False


@functools.cache
def _options(function: Callable[..., Any], data: tuple[str, ...]) -> dict[str, Any]:
    """Defaults of the parameters, without data and ``**`` parameters."""
    known = inspect.signature(function).parameters
    return {
        name: p.default
        for name, p in known.items()
        if name not in data and p.kind is not p.VAR_KEYWORD
    }


def _listed(names: tuple[str, ...], word: str) -> str:
    """Names as a list in a sentence."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def other_rows(kind: Kind, *names: str, **more: Any) -> tuple[Metric, ...]:
    """Make records of functions that do not return one number per data set.

    Their titles are in `TITLES`, or given.
    """
    facts: dict[str, Any] = {
        "kind": kind,
        "lower": -INFINITY,
        "upper": INFINITY,
        "greater_is_better": None,
        "reason": "not a single number per data set",
        "in_report": False,
        **more,
    }
    return tuple(Metric(n, **{"title": TITLES.get(n, ""), **facts}) for n in names)
