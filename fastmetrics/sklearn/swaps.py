"""PatchStatus: which functions of scikit-learn are whose, as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from fastmetrics.show.numbers import count
from fastmetrics.show.result import Result
from fastmetrics.show.text import Document, Notes, Table
from fastmetrics.show.words import say


@dataclass(frozen=True)
class FunctionSwap:
    """Whose one function of scikit-learn is.

    Attributes
    ----------
    name : str
    whose : {"fastmetrics", "scikit-learn"}
        What it computes by.
    why : str
    calls : int
        How many calls ours has answered, before an `unpatch` too.
    seconds : float
        How long these took.
    """

    name: str
    whose: str
    why: str
    calls: int
    seconds: float


@dataclass(frozen=True)
class PatchStatus(Result):
    """Whose the functions of scikit-learn's metrics are.

    ``status()["f1_score"]`` is the row of one, ``names`` are those that are ours.

    Attributes
    ----------
    functions : tuple of FunctionSwap
        Sorted by name.
    """

    functions: tuple[FunctionSwap, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The functions that are ours."""
        return tuple(
            function.name
            for function in self.functions
            if function.whose == "fastmetrics"
        )

    def __getitem__(self, name: str) -> FunctionSwap:
        for function in self.functions:
            if function.name == name:
                return function
        raise KeyError(name)

    def __iter__(self) -> Iterator[FunctionSwap]:
        return iter(self.functions)

    def __len__(self) -> int:
        return len(self.functions)

    def to_dict(self) -> dict[str, Any]:
        """Return the rows, as JSON can hold them."""
        return {"functions": [asdict(function) for function in self.functions]}

    def _document(self, width: int | None = None, **options: Any) -> Document:
        ours, n = len(self.names), len(self.functions)
        calls = sum(function.calls for function in self.functions)
        sentence = say(
            "{ours} of {n} functions of scikit-learn compute by fastmetrics; calls so "
            "far: {calls}.",
            ours=count(ours),
            n=count(n),
            calls=count(calls),
        )
        # What is used most stands first.
        mine = [
            [function.name, count(function.calls), f"{function.seconds:.3f}"]
            for function in sorted(
                self.functions, key=lambda function: (-function.seconds, function.name)
            )
            if function.whose == "fastmetrics" and function.calls
        ]
        idle = [
            function.name
            for function in self.functions
            if function.whose == "fastmetrics" and not function.calls
        ]
        others = [
            [function.name, function.why]
            for function in self.functions
            if function.whose == "scikit-learn"
        ]
        name, calls_of = say("Function"), [say("Calls"), say("Seconds")]
        tables = [
            Table("fastmetrics", [name, *calls_of], mine, frozenset({1, 2})),
            Table("scikit-learn", [name, say("Why")], others),
        ]
        return Document(
            sentences=[sentence],
            tables=[table for table in tables if table.rows],
            foot=[Notes(say("Ours, not called so far"), [", ".join(idle)])]
            if idle
            else [],
            title=say("Whose the functions of scikit-learn are"),
        )
