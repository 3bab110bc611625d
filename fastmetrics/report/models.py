"""Models and metrics of a report, and the families that evaluate given columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics import catalog
from fastmetrics._common.names import by_text, cut, shown
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.columns import convert
from fastmetrics._inputs.score_tables import name_columns
from fastmetrics._inputs.scores import warn_other_orders
from fastmetrics.catalog import FAMILIES, family_of_summary, in_other_form, remembered
from fastmetrics.intervals.resolve import is_several, name_of
from fastmetrics.metrics.families import Family
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.metrics.row_sums import RowSums
from fastmetrics.metrics.summary import SummarySource
from fastmetrics.resampling.callable_plans import SummaryParts
from fastmetrics.resampling.plan import Data, Design

if TYPE_CHECKING:
    from fastmetrics.metrics.families import Derivation, Family


# Options that a family takes if it says so.
COMMON = ("sample_weight", "groups", "order", "folds", "stratified", "pos_label")


class Choice(NamedTuple):
    """The families that judge, and how columns are made for them of other columns."""

    families: list[Family]
    derivations: list[Derivation]


class Told(NamedTuple):
    """A family that the columns themselves name, and why; nothing: it was asked for."""

    family: Family
    why: str


@remembered
def arguments_by_name() -> Mapping[str, bool]:
    """Return the arguments of all families; True for those that are given per model."""
    found: dict[str, bool] = {}
    for family in FAMILIES.values():
        for argument in family.arguments:
            found[argument.name] = found.get(argument.name, False) or argument.per_model
    return found


def read_by_families(task: object) -> set[str]:
    """Return the arguments of which no array is made before a family reads them.

    ``task`` is the family that was named; without one they are what no family at all
    takes as an array.
    """
    return _read_by(str(task) if is_one_of(task, FAMILIES) else None)


@remembered
def _read_by(task: str | None) -> set[str]:
    families = [*FAMILIES.values()] if task is None else [FAMILIES[task]]
    every = [one for family in families for one in family.arguments]
    return {one.name for one in every} - {o.name for o in every if not o.as_given}


def in_other_forms(
    task: str | None, given: Mapping[str, Any], options: Mapping[str, Any]
) -> tuple[str, dict[str, Any]] | None:
    """Return the family whose data in another form were given, and its arguments.

    None where nobody takes them to be such.
    """
    for family in FAMILIES.values():
        if is_one_of(task, (None, family.name)):
            found = in_other_form(family, given, options, task is not None)
            if found is not None:
                return family.name, found
    return None


def derived_options() -> set[str]:
    """Return the options that ask for columns made of others."""
    every = (one for family in FAMILIES.values() for one in family.derives)
    return {one.option for one in every if one.option}


@remembered
def own_options() -> set[str]:
    """Return the options of ``evaluate`` that single families have for themselves."""
    every = FAMILIES.values()
    read = {n for family in every for one in family.derives for n in one.reads}
    return derived_options() | read | {n for one in every for n in one.settings}


def tell(
    shared: Mapping[str, Any],
    models: Mapping[str, Mapping[str, Any]],
    options: Collection[str],
    asked: Collection[str] | None = None,
) -> Told | None:
    """Return the family that columns are of by what they hold, which others claim.

    None where their arguments tell, or nothing does. ``options`` are the names of those
    that were given; ``asked`` the families of the metrics that were asked for.

    Raises
    ------
    ValueError
        If nobody can know.
    """
    given = {*shared, *options, *(name for one in models.values() for name in one)}
    for family in FAMILIES.values():
        is_open = given <= _useful(family) and models
        if not family.told_by or not is_open or {*family.claims} & given:
            continue
        if asked is not None and {*asked} == {family.name}:
            return Told(family, "")
        if asked is None or family.name in asked:
            why = family.told_by(shared, models)
            if why:
                return Told(family, why)
    return None


def _useful(family: Family) -> frozenset[str]:
    """Return the names of all that a family takes."""
    return _useful_to(family.name)


@remembered
def _useful_to(name: str) -> frozenset[str]:
    family = FAMILIES[name]
    arguments = (one.name for one in family.arguments)
    return frozenset((*arguments, *family.options, *family.settings))


def choose(
    task: str | None, given: Collection[str], asked: Collection[str] | None = None
) -> Choice:
    """Choose who judges, by the names of the arguments and options that were given.

    ``task`` is the family that was named, if one was; ``asked`` are the families of the
    metrics that were asked for, None if none was.

    Raises
    ------
    TypeError
        If what a family needs is missing.
    ValueError
        If there is no such task, or it has no use for something.
    """
    if task is not None and not is_one_of(task, FAMILIES):
        raise ValueError(
            f"task must be one of {', '.join(FAMILIES)}; got {shown(task)}"
        )
    named = None if asked is None else frozenset(asked)
    return _chosen(None if task is None else str(task), frozenset(given), named)


@remembered
def _chosen(
    task: str | None, given: frozenset[str], asked: frozenset[str] | None
) -> Choice:
    # The same names come batch after batch.
    claiming = [family for family in FAMILIES.values() if {*family.claims} & {*given}]
    alone = [family for family in claiming if family.instead_of]
    if task is not None:
        judging = [FAMILIES[task]]
    else:
        judging = alone[:1] or claiming
    derivations, sources = [], []
    for family in FAMILIES.values():
        for derivation in family.derives:
            into = FAMILIES[derivation.into]
            is_open = into in judging or (task is None and not alone)
            if derivation.option:
                is_made = derivation.option in given and (
                    family in claiming or not _is_read(derivation, claiming)
                )
            else:
                is_made = family in claiming and _has_shared(into, given)
                is_made &= asked is None or into.name in asked
            if is_open and is_made:
                derivations.append(derivation)
                sources.append(family)
    judged = {each.name for each in judging} | {each.into for each in derivations}
    families = [family for family in FAMILIES.values() if family.name in judged]
    if not families:
        raise TypeError(f"give {_what_can_be_given()}: nothing is")
    _refuse_useless(given, families, sources, derivations)
    _check_required_arguments(given, families, derivations)
    return Choice(families, derivations)


def _is_read(derivation: Derivation, claiming: list[Family]) -> bool:
    """Whether other columns that were given are made into the same by its option."""
    return any(
        one.into == derivation.into and derivation.option in one.reads
        for family in claiming
        for one in family.derives
    )


def _has_shared(family: Family, given: Collection[str]) -> bool:
    """Whether all is there that a family needs beside the columns of models."""
    shared = (one for one in family.arguments if one.required and not one.per_model)
    return all(one.name in given for one in shared)


def _refuse_useless(
    given: Collection[str],
    families: list[Family],
    sources: list[Family],
    derivations: list[Derivation],
) -> None:
    useful = {name for one in derivations for name in (one.option, *one.reads)}
    useful |= {one.name for family in (*families, *sources) for one in family.arguments}
    useful |= {name for family in families for name in family.settings}
    useful |= {*COMMON}.intersection(*(family.options for family in families))
    useless = sorted({*given} - useful)
    if useless:
        task = " and ".join(repr(family.name) for family in families)
        raise ValueError(f"task={task} has no use for {useless[0]}")


def _check_required_arguments(
    given: Collection[str], families: list[Family], derivations: list[Derivation]
) -> None:
    derived = {one.into for one in derivations}
    needed = [
        (family, argument)
        for family in families
        for argument in family.arguments
        if argument.required and argument.name not in given
    ]
    for _, argument in needed:
        if not argument.per_model:
            raise TypeError(
                f"{argument.name} is None{_who_can_do_without(argument.name)}"
            )
    for family, argument in needed:
        if family.name not in derived:
            raise TypeError(f"task={family.name!r} needs {argument.name}")


def _who_can_do_without(name: str) -> str:
    others = [
        f"{family.title.lower()} can do without, given {' or '.join(family.claims)}"
        for family in FAMILIES.values()
        if any(one.name == name and not one.required for one in family.arguments)
    ]
    return f"; only {' and '.join(others)}" if others else ""


def _what_can_be_given() -> str:
    """Return the columns of models that families judge: "y_pred (labels), ... "."""
    found: dict[str, str] = {}
    for family in FAMILIES.values():
        if not family.instead_of:
            for name in {*family.claims} & {*family.columns_per_model}:
                found.setdefault(name, family.title.lower())
    texts = [f"{name} ({what})" for name, what in sorted(found.items())]
    return f"{', '.join(texts)} or {'both' if len(texts) == 2 else 'several of these'}"


def columns_of(family: Family, columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the columns that are arguments of a family."""
    return {
        one.name: columns[one.name] for one in family.arguments if one.name in columns
    }


