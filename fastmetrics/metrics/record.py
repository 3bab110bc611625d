"""Records of the catalog: `Metric`, `Family` (a task with its metrics) and `Topic`.

A family lists the arguments that its functions take and the records of its metrics. Its
resampling plan is in ``resampling``, its section of a report in ``report.sections``,
both under the name of the family.
"""

from __future__ import annotations

import functools
import inspect
import reprlib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, Literal

from fastmetrics.metrics.how import (
    Formula,
    How,
    ListMeasure,
    MadeOf,
    Reduction,
    RowMean,
    RowQuantile,
    Scale,
    SweepReduction,
)
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
    "what a row adds depends on all the others, which no sums replace: give all rows "
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
METHODS = (
    "auto",
    *BOOTSTRAP,
    SMOOTHED,
    *DELONG,
    *PROPORTION,
    RATIO,
    *JACKKNIFE,
    *MEAN,
    ORDER,
    BAND,
    MOVER,
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
    interval : str or None
        Method of the interval with ``method="auto"``; None if there is no valid one.
        "auto" bootstraps instead if an interval of proportions is asked for a value
        that is not a proportion (with these parameters or with groups), or an interval
        of ratios with weights or groups.
    approximate : bool
        Whether the coverage of the interval is known to differ from its level.
    reason : str
        Why there is no interval, or why it is approximate.
    chance : float or str or None
        Value of an uninformative model: a number, or the name of a number that depends
        on the data ("prevalence", "largest class", "one of the classes"); None if
        uninformative models differ in it.
    missing : str
        What the data lack if the value is undefined: "positive rows in y_true".
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
        return getattr(import_module("fastmetrics"), self.function)

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


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a family: the data that its functions take.

    Attributes
    ----------
    name : str
        Name in Python, as in ``evaluate(y_true, y_score=...)``.
    option : str
        Option of the command line, without dashes; empty if there is none.
    what : str
        Description for help and messages: "a model's scores".
    per_model : bool
        Whether each model has its own; otherwise all models share one.
    form : {"column", "columns", "levels", "object"}
        A column of a file; several columns of a matrix; columns with a level each; an
        object that exists only in Python.
    levels : str
        The option of ``evaluate`` with the levels of the columns.
    required : bool
        Whether the family requires it.
    column_names : tuple of str
        Column names that identify it, in lower case with underscores.
    column_pattern : str
        Regular expression of further such names. A name in `column_names` of any family
        comes before a pattern; patterns are tried in the order of the families.
    named_as : str
        Another argument whose column names also identify this one, unless that argument
        is in use.
    other_names : tuple of str
        Its names in public functions that name it otherwise.
    holds : {"labels", "numbers", "ids"}
        Kind of the values; ids are read as they are written.
    classes : int or None
        Required number of distinct labels.
    by_default : bool
        Whether a single column whose name identifies nothing is used for it.
    by_name : bool
        Whether public functions take it by keyword only and do not require it. It then
        belongs to the data set and is not in `Family.positional`.
    as_given : bool
        Whether the family reads it itself, without an array made first: texts, and
        lists of different lengths.
    is_by : bool
        Whether the columns of the slices are used for it, if metrics of the family are
        requested without it.
    """

    name: str
    option: str
    what: str
    per_model: bool = False
    form: Literal["column", "columns", "levels", "object"] = "column"
    levels: str = ""
    required: bool = True
    column_names: tuple[str, ...] = ()
    column_pattern: str = ""
    named_as: str = ""
    other_names: tuple[str, ...] = ()
    holds: Literal["labels", "numbers", "ids"] = "labels"
    classes: int | None = None
    by_default: bool = False
    by_name: bool = False
    as_given: bool = False
    is_by: bool = False


@dataclass(frozen=True, slots=True)
class Derivation:
    """How the columns of one family are derived from those of another.

    Attributes
    ----------
    into : str
        The other family.
    option : str
        The option of ``evaluate`` that requests it; empty if columns are derived
        always, unless metrics are requested and none belongs to that family.
    make : callable
        ``make(shared, models, options)`` returns for each model its columns of ``into``
        by argument name. ``shared`` are the columns of the data set, ``models[name]``
        the columns of a model (`UNNAMED` if it has no name), and ``options`` all other
        options of the call.
    reads : tuple of str
        Other options that change the derived columns.
    defaults : callable or None
        ``defaults(models, options)`` returns defaults of options.
    """

    into: str
    option: str
    make: Callable[
        [Mapping[str, Any], Mapping[str, Mapping[str, Any]], Mapping[str, Any]],
        dict[str, dict[str, Any]],
    ]
    reads: tuple[str, ...] = ()
    defaults: (
        Callable[
            [Mapping[str, Mapping[str, Any]], Mapping[str, Any]], Mapping[str, Any]
        ]
        | None
    ) = None


@dataclass(frozen=True, slots=True)
class Example:
    """Bundled data that the command line evaluates if there is no file.

    Attributes
    ----------
    name : str
        Name of the file, without its extension.
    what : str
        Description for the reader.
    columns : mapping of str to str, or to several
        Columns by option, if their names do not identify them.
    standardize : bool
        Whether measurements are standardised.
    also_for : tuple of str
        Other families that can evaluate them.
    """

    name: str
    what: str
    columns: Mapping[str, str | tuple[str, ...]]
    standardize: bool = False
    also_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Family:
    """A task: its arguments, its metrics and its other functions.

    Attributes
    ----------
    name : str
        Public name of the task: "labels".
    title : str
        Heading of its section in a report: "Labels".
    arguments : tuple of Argument
        Arguments in the order of the public functions.
    positional : mapping of str to tuple of str
        Leading arguments of the public functions by target; under "" for all others.
    options : tuple of str
        Common options that it supports: "sample_weight", "groups", "order", "folds",
        "stratified", "pos_label".
    asks_for : mapping of str to str
        Message by target if a metric is requested without its data; under "" for all
        others.
    metrics : tuple of Metric
        Records of functions that return one number per data set.
    others : tuple of Metric
        Records of curves, tables, tests and formulas.
    summaries : tuple of str
        Full names of the classes that are accepted in place of the columns.
    derives : tuple of Derivation
        Columns that it derives for other families.
    claims : tuple of str
        Arguments of which one is enough to recognise the family. Without any of them
        the family evaluates only if the task is named.
    instead_of : tuple of str
        Families that take the same columns and are not evaluated if this one is.
    told_by : callable, optional
        Recognises data of this family by the values in columns that other families
        claim: ``told_by(shared, models)`` returns the reason as text, or an empty one
        if they are not, and raises if that cannot be known. ``shared`` are the columns
        of the data set, ``models[name]`` the columns of a model.
    other_forms : callable, optional
        Converts data in another form: ``other_forms(given, options, is_named)`` returns
        the family's arguments by name, as ``evaluate`` takes them, or None if the data
        are not in such a form. ``given`` are the arguments of ``evaluate``, ``options``
        its other options, and ``is_named`` says whether the task was named. It is not
        called if another task was named.
    named : callable, optional
        Reads names that contain parameters: ``named(text, metrics)`` returns the name
        of one of these metrics and its parameters, for "P_5" ``("precision_at_k",
        {"k": 5})``, or None for any other name. The catalog writes them as
        ``name(parameter=value, ...)@k``, with parameters in alphabetical order, and
        reads this form back.
    settings : tuple of str
        Options of ``evaluate`` for this family only, apart from columns.
    across_folds : {"mean", "pooled", "counts"}
        Default of `Metric.across_folds`.
    is_of_one_fit : bool
        Whether predictions can be compared only within one fit, like cluster numbers.
    all_pairs : callable, optional
        ``all_pairs(row, parameters, pairs)`` returns the value of a metric over all
        pairs of a true value and a prediction, whose two columns are ``pairs``, or None
        if there is no closed form.
    examples : tuple of Example
        Bundled data.
    commands : tuple of callable
        Functions that add a command to the command line.
    guide : str
        The package whose ``about.toml`` explains its metrics; empty if there is none.
    """

    name: str
    title: str
    arguments: tuple[Argument, ...]
    options: tuple[str, ...]
    asks_for: Mapping[str, str]
    positional: Mapping[str, tuple[str, ...]]
    metrics: tuple[Metric, ...]
    others: tuple[Metric, ...] = ()
    summaries: tuple[str, ...] = ()
    derives: tuple[Derivation, ...] = ()
    claims: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()
    told_by: Callable[..., str] | None = None
    other_forms: Callable[..., dict[str, Any] | None] | None = None
    named: (
        Callable[[str, Sequence[Metric]], tuple[str, Mapping[str, Any]] | None] | None
    ) = None
    settings: tuple[str, ...] = ()
    across_folds: Combination = "pooled"
    is_of_one_fit: bool = False
    all_pairs: Callable[..., float | None] | None = None
    examples: tuple[Example, ...] = ()
    commands: tuple[Callable[..., Any], ...] = ()
    guide: str = ""

    def leading(self, row: Metric) -> tuple[str, ...]:
        """Leading arguments of the function of a metric."""
        for target in row.targets:
            if target in self.positional:
                return self.positional[target]
        return self.positional[""]

    def __post_init__(self) -> None:
        """Set the facts of the records that the family decides."""
        names = (
            n
            for argument in self.arguments
            for n in (argument.name, *argument.other_names)
        )
        data = (*names, "sample_weight", "groups")
        for group in ("metrics", "others"):
            rows = tuple(
                replace(
                    row,
                    task=self.name,
                    data_parameters=data,
                    across_folds=row.across_folds or self.across_folds,
                    **self.merging(row),
                )
                for row in getattr(self, group)
            )
            object.__setattr__(self, group, rows)

    def merging(self, row: Metric) -> dict[str, Any]:
        """Mergeable summaries of a metric, or the reason why there are none.

        A formula of counts or sums uses the family's first summary, or its second for
        several labels per row; a mean over rows uses the sums of rows.
        """
        if row.kind != "metric" or row.merges or row.unmerged:
            return {}
        if row.formula is not None or row.is_swept:
            classes = [path.rpartition(".")[2] for path in self.summaries]
            kinds = {target == "multilabel-indicator" for target in row.targets}
            return {"merges": tuple(classes[i] for i in sorted(kinds or {False}))}
        if isinstance(row.how, RowMean | ListMeasure):
            return {"merges": (ROW_SUMS,)}
        of_quantile = isinstance(row.how, RowQuantile)
        return {"unmerged": OF_ALL_ROWS if of_quantile else ALL_TOGETHER}

    @property
    def columns_per_model(self) -> tuple[str, ...]:
        """Names of the arguments that differ between models."""
        return tuple(each.name for each in self.arguments if each.per_model)


@dataclass(frozen=True, slots=True)
class Topic:
    """Functions without a family: they take results of other functions, or any data.

    Attributes
    ----------
    name : str
        Public name of the topic: "comparison".
    title : str
        Heading of the table of functions.
    rows : tuple of Metric
        Records of the catalog, none of kind "metric".
    guide : str
        The package whose ``about.toml`` explains them; empty if there is none.
    """

    name: str
    title: str
    rows: tuple[Metric, ...]
    guide: str

    def __post_init__(self) -> None:
        """Set the topic of the records."""
        rows = tuple(replace(row, task=self.name) for row in self.rows)
        object.__setattr__(self, "rows", rows)


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
    """Make records of functions that do not return one number per data set."""
    facts: dict[str, Any] = {
        "kind": kind,
        "lower": -INFINITY,
        "upper": INFINITY,
        "greater_is_better": None,
        "reason": "not a single number per data set",
        "in_report": False,
        **more,
    }
    return tuple(Metric(n, **{"title": n.replace("_", " "), **facts}) for n in names)
