"""Columns that the command line reads, with checks of their content."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import IO, Any

import numpy as np

from fastmetrics import catalog
from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import NamedMatrix
from fastmetrics._inputs.rows import Omitted
from fastmetrics.cli import roles as names
from fastmetrics.cli import roles as values
from fastmetrics.cli.classes import ModelColumns
from fastmetrics.cli.places import CompleteColumns, Matrices, Places, having_models
from fastmetrics.cli.roles import (
    ALL,
    Role,
    all_roles,
    examples,
    families_for,
    infer_family,
    roles_of,
)
from fastmetrics.cli.writing import columns_read, read_from
from fastmetrics.metrics.families import Example, Family
from fastmetrics.readers import Columns, DataError, open_columns
from fastmetrics.show.words import Message

BUNDLED = "bundled data"
# A column of this name contains folds, not predictions.
FOLD = "fold"
# Arguments of `evaluate` for the columns of the design.
_DESIGN = {
    "weight": "sample_weight",
    "group": "groups",
    "order": "order",
    "fold": "folds",
}
# Columns of one role that a heading names.
MOST_SHOWN = 6

# A column as messages call it, and its values.
Found = tuple[str, np.ndarray]


@dataclass
class Data:
    """The checked data to evaluate.

    Attributes
    ----------
    name : str
        The file's name for messages.
    format : str
        Its format.
    arguments : dict
        The arguments of `evaluate` by name: a column, a matrix, or a dict by model.
    task : str or None
        The requested family, or the family that fits the values.
    pos_label : object
        The label that positive rows have in the file; None if there are no such rows.
    weight, group, order, fold : ndarray or None
        The columns of the design, and in which fold each row was tested.
    by : dict of str to ndarray
        The columns that rows are sliced by.
    columns_read : Message
        Says in which form of file columns stood, and which are what.
    columns : dict
        The same for programs: the column names by role; lists where several may be.
    named : dict
        The columns of ``arguments`` and of the design by the names that they have in
        the file: a name, a list of names, or a dict by model.
    notes : list of str
        Guesses, in words.
    omitted : Omitted or None
        The rows that were left out for missing values.
    """

    name: str
    format: str
    arguments: dict[str, Any]
    task: str | None = None
    pos_label: Any = None
    weight: np.ndarray | None = None
    group: np.ndarray | None = None
    order: np.ndarray | None = None
    fold: np.ndarray | None = None
    by: dict[str, np.ndarray] = field(default_factory=dict)
    columns_read: Message = field(default_factory=lambda: Message(""))
    columns: dict[str, object] = field(default_factory=dict)
    named: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    omitted: Omitted | None = None

    @property
    def heading(self) -> Message:
        """One line that says which columns of which file these are."""
        return read_from(self.name, self.columns_read)


def load(
    file: str | None,
    given: Mapping[str, Sequence[str]],
    *,
    data: str | None = None,
    weight: str | None = None,
    group: str | None = None,
    order: str | None = None,
    fold: str | None = None,
    by: Sequence[str] = (),
    pos_label: str | None = None,
    labels: Sequence[str] | None = None,
    task: str | None = None,
    derived: Sequence[str] = (),
    asked: Collection[str] | None = None,
    of_positive: Sequence[str] | None = None,
    standardize: bool = False,
    missing: str = "raise",
    na_values: Sequence[str] = (),
    opened: Columns | None = None,
) -> Data:
    """Read and check the columns of a file; without a file, bundled data.

    Parameters
    ----------
    file : str or None
        Its path; "-" is standard input.
    given : mapping of str to sequence of str
        The columns by option, as they were given.
    data : str, optional
        Which bundled data, without a file.
    weight, group, order, fold : str, optional
        The columns of the design, and in which fold each row was tested.
    by : sequence of str
        The columns that rows are sliced by.
    pos_label : str, optional
        The word for the positive label.
    labels : sequence of str, optional
        The words for all classes, where the truth does not have all.
    task : str, optional
        The requested family; by default all families with columns.
    derived : sequence of str
        Options that make columns of one family out of another's.
    asked : collection of str, optional
        The families of the metrics that are asked for.
    of_positive : sequence of str, optional
        Those of these metrics that are of a positive class.
    standardize : bool, default=False
        Bring measurements to mean 0 and standard deviation 1.
    missing : {"raise", "omit", "group"}
        Whether rows that lack a value in one of these columns are left out, or those
        that lack one in ``by`` are a slice.
    na_values : sequence of str
        Further words that stand for a missing value.
    opened : Columns, optional
        Columns that were opened before; ``file`` is their name.

    Raises
    ------
    DataError
        If the file or a column is not valid.
    MissingLibraryError
        The file's format needs a library that is not installed.
    """
    at_hand = [option for option, at in given.items() if at]
    data = None if file is not None else data or _default_example(task)
    columns = opened or open_columns(source(file, data))
    columns.take_as_missing(na_values)
    complete = None
    if missing == "omit" and opened is None:  # else they have none that is missing
        complete = CompleteColumns(columns)
        columns = complete.columns
    notes = [*columns.notes]
    if file is not None and families_for(task, at_hand) == families_for(None, []):
        told = None if derived or pos_label else infer_family(columns, given, asked)
        if told is not None:
            task = told.family.name
            title = told.family.title.lower()
            if told.why:
                notes.append(f"judged as {title}: {told.why} (--task names another)")
    families = families_for(task, at_hand)
    families += deriving(families, derived, at_hand)
    roles = roles_of(families)
    requested = {option: list(given.get(option, ())) for option in roles}
    if data is not None:
        family, example = examples()[data]
        notes.append(f"no FILE was given; evaluating {example.what}")
        requested |= _of_example(example, roles, requested)
        standardize |= example.standardize and family in families
    given_design = {"weight": weight, "group": group, "order": order, "fold": fold}
    design = {
        option: [] if name is None else [columns.find(name)]
        for option, name in given_design.items()
    }
    design["by"] = [columns.find(name) for name in by]
    aside = [*design["order"], *design["fold"], *design["by"]]
    aside += [i for i, name in enumerate(columns.names) if name == FOLD]
    positions = Places(columns, families, roles, requested, file is None, aside)
    positions.guess()
    places = positions.places
    _check_derived(families, roles, places, derived)
    roles_of_ids = [o for o, role in roles.items() if role.argument.holds == "ids"]
    wanted_at = {**places, **design}
    of_ids = {*roles_of_ids, "group", "by"}
    values_at = [each for o, each in wanted_at.items() if o not in of_ids]
    at = dict.fromkeys(i for each in values_at for i in each)
    ids = dict.fromkeys(i for o in of_ids for i in wanted_at[o] if i not in at)
    # Dates too, which `CompleteColumns` has read as texts.
    times = design["order"] if opened is None else []
    if complete is not None:
        complete.times, times = times, []
    if missing == "group":
        columns.keep_missing([columns.names[i] for i in design["by"]])
    others = [i for i in at if i not in times]
    of_classes = roles_of([f for f in families if "pos_label" in f.options])
    labels_at = [
        i
        for option, role in of_classes.items()
        if role.argument.holds == "labels"
        for i in places[option]
    ]
    found_at = columns.read(others, [*ids], labels_at)
    read: dict[int, Any] = dict(zip([*others, *ids], found_at, strict=True))
    read |= dict(zip(times, columns.read_any(times) if times else (), strict=True))
    notes += [note for note in columns.notes if note not in notes]
    omitted = None if complete is None or not complete.omitted.n else complete.omitted
    matrices = Matrices(columns, families, roles, places, read, requested, labels)
    if positions.is_of_models:
        matrices.take_over(positions.guessed)
    matrices.take_levels(positions.levels)
    matrices.take_members()
    if positions.guessed and file is not None:
        notes.append(f"guessed by name: {'; '.join(positions.guessed.values())}")
    columns_of: dict[str, list[Found]] = {
        option: [(columns.label(i), read[i]) for i in each]
        for option, each in {**places, **design}.items()
    }
    for option in positions.of_all_others:
        _drop_text(option, columns_of[option], places[option], notes)
    in_use = _judged(families, roles, places, derived)
    two = [
        (columns.label(truth), read[truth])
        for option, truth in matrices.truths.items()
        if places[option] and len(matrices.classes(option)) <= 2
    ]
    absent = matrices.absent
    if labels is not None and not any(places[o] for o in matrices.truths):
        raise DataError("--labels names the classes of --proba, which is not given")
    positive = _check_labels(
        in_use, roles, columns_of, two, pos_label, absent, of_positive
    )
    matrices.match(positive)
    notes += matrices.notes
    every = {**places, **design}
    called = {
        option: [names.told_apart(columns, i, each) for i in each]
        for option, each in every.items()
        if each and option not in matrices.models
    }
    of_models = {
        option: [
            (told, columns.names[i])
            for told, i in zip(called[option], places[option], strict=True)
        ]
        for option, role in roles.items()
        if role.argument.per_model and option in called
    }
    of_models |= {option: matrices.called(option) for option in matrices.models}
    models = names.model_names(of_models)
    name = BUNDLED if file is None else "standard input" if file == "-" else file
    key = {o: roles[o].key if o in roles else o for o in every}
    for_programs: dict[str, list[Any]] = {**called}
    for option in matrices.models:
        called[option] = matrices.named(option)
        for_programs[option] = matrices.by_class(option)
    shown_first = [option for option in every if option in called]
    arguments = {
        role.argument.name: _argument(
            role,
            dict(zip(places[option], columns_of[option], strict=True)),
            models.get(option),
            matrices.models.get(option),
            standardize,
        )
        for option, role in roles.items()
        if places[option]
    }
    for option, levels in matrices.levels.items():
        arguments[roles[option].argument.levels] = levels
    if absent is not None:
        arguments["labels"] = absent
    named = {
        role.argument.name: _named(
            role,
            {i: columns.names[i] for i in places[option]},
            models.get(option),
            matrices.models.get(option),
        )
        for option, role in roles.items()
        if places[option]
    }
    named |= {
        _DESIGN[option]: columns.names[each[0]]
        for option, each in design.items()
        if each and option in _DESIGN
    }
    if by:
        named["by"] = [columns.names[i] for i in design["by"]]
    return Data(
        name=name,
        format=columns.format,
        arguments=arguments,
        task=task,
        pos_label=positive,
        weight=next((values.weights(v, s) for s, v in columns_of["weight"]), None),
        group=next((v for _, v in columns_of["group"]), None),
        order=next((v for _, v in columns_of["order"]), None),
        fold=next((v for _, v in columns_of["fold"]), None),
        by=dict(
            zip(called.get("by", ()), (v for _, v in columns_of["by"]), strict=True)
        ),
        columns_read=columns_read(
            columns.format,
            _shown({option: called[option] for option in shown_first}, key),
        ),
        columns={
            key[o]: who if o == "by" or (o in roles and roles[o].is_several) else who[0]
            for o, who in ((option, for_programs[option]) for option in shown_first)
        },
        named=named,
        notes=notes,
        omitted=omitted,
    )


def _check_derived(
    families: Sequence[Family],
    roles: Mapping[str, Role],
    places: Mapping[str, Sequence[int]],
    derived: Sequence[str],
) -> None:
    """Raise if an option is to make columns of others, and these are not there."""
    having = having_models(families, roles, places)
    read = {
        name
        for family in having
        for derivation in family.derives
        for name in derivation.reads
    }
    for family in families:
        own = [role for role in roles.values() if role.argument.name in family.claims]
        if not own or any(places[role.option] for role in own):
            continue
        for derivation in family.derives:
            if derivation.option in derived and derivation.option not in read:
                raise DataError(
                    f"--{derivation.option} makes {derivation.into} of "
                    f"{names.plural(own[0])}; give them with --{own[0].option}"
                )


def deriving(
    families: Sequence[Family], derived: Sequence[str], given: Sequence[str]
) -> list[Family]:
    """Return the further families whose columns make some of these families'.

    Where an option asks for it, or where it is done unasked and columns are given.
    """
    into = {family.name for family in families}
    of_name = {role.argument.name: role.option for role in all_roles().values()}

    def is_asked(family: Family, option: str) -> bool:
        if option:
            return option in derived
        return bool({of_name[name] for name in family.claims} & {*given})

    return [
        family
        for family in catalog.FAMILIES.values()
        if family not in families
        and any(
            derivation.into in into and is_asked(family, derivation.option)
            for derivation in family.derives
        )
    ]


def _of_example(
    example: Example, roles: Mapping[str, Role], requested: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Return the columns of bundled data by option, where others are not wanted."""
    has_models = any(
        requested[o] for o, role in roles.items() if role.argument.per_model
    )
    return {
        option: [who] if isinstance(who, str) else [*who]
        for option, who in example.columns.items()
        if option in roles
        and not requested[option]
        and not (has_models and roles[option].argument.per_model)
    }