# ------------------------------------------------------------------------------ models
# The models of a report, and the columns that each family has of each model.


Models = dict[str, dict[str, Any]]


# Arguments whose columns ``labels`` names.
_BY_CLASS = ("y_proba", "y_score")


class Gathered(NamedTuple):
    """The names of all models, and what each family judges, by its name.

    ``options`` are those of the call that were given, or hold where they are not;
    ``told`` is the family that the columns' values named, if they did.
    """

    models: list[str]
    data: dict[str, Data]
    options: Mapping[str, Any]
    told: Told | None = None


def table_of_models(
    task: str | None, first: Any, columns: dict[str, Any], missing: Any
) -> Any:
    """Return the first argument of ``evaluate``, or the table that contains all models.

    Such a table is given by the name of the family's argument, which is taken out of
    ``columns``, or as the first argument if the task is named.
    """
    for family in FAMILIES.values():
        if family.table is None:
            continue
        [name] = family.positional[""]
        if first is None and name in columns:
            return family.table(columns.pop(name), missing)
        if is_one_of(task, (family.name,)) and first is not None:
            return family.table(first, missing)
    return first


def gather_given(
    task: str | None,
    given: Mapping[str, Any],
    options: Mapping[str, Any],
    design: Design,
    asked: Collection[str] | None = None,
) -> Gathered:
    """Find out who judges, and return what each family has of each model.

    ``given`` and ``options`` are the arguments of ``evaluate``; None: not given. The
    first argument may be a summary: then the family whose summary it is judges it. Data
    in a form that only one family knows are brought into columns first.
    ``asked`` are the families of the metrics that were asked for, None if none was.

    Raises
    ------
    TypeError, ValueError
        If something is missing, of no use, or does not go with something else.
    """
    given, options = _that_are_given(given), _that_are_given(options)
    others = {name: one for name, one in given.items() if name != "y_true"}
    warn_other_orders(given.get("y_true"), **others, **design._asdict())
    designed = _that_are_given(
        {**design._asdict(), "stratified": design.stratified or None}
    )
    if isinstance(given.get("y_true"), RowSums | SummarySource):
        return _handed_out(task, given, {*options, *designed}, options)
    family = family_of_summary(given.get("y_true"))
    if family is None:
        brought = in_other_forms(task, given, options)
        if brought is not None:
            task, given = brought
        shared, models = _apart(given, read_by_families(task))
        further = {*options, *designed}
        told = None if task is not None else tell(shared, models, further, asked)
        named = told.family.name if told else task
        choice = choose(named, {*given, *further}, asked)
        return _gather(choice, shared, models, options)._replace(told=told)
    summary = given["y_true"]
    called = type(summary).__name__
    if task not in (None, family.name):
        raise ValueError(f"task={task!r} cannot evaluate a {called}")
    beside = [name for name in given if name != "y_true"]
    if beside:
        raise TypeError(f"a {called} needs no other data, got {' and '.join(beside)}")
    taken = {*family.options, *family.settings}
    useless = sorted({*options, *designed} - taken)
    if useless:
        raise ValueError(f"task={family.name!r} has no use for {useless[0]}")
    of_table = [UNNAMED]
    if family.holds_models:
        of_table = [*by_text(dict.fromkeys(summary.models), called, "models")]
    return Gathered(of_table, {family.name: Data({}, {UNNAMED: {}}, summary)}, options)


