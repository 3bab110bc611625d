"""Splits by the fingerprint of a key, from the published FarmHash."""

from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.selection.splitters.splitter import Partition

_MASK = 2**64 - 1
_K0 = 0xC3A5C85C97CB3127
_K1 = 0xB492B66FBE98F273
_K2 = 0x9AE16A3B2F90404F
_SHARES = 10**6


class HashKFold(Partition):
    """Folds of rows by their keys, which are given as groups."""

    def __init__(self, n_splits: int = 5, *, salt: str = "") -> None:
        self.n_splits = n_splits
        self.salt = salt

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        return [_size(key, self.salt) % self.n_splits for key in groups]


def hash_split(
    *arrays: Sequence, key: Sequence, test_size: float = 0.25, salt: str = ""
) -> list[list]:
    """Split lists by the keys of their rows."""
    limit = round(test_size * _SHARES)
    is_test = [_size(one, salt) % _SHARES < limit for one in key]
    parts = []
    for array in arrays:
        for side in (False, True):
            parts.append(
                [x for x, own in zip(array, is_test, strict=True) if own is side]
            )
    return parts


def _size(key: Any, salt: str) -> int:
    """Return the absolute value of the fingerprint, taken as a signed number."""
    columns = key if isinstance(key, tuple) else (key,)
    text = "\x1f".join(_text(column) for column in columns)
    found = fingerprint((salt + text).encode())
    return found if found < 2**63 else 2**64 - found


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, float) else str(value)


def fingerprint(text: bytes) -> int:
    """Return FarmHash's Fingerprint64 of some bytes."""
    if len(text) <= 16:
        return _of_16(text)
    if len(text) <= 32:
        return _of_32(text)
    if len(text) <= 64:
        return _of_64(text)
    return _of_long(text)


def _number(text: bytes, at: int, n_bytes: int = 8) -> int:
    """Return the bytes from a place on, counted from the end if it is negative."""
    at %= len(text)
    return int.from_bytes(text[at : at + n_bytes], "little")


def _turn(x: int, bits: int) -> int:
    x &= _MASK
    return x >> bits | x << (64 - bits) & _MASK


def _fold(x: int) -> int:
    x &= _MASK
    return x ^ x >> 47


def _mix(u: int, v: int, factor: int) -> int:
    a = _fold((u ^ v) % 2**64 * factor)
    return _fold((v ^ a) * factor) * factor & _MASK


def _of_16(s: bytes) -> int:
    n = len(s)
    factor = _K2 + 2 * n
    if n >= 8:
        a, b = _number(s, 0) + _K2, _number(s, -8)
        c = _turn(b, 37) * factor + a
        return _mix(c, (_turn(a, 25) + b) * factor, factor)
    if n >= 4:
        return _mix(n + 8 * _number(s, 0, 4), _number(s, -4, 4), factor)
    if n > 0:
        y, z = s[0] + 256 * s[n // 2], n + 4 * s[-1]
        return _fold(y * _K2 ^ z * _K0) * _K2 & _MASK
    return _K2


def _of_32(s: bytes) -> int:
    factor = _K2 + 2 * len(s)
    a, b = _number(s, 0) * _K1, _number(s, 8)
    c, d = _number(s, -8) * factor, _number(s, -16) * _K2
    u = _turn(a + b, 43) + _turn(c, 30) + d
    return _mix(u, a + _turn(b + _K2, 18) + c, factor)


def _of_64(s: bytes) -> int:
    factor = _K2 + 2 * len(s)
    a, b = _number(s, 0) * _K2, _number(s, 8)
    c, d = _number(s, -8) * factor, _number(s, -16) * _K2
    y = _turn(a + b, 43) + _turn(c, 30) + d
    z = _mix(y, a + _turn(b + _K2, 18) + c, factor)
    e, f = _number(s, 16) * factor, _number(s, 24)
    g, h = (y + _number(s, -32)) * factor, (z + _number(s, -24)) * factor
    u = _turn(e + f, 43) + _turn(g, 30) + h
    return _mix(u, e + _turn(f + a, 18) + g, factor)


def _of_block(s: bytes, a: int, b: int) -> tuple[int, int]:
    """Mix 32 bytes into two numbers."""
    w, x, y, z = (_number(s, at) for at in (0, 8, 16, 24))
    a += w
    b = _turn(b + a + z, 21)
    c = a
    a += x + y
    b += _turn(a, 44)
    return a + z & _MASK, b + c & _MASK


def _of_long(s: bytes) -> int:
    x, y = 81, 81 * _K1 + 113 & _MASK
    z = _fold(y * _K2 + 113) * _K2 & _MASK
    v = w = (0, 0)
    x = x * _K2 + _number(s, 0)

    def step(block: bytes, factor: int, weight: int) -> None:
        nonlocal x, y, z, v, w
        x = _turn(x + y + v[0] + _number(block, 8), 37) * factor & _MASK
        y = _turn(y + v[1] + _number(block, 48), 42) * factor & _MASK
        x ^= w[1] * weight & _MASK
        y += v[0] * weight + _number(block, 40)
        z = _turn(z + w[0], 33) * factor
        v = _of_block(block[:32], v[1] * factor, x + w[0])
        w = _of_block(block[32:], z + w[1], y + _number(block, 16))
        z, x = x, z

    for start in range(0, (len(s) - 1) // 64 * 64, 64):
        step(s[start : start + 64], _K1, 1)
    factor = _K1 + 2 * (z & 0xFF)
    w = (w[0] + (len(s) - 1) % 64, w[1])
    v = (v[0] + w[0], v[1])
    w = (w[0] + v[0], w[1])
    step(s[-64:], factor, 9)
    return _mix(
        _mix(v[0], w[0], factor) + _fold(y) * _K0 + z,
        _mix(v[1], w[1], factor) + x,
        factor,
    )
