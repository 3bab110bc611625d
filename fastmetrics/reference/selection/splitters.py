"""Splits by key, in order of time, and leaving rows out; the random numbers."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from random import randrange
from typing import Any

Split = tuple[list[int], list[int]]


def number_of_rows(X: Any, y: Any = None, groups: Any = None) -> int:
    """Return how many rows there are in the first that is given, or X if a number."""
    given = next(x for x in (X, y, groups) if x is not None)
    return given if isinstance(given, int) else len(given)


def splits_of(folds: Sequence[int], n_splits: int) -> Iterator[Split]:
    """Yield for each fold the rows of the others, and its own."""
    for fold in range(n_splits):
        train = [i for i, own in enumerate(folds) if own != fold]
        test = [i for i, own in enumerate(folds) if own == fold]
        yield train, test


class Partition:
    """What puts each row into one of ``n_splits`` folds."""

    n_splits: int

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        raise NotImplementedError

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        yield from splits_of(self.fold_ids(X, y, groups), self.n_splits)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds."""
        return self.n_splits


# --- how many rows each part of a split gets


def part_sizes(n, test_size, train_size, default):
    """Return how many of n rows are for training, and how many for the test.

    Shares of the test are rounded up and those for training down; without one of the
    two it gets what the other leaves.
    """
    if test_size is None and train_size is None:
        test_size = default
    n_test = ceil(test_size * n) if isinstance(test_size, float) else test_size
    n_train = floor(train_size * n) if isinstance(train_size, float) else train_size
    if n_train is None and n_test is not None:
        n_train = n - n_test
    if n_test is None and n_train is not None:
        n_test = n - n_train
    assert n_train is not None
    assert n_test is not None
    return n_train, n_test


SIZE, MIDDLE = 624, 397
UPPER, LOWER, MATRIX = 0x80000000, 0x7FFFFFFF, 0x9908B0DF


class Twister:
    """A stream of 32-bit words that starts from a seed."""

    def __init__(self, seed: int) -> None:
        self.state = [seed]
        for i in range(1, SIZE):
            last = self.state[-1]
            self.state.append((1812433253 * (last ^ last >> 30) + i) % 2**32)
        self.used = SIZE

    def word(self) -> int:
        """Return the next 32 bits."""
        if self.used == SIZE:
            self._twist()
            self.used = 0
        y = self.state[self.used]
        self.used += 1
        y ^= y >> 11
        y ^= y << 7 & 0x9D2C5680
        y ^= y << 15 & 0xEFC60000
        return y ^ y >> 18

    def _twist(self) -> None:
        for i in range(SIZE):
            y = self.state[i] & UPPER | self.state[(i + 1) % SIZE] & LOWER
            middle = self.state[(i + MIDDLE) % SIZE]
            self.state[i] = middle ^ y >> 1 ^ (MATRIX if y % 2 else 0)

    def interval(self, largest: int) -> int:
        """Return a whole number from 0 to ``largest``, each as likely.

        Words are cut to the bits that the largest has, until one is not above it; of
        more than 32 bits a number takes two words, the first for the high half.
        """
        if largest == 0:
            return 0
        mask = 2 ** largest.bit_length() - 1
        while True:
            value = self.word()
            if largest >= 2**32:
                value = value << 32 | self.word()
            if value & mask <= largest:
                return value & mask

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        """Return the items in random order: from the last on, each changes places."""
        found = list(items)
        for i in range(len(found) - 1, 0, -1):
            j = self.interval(i)
            found[i], found[j] = found[j], found[i]
        return found

    def chosen(self, items: Sequence[Any], size: int) -> list[Any]:
        """Return so many of the items, none twice: the first ones when shuffled."""
        return self.shuffled(items)[:size]


def twister_of(random_state: int | Twister | None) -> Twister:
    """Return the twister that an int seeds, or the one that is given; None: any."""
    if isinstance(random_state, Twister):
        return random_state
    return Twister(randrange(2**32) if random_state is None else random_state)


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


def hash_split(*arrays, key, test_size=0.25, salt=""):
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