def _default_example(task: str | None) -> str:
    for name, (family, example) in examples().items():
        if task in (None, family.name, *example.also_for):
            return name
    raise DataError(f"there is no bundled data for --task {task}; give a FILE")


def _drop_text(
    option: str, columns: list[Found], places: list[int], notes: list[str]
) -> None:
    """Leave columns out that hold no numbers."""
    text = [i for i, (_, column) in enumerate(columns) if column.dtype == object]
    if text:
        notes.append(
            f"no numbers, so left out: {', '.join(columns[i][0] for i in text)}"
        )
    for i in reversed(text):
        del columns[i], places[i]
    if not columns:
        raise DataError(f"--{option} {ALL}: no column of numbers is left")


def _judged(
    families: Sequence[Family],
    roles: Mapping[str, Role],
    places: Mapping[str, Sequence[int]],
    derived: Sequence[str],
) -> list[Family]:
    """Return the families that have columns of models, others' made for them too."""
    in_use = having_models(families, roles, places)
    targets = {one.into for f in in_use for one in f.derives if one.option in derived}
    return in_use + [f for f in families if f.name in targets and f not in in_use]


def _check_labels(
    in_use: Sequence[Family],
    roles: Mapping[str, Role],
    columns: Mapping[str, Sequence[Found]],
    two: Sequence[Found],
    pos_label: str | None,
    absent: Sequence[object] | None,
    of_positive: Sequence[str] | None,
) -> object:
    """Check all columns of labels; return which of them is positive (None: none is).

    ``two`` are such that must have two classes; ``absent`` are all classes, where rows
    are not of all of them; ``of_positive`` are metrics of a positive class.
    """
    labels = [
        one
        for option, role in roles.items()
        if role.argument.holds == "labels"
        for one in columns[option]
    ]
    if not any("pos_label" in family.options for family in in_use):
        for one in labels:  # labels of different kinds may be compared
            values.check_labels([one])
        return None
    two = [
        *two,
        *(
            one
            for family in in_use
            for argument in family.arguments
            if argument.classes == 2 and argument.option
            for one in columns[argument.option]
        ),
    ]
    if len(in_use) > 1 or not two:
        values.check_labels(labels)
    if absent is not None and not two and pos_label is None:
        return None
    if two:
        label, column = two[0]
        return values.positive(column, label, pos_label)
    return values.positive_label(labels, pos_label, of_positive)


