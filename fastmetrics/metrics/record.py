"""Metric and Family: plain records of what is measured, of what, and how.

A family is one task: what is compared with what. It says which arguments it takes, and
has the records of its metrics; how its data are resampled is a plan in ``resampling``,
what a report says of it a section in ``report.sections``, both under its name.
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
# Of what is public and has no row in the catalog.
Beside = Literal["call", "display", "summary", "result", "warning"]
Kind = OfRow | Beside
# How values of a metric on several folds become one.
Combination = Literal["mean", "pooled", "counts"]

INFINITY = float("inf")

# What sums up what rows contribute to a mean.
ROW_SUMS = "RowSums"
# Why some metrics cannot be had from parts of the data.
OF_ALL_ROWS = (
    "a quantile of all rows does not follow from those of parts: give all rows at once"
)
ALL_TOGETHER = (
    "what a row adds depends on all the others, which no sums replace: give all rows "
    "at once"
)

# What one model is called that has no name.
UNNAMED = "model"

# The ways in which intervals can be asked for; "auto" is the one that a row names.
BOOTSTRAP = ("percentile", "basic", "bca", "bias-corrected", "normal")
SMOOTHED = "smoothed"
# What the names of these end with, as intervals say them, where replicates of many
# scores were drawn by cells of neighbouring thresholds.
CELLS = "-cells"
# And where replicates draw blocks of neighbouring times.
BLOCKS = "-blocks"
# Of rows in order of time: Student's t with the long-run standard error.
LONG_RUN = "long-run-t"
# What it ends with where it goes from the worst that a sketch can be to the best.
SKETCHED = "+sketch"
INVERTED_DELONG = "inverted-delong"
DELONG = (INVERTED_DELONG, "delong", "delong-raw")
# Those of them that take the normal law for that of the difference of two areas.
NORMAL_DELONG = DELONG[1:]
PROPORTION = ("wilson", "clopper-pearson", "agresti-coull", "jeffreys")
RATIO = "log"
JACKKNIFE = ("jackknife", "corrected-jackknife")
# Of a mean over rows: Student's t, transformed by the skewness or as it is.
SKEWED_T = "skew-t"
MEAN = (SKEWED_T, "t")
# Of a quantile over rows: order statistics, interpolated.
ORDER = "order-statistics"
# Of a distance of a fitted curve: a band around it, at all rows at once.
BAND = "simultaneous-band"
# Bounds of several rates put together.
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
    """Return a method's name without how its replicates were drawn."""
    return method.removesuffix(CELLS).removesuffix(BLOCKS)


