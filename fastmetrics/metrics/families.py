"""Records of a `Family` (a task with its arguments and metrics) and of a `Topic`.

The resampling plan of a family is in ``resampling``, and its section of a report in
``report.sections``, both under the name of the family.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from fastmetrics.metrics.how import ListMeasure, RowMean, RowQuantile
from fastmetrics.metrics.record import (
    ALL_TOGETHER,
    OF_ALL_ROWS,
    ROW_SUMS,
    Combination,
    Metric,
)


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
    level_is : {"share", "number"}
        Whether levels are shares in (0, 1), which names of columns may have in percent,
        or numbers that are not negative.
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
    level_is: Literal["share", "number"] = "share"
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
    """Derivation of the columns of one family from the columns of another.

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
        called if another task was named. If one metric is asked, the option "y_pred" is
        the argument that predictions without a name are for.
    named : callable, optional
        Reads names that contain parameters: ``named(text, metrics)`` returns the name
        of one of these metrics and its parameters, for "P_5" ``("precision_at_k",
        {"k": 5})``, or None for any other name. The catalog writes them as
        ``name(parameter=value, ...)@k``, with parameters in alphabetical order, and
        reads this form back.
    named_at : str
        The parameter that such a name has at its end: "k" for a cut-off.
    settings : tuple of str
        Options of ``evaluate`` for this family only, apart from columns.
    interval_settings : tuple of str
        Options of ``confidence_interval`` for this family only.
    table : callable, optional
        If its only argument is a table that contains all models: ``table(given,
        missing)`` returns the summary of the table.
    across_folds : {"mean", "pooled", "counts"}
        Default of `Metric.across_folds`.
    is_compared : bool
        Whether ``fastmetrics compare`` compares models by its metrics, from a truth and
        a prediction per row.
    is_of_one_fit : bool
        Whether predictions can be compared only within one fit, like cluster numbers.
    all_pairs : callable, optional
        ``all_pairs(row, parameters, pairs)`` returns the value of a metric over all
        pairs of a true value and a prediction, whose two columns are ``pairs``, or None
        if there is no closed form.
    examples : tuple of Example
        Bundled data.
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
    table: Callable[..., Any] | None = None
    derives: tuple[Derivation, ...] = ()
    claims: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()
    told_by: Callable[..., str] | None = None
    other_forms: Callable[..., dict[str, Any] | None] | None = None
    named: (
        Callable[[str, Sequence[Metric]], tuple[str, Mapping[str, Any]] | None] | None
    ) = None
    named_at: str = "k"
    settings: tuple[str, ...] = ()
    interval_settings: tuple[str, ...] = ()
    across_folds: Combination = "pooled"
    is_compared: bool = False
    is_of_one_fit: bool = False
    all_pairs: Callable[..., float | None] | None = None
    examples: tuple[Example, ...] = ()
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
                    # Settings are parameters, even if data may come with them.
                    data_parameters=tuple(n for n in data if n not in self.settings),
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
    def holds_models(self) -> bool:
        """Whether its only argument is a table that contains all models."""
        return self.table is not None

    @property
    def row_settings(self) -> set[str]:
        """Settings that may have a value per row."""
        per_row = {name for row in self.metrics for name in row.row_parameters or ()}
        return per_row & {*self.settings}

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


# Arguments of several families, and the column names that identify them.

TRUE_LABELS = Argument(
    "y_true",
    "truth",
    "the true labels",
    column_names=(
        "y_true", "truth", "true", "true_label", "label", "labels", "target", "targets",
        "class", "outcome", "y", "ground_truth", "actual", "y_test",
    ),
)  # fmt: skip

# Columns of predicted labels.
LABEL_NAMES = (
    "y_pred", "pred", "preds", "label_pred", "pred_label", "predicted_label",
    "predicted_class", "class_pred", "pred_class", "prediction_label",
)  # fmt: skip
LABEL_PATTERN = r"(pred|y_pred|predicted_label|predicted_class)_.+|.+_pred"
