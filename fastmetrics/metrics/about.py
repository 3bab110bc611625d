"""About: the explanation of a metric, as plain records that are read from about.toml.

Each family has one such file. `read_guide` reads it when it is first asked for, so the
catalog stays small. A table of the file is one of the records below, and its keys are
the attributes of that record.
"""

from __future__ import annotations

import functools
import re
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
        The call. With `needs` it is Python code, in which the rows of the example are
        NumPy arrays named like the arguments.
    value : float
        Value for the rows of the example.
    says : str
        The difference, as a sentence without its full stop.
    needs : str
        The Python module that defines it; if empty, `equals` is used.
    equals : str
        Its documented definition as an expression in Python, of the same rows.
    of : str
        The target whose rows it uses, if not the target of the metric.
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
        Subject of the convention: the heading of the table.
    way : str
        The convention: first cell of the table.
    who : str
        Programs, papers or books that follow it.
    here : str
        The option that selects it here.
    metrics : sequence of str
        Names of the records that it affects.
    """

    matter: str
    way: str
    who: str
    here: str
    metrics: Sequence[str]


@dataclass(frozen=True, slots=True)
class About:
    """Explanation of a record of the catalog.

    Attributes
    ----------
    question : str
        The question that the metric answers.
    formula : str
        Formula in characters of a terminal.
    latex : str
        Formula in LaTeX, without dollar signs.
    where : str
        Meaning of the letters.
    undefined : str
        Data for which it is undefined, and the value returned then; empty if always
        defined.
    rivals : sequence of Rival
        Other definitions under the same name.
    sources : sequence of str
        Sources of the definition; by default the references of the public function.
    given : mapping
        Required parameters for the example.
    of : str
        Target of the rows of the example; by default the first target of the metric.
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
    """Measured coverage of the intervals of some metrics, from simulations.

    These are the figures of docs/intervals.md, whose tables a test compares with them.

    Attributes
    ----------
    what : str
        The estimated quantity: first cell of the table.
    method : str
        Method of the intervals.
    covered : mapping of str to str
        Coverage of nominal 95 % intervals, by simulated data.
    metrics : sequence of str
        Names of the metrics; if empty, all metrics with this method that no earlier
        record names.
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
        Explanations by name of the record.
    rows : mapping of str to mapping
        Ten rows for examples, by target ("" for any) and argument.
    measured : sequence of Measured
        Measured coverage; the first record that fits a metric and its method applies.
    conventions : sequence of Convention
        Conventions, and who follows them.
    """

    about: Mapping[str, About]
    rows: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    measured: Sequence[Measured] = ()
    conventions: Sequence[Convention] = ()

    def coverage(self, name: str, method: str | None) -> Measured | None:
        """Measured coverage of a metric's intervals by a method; None if unknown."""
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
    import tomllib

    tables = tomllib.loads(_read(package))

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


# A question is the first key of its table, and has no quotation mark in it.
_QUESTION = re.compile(r'^\[about\."?(.+?)"?\]\nquestion = "([^"\\]*)"$', re.MULTILINE)


@functools.cache
def read_questions(package: str) -> dict[str, str]:
    """Read the questions of ``about.toml`` alone, which takes a hundredth of the time.

    They have the names of the records.
    """
    return dict(_QUESTION.findall(_read(package)))


def _read(package: str) -> str:
    import pkgutil  # starts sooner than importlib.resources

    return (pkgutil.get_data(package, "about.toml") or b"").decode()
