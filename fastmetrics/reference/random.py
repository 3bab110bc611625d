"""Random draws that are pure functions of (seed, replicate, index), in plain integers.

All randomness is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random
numbers: as easy as 1, 2, 3", SC11, 2011), a function of a key and a counter without
any state. The key is the seed; the counter is made of a block number, of a stream,
which says what the bits are for, and of the replicate. Floating-point steps are + − × ÷
and √ in a fixed order and `log` and `exp` of this module, so that the draws are the
same on every platform.
"""

import math
from collections.abc import Sequence
from decimal import Decimal, localcontext
from functools import cache, lru_cache

# Streams: one that was used for two things would make them depend on each other.
WEIGHT, REFINE, ADJUST, UNIFORM, BINOMIAL, GROUPS, NOISE, SWAP, HEAVY = range(9)


# ------------------------------------------------------------------------------ Philox


def philox(key: Sequence[int], counter: Sequence[int]) -> list[int]:
    """Return the four 32-bit words that Philox4x32-10 makes of a key and a counter."""
    k0, k1 = key
    c0, c1, c2, c3 = counter
    for _ in range(10):
        high0, low0 = divmod(0xD2511F53 * c0, 2**32)
        high1, low1 = divmod(0xCD9E8D57 * c2, 2**32)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 = (k0 + 0x9E3779B9) % 2**32  # the golden ratio
        k1 = (k1 + 0xBB67AE85) % 2**32  # √3 − 1
    return [c0, c1, c2, c3]


@lru_cache(maxsize=64)
def random_block(seed: int, stream: int, replicate: int, block: int) -> int:
    """Return the 128 random bits of a block as one integer, the first word lowest."""
    key = [seed % 2**32, seed >> 32]
    counter = [
        block % 2**32,
        stream << 24 | block >> 32,
        replicate % 2**32,
        replicate >> 32,
    ]
    return sum(word << 32 * i for i, word in enumerate(philox(key, counter)))


