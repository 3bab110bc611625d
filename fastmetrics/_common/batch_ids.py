"""BatchIds: which batches of a stream were taken, so that none counts twice."""

from __future__ import annotations

import hashlib
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING

from fastmetrics._common.iso import plain_name
from fastmetrics._common.options import is_integral

if TYPE_CHECKING:
    from fastmetrics._common.packing import Format, Reader

__all__ = ["BatchIds"]

_HASH = 16


class BatchIds:
    """Ids of batches, as BLAKE2b of 128 bits; as bytes these, ascending."""

    __slots__ = ("_hashes",)

    def __init__(self, hashes: frozenset[bytes] = frozenset()) -> None:
        self._hashes = set(hashes)

    @staticmethod
    def hash_of(batch_id: int | str | date | None) -> bytes | None:
        """Return what is kept of an id, None of none; raise TypeError if it is none.

        A date or a timestamp is its text in ISO form.
        """
        if batch_id is None:
            return None
        if isinstance(batch_id, date):
            batch_id = str(plain_name(batch_id))
        if not isinstance(batch_id, str) and not is_integral(batch_id):
            kind = type(batch_id).__name__
            raise TypeError(f"batch_id must be an int, a str or a date, got {kind}")
        text = f"s{batch_id}" if isinstance(batch_id, str) else f"i{int(batch_id)}"
        return hashlib.blake2b(text.encode(), digest_size=_HASH).digest()

    def __contains__(self, hashed: object) -> bool:
        return hashed in self._hashes

    def __len__(self) -> int:
        return len(self._hashes)

    def add(self, hashed: bytes | None) -> None:
        """Keep an id that `hash_of` has hashed; None is no id."""
        if hashed is not None:
            self._hashes.add(hashed)

    def copy(self) -> BatchIds:
        """Return ids that go on by themselves."""
        return BatchIds(frozenset(self._hashes))

    def __or__(self, other: BatchIds) -> BatchIds:
        """Return the ids of both; raise ValueError where both have one."""
        twice = self._hashes & other._hashes
        if twice:
            raise ValueError(f"both have seen {len(twice)} batches of the same ids")
        return BatchIds(frozenset(self._hashes | other._hashes))

    def to_bytes(self) -> bytes:
        """Return them as bytes, which do not say how many they are."""
        return b"".join(sorted(self._hashes))

    @classmethod
    def take(cls, reader: Reader, n: int, of: Format) -> BatchIds:
        """Take n ids off some bytes; raise ValueError if these cannot be ids."""
        data = bytes(reader.take_bytes(_HASH * n))
        found = [data[i : i + _HASH] for i in range(0, len(data), _HASH)]
        if any(a >= b for a, b in pairwise(found)):
            raise of.damaged("the ids of batches are not in order")
        return cls(frozenset(found))