class LeavePOut:
    """Every set of p rows is the test part once."""

    def __init__(self, p: int) -> None:
        self.p = p

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        rows = range(number_of_rows(X, y, groups))
        for test in combinations(rows, self.p):
            yield [i for i in rows if i not in test], list(test)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many sets there are."""
        return len(list(self.split(X, y, groups)))


class LeaveOneOut(LeavePOut):
    """Every row is the test part once."""

    def __init__(self) -> None:
        super().__init__(1)


# --- every group of rows left out once, or every set of p groups


class LeavePGroupsOut:
    """Every set of p groups is the test part once."""

    def __init__(self, n_groups: int) -> None:
        self.n_groups = n_groups

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        for chosen in combinations(sorted(set(groups)), self.n_groups):
            train = [i for i, group in enumerate(groups) if group not in chosen]
            test = [i for i, group in enumerate(groups) if group in chosen]
            yield train, test

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many sets there are."""
        return len(list(combinations(set(groups), self.n_groups)))


class LeaveOneGroupOut(LeavePGroupsOut):
    """Every group is the test part once."""

    def __init__(self) -> None:
        super().__init__(1)

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the place of each row's group among the groups in order."""
        return [sorted(set(groups)).index(group) for group in groups]


class TimeSeriesSplit:
    """Blocks at the end are test parts; what comes before them is trained on."""

    def __init__(
        self, n_splits=5, *, max_train_size=None, test_size=None, gap=0, step=None
    ):
        self.n_splits = n_splits
        self.max_train_size = max_train_size
        self.test_size = test_size
        self.gap = gap
        self.step = step

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        rows = list(range(number_of_rows(X, y, groups)))
        size = self.test_size or len(rows) // (self.n_splits + 1)
        step = self.step or size
        for left in range(self.n_splits - 1, -1, -1):
            before = rows[: len(rows) - size - left * step]
            test = rows[len(before) : len(before) + size]
            train = before[: len(before) - self.gap]
            yield train[-self.max_train_size :] if self.max_train_size else train, test

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of splits."""
        return self.n_splits


# --- splits in time of rows in groups, none of which is cut


class GroupTimeSeriesSplit:
    """Groups to train on, followed by groups to test on."""

    def __init__(self, n_splits=5, *, test_size=None, gap=0, max_train_size=None):
        self.n_splits, self.test_size = n_splits, test_size
        self.gap, self.max_train_size = gap, max_train_size

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many splits there are."""
        return self.n_splits

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and those to test on."""
        order = [*dict.fromkeys(groups)]
        size = self.test_size or len(order) // (self.n_splits + 1)
        for left in range(self.n_splits, 0, -1):
            start = len(order) - left * size
            train = order[: start - self.gap]
            if self.max_train_size:
                train = train[-self.max_train_size :]
            sides = train, order[start : start + size]
            found = [
                [row for row, group in enumerate(groups) if group in side]
                for side in sides
            ]
            yield found[0], found[1]


# --- folds in time from which rows that know the test rows' labels are dropped


class PurgedKFold:
    """Blocks of rows in time order, without what leaks into them."""

    def __init__(self, n_splits=5, *, label_end=None, embargo=0):
        self.n_splits = n_splits
        self.label_end = label_end
        self.embargo = embargo

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many splits there are."""
        return self.n_splits

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and those to test on."""
        n, k = number_of_rows(X, y, groups), self.n_splits
        ends = range(n) if self.label_end is None else self.label_end
        wait = self.embargo
        if 0 < wait < 1:
            wait = floor(Fraction(repr(wait)) * n)
        sizes = [n // k + (fold < n % k) for fold in range(k)]
        for fold in range(k):
            first = sum(sizes[:fold])
            test = list(range(first, first + sizes[fold]))
            span = range(first, max(ends[row] for row in test) + 1)
            embargoed = range(span.stop, span.stop + int(wait))
            yield (
                [
                    row
                    for row in range(n)
                    if not {*range(row, ends[row] + 1)} & {*span}
                    and row not in embargoed
                ],
                test,
            )