def _handed_out(
    task: str | None,
    given: Mapping[str, Any],
    further: Collection[str],
    options: Mapping[str, Any],
) -> Gathered:
    """Return what a source of summaries hands out, or sums of rows."""
    source = given["y_true"]
    called, pairs = type(source).__name__, dict[str, Any]()
    needless = [*(name for name in given if name != "y_true"), *further]
    if needless:
        raise TypeError(f"{called} needs no other data, got {needless[0]}")
    if isinstance(source, RowSums):
        asked = [(source.row, {**source.row.parameters, **source.parameters})]
        handed: Mapping[str, Any] = {source.task: {UNNAMED: [(source, asked)]}}
    else:
        handed, options = source.handed_out(), source.settings()
        pairs = source.pairs()
    if task is not None and {task} != {*handed}:
        raise ValueError(f"task={task!r} cannot evaluate this {called}")
    data = {
        family: Data(
            {},
            {model: {} for model in parts},
            SummaryParts(family, parts, pairs.get(family, {})),
        )
        for family in FAMILIES
        if (parts := handed.get(family)) is not None
    }
    models = [*dict.fromkeys(model for parts in handed.values() for model in parts)]
    return Gathered(models, data, options)


def _that_are_given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: one for name, one in arguments.items() if one is not None}