def random_bits(seed: int, stream: int, replicate: int, index: int, width: int) -> int:
    """Return number `index` of the stream when it is cut into numbers of width bits."""
    block, place = divmod(index, 128 // width)
    return random_block(seed, stream, replicate, block) >> place * width & 2**width - 1


def uniform(seed: int, replicate: int, start: int, n: int) -> list[float]:
    """Return n doubles uniform in [0, 1), multiples of 2⁻⁵³, from index start on."""
    return [
        (random_bits(seed, UNIFORM, replicate, i, 64) >> 11) * 2.0**-53
        for i in range(start, start + n)
    ]


def swapped(seed: int, replicate: int, n: int) -> list[bool]:
    """Return which of n units two models swap in a replicate."""
    return [bool(random_bits(seed, SWAP, replicate, i, 1)) for i in range(n)]


def dealt(seed: int, replicate: int, n: int, wanted: int) -> list[bool]:
    """Return which of n units are dealt out in a replicate: so many, as it happens.

    Each is dealt out by itself with the share that is wanted, rounded down to a 64th;
    then units are drawn of which those that are not yet dealt out are, or the other way
    round, until the number is right. 64 replicates share their words of 64 bits.
    """
    batch, bit = divmod(replicate, 64)
    share, digits = wanted * 64 // n, 6
    while digits and share % 2 == 0:
        share, digits = share // 2, digits - 1
    taken = [not digits and share == 1] * n
    for i in range(n):
        for digit in range(digits):
            word = random_bits(seed, SWAP, batch, i * digits + digit, 64)
            drawn = bool(word >> bit & 1)
            taken[i] = taken[i] or drawn if share >> digit & 1 else taken[i] and drawn
    lacking = wanted - sum(taken)
    j = 0
    while sum(taken) != wanted:
        word = random_bits(seed, SWAP, 2**63 + replicate, j, 32)
        unit, rest = divmod(word * n, 2**32)
        j += 1
        if rest >= 2**32 % n and taken[unit] == (lacking < 0):
            taken[unit] = not taken[unit]
    return taken


def is_heavy(seed: int, replicate: int, row: int) -> bool:
    """Return whether a row is heavy in a replicate, with probability 1/4.

    A block of the stream serves a row in 64 replicates: bit r of both its halves must
    be set in the r-th of these.
    """
    batch, place = divmod(replicate, 64)
    block = random_block(seed, HEAVY, batch, row)
    return bool(block >> place & block >> (64 + place) & 1)


# ----------------------------------------------------------------------------- Poisson


@cache
def poisson_steps() -> tuple[int, ...]:
    """Return floor(2⁶⁴ P(X <= k)), k = 0..19, for X Poisson with mean 1.

    Beyond lies less than 2⁻⁶⁴.
    """
    with localcontext() as context:
        context.prec = 60
        terms = [Decimal(-1).exp() / math.factorial(k) for k in range(20)]
        return tuple(math.floor(2**64 * sum(terms[: k + 1])) for k in range(20))


def poisson(seed: int, replicate: int, start: int, n: int) -> list[int]:
    """Return n Poisson(1) numbers, from index start on.

    The number is how many steps a 64-bit number reaches. Its leading 16 bits mostly
    decide that; the others are drawn from a stream of their own.
    """

    def steps_reached(number: int) -> int:
        return sum(number >= step for step in poisson_steps())

    drawn = []
    for i in range(start, start + n):
        number = random_bits(seed, WEIGHT, replicate, i, 16) << 48
        if steps_reached(number) != steps_reached(number + 2**48 - 1):
            number |= random_bits(seed, REFINE, replicate, i, 64) >> 16
        drawn.append(steps_reached(number))
    return drawn


# -------------------------------------------------------------------- bootstrap weights


def draw_weights(seed: int, replicate: int, sizes: Sequence[int]) -> list[int]:
    """Return how often each row is drawn in one bootstrap replicate.

    Stratum s is sizes[s] rows, one stratum behind the other; in each, as many rows are
    drawn with replacement as it has. Independent Poisson(1) weights, given their total,
    are multinomial; so drawing one unit more, or taking one away at random, until the
    total equals the size gives exactly Multinomial(size; 1 / size, ...).
    """
    used = 0

    def integer_below(m: int) -> int:
        # Lemire, "Fast random integer generation in an interval", ACM TOMACS 29
        # (2019): products with a low half below 2⁶⁴ mod m are one too many for some.
        nonlocal used
        while True:
            product = random_bits(seed, ADJUST, replicate, used, 64) * m
            used += 1
            if product % 2**64 >= 2**64 % m:
                return product >> 64

    weights = poisson(seed, replicate, 0, sum(sizes))
    first = 0
    for size in sizes:
        rows = range(first, first + size)
        first += size
        total = sum(weights[row] for row in rows)
        while total < size:
            weights[rows[integer_below(size)]] += 1
            total += 1
        while total > size:
            unit = integer_below(total)
            for row in rows:
                if unit < weights[row]:
                    weights[row] -= 1
                    break
                unit -= weights[row]
            total -= 1
    return weights


# ------------------------------------------------------------------------ log and exp

LN2_HIGH = float.fromhex("0x1.62e42fee00000p-1")  # its multiples by exponents are exact
LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")  # ln 2 minus that


def log(x: float) -> float:
    """Return the natural logarithm of a positive normal number, to 1 ulp.

    x = 2ᵉ (1 + f) with 1 + f in [√½, √2); with s = f / (2 + f), log(1 + f) = 2 atanh(s)
    = 2 s + ⅔ s³ + ⅖ s⁵ + ..., in which 2 s = f − s f.
    """
    m, e = math.frexp(x)
    if m < math.sqrt(2) / 2:
        m, e = m * 2, e - 1
    f = m - 1
    s = f / (2 + f)
    z = s * s
    r = 0.0
    for k in range(21, 1, -2):
        r = r * z + 2 / k
    r = r * z
    return e * LN2_HIGH + (f - (s * (f - r) - e * LN2_LOW))


def log1m(p: float) -> float:
    """Return log(1 − p), 0 <= p <= ½, also where 1 − p rounds to 1."""
    q = 1 - p
    return log(q) + ((1 - q) - p) / q


def exp(x: float) -> float:
    """Return eˣ, −700 <= x <= 0: x = k ln 2 + r, and the Taylor series of eʳ."""
    k = int(x * float.fromhex("0x1.71547652b82fep+0") - 0.5)  # 1 / ln 2
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    y = 1.0
    for i in range(14, 0, -1):
        y = 1 + y * r / i
    return y * 2.0**k


# ---------------------------------------------------------------- binomial, multinomial

PI = Decimal("3.141592653589793238462643383279502884197169399375105820974944592")


@cache
def stirling_error(x: int) -> float:
    """Return log(x!) − log(√(2 π x) (x / e)ˣ), x >= 1."""
    if x < 16:
        with localcontext() as context:
            context.prec = 50
            stirling = (2 * PI * x).ln() / 2 + x * Decimal(x).ln() - x
            return float(Decimal(math.factorial(x)).ln() - stirling)
    y = 1 / (float(x) * x)
    r = 0.0
    for k in (1188, 1680, 1260, 360, 12):
        r = 1 / k - r * y
    return r / x


def deviance(x: float, mu: float) -> float:
    """Return x log(x / μ) + μ − x, without cancellation where x is near μ."""
    d = x - mu
    v = d / (x + mu)
    if abs(v) > 0.1:
        return x * log(x / mu) - d
    z = v * v  # x log(x / μ) = 2 x atanh(v), and 2 x v − d = d v
    r = 0.0
    for k in range(17, 1, -2):
        r = r * z + 1 / k
    return d * v + 2 * x * v * z * r


def draw_binomial(seed: int, replicate: int, index: int, n: int, p: float) -> int:
    """Return the successes in n trials, drawn at one index.

    With a mean below 10 by inversion, else by transformed rejection with squeeze
    (W. Hörmann, "The generation of binomial random variates", 1993, algorithm BTRS).
    An attempt takes a block; attempt a of index i is block 2⁸ i + a.
    """
    if p > 0.5:
        return n - draw_binomial(seed, replicate, index, n, 1 - p)
    q = 1 - p
    mean = n * p

    def numbers(attempt: int) -> list[int]:
        place = 2 * (2**8 * index + attempt)
        return [random_bits(seed, BINOMIAL, replicate, place + h, 64) for h in (0, 1)]

    if mean < 10:
        # The smallest k whose distribution function exceeds u; 110 is out of reach.
        u = (numbers(0)[0] >> 11) * 2.0**-53
        k = 0
        at_k = exp(n * log1m(p))
        odds = p / q
        while u >= at_k and k < min(n, 110):
            u -= at_k
            k += 1
            at_k = at_k * (odds * (float(n) - k + 1)) / k
        return k

    def distance(k: int) -> float:
        # By Stirling's formula, with K = k + 1 and N = n − k + 1, log P(k) is
        # log(K N) / 2 minus this plus a constant.
        s = n + 2.0
        return (
            deviance(k + 1.0, s * p)
            + deviance(n - k + 1.0, s * q)
            + stirling_error(k + 1)
            + stirling_error(n - k + 1)
        )

    spread = math.sqrt(mean * q)
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * p
    c = mean + 0.5
    alpha = (2.83 + 5.1 / b) * spread
    v_r = 0.92 - 4.2 / b
    mode = math.floor((n + 1.0) * p)
    attempt = 0
    while True:
        u, v = [((number >> 12) + 0.5) * 2.0**-52 for number in numbers(attempt)]
        attempt += 1
        u -= 0.5
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + c)
        if us >= 0.07 and v <= v_r:
            return k
        if not 0 <= k <= n:
            continue
        v = v * alpha / (a / (us * us) + b)
        ratio = ((mode + 1.0) / (k + 1.0)) * ((n - mode + 1.0) / (n - k + 1.0))
        if log(v * math.sqrt(ratio)) <= distance(mode) - distance(k):
            return k


def binomial(seed, replicate, start, count, n, p):
    """Return the successes in n <= 2⁵³ trials, drawn at count indices from start on."""
    return [
        draw_binomial(seed, replicate, index, n, p)
        for index in range(start, start + count)
    ]


def multinomial(seed, replicate, n_replicates, n, weights, index=0):
    """Return n objects put into cells at random, for n_replicates from replicate on.

    Cell after cell: what goes into cell j is binomial among the objects left, with the
    weight of the cell over that of the cells left.
    """
    k = len(weights)
    tails = [0.0] * (k + 1)
    for j in reversed(range(k)):
        tails[j] = tails[j + 1] + weights[j]
    drawn = []
    for r in range(replicate, replicate + n_replicates):
        left = n
        cells = []
        for j in range(k):
            if not left or not weights[j]:
                cells.append(0)
                continue
            p = weights[j] / tails[j]
            cells.append(draw_binomial(seed, r, index * k + j, left, p))
            left -= cells[j]
        drawn.append(cells)
    return drawn