def _argument(
    role: Role,
    columns_at: Mapping[int, Found],
    models: Sequence[str] | None,
    matrices: Sequence[ModelColumns] | None,
    standardize: bool,
) -> Any:
    """Return columns as `evaluate` takes them, by their places in the file."""
    columns = {
        i: values.numbers(column, label) if role.argument.holds == "numbers" else column
        for i, (label, column) in columns_at.items()
    }
    if matrices is not None and models is not None:
        return {
            model: _by_class(model_columns, columns)
            for model, model_columns in zip(models, matrices, strict=True)
        }
    if role.argument.form == "columns":
        return _matrix([*columns.values()], standardize)
    if models is None:
        return next(iter(columns.values()))
    return dict(zip(models, columns.values(), strict=True))


def _named(
    role: Role,
    names: Mapping[int, str],
    models: Sequence[str] | None,
    matrices: Sequence[ModelColumns] | None,
) -> Any:
    """Return names in the place of the columns that `_argument` returns."""
    if matrices is not None and models is not None:
        return {
            model: [names[i] for i in model_columns.places]
            if model_columns.classes
            else names[model_columns.places[0]]
            for model, model_columns in zip(models, matrices, strict=True)
        }
    if role.argument.form == "columns":
        return [*names.values()]
    if models is None:
        return next(iter(names.values()))
    return dict(zip(models, names.values(), strict=True))


