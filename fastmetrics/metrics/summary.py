"""Summary: the language that the summaries of all families speak.

A summary is what is left of the rows: counts, or sums. It is built from columns, or by
adding up the summaries of parts of them, and every metric of its family is read off it.
"""

from __future__ import annotations

import copy
from abc import abstractmethod
from collections.abc import Iterable
from importlib import import_module
from itertools import chain
from types import MethodType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    overload,
)

import numpy as np

from fastmetrics._common.options import hold_warnings
from fastmetrics._common.records import one_number
from fastmetrics.show.notebook import Shown, bundle

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from fastmetrics.metrics.record import Metric

    # A summary, and the metrics that it is asked, with all their parameters.
    Handed: TypeAlias = tuple["Summary", Sequence[tuple[Metric, Mapping[str, Any]]]]

__all__ = ["Mergeable", "Summary", "SummarySource", "no_columns_beside"]


_Of = TypeVar("_Of", bound="Mergeable")


class _Merging(Protocol[_Of]):
    def __call__(self, summaries: Iterable[_Of]) -> _Of: ...


class _OfClassOrInstance(classmethod):
    """A method whose first argument is the class or the instance it is called on."""

    @overload  # type: ignore[override]
    def __get__(self, instance: None, owner: type[_Of]) -> _Merging[_Of]: ...
    @overload
    def __get__(self, instance: _Of, owner: Any = None) -> _Merging[_Of]: ...
    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return MethodType(self.__func__, owner if instance is None else instance)


class Mergeable:
    """What can be added up, copied, and written to bytes and read from them.

    A class that takes part adds two of its kind up (``__add__``), is written to bytes
    and read from them, and has all that it holds in ``__slots__``.
    """

    __slots__: tuple[str, ...] = ()

    # --- merging

    @abstractmethod
    def __add__(self, other: object) -> Self:
        """Return the summary of the data of both."""

    def __radd__(self, other: object) -> Self:
        if isinstance(other, int) and other == 0:  # where sum() starts
            return self
        return NotImplemented

    @_OfClassOrInstance
    def merge(this: _Of | type[_Of], summaries: Iterable[_Of]) -> _Of:
        """Add up any number of summaries.

        Called on a summary, ``a.merge([b, c])``, the sum includes that summary, which
        is left as it is: a + b + c.

        Parameters
        ----------
        summaries : iterable
            Summaries of this class; at least one if ``merge`` is called on the class.
            They are read one by one, so a generator can make them batch by batch.

        Returns
        -------
        summary
            Of all the data. Neighbours are added up first, then pairs of them and so
            on: m entries in k parts take O(m log k) time.

        Raises
        ------
        ValueError
            If there is nothing to add up.
        TypeError
            If one is something else.
        """
        if isinstance(this, type):
            cls, parts = this, iter(summaries)
        else:
            cls, parts = type(this), chain([this], summaries)
        sums: list[tuple[int, _Of]] = []  # of so many parts each, fewer and fewer
        for summary in parts:
            if not isinstance(summary, cls):
                raise TypeError(
                    f"merge takes {cls.__name__}, got {type(summary).__name__}"
                )
            n_parts, total = 1, summary
            while sums and sums[-1][0] == n_parts:
                total = sums.pop()[1] + total
                n_parts *= 2
            sums.append((n_parts, total))
        if not sums:
            raise ValueError(f"there is no {cls.__name__} to merge")
        _, total = sums.pop()
        while sums:
            total = sums.pop()[1] + total
        return total

    # --- keeping

    @abstractmethod
    def to_bytes(self) -> bytes:
        """Return the summary as bytes."""

    @classmethod
    @abstractmethod
    def from_bytes(cls, data: Any) -> Self:
        """Read what `to_bytes` has written."""

    def __reduce__(self) -> tuple[Callable[[bytes], Self], tuple[bytes]]:
        return type(self).from_bytes, (self.to_bytes(),)

    def copy(self) -> Self:
        """Return a summary that shares no array with this one."""
        duplicate = object.__new__(type(self))
        for name in self.__slots__:
            setattr(duplicate, name, copy.deepcopy(getattr(self, name)))
        return duplicate

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()


class Summary(Mergeable):
    """What summaries have in common.

    A class that takes part says its family's name (``task``), adds two of its kind up
    (``__add__``), and is written to bytes and read from them.
    """

    __slots__: tuple[str, ...] = ()

    task: ClassVar[str]

    # --- what notebooks show of it

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        return bundle(self._shown())

    def _shown(self) -> Shown:
        """Return what there is to see: how large it is, and its counts if few."""
        return Shown(repr(self))

    # --- what can be read off it

    def compute(self, name: str, **parameters: Any) -> Any:
        """Read a metric off the summary.

        Parameters
        ----------
        name : str
            A metric of the catalog such as "f1_score" or "f1_macro", or its alias.
        **parameters
            What the metric's function takes besides the data and weights.

        Returns
        -------
        float
            What the function returns with these parameters, without its warnings: an
            array where it returns one number per class, both parts of a pair where it
            is no metric but a table.

        Raises
        ------
        ValueError
            If there is no such metric, or it needs other data than the summary keeps.
        TypeError
            If a parameter is missing that has no default.
        """
        row = self._row(name)
        all_parameters = row.with_parameters(parameters)
        row.check_required(all_parameters)
        with hold_warnings():
            value = row.public(self, None, **all_parameters)
        if row.kind != "metric":
            return value
        value = one_number(value)
        return value if np.ndim(value) else float(value)

    def _row(self, name: str) -> Metric:
        """Return the row of the catalog; another family's raises."""
        row: Metric = import_module("fastmetrics").catalog.find(name)
        apart = row.kind in ("formula", "test") or row.by_group
        if row.task != self.task or apart:
            why = f": {row.merging}" if row.merging else ""
            raise ValueError(
                f"{name!r} cannot be read off a {type(self).__name__}{why}"
            )
        return row


class SummarySource(Mergeable):
    """What hands out summaries of several models, by which ``evaluate`` judges them."""

    __slots__: tuple[str, ...] = ()

    @abstractmethod
    def handed_out(self) -> Mapping[str, Mapping[str, Sequence[Handed]]]:
        """Return by family and by model each summary, and what is read off it."""

    @abstractmethod
    def settings(self) -> Mapping[str, Any]:
        """Return the options of ``evaluate`` that hold for these data."""

    def pairs(self) -> Mapping[str, Mapping[tuple[str, str], Mapping[str, Any]]]:
        """Return by family and by pair of models what metrics' differences need."""
        return {}

    def sliced(self, leading: Collection[str], **options: Any) -> Any:
        """Return what ``evaluate`` shows of slices; None where there are none."""
        return None


def no_columns_beside(summary: Summary, **columns: Any) -> None:
    """Raise if there is anything beside a summary that stands in their place."""
    for name, column in columns.items():
        if column is not None:
            raise TypeError(
                f"{name} must be None where a {type(summary).__name__} is given: it "
                "has been counted already."
            )