def _apart(
    given: Mapping[str, Any], as_given: Collection[str]
) -> tuple[dict[str, Any], Models]:
    """Return the columns of the data set, and those of each model.

    ``given`` are the arguments by name, those of models one column or a mapping of
    columns by model; a model that has no name is `UNNAMED`. Those named in ``as_given``
    stay as they are.

    Raises
    ------
    ValueError
        If names of models clash.
    """
    per_model = arguments_by_name()

    def read(column: Any, name: str) -> Any:
        return column if name in as_given else _converted(column, name)

    shared = {n: read(one, n) for n, one in given.items() if not per_model[n]}
    models: Models = {}
    for argument, columns in given.items():
        if per_model[argument]:
            for model, column in _by_model(columns, argument).items():
                models.setdefault(model, {})[argument] = read(column, argument)
    return shared, models


def _gather(
    choice: Choice,
    shared: Mapping[str, Any],
    models: Models,
    options: Mapping[str, Any],
) -> Gathered:
    """Return what each of the families judges.

    Models are in the same order for all families, so that a pair of models is the same
    pair in each.

    Raises
    ------
    TypeError
        If a model lacks a column.
    ValueError
        If columns cannot be made of others.
    """
    models = {model: _named(own, options) for model, own in models.items()}
    derived: dict[str, Models] = {}
    unasked: set[str] = {one.into for one in choice.derivations if not one.option}
    defaults: dict[str, Any] = {}
    for one in choice.derivations:
        made = one.make(shared, models, options)
        into = derived.setdefault(one.into, {})
        for model, columns in made.items():
            into[model] = {**into.get(model, {}), **columns}
        if one.defaults is not None:
            defaults |= one.defaults(models, options)
    common: dict[str, Any] = {}  # what is encoded once for all families
    data = {
        family.name: Data(
            columns_of(family, shared),
            _models_of(family, models, derived.get(family.name, {})),
            derived=_made_of(family, models, derived.get(family.name, {})),
            _made=common,
        )
        for family in choice.families
    }
    # What would be made unasked may not be there to make: no scores of ten classes.
    data = {f: one for f, one in data.items() if one.models or f not in unasked}
    if not data:
        names = " and ".join(repr(family.name) for family in choice.families)
        raise ValueError(f"task={names}: nothing that was given makes columns of it")
    judged = {model for one in data.values() for model in one.models}
    named = [model for model in models if model in judged]
    return Gathered(named, data, {**defaults, **options})


def _converted(column: Any, name: str) -> Any:
    """Return a column as an array, so that several families convert it once.

    What is none, or is bad, stays as it is: whoever reads it says so in its own words.
    """
    try:
        return convert(column, name)
    except (TypeError, ValueError, OverflowError):
        return column


