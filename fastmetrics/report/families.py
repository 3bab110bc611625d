"""Which families judge what was given, and what is missing or of no use."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics.catalog import FAMILIES, in_other_form, remembered

if TYPE_CHECKING:
    from fastmetrics.metrics.record import Derivation, Family

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
    _check_required(given, families, derivations)
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


def _check_required(
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
