"""Columns of a file that make a matrix for each model, one for each true class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics.cli.classes import (
    ModelColumns,
    add_up,
    expanded,
    in_groups,
    models_of,
    named_by_patterns,
    of_labels,
    with_absent,
)
from fastmetrics.cli.levels import models_by_level
from fastmetrics.cli.names import plural, told_apart
from fastmetrics.cli.roles import Role
from fastmetrics.metrics.record import UNNAMED, Family
from fastmetrics.readers import Columns

__all__ = ["Matrices"]


class Matrices:
    """Which columns of each option are of one model, and of which class.

    Parameters
    ----------
    columns : Columns
        The file.
    families : sequence of Family
        Those that may judge.
    roles : mapping of str to Role
        By option.
    places : mapping of str to list of int
        Where the columns of each option are.
    values : mapping of int to ndarray
        What these columns hold.
    patterns : mapping of str to sequence of str
        How the columns of each option were given.
    labels : sequence of str, optional
        All classes that there are, as words of the command line.

    Attributes
    ----------
    models : dict of str to list of ModelColumns
        The columns of each model, by option, when they are matched.
    truths : dict of str to int
        The column of true labels whose classes these are, by option.
    notes : list of str
        Which column was taken for which class.
    """

    def __init__(
        self,
        columns: Columns,
        families: Sequence[Family],
        roles: Mapping[str, Role],
        places: dict[str, list[int]],
        values: Mapping[int, np.ndarray],
        patterns: Mapping[str, Sequence[str]],
        labels: Sequence[str] | None = None,
    ) -> None:
        self._columns, self._roles = columns, roles
        self._patterns, self._labels = patterns, labels
        self._places, self._values = places, values
        self.models: dict[str, list[ModelColumns]] = {}
        self.notes: list[str] = []
        self.truths = {
            option: places[truth][0]
            for option, role in roles.items()
            for truth in _truths_of(role, families)
            if places.get(truth)
        }
        self._classes: dict[str, list[Any]] = {}
        # The levels of the columns of each option that has such.
        self.levels: dict[str, list[float]] = {}

    def take_levels(self, levels: Mapping[int, float]) -> None:
        """Find the columns of each model among those of quantiles.

        Raises
        ------
        DataError
            If models do not have the same levels.
        """
        for option, role in self._roles.items():
            if role.argument.form == "levels" and self._places[option]:
                of_option = {i: levels[i] for i in self._places[option]}
                found = models_by_level(self._columns, of_option)
                self.models[option], self.levels[option] = found

    def take_members(self) -> None:
        """Find the members of each model's ensemble: what one pattern is for."""
        for option, role in self._roles.items():
            of_models = role.argument.per_model and role.argument.form == "columns"
            if not of_models or option in self.truths or not self._places[option]:
                continue
            self.models[option] = [
                ModelColumns(asked, at, [self._columns.names[i] for i in at])
                for asked in self._patterns[option]
                for at in [expanded(self._columns, asked)]
            ]

    def take_over(self, guessed: dict[str, str]) -> None:
        """Take columns that were guessed to be of models, but are of classes.

        ``guessed`` has what is said of each option's.
        """
        for option in self.truths:
            role = self._roles[option]
            names = {one.argument.name: o for o, one in self._roles.items()}
            other = names.get(role.argument.named_as, option)
            candidates = self._places[other]
            if len(candidates) < 2 or (self._places[option] and other != option):
                continue
            found = in_groups(self._columns, candidates, self.classes(option))
            if found is None or not add_up(found, self._values):
                continue
            self._places[other] = []
            self._places[option] = candidates
            guessed.pop(other, None)
            who = ", ".join(shown(one.name) for one in found)
            guessed[option] = f"{plural(role)} are {who}"

    def classes(self, option: str) -> list[Any]:
        """Return the classes that the truth of an option has; empty without one."""
        if option not in self.truths:
            return []
        if option not in self._classes:
            truth = self.truths[option]
            known = of_labels(self._values[truth])
            found = None
            if self._labels is None and self._patterns.get(option):
                found = named_by_patterns(
                    self._columns, self._patterns[option], known, self._values
                )
            self._classes[option] = found or with_absent(
                known, self._labels, self._columns.label(truth)
            )
        return self._classes[option]

    @property
    def absent(self) -> list[Any] | None:
        """All classes, if they were named or no row is of some of them; else None."""
        for option, truth in self.truths.items():
            if self._places[option]:
                classes = self.classes(option)
                n_own = len(of_labels(self._values[truth]))
                if self._labels is not None or len(classes) > n_own:
                    return classes
        return None

    def match(self, positive: Any) -> None:
        """Find the columns of each model; of two classes one is positive.

        Raises
        ------
        DataError
            If names of columns and classes do not match.
        """
        for option, truth in self.truths.items():
            if not self._places[option]:
                continue
            made = models_of(
                self._columns,
                self._places[option],
                self.classes(option),
                self._columns.label(truth),
                positive,
                self._values,
            )
            self.models[option] = made
            if made[0].classes:
                said = "; ".join(one.said(self._columns) for one in made)
                how = (
                    "by name" if made[0].name else "in their order, as none has a name"
                )
                self.notes.append(f"columns matched to classes {how}: {said}")
                known = of_labels(self._values[truth])
                others = [one for one in self.classes(option) if one not in known]
                if others:
                    none = " and ".join(map(shown, others))
                    self.notes.append(f"no row is of class {none}")

    def called(self, option: str) -> list[tuple[str, str]]:
        """Return what tells each model's columns from others, and their name."""
        columns, every = self._columns, self._places[option]
        return [
            (name := _bare(one.name), name)
            if one.classes
            else (told_apart(columns, one.places[0], every), one.name)
            for one in self.models[option]
        ]

    def named(self, option: str) -> list[str]:
        """Return the columns of each model as a heading says them."""
        return [one.name or f"{len(one.places)} columns" for one in self.models[option]]

    def by_class(self, option: str) -> list[Any]:
        """Return the columns of each model for programs, those of a matrix by class."""
        names = self._columns.names
        return [
            {
                str(label): names[i]
                for label, i in zip(one.classes, one.places, strict=True)
            }
            if one.classes
            else one.name
            for one in self.models[option]
        ]


def _truths_of(role: Role, families: Sequence[Family]) -> list[str]:
    """Return the option of the true labels that matrices of a role are of, if any."""
    if role.argument.form != "columns" or not role.argument.per_model:
        return []
    return [
        argument.option
        for family in families
        if role.argument in family.arguments
        for argument in family.arguments
        if argument.holds == "labels" and not argument.per_model
    ][:1]


def _bare(pattern: str) -> str:
    """Return the name of a model out of what fits its columns."""
    return pattern.strip("* _-.:/|[](){}") or UNNAMED