def _by_class(model: ModelColumns, columns: Mapping[int, Any]) -> Any:
    """Return the column of a model, or its matrix with a column named by each class."""
    if not model.classes:
        return columns[model.places[0]]
    matrix = _matrix([columns[i] for i in model.places])
    return NamedMatrix.of(matrix, model.classes)


def _matrix(columns: Sequence[np.ndarray], standardize: bool = False) -> np.ndarray:
    """Return columns of numbers as a matrix."""
    matrix = np.column_stack(columns).astype(np.float64, copy=False)
    if standardize:
        matrix -= matrix.mean(axis=0)
        spread = matrix.std(axis=0)
        matrix /= np.where(spread > 0, spread, 1)
    return matrix


def _shown(
    called: Mapping[str, Sequence[str]], keys: Mapping[str, str]
) -> list[tuple[int, str, str]]:
    """Return the roles of columns for `columns_read`."""
    parts = []
    for option, who in called.items():
        texts = [*map(shown, who)]
        if len(texts) > MOST_SHOWN:
            texts = [*texts[: MOST_SHOWN - 2], "…", texts[-1]]
        what = option if len(who) == 1 else keys[option]
        many = len(who) if len(who) > MOST_SHOWN else 0
        parts.append((many, what, ", ".join(texts)))
    return parts


def source(file: str | None, data: str | None) -> str | bytes | IO[bytes]:
    """Return the source for `open_columns`: a file, or bundled data."""
    if file is None:
        folder = resources.files("fastmetrics") / "data"
        return (folder / f"{data}.csv").read_bytes()
    if file == "-":
        if sys.stdin is None:
            raise DataError("standard input is closed")
        return sys.stdin.buffer
    return os.fspath(file)