def _named(own: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a model, those of a matrix named after the classes."""
    return {
        name: name_columns(one, **options) if name in _BY_CLASS else one
        for name, one in own.items()
    }


def _by_model(columns: Any, argument: str) -> dict[str, Any]:
    if not isinstance(columns, Mapping):
        return {UNNAMED: columns}
    if not columns:
        raise ValueError(f"{argument} has no models: it is an empty mapping")
    return by_text(columns, argument, "models")


def _models_of(family: Family, models: Models, derived: Models) -> Models:
    """Return the models that have all columns which the family needs of each."""
    per_model = [one for one in family.arguments if one.per_model]
    needed = [one.name for one in per_model if one.required]
    found = {}
    for model, given in models.items():
        # What was given counts before what would be made.
        columns = {**derived.get(model, {}), **given}
        mine = {one.name: columns[one.name] for one in per_model if one.name in columns}
        missing = [name for name in needed if name not in mine]
        if mine and not missing:
            found[model] = mine
        elif mine and _is_claimed_by(family, mine):
            raise TypeError(
                f"model {shown(model)} has {min(mine)}, but no {missing[0]}"
            )
    return found


def _made_of(family: Family, models: Models, derived: Models) -> frozenset[str]:
    """Return the models whose columns were not given, but made of others."""
    mine = {*family.columns_per_model}
    return frozenset(name for name in derived if not mine & {*models.get(name, {})})


def _is_claimed_by(family: Family, columns: Mapping[str, Any]) -> bool:
    """Whether no other family can be meant by these columns."""
    others = (other for other in FAMILIES.values() if other is not family)
    return not any({*columns} & {*other.columns_per_model} for other in others)


# ----------------------------------------------------------------------------- metrics
# The metrics of a report, from the families and the target.


def metric_names(
    metrics: Any, judging: Collection[str] | None = None
) -> dict[str, str] | None:
    """Return the names of the metrics asked for: the catalog's, with those as given.

    Each is what `name_of` takes: a name, which may have parameters in it, a name with a
    dict of them, a function of the catalog or a ``partial`` of one.

    None for None. ``judging``: the families that judge the data, which tell what a name
    stands for that metrics of several bear.

    Raises
    ------
    TypeError
        If they are no names.
    ValueError
        If a name is none of a metric, a single number per data set.
    """
    if metrics is None:
        return None
    try:
        listed = [*metrics] if is_several(metrics) else [metrics]
    except TypeError:  # an array without a dimension says that it can be listed
        raise TypeError(f"metrics must be names, got {cut(repr(metrics))}") from None
    names: dict[str, str] = {}
    for one in listed:
        name = name_of(one)
        row = row_of(name, judging)  # raises, and says what comes close
        if not any(catalog.are_same(row, catalog.METRICS[other]) for other in names):
            names[row.name] = name
    if not names:
        raise ValueError("metrics is empty; leave it out for all metrics")
    return names


def with_threshold(
    names: Mapping[str, str], threshold: Any
) -> tuple[dict[str, str], bool]:
    """Return names with a threshold in those of metrics that have one for themselves.

    Such as `net_benefit`, unless it was asked for with one. And whether nothing else
    has a use for it: no metric of labels, which are made by it.
    """
    found, tasks = {}, set()
    for name, asked in names.items():
        row = catalog.METRICS[name]
        if "threshold" in row.options and "threshold" not in row.parameters:
            name = asked = catalog.with_parameters(row, {"threshold": threshold}).name
            tasks.add(row.task)
        found[name] = asked
    return found, bool(tasks) and catalog.tasks_of(names) <= tasks


def row_of(name: str, judging: Collection[str] | None) -> catalog.Metric:
    """Return the row that a name stands for, of the data that these families judge."""
    metrics = catalog.metrics_named(name)
    if len(metrics) < 2 or judging is None:
        return metrics[0]
    fitting = [row for row in metrics if row.task in judging]
    if not fitting:
        raise ValueError(catalog.none_fits(name))
    return fitting[0]


def by_family(
    names: Sequence[str] | None, given: Mapping[str, Sequence[str]]
) -> dict[str, list[catalog.Metric]]:
    """Return the metrics by the family that they belong to; by default all in a report.

    ``given``: the families that judge, and what kinds of target the data have; empty
    where a family knows no kinds.

    Raises
    ------
    ValueError
        If a metric is asked for that this data has not got, or that is for data of
        another kind.
    """
    if names is None:
        return {
            family: [
                row
                for row in catalog.scalar(family)
                if any(kind in row.targets and row.reported(kind) for kind in kinds)
                or (not kinds and row.reported())
            ]
            for family, kinds in given.items()
        }
    chosen: dict[str, list[catalog.Metric]] = {family: [] for family in given}
    for name in names:
        row = catalog.METRICS[name]
        check_asked(row, given)
        _check_required(row)
        chosen[row.task].append(row)
    return chosen


def check_asked(row: catalog.Metric, given: Mapping[str, Sequence[str]]) -> None:
    """Raise unless a metric can be asked of what was given."""
    asks_for = catalog.FAMILIES[row.task].asks_for
    if row.task not in given:
        lack = asks_for[""]
        for family in map(catalog.FAMILIES.__getitem__, given):
            if family.instead_of:  # what is missing would not be taken
                lack = (
                    f"is not a metric of {family.title.lower()}, its task is "
                    f"{row.task!r}"
                )
        raise ValueError(f"{shown(row.name)} {lack}")
    kinds = given[row.task]
    if kinds and not {*kinds} & {*row.targets}:
        lack = f"is for {' or '.join(row.targets)} labels; these are {kinds[0]}"
        raise ValueError(f"{shown(row.name)} {asks_for.get(row.targets[0], lack)}")


def _check_required(row: catalog.Metric) -> None:
    """Raise if a metric needs a parameter that no setting of its family gives."""
    family = catalog.FAMILIES[row.task]
    if not {*row.required} <= {*family.settings}:
        named = row.required[:1] if row.one_is_enough else row.required
        inside = ", ".join(f"{name}=…" for name in named)
        raise ValueError(
            f"{shown(row.name)} needs {row.needs}: say it in the name, as in "
            f"'{row.name}({inside})'"
        )