@dataclass(frozen=True, slots=True)
class Metric:
    """One row of the catalog: all that the house knows of a metric.

    Attributes
    ----------
    name : str
        Unique; the public function's name, or that of a variant of it with fixed
        ``parameters``.
    title : str
        For headings.
    short : str
        For sentences and pictures; by default the title.
    function : str
        The public function; by default it has the name of the row.
    kind : {"metric", "curve", "table", "test", "formula"}
        Only a "metric" gives one number per data set and has an interval.
    task : str
        The name of its family or topic, which sets it.
    targets : tuple of str
        Of task "labels": which labels it can be asked of, "binary", "multiclass" or
        "multilabel-indicator". Of "clustering": what is given, two labellings
        ("agreement"), points and labels ("geometry") or one labelling ("partition").
    targets_by_average : mapping of str or None to tuple of str
        The targets with values of ``average`` that change them.
    lower, upper : float
        Range of the value, see `ends`.
    leaves_range : tuple of str
        Parameters that lead out of that range, where they are given other values than
        the record's or the function's own: a sum in place of a mean.
    greater_is_better : bool or None
        Direction; None where there is none.
    interval : str or None
        How ``method="auto"`` makes the interval; None: there is no valid one. Where it
        is one for proportions and the value is none, with these parameters or with
        groups, or one for ratios and rows have weights or groups, "auto" is
        ``BOOTSTRAPPED``.
    approximate : bool
        Whether that interval is known to cover less (or more) than it says.
    reason : str
        Why there is none, or why it is approximate.
    chance : float or str or None
        What a model gets that knows nothing of the rows: a number, or the name of one
        that depends on the data, "prevalence", "largest class" or "one of the classes";
        None where it is not the same for all such models.
    missing : str
        What there is none of in data on which it is undefined: "positive rows in
        y_true".
    parameters : mapping
        Parameters that make the variant; a row of the function's own name has none.
    required : tuple of str
        Parameters of which the call must give all; or one, if `one_is_enough`.
    one_is_enough : bool
        Whether those required stand for each other.
    row_parameters : tuple of str or None
        Parameters with a value for each row, which go with the rows; None: whichever
        has as many values as there are rows.
    how : Formula, SweepReduction, RowMean and others of `how`, or None
        What it is read off; None: its function is called again with other rows.
    merges : tuple of str
        Public summaries, of the labels that it is for, that it is read off after parts
        of the data were added up. A record says so where it does not follow from `how`,
        else the family tells it.
    unmerged : str
        Why it cannot be had from parts of the data, and what to do; empty where it can.
    in_report : bool
        Whether ``evaluate`` shows it without being asked; see `reported`.
    interval_needs : tuple of str
        Parameters, or "groups", of which one must be given for it to have an interval.
    reported_for : tuple of str
        Of which labels it does so; empty: of all that it can be asked of.
    aliases : tuple of str
        Ids of the same measure elsewhere (mlr3measures, common abbreviations).
    shared_names : tuple of str
        Names of metrics of other families that it bears, too: of which one is meant the
        data tell.
    formerly : tuple of str
        Names that it had in earlier versions.
    percent : bool
        Whether people write it in percent, as rates of errors in transcripts.
    across_folds : {"mean", "pooled", "counts"}, optional
        How its values on folds become one: their mean, of a matter of order, which only
        one model puts rows in; the value of all rows at once; or of the counts of all
        folds, added. By default as of other metrics of the family.
    data_parameters : tuple of str
        Names under which functions of the family take data; the family sets them.
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

    def __post_init__(self) -> None:
        """Take the function of the row's name where none is given, and the title."""
        if not self.function:
            object.__setattr__(self, "function", self.name)
        if not self.short:
            object.__setattr__(self, "short", self.title)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        """Show in notebooks its title, range and how its interval is made."""
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
        """The public function itself, loaded when first asked for."""
        return getattr(import_module("fastmetrics"), self.function)

    @property
    def formula(self) -> Formula | None:
        """How its value is computed from a summary, if from any."""
        if isinstance(self.how, Formula):
            return self.how
        return getattr(self.how, "formula", None)

    @property
    def made_of(self) -> MadeOf:
        """What it makes of a mean over rows."""
        made_of: MadeOf = getattr(self.how, "made_of", "mean")
        return made_of

    @property
    def scale(self) -> Scale:
        """On which scale it varies symmetrically."""
        scale: Scale = getattr(self.how, "scale", "plain")
        return scale

    @property
    def light_tails(self) -> bool:
        """Whether it is a matter of squared errors."""
        return getattr(self.how, "light_tails", False)

    @property
    def by_group(self) -> bool:
        """Whether it is a mean over groups of rows, which are its units."""
        return getattr(self.how, "by_group", False)

    @property
    def merging(self) -> str:
        """What parts of the data make that it is read off, or why nothing, in words."""
        if self.merges:
            return f"it is read off {' or '.join(self.merges)}"
        return self.unmerged

    def leaves_out(self, parameters: Mapping[str, Any]) -> bool:
        """Whether with these parameters a mean leaves out rows without a value."""
        if isinstance(self.how, ListMeasure):
            return {**self.parameters, **parameters}.get("empty") == "skip"
        return getattr(self.how, "leaves_out", False)

    @property
    def is_swept(self) -> bool:
        """Whether it is read off a sweep of all rows."""
        return isinstance(self.how, SweepReduction) and not self.how.by_group

    @property
    def options(self) -> dict[str, Any]:
        """The function's parameters besides the data and weights, with defaults."""
        return dict(_options(self.public, self.data_parameters))

    def ends(self, parameters: Mapping[str, Any]) -> tuple[float, float]:
        """Return between what the value is in a call with these parameters."""
        for name in self.leaves_range:
            own = self.parameters.get(name, self.options.get(name))
            if name in parameters and not are_equal(parameters[name], own):
                return -INFINITY, INFINITY
        return self.lower, self.upper

    def called(self, name: str, title: str) -> str:
        """Return what is said where it was asked for by a name: the title, or the name.

        A name that is spelled like one of its own says no more than the title.
        """
        own = {
            _plain(known_as) for known_as in (self.name, self.title, self.short, title)
        }
        return title if _plain(name) in own else name

    @property
    def needs(self) -> str:
        """What a call must give, in words; empty if it need not give anything."""
        return _listed(self.required, "or" if self.one_is_enough else "and")

    def with_parameters(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters of a call: those of the variant, and given ones.

        Raises
        ------
        ValueError
            If one is given that says something else than the name of the variant.
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
        """Whether with these parameters it takes one of two labels for positive."""
        own = {**self.options, **self.parameters, **parameters}
        return "pos_label" in self.options and own.get("average", "binary") == "binary"

    def targets_with(self, parameters: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the targets with these parameters."""
        average = parameters.get("average", "")
        if not isinstance(average, str | None):
            return self.targets
        return self.targets_by_average.get(average, self.targets)

    def check_required(self, parameters: Mapping[str, Any]) -> None:
        """Raise TypeError if a call with these parameters lacks one that it needs."""
        absent = [name for name in self.required if parameters.get(name) is None]
        if self.one_is_enough and len(absent) < len(self.required):
            return
        if absent:
            is_single = len(absent) == 1
            missing = f"the parameter {absent[0]!r}" if is_single else self.needs
            raise TypeError(f"{self.name} needs {missing}")

    def reported(self, target: str | None = None) -> bool:
        """Whether ``evaluate`` shows it unasked, of labels of this kind."""
        kinds = self.reported_for or self.targets
        return self.in_report and (target is None or target in kinds)

    def reduce(self, parameters: Mapping[str, Any] | None = None) -> Reduction | None:
        """Give the metric as a Reduction, or None where its rows are needed.

        ``parameters``: all that the function is called with; by default the row's own.
        """
        if not isinstance(self.how, SweepReduction):
            return None
        own_parameters = self.parameters if parameters is None else parameters
        self.check_required(own_parameters)
        return self.how.reduce(**own_parameters)


@dataclass(frozen=True, slots=True)
class Argument:
    """Something that a family judges, or judges by.

    Attributes
    ----------
    name : str
        In Python, as in ``evaluate(y_true, y_score=...)``.
    option : str
        On the command line, without dashes; empty: it cannot be given there.
    what : str
        What it holds, for help and messages: "a model's scores".
    per_model : bool
        Whether each model has its own; else there is one for all.
    form : {"column", "columns", "levels", "object"}
        A column of a file; several that become a matrix; such columns, each with a
        level; something only Python has.
    levels : str
        The option of ``evaluate`` that has the levels of the columns.
    required : bool
        Whether the family cannot do without it.
    column_names : tuple of str
        Names of columns, lower case with underscores, that say that they hold it.
    column_pattern : str
        A regular expression of further such names. A name in `column_names` of any
        family counts before a pattern, patterns in the order of the families.
    named_as : str
        Another argument, whose names columns for this one have, where that one is not
        asked for.
    other_names : tuple of str
        What it is called by public functions that do not call it by its name.
    holds : {"labels", "numbers", "ids"}
        What the values are; ids name things, and are read as they are written.
    classes : int or None
        How many different labels there must be.
    by_default : bool
        Whether the one column whose name says nothing is taken for it.
    by_name : bool
        Whether a public function that has it takes it by name only, and can do without:
        it is of the data set, and none of `Family.positional`.
    as_given : bool
        Whether the family reads it itself, so that no array is made of it before: texts
        and lists of different lengths.
    is_by : bool
        Whether it is what rows are sliced by, where metrics of the family are asked for
        and it is not given itself.
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
    """How a family makes columns of another one from its own.

    Attributes
    ----------
    into : str
        The other family.
    option : str
        The option of ``evaluate`` that asks for it; empty: it is made unasked, unless
        metrics are asked for and none of them is of that family.
    make : callable
        ``make(shared, models, options)``: for each model its columns of ``into`` by
        the name of the argument. ``shared`` are the columns of the data set,
        ``models[name]`` those of a model (`UNNAMED` if it has no name), and
        ``options`` all further options of the call.
    reads : tuple of str
        Further options that change what is made.
    defaults : callable or None
        ``defaults(models, options)``: options that hold where they are not given.
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
    """Bundled data that the command line judges where it is given no file.

    Attributes
    ----------
    name : str
        Of the file, without its ending.
    what : str
        What is said of it.
    columns : mapping of str to str, or to several
        Columns by option that their names do not tell.
    standardize : bool
        Whether measurements are to be standardised.
    also_for : tuple of str
        Other families that can judge them.
    """

    name: str
    what: str
    columns: Mapping[str, str | tuple[str, ...]]
    standardize: bool = False
    also_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Family:
    """One task: its arguments, what they are asked, and the metrics.

    Attributes
    ----------
    name : str
        The task's public name: "labels".
    title : str
        Heading of what a report says of it: "Labels".
    arguments : tuple of Argument
        In the order in which the public functions take them.
    positional : mapping of str to tuple of str
        Which arguments the public functions take first, in their order: under "" those
        of any metric, and under a target those of metrics with it.
    options : tuple of str
        Which of the common options it takes: "sample_weight", "groups", "order",
        "folds", "stratified", "pos_label".
    asks_for : mapping of str to str
        What to say where a metric is asked for whose data are missing: under "" of any
        metric, and under a target of those for it.
    metrics : tuple of Metric
        What gives one number per data set.
    others : tuple of Metric
        Curves, tables, tests and formulas.
    summaries : tuple of str
        Full names of the classes that may stand in place of the columns.
    derives : tuple of Derivation
        Columns that it makes for other families.
    claims : tuple of str
        Arguments of which one is enough to say that the data are of this family; with
        none of them it judges only where the task is named.
    instead_of : tuple of str
        Families that take the same columns, and do not judge them where it does.
    told_by : callable, optional
        A function that says of columns which other families claim, by what
        they hold, that they are of this one: ``told_by(shared, models)`` returns why,
        in words, and nothing where they are not; it raises where nobody can know.
        ``shared`` are the columns of the data set, ``models[name]`` those of a model.
    other_forms : callable, optional
        A function that makes arguments of the family of data in another
        form: ``other_forms(given, options, is_named)`` returns them by name, as
        ``evaluate`` takes them, and None where the data are in no such form. ``given``
        are the arguments of ``evaluate`` that were given, ``options`` its further
        options, and ``is_named`` says whether the task was named; where another one
        was, it is not asked.
    named : callable, optional
        A function that reads names with parameters in them: ``named(text, metrics)``
        returns the name of one of these metrics of the family and its parameters, for
        "P_5" ``("precision_at_k", {"k": 5})``, and None where it is no such name. The
        catalog writes them ``name(parameter=value, ...)@k``, the parameters in the
        order of the alphabet, and reads that again.
    settings : tuple of str
        Options of ``evaluate`` of its own, beside columns.
    across_folds : {"mean", "pooled", "counts"}
        `Metric.across_folds` of metrics that say nothing else.
    is_of_one_fit : bool
        Whether what a model says has a meaning beside what the same fit says of other
        rows only, as numbers of clusters have.
    all_pairs : callable, optional
        ``all_pairs(row, parameters, pairs)`` returns the value of a metric over all
        pairs of a true value and a prediction, ``pairs`` their two columns, and None
        where no closed form is known.
    examples : tuple of Example
        Bundled data.
    commands : tuple of callable
        Functions that add a command of its own to the command line.
    guide : str
        The package whose ``about.toml`` explains its metrics; empty: no file does.
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
        """Return the arguments that the function of a metric takes first."""
        for target in row.targets:
            if target in self.positional:
                return self.positional[target]
        return self.positional[""]

    def __post_init__(self) -> None:
        """Tell the metrics whose they are."""
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
        """Return what a metric is read off after parts were added up, or why nothing.

        What is read off sums is read off the family's first summary, and of several
        labels per row off its second; a mean over rows is that of the sums of rows.
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
        """The names of the arguments that each model has its own of."""
        return tuple(each.name for each in self.arguments if each.per_model)


@dataclass(frozen=True, slots=True)
class Topic:
    """Functions of no family: they take what other functions found, or any data.

    Attributes
    ----------
    name : str
        The public name of what they are about: "comparison".
    title : str
        Heading of the table of its functions.
    rows : tuple of Metric
        The catalog's rows, none of kind "metric".
    guide : str
        The package whose ``about.toml`` explains them; empty: no file does.
    """

    name: str
    title: str
    rows: tuple[Metric, ...]
    guide: str

    def __post_init__(self) -> None:
        """Tell the rows whose they are."""
        rows = tuple(replace(row, task=self.name) for row in self.rows)
        object.__setattr__(self, "rows", rows)


def _plain(name: str) -> str:
    """Return the letters and digits of a name, in lower case: "R²" is "r2"."""
    plain = unicodedata.normalize("NFKC", name)
    return "".join(filter(str.isalnum, plain)).casefold()


def are_equal(value: Any, own: Any) -> bool:
    """Whether a parameter that was given, whatever it is, has this value."""
    plain_value, known = (
        side.tolist() if hasattr(side, "tolist") else side for side in (value, own)
    )
    try:
        return bool(plain_value == known)
    except ValueError:  # of what holds arrays
        return False


@functools.cache
def _options(function: Callable[..., Any], data: tuple[str, ...]) -> dict[str, Any]:
    """Return the parameters besides the data; those of any name are not among them."""
    known = inspect.signature(function).parameters
    return {
        name: p.default
        for name, p in known.items()
        if name not in data and p.kind is not p.VAR_KEYWORD
    }


def _listed(names: tuple[str, ...], word: str) -> str:
    """Return names as a sentence lists them."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def other_rows(kind: Kind, *names: str, **more: Any) -> tuple[Metric, ...]:
    """Make rows for functions that do not give one number per data set."""
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
