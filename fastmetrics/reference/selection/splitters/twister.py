"""The Mersenne Twister MT19937, and shuffles drawn by it.

Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed uniform
pseudo-random number generator", ACM Transactions on Modeling and Computer Simulation
8(1), 1998, 3-30; seeded by ``init_genrand`` of their revision of 2002.
"""

from collections.abc import Sequence
from random import randrange
from typing import Any

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
