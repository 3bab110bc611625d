"""Base classes of summaries: `Mergeable`, `Summary` and `SummarySource`.

A summary holds counts or sums in place of the rows. It is made from columns, or by
adding the summaries of parts of the data, and gives every metric of its family.
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
    NamedTuple,
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

    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric

    Handed: TypeAlias = tuple["Summary", Sequence[tuple[Metric, Mapping[str, Any]]]]


class ValueSums(NamedTuple):
    """Sums of the values of rows; arrays of length k for k sets of rows.

    Attributes
    ----------
    counts : tuple of three int, or of ndarray of int64
        Numbers of rows, of rows without a value, and of rows with a value and a weight
        above 0.
    is_share : bool or ndarray of bool
        Whether all values are 0 or 1.
    origin : float or ndarray of float64
    sums : ndarray of shape (9, ...)
        Of w, wx, w², w²x, w²x², w³, w³x, w³x² and w³x³ over rows of value l and weight
        w; x = l - origin.
    """

    counts: tuple[Any, Any, Any]
    is_share: Any
    origin: Any
    sums: NDArray[np.float64]

    @property
    def weight(self) -> Any:
        """Total weight of the rows with a value."""
        return self.sums[0]

    def mean(self, skips_undefined: bool) -> Any:
        """Mean value; NaN without rows, or if rows without a value are not skipped."""
        known = self.weight > 0
        if not skips_undefined:
            known &= self.counts[1] == 0
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(known, self.origin + self.sums[1] / self.sums[0], np.nan)

    def cannot_be(self) -> str:
        """Return why no rows can have these sums; empty if they are possible."""
        n, n_undefined, n_counted = self.counts
        if np.any(n_undefined + n_counted > n) or np.any(n >= 2**63):
            return "the numbers of rows are impossible"
        right = np.isfinite(self.origin)
        for weights in self.sums[[0, 2, 5]]:
            right &= (weights >= 0) & ((weights > 0) == (n_counted > 0))
        return "" if np.all(right) else "the sums are impossible"


def add_up(
    values: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    codes: NDArray[np.int64] | None = None,
    k: int = 1,
) -> ValueSums:
    """Add up values of rows; rows without a value have NaN.

    ``codes`` are the sets of the rows, out of k; None for a single set.
    """
    undefined = np.isnan(values)
    kept = np.logical_not(undefined)
    if weights is not None:
        kept &= weights > 0
        undefined &= weights > 0

    def count(flags: NDArray[np.bool_]) -> Any:
        if codes is None:
            return int(np.count_nonzero(flags))
        return np.bincount(codes[flags], minlength=k)

    counts = count(np.ones(len(values), bool)), count(undefined), count(kept)
    is_share = count(kept & (values != 0) & (values != 1)) == 0
    if not kept.all():
        values = values[kept]
        weights = None if weights is None else weights[kept]
        codes = None if codes is None else codes[kept]

    def total(terms: NDArray[np.float64]) -> Any:
        return np.sum(terms) if codes is None else np.bincount(codes, terms, k)

    with np.errstate(all="ignore"):  # of infinite losses, and of no rows
        of_weights = counts[2] if weights is None else total(weights)
        mean = total(values if weights is None else weights * values) / np.asarray(
            of_weights, np.float64
        )
        origin = np.where(np.isfinite(mean), mean, 0.0)
        x = values - (origin if codes is None else origin[codes])
        powers = []
        if weights is None:  # all powers of weights are 1
            of_x = [counts[2], total(x), total(x * x), total(x * x * x)]
            powers = [*of_x[:2], *of_x[:3], *of_x]
        else:
            for power in (1, 2, 3):
                term = weights**power
                for _ in range(2 if power == 1 else power + 1):
                    powers.append(total(term))
                    term = term * x
    if codes is None:
        return ValueSums(counts, is_share, float(origin), np.array(powers))
    return ValueSums(counts, is_share, origin, np.array(powers))


def merged(one: ValueSums, other: ValueSums) -> ValueSums:
    """Return the sums of the rows of both, about an origin near their mean."""
    ours, theirs = one.weight, other.weight
    with np.errstate(all="ignore"):
        share = theirs / (ours + theirs)
        between = one.origin + share * (other.origin - one.origin)
        is_moved = (theirs > 0) & (one.origin != other.origin) & np.isfinite(between)
        origin = np.where(is_moved, between, one.origin)
        origin = origin[()]
        sides = [moved(side.sums, origin - side.origin) for side in (one, other)]
        counts = (a + b for a, b in zip(one.counts, other.counts, strict=True))
        return ValueSums(
            tuple(counts),
            one.is_share & other.is_share,
            origin,
            sides[0] + sides[1],
        )


def moved(sums: NDArray[np.float64], by: Any) -> NDArray[np.float64]:
    """Return the sums about an origin that is higher by ``by``."""
    is_one = sums.ndim == 1
    if is_one and by == 0:
        return sums
    s0, s1, q0, q1, q2, c0, c1, c2, c3 = sums.tolist() if is_one else sums
    with np.errstate(all="ignore"):  # infinite sums stay if the origin does
        shifted = np.array(
            [
                *(s0, s1 - by * s0),
                *(q0, q1 - by * q0, q2 - by * (2 * q1 - by * q0)),
                *(c0, c1 - by * c0, c2 - by * (2 * c1 - by * c0)),
                c3 - by * (3 * c2 - by * (3 * c1 - by * c0)),
            ]
        )
    return shifted if is_one else np.where(by == 0, sums, shifted)


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
    """Base class of data that are added, copied, and written to and read from bytes.

    A subclass defines ``__add__``, ``to_bytes`` and ``from_bytes``, and lists all its
    attributes in ``__slots__``.
    """

    __slots__: tuple[str, ...] = ()

    # --- merging

    @abstractmethod
    def __add__(self, other: object) -> Self:
        """Return the summary of both data sets together."""

    def __radd__(self, other: object) -> Self:
        if isinstance(other, int) and other == 0:  # the start of sum()
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
            Summary of all the data. Neighbours are added up first, then pairs of them
            and so on: m entries in k parts take O(m log k) time.

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
        sums: list[tuple[int, _Of]] = []  # (number of parts, sum)
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
        """Read the bytes that `to_bytes` wrote."""

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
    """Base class of summaries from which metrics are computed.

    A subclass sets ``task``, the name of its family, and defines the methods of
    `Mergeable`.
    """

    __slots__: tuple[str, ...] = ()

    task: ClassVar[str]

    # --- notebooks

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        return bundle(self._shown())

    def _shown(self) -> Shown:
        """Return its size, and its counts if they are few."""
        return Shown(repr(self))

    # --- metrics

    def compute(self, name: str, **parameters: Any) -> Any:
        """Compute a metric from the summary.

        Parameters
        ----------
        name : str
            A metric of the catalog such as "f1_score" or "f1_macro", or its alias.
        **parameters
            Parameters of the metric's function, except the data and weights.

        Returns
        -------
        float
            The value of the function with these parameters, without its warnings. It is
            an array if the function returns one number per class, and a pair for a
            table.

        Raises
        ------
        ValueError
            If there is no such metric, or it needs data that the summary does not keep.
        TypeError
            If a required parameter is missing.
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
        """Return the metric's record; raise if the metric is of another family."""
        row: Metric = import_module("fastmetrics").catalog.find(name)
        apart = row.kind in ("formula", "test") or row.by_group
        if row.task != self.task or apart:
            why = f": {row.merging}" if row.merging else ""
            raise ValueError(
                f"{name!r} cannot be read off a {type(self).__name__}{why}"
            )
        return row


class SummarySource(Mergeable):
    """Base class of sources of summaries of several models for ``evaluate``."""

    __slots__: tuple[str, ...] = ()

    @abstractmethod
    def handed_out(self) -> Mapping[str, Mapping[str, Sequence[Handed]]]:
        """Return the summaries and their metrics, by family and by model."""

    @abstractmethod
    def settings(self) -> Mapping[str, Any]:
        """Return the options of ``evaluate`` that apply to these data."""

    def pairs(self) -> Mapping[str, Mapping[tuple[str, str], Mapping[str, Any]]]:
        """Return the data for differences of metrics, by family and pair of models."""
        return {}

    def sliced(self, leading: Collection[str], **options: Any) -> Any:
        """Return the slices for ``evaluate``; None if there are none."""
        return None


def no_columns_beside(summary: Summary, **columns: Any) -> None:
    """Raise TypeError if columns are given in addition to a summary."""
    for name, column in columns.items():
        if column is not None:
            raise TypeError(
                f"{name} must be None if a {type(summary).__name__} is given: it "
                "has been counted already."
            )
