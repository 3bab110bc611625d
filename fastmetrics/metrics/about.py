"""About: the explanation of a metric, as plain records that are read from about.toml.

Each family has one such file. `read_guide` reads it when it is first asked for, so the
catalog stays small. A table of the file is one of the records below, and its keys are
the attributes of that record.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

_Record = TypeVar("_Record")


@dataclass(frozen=True, slots=True)
class Rival:
    """Another quantity that goes by the same name.

    Attributes
    ----------
    who : str
        The program, paper or book that computes it.
    call : str
        How it is asked for it. With `needs` that is Python, in which the rows of the
        example are NumPy arrays under the names of the arguments.
    value : float
        What comes out of the rows of the example.
    says : str
        In what it differs, as a sentence without its full stop.
    needs : str
        The module of Python that has it; empty: `equals` stands for it.
    equals : str
        Its documented definition as an expression in Python, of the same rows.
    of : str
        Which rows, where it is not those of the metric: a target.
    """

    who: str
    call: str
    value: float
    says: str
    needs: str = ""
    equals: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class Convention:
    """One of the ways in which a matter is settled, as docs/conventions.md has it.

    The tables of that page are these records; a test compares them.

    Attributes
    ----------
    matter : str
        What is settled: the heading of the table.
    way : str
        How, as the first cell says it.
    who : str
        Who follows it.
    here : str
        Which option gives it here.
    metrics : sequence of str
        Names of the rows that it matters to.
    """

    matter: str
    way: str
    who: str
    here: str
    metrics: Sequence[str]


@dataclass(frozen=True, slots=True)
class About:
    """What there is to say of one row of the catalog.

    Attributes
    ----------
    question : str
        What it answers, as a question.
    formula : str
        In signs that a terminal has.
    latex : str
        The same for LaTeX, without dollar signs.
    where : str
        What the letters mean.
    undefined : str
        Of which data it is undefined, and what is returned then; empty: of none.
    rivals : sequence of Rival
        Who means something else by the name.
    sources : sequence of str
        Where the definition is from; empty: the public function's references.
    given : mapping
        Parameters for the example, of a function that needs some.
    of : str
        The target whose rows the example has; empty: the first of the metric's.
    """

    question: str
    formula: str
    latex: str
    where: str = ""
    undefined: str = ""
    rivals: Sequence[Rival] = ()
    sources: Sequence[str] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    of: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """How often intervals of some metrics held the truth in simulations.

    These are the figures of docs/intervals.md, whose tables a test compares with them.

    Attributes
    ----------
    what : str
        What is estimated, as the first cell of the table says it.
    method : str
        How the intervals were made.
    covered : mapping of str to str
        Coverage of nominal 95 % by the data that were drawn.
    metrics : sequence of str
        Names of the metrics; empty: all whose intervals are made so and that no record
        before this one names.
    """

    what: str
    method: str
    covered: Mapping[str, str]
    metrics: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """All that a family says of its metrics.

    Attributes
    ----------
    about : mapping of str to About
        By the name of the row.
    rows : mapping of str to mapping
        Ten rows for examples, by target ("" of any) and then by argument.
    measured : sequence of Measured
        The first record that fits a metric and its method counts.
    conventions : sequence of Convention
        What is settled in several ways, and by whom.
    """

    about: Mapping[str, About]
    rows: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    measured: Sequence[Measured] = ()
    conventions: Sequence[Convention] = ()

    def coverage(self, name: str, method: str | None) -> Measured | None:
        """Return what was measured of a metric's intervals by a method, if anything."""
        for table in self.measured:
            if table.method == method and (name in table.metrics or not table.metrics):
                return table
        return None

    def differing(self, name: str) -> list[Convention]:
        """Return in what ways that is settled which matters to a row."""
        return [
            convention for convention in self.conventions if name in convention.metrics
        ]


@functools.cache
def read_guide(package: str) -> Guide:
    """Read the ``about.toml`` of a package.

    Raises
    ------
    ValueError
        If a table lacks a key, or has a key that is not an attribute of its record.
    """
    import pkgutil  # starts sooner than importlib.resources
    import tomllib

    tables = tomllib.loads((pkgutil.get_data(package, "about.toml") or b"").decode())

    def record(kind: Callable[..., _Record], table: str, keys: Any) -> _Record:
        try:
            return kind(**keys)
        except TypeError as error:
            raise ValueError(f"about.toml of {package}, {table}: {error}") from None

    def records(kind: Callable[..., _Record], name: str, tables: Any) -> list[_Record]:
        return [
            record(kind, f"[[{name}]] number {i}", keys)
            for i, keys in enumerate(tables, start=1)
        ]

    for name, keys in tables["about"].items():
        keys["rivals"] = records(Rival, f"about.{name}.rivals", keys.get("rivals", ()))
        tables["about"][name] = record(About, f"[about.{name}]", keys)
    for name, kind in (("measured", Measured), ("conventions", Convention)):
        tables[name] = records(kind, name, tables.get(name, ()))
    return record(Guide, "the file", tables)
