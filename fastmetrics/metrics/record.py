"""Metric and Family: plain records of what is measured, of what, and how.

A family is one task: what is compared with what. It says which arguments it takes, and
has the records of its metrics; how its data are resampled is a plan in ``resampling``,
what a report says of it a section in ``report.sections``, both under its name.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, Literal, NamedTuple

Kind = Literal["metric", "curve", "table", "test", "formula"]

INFINITY = float("inf")

# What one model is called that has no name.
UNNAMED = "model"

# The ways in which intervals can be asked for; "auto" is the one that a row names.
BOOTSTRAP = ("percentile", "basic", "bca", "bias-corrected", "normal")
PROPORTION = ("wilson", "clopper-pearson", "agresti-coull", "jeffreys")
JACKKNIFE = ("jackknife", "corrected-jackknife")
METHODS = ("auto", *BOOTSTRAP, "delong", *PROPORTION, *JACKKNIFE)


class Reduction(NamedTuple):
    """A metric as ``scale * reducer + offset``, the reducer one of ScoreSweep's."""

    reducer: tuple[Any, ...]
    scale: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class Metric:
    """One row of the catalog.

    Attributes
    ----------
    name : str
        Unique; the public function's name, or that of a variant of it with fixed
        ``parameters``.
    title : str
        For tables.
    module, function : str
        Where the public function lives.
    kind : {"metric", "curve", "table", "test", "formula"}
        Only a "metric" gives one number per data set and has an interval.
    task : str
        The name of its family, which sets it.
    targets : tuple of str
        Of task "labels": which labels it can be asked of, "binary", "multiclass" or
        "multilabel-indicator". Of "clustering": what is given, two labellings
        ("agreement"), points and labels ("geometry") or one labelling ("partition").
    lower, upper : float
        Range of the value.
    greater_is_better : bool or None
        Direction; None where there is none.
    interval : str or None
        How ``method="auto"`` makes the interval; None: there is no valid one. Where it
        is one for proportions and the value is none, with these parameters or with
        groups, "auto" is ``BOOTSTRAPPED``.
    approximate : bool
        Whether that interval is known to cover less (or more) than it says.
    reason : str
        Why there is none, or why it is approximate.
    parameters : mapping
        Parameters that make the variant; see `with_parameters`.
    required : tuple of str
        Parameters that have no default and must be given.
    reduction : callable or None
        ``reduction(**parameters)``: the metric as a Reduction; None: it needs the rows.
    in_report : bool
        Whether ``evaluate`` shows it without being asked; see `reported`.
    reported_for : tuple of str
        Of which labels it does so; empty: of all that it can be asked of.
    aliases : tuple of str
        Ids of the same measure elsewhere (mlr3measures, common abbreviations).
    data_parameters : tuple of str
        Names under which functions of the family take data; the family sets them.
    """

    name: str
    title: str
    module: str
    function: str
    kind: Kind = "metric"
    task: str = ""
    targets: tuple[str, ...] = ()
    lower: float = 0.0
    upper: float = 1.0
    greater_is_better: bool | None = True
    interval: str | None = None
    approximate: bool = False
    reason: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    reduction: Callable[..., Reduction | None] | None = None
    in_report: bool = True
    reported_for: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    data_parameters: tuple[str, ...] = ()

    @property
    def public(self) -> Callable[..., Any]:
        """The public function itself, loaded when first asked for."""
        return getattr(import_module("fastmetrics"), self.function)

    @property
    def options(self) -> dict[str, Any]:
        """The function's parameters besides the data and weights, with defaults."""
        return dict(_options(self.public, self.data_parameters))

    def with_parameters(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters of a call: those of the variant, given ones on top.

        Where the row has the function's own name its parameters are only an example,
        which any that are given replace.
        """
        if given and self.name == self.function:
            return dict(given)
        return {**self.parameters, **given}

    def reported(self, target: str | None = None) -> bool:
        """Whether ``evaluate`` shows it unasked, of labels of this kind."""
        kinds = self.reported_for or self.targets
        return self.in_report and (target is None or target in kinds)

    def reduce(self, parameters: Mapping[str, Any] | None = None) -> Reduction | None:
        """Give the metric as a Reduction, or None where its rows are needed.

        ``parameters``: all that the function is called with; by default the row's own.
        """
        if self.reduction is None:
            return None
        return self.reduction(**(self.parameters if parameters is None else parameters))


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
    form : {"column", "columns", "object"}
        A column of a file; several that become a matrix; something only Python has.
    required : bool
        Whether the family cannot do without it.
    column_names : tuple of str
        Names of columns, lower case with underscores, that say that they hold it.
    column_pattern : str
        A regular expression of further such names. A name in `column_names` of any
        family counts before a pattern, patterns in the order of the families.
    other_names : tuple of str
        What it is called by public functions that do not call it by its name.
    holds : {"labels", "numbers"}
        What the values are.
    classes : int or None
        How many different labels there must be.
    by_default : bool
        Whether the one column whose name says nothing is taken for it.
    """

    name: str
    option: str
    what: str
    per_model: bool = False
    form: Literal["column", "columns", "object"] = "column"
    required: bool = True
    column_names: tuple[str, ...] = ()
    column_pattern: str = ""
    other_names: tuple[str, ...] = ()
    holds: Literal["labels", "numbers"] = "labels"
    classes: int | None = None
    by_default: bool = False


@dataclass(frozen=True, slots=True)
class Derivation:
    """How a family makes columns of another one from its own.

    Attributes
    ----------
    into : str
        The other family.
    option : str
        The option of ``evaluate`` that asks for it; empty: it is always made.
    make : callable
        ``make(shared, models, options)``: for each model its columns of ``into`` by
        the name of the argument. ``shared`` are the columns of the data set,
        ``models[name]`` those of a model (`UNNAMED` if it has no name), and
        ``options`` all further options of the call.
    """

    into: str
    option: str
    make: Callable[
        [Mapping[str, Any], Mapping[str, Mapping[str, Any]], Mapping[str, Any]],
        dict[str, dict[str, Any]],
    ]


@dataclass(frozen=True, slots=True)
class Example:
    """Bundled data that the command line judges where it is given no file.

    Attributes
    ----------
    name : str
        Of the file, without its ending.
    what : str
        What is said of it.
    columns : mapping of str to str
        Columns by option that their names do not tell.
    standardize : bool
        Whether measurements are to be standardised.
    """

    name: str
    what: str
    columns: Mapping[str, str]
    standardize: bool = False


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
        Which of the common options it takes: "sample_weight", "groups", "stratified",
        "pos_label".
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
    examples : tuple of Example
        Bundled data.
    commands : tuple of str
        Full names of functions that add a command of its own to the command line.
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
    examples: tuple[Example, ...] = ()
    commands: tuple[str, ...] = ()

    def leading(self, row: Metric) -> tuple[str, ...]:
        """Return the arguments that the function of a metric takes first."""
        for target in row.targets:
            if target in self.positional:
                return self.positional[target]
        return self.positional[""]

    def __post_init__(self) -> None:
        """Tell the metrics whose they are."""
        names = (n for one in self.arguments for n in (one.name, *one.other_names))
        mine = {"task": self.name, "data_parameters": (*names, "sample_weight")}
        for group in ("metrics", "others"):
            rows = tuple(replace(row, **mine) for row in getattr(self, group))
            object.__setattr__(self, group, rows)

    @property
    def columns_per_model(self) -> tuple[str, ...]:
        """The names of the arguments that each model has its own of."""
        return tuple(each.name for each in self.arguments if each.per_model)


@functools.cache
def _options(function: Callable[..., Any], data: tuple[str, ...]) -> dict[str, Any]:
    """Return the parameters besides the data; those of any name are not among them."""
    known = inspect.signature(function).parameters
    return {
        name: p.default
        for name, p in known.items()
        if name not in data and p.kind is not p.VAR_KEYWORD
    }


def other_rows(kind: Kind, module: str, *names: str) -> tuple[Metric, ...]:
    """Make rows for functions that do not give one number per data set."""
    return tuple(
        Metric(
            name,
            name.replace("_", " "),
            module,
            name,
            kind=kind,
            lower=-INFINITY,
            upper=INFINITY,
            greater_is_better=None,
            reason="not a single number per data set",
            in_report=False,
        )
        for name in names
    )
