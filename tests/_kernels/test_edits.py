"""Edits between transcripts, against the twins, and against whole tables of costs."""

import random

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels.edits import Rows, count_edits, measure_edits, steps
from fastmetrics.reference.speech.error_rates import operations

NAMES = ["hit", "substitution", "deletion", "insertion"]
COSTS = [None, (4, 3, 3), (1, 1, 2), (5, 2**20, 7), (2**31 - 1, 2**31 - 1, 2**30)]
# Code points of one, two and four bytes, and both ends of each.
ALPHABETS = ["ab", "abcdefgh", "abé\xff", "aé日本\u0100\uffff", "a日😀\U00010000"]
PARTED_BY = [" ", "  ", "\t", "\n", " \x1c", "\x85", "\xa0", "\u2003", "\u3000"]
LENGTHS = [1, 1, 1, 2, 4, 7, 8, 9, 15, 16, 17, 31]


def wanted(reference, hypothesis, costs):
    """The operations by the twin, as numbers."""
    way = operations(reference, hypothesis, costs or "levenshtein")
    return [NAMES.index(operation) for operation in way]


def check(reference, hypothesis, tokens, unit="word", delimiter=None, costs=None):
    """Compare all three functions with the twin; `tokens` are pairs of lists."""
    n = len(tokens)
    how = (unit, delimiter, costs, 0, n)
    offsets, found = steps(reference, hypothesis, *how)
    counts = count_edits(reference, hypothesis, *how)
    measured = measure_edits(reference, hypothesis, *how)
    assert offsets[0] == 0
    assert offsets[-1] == len(found)
    for i, (ours, theirs) in enumerate(tokens):
        way = wanted(ours, theirs, costs)
        assert found[offsets[i] : offsets[i + 1]].tolist() == way
        assert counts[i].tolist() == [way.count(k) for k in range(4)]
        edits = len(way) - way.count(0)
        assert measured[i].tolist() == [edits, len(ours), len(theirs)]


def heard(tokens, vocabulary, rate, draw):
    """What a bad listener makes of tokens."""
    found = []
    for token in tokens:
        kind = draw.random() / rate
        if kind >= 1 / 3:
            found.append(token if kind >= 2 / 3 else draw.choice(vocabulary))
        if kind < 0.1:
            found += draw.choices(vocabulary, k=2)
    return found


def drawn_tokens(draw, longest, alphabet="abcdefgh"):
    """Two lists of words, the second one of the first or of its own."""
    size = draw.choice([2, 5, 30])
    words = [
        "".join(draw.choices(alphabet, k=draw.choice(LENGTHS))) for _ in range(size)
    ]
    ours = draw.choices(words, k=draw.randint(0, longest))
    words.append("z")
    if draw.random() < 0.2:
        return ours, draw.choices(words, k=draw.randint(0, longest))
    return ours, heard(ours, words, draw.choice([0.05, 0.3, 0.8]), draw)


def written(tokens, parted_by, draw):
    start = draw.choice(["", *parted_by])
    return start + "".join(token + draw.choice(parted_by) for token in tokens)


def in_utf8(texts):
    parts = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, parts)], dtype=np.int64)
    return Rows.of_utf8(np.frombuffer(b"".join(parts), np.uint8), ends)


def of_ids(lists):
    ends = np.cumsum([0, *map(len, lists)], dtype=np.int64)
    return Rows.of_ids(np.array([x for one in lists for x in one], np.int64), ends)


@one_case("costs", COSTS)
@one_case("alphabet", ALPHABETS)
def test_words(alphabet, costs):
    draw = random.Random(len(alphabet))
    for _ in range(15):
        tokens = [drawn_tokens(draw, 14, alphabet) for _ in range(3)]
        texts = [
            tuple(written(pair[side], PARTED_BY, draw) for pair in tokens)
            for side in (0, 1)
        ]
        sides = [draw.choice([Rows, in_utf8])(side) for side in texts]
        check(*sides, tokens, costs=costs)


@one_case("delimiter", [" ", ", ", "a", "é", "日", "😀", "ab"])
def test_words_between_delimiters(delimiter):
    draw = random.Random(delimiter)
    parted_by = [delimiter, 2 * delimiter, " ", "x"]
    for alphabet in ALPHABETS:
        texts = [
            [written(side, parted_by, draw) for side in drawn_tokens(draw, 9, alphabet)]
            for _ in range(8)
        ]
        tokens = [
            [[word for word in side.split(delimiter) if word] for side in pair]
            for pair in texts
        ]
        ours, theirs = (Rows(tuple(side)) for side in zip(*texts, strict=True))
        check(ours, theirs, tokens, delimiter=delimiter)


@one_case("costs", COSTS[:2])
def test_code_points(costs):
    draw = random.Random(5)
    for alphabet in ALPHABETS:
        pairs = [drawn_tokens(draw, 6, alphabet) for _ in range(20)]
        texts = [[written(side, PARTED_BY, draw) for side in pair] for pair in pairs]
        tokens = [[list(side.strip()) for side in pair] for pair in texts]
        ours, theirs = (tuple(side) for side in zip(*texts, strict=True))
        check(Rows(ours), in_utf8(theirs), tokens, "code_point", costs=costs)


@one_case("costs", COSTS[:2])
def test_ids(costs):
    draw = random.Random(6)
    for vocabulary in ([0, 1], [-(2**63), 2**63 - 1, 0, -1], [*range(0, 2**40, 2**36)]):
        tokens = [
            [draw.choices(vocabulary, k=draw.randint(0, 12)) for _ in range(2)]
            for _ in range(30)
        ]
        ours, theirs = (of_ids(side) for side in zip(*tokens, strict=True))
        check(ours, theirs, tokens, "token", costs=costs)


@one_case(
    ("alphabet", "rate"),
    [("ab", 0.05), ("ab", 0.8), ("abcdefghijklmnopqrstuvwxyz", 0.3)],
)
def test_pairs_of_several_words_of_bits(alphabet, rate):
    # Distances below and above 64, in windows and in bands of words.
    draw = random.Random(alphabet + str(rate))
    tokens = []
    for n in (63, 64, 65, 127, 128, 129, 200, 333):
        ours = draw.choices(alphabet, k=n)
        tokens.append((ours, heard(ours, alphabet, rate, draw)))
    tokens.append((ours, draw.choices(alphabet, k=150)))
    for pairs in (tokens, [pair[::-1] for pair in tokens[1::3]]):
        ours, theirs = (
            Rows(tuple("".join(side) for side in one))
            for one in zip(*pairs, strict=True)
        )
        check(ours, theirs, pairs, "code_point")


def table_of_costs(ours, theirs, costs):
    """All d(i, j): a row at a time, insertions as running minima."""
    substitution, insertion, deletion = costs
    free = insertion * np.arange(len(theirs) + 1)
    found = np.empty((len(ours) + 1, len(theirs) + 1), np.int16)
    row = found[0] = free
    for i, token in enumerate(ours):
        row = row + deletion
        diagonal = found[i, :-1] + np.where(theirs == token, 0, substitution)
        np.minimum(row[1:], diagonal, out=row[1:])
        found[i + 1] = row = np.minimum.accumulate(row - free) + free
    return found


def way_back(d, ours, theirs, costs):
    """The operations from the end to the beginning, read off the table."""
    i, j = len(ours), len(theirs)
    while i or j:
        here, same = d[i, j], i and j and ours[i - 1] == theirs[j - 1]
        if costs is None:
            deletion = i and here == d[i - 1, j] + 1
            diagonal = i and j and d[i, j - 1] >= d[i - 1, j - 1]
        else:
            diagonal = i and j and here - d[i - 1, j - 1] == (not same) * costs[0]
            deletion = not (diagonal or (j and here - d[i, j - 1] == costs[1]))
        if deletion and (costs is None or not diagonal):
            way = 2
        else:
            way = int(not same) if diagonal else 3
        yield way
        i -= way != 3
        j -= way != 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("m", "n", "costs"),
    [(6500, 10_600, None), (2000, 2300, None), (4200, 4300, (4, 3, 3))],
)
def test_more_than_is_kept_for_the_way_back(m, n, costs, rng):
    ours, theirs = (rng.integers(0, 4, size) for size in (m, n))
    ours[0], theirs[0], ours[-1], theirs[-1] = 0, 1, 2, 3  # nothing to be trimmed
    if m == 2000:  # a band that is no more than some of the table
        theirs = np.insert(ours, rng.integers(1, m, n - m), 4)
        theirs[rng.integers(1, m, 700)] = 5
        theirs[0], theirs[-1] = 1, 3
    d = table_of_costs(ours, theirs, costs or (1, 1, 1))
    sides = (of_ids([ours]), of_ids([theirs]), "token", None, costs, 0, 1)
    _, found = steps(*sides)
    assert found[::-1].tolist() == list(way_back(d, ours, theirs, costs))
    counts = np.bincount(found, minlength=4)
    assert count_edits(*sides).tolist() == [counts.tolist()]
    assert measure_edits(*sides)[0, 0] == counts[1:].sum()
    if costs is None:
        assert counts[1:].sum() == d[-1, -1]


def test_frequent_and_rare_tokens_of_a_long_pair():
    # Some tokens are in more rows than others; bands of more than one width.
    draw = random.Random(8)
    ours = [draw.choice([1, 1, 1, draw.randrange(400)]) for _ in range(700)]
    theirs = heard(ours, [1, *range(500)], 0.3, draw)
    check(of_ids([ours]), of_ids([theirs]), [(ours, theirs)], "token")


def test_white_space_is_what_split_takes_for_it():
    points = [chr(i) for i in range(0x110000) if not 0xD800 <= i < 0xE000]
    blocks = [points[:256], *(points[i : i + 999] for i in range(0, len(points), 999))]
    texts = tuple("x".join(block) for block in blocks)
    split = tuple(" ".join(text.split()) for text in texts)
    for rows in (Rows(texts), in_utf8(texts)):
        found = measure_edits(rows, Rows(split), "word", None, None, 0, len(texts))
        assert found[:, 0].sum() == 0
        assert found[:, 1].tolist() == [len(text.split()) for text in texts]
    ends = tuple(point + "x" + point for point in (*points[:0x3100], "😀"))
    stripped = Rows(tuple(text.strip() for text in ends))
    found = measure_edits(Rows(ends), stripped, "code_point", None, None, 0, len(ends))
    assert found[:, 0].sum() == 0
    assert found[:, 1].tolist() == [len(text.strip()) for text in ends]


def test_words_that_begin_alike():
    # Of up to eight bytes the word is its own key, beyond it a hash is.
    base = "abcdefghijklmnopqrstuvwxyz"
    words = [base[:n] + c for n in range(25) for c in "\0\1xy"] + [
        base[:n] for n in (3, 9)
    ]
    words += [base[:k] + "-" + base[k + 1 :] for k in range(26)]
    draw = random.Random(3)
    theirs = draw.sample(words, len(words))
    pair = (words, theirs)
    for ends in ("", "é", "日", "😀"):
        texts = [" ".join(word + ends for word in side) for side in pair]
        check(Rows(texts[0]), Rows(texts[1]), [pair])


def words_of_one_hash(n):
    """Different words of 16 bytes of which fm_tokens.c makes the same key."""
    draw = random.Random(9)
    found, wanted = [], None
    while len(found) < n:
        first = draw.getrandbits(64)
        mixed = (first ^ first >> 32) * 0x9E3779B97F4A7C15 % 2**64
        wanted = draw.getrandbits(64) if wanted is None else wanted
        word = (first | (mixed ^ wanted) << 64).to_bytes(16, "little").decode("latin-1")
        if len(f"a{word}a".split()) == 1:
            found.append(word)
    return found


def test_words_of_one_hash_differ():
    words = words_of_one_hash(6)
    theirs = [words[i] for i in (5, 2, 2, 0, 1, 4)]
    check(Rows(" ".join(words)), Rows(" ".join(theirs)), [(words, theirs)])


def test_huge_words_and_lone_surrogates():
    huge = "a" * 1_000_000
    reference = Rows((huge + " b", "\ud800 x", huge))
    hypothesis = Rows((huge[:-1] + "b b", "\ud800 \udfff", "b" + huge[1:]))
    found = count_edits(reference, hypothesis, "word", None, None, 0, 3)
    assert found.tolist() == [[1, 1, 0, 0], [1, 1, 0, 0], [0, 1, 0, 0]]
    found = count_edits(reference, hypothesis, "code_point", None, None, 1, 3)
    assert found.tolist() == [[2, 1, 0, 0], [999_999, 1, 0, 0]]


def test_a_million_tokens_against_none_and_few():
    many, few = Rows("a " * 1_000_000), Rows("b a")
    for costs in (None, (4, 3, 3)):
        found = [
            count_edits(*sides, "word", None, costs, 0, 1)[0].tolist()
            for sides in ((many, Rows("")), (Rows(""), many), (many, few), (few, many))
        ]
        n = 1_000_000
        assert found[:2] == [[0, 0, n, 0], [0, 0, 0, n]]
        assert found[2:] == [[1, 1, n - 2, 0], [1, 1, 0, n - 2]]


def test_parts_of_the_rows():
    texts = Rows(("a", "b c", "d", "e"))
    other = Rows(("x", "b", "d e", "e"))
    whole = count_edits(texts, other, "word", None, None, 0, 4)
    for start, stop in ((0, 2), (1, 4), (2, 2)):
        part = count_edits(texts, other, "word", None, None, start, stop)
        assert part.tolist() == whole[start:stop].tolist()
        assert len(steps(texts, other, "word", None, None, start, stop)[0]) == (
            stop - start + 1
        )


def test_what_no_kernel_can_read():
    texts, ids = Rows(("a", "b")), of_ids([[1], [2]])
    how = ("word", None, None)
    assert Rows(("a", None, 3)).wrong == 1
    assert texts.wrong == -1
    for call in (
        lambda: count_edits(texts, Rows(("a",)), *how, 0, 2),
        lambda: count_edits(texts, texts, *how, 2, 1),
        lambda: count_edits(texts, texts, *how, -1, 1),
        lambda: count_edits(texts, Rows(("a", None)), *how, 0, 2),
        lambda: count_edits(texts, ids, *how, 0, 2),
        lambda: count_edits(ids, ids, *how, 0, 2),
        lambda: count_edits(texts, texts, "token", None, None, 0, 2),
        lambda: count_edits(texts, texts, "syllable", None, None, 0, 2),
        lambda: count_edits(texts, texts, "word", "", None, 0, 2),
        lambda: count_edits(texts, texts, "word", None, (0, 1, 1), 0, 2),
        lambda: count_edits(texts, texts, "word", None, (1, 1, 2**31), 0, 2),
        lambda: Rows(["a"]),
        lambda: Rows.of_ids(np.array([1, 2]), np.array([0, 3])),
        lambda: Rows.of_ids(np.array([1, 2]), np.array([0, 2, 1])),
        lambda: Rows.of_ids(np.array([1, 2]), np.array([-1, 2])),
        lambda: Rows.of_utf8(np.array([97], np.uint8), np.empty(0, np.int64)),
        lambda: ids.text(0),
    ):
        with pytest.raises((ValueError, TypeError)):
            call()
    assert texts.text(1) == "b"
    assert in_utf8(["é", "日"]).text(1) == "日"
    with pytest.raises(IndexError):
        texts.text(2)


def test_bytes_that_are_no_utf8_are_not_read_past_their_end():
    data = np.array([0xE6, 0x97, 0xF0, 0x9F, 0xC3], np.uint8)
    for stop in range(len(data) + 1):
        rows = Rows.of_utf8(data, np.array([0, stop]))
        measured = measure_edits(rows, Rows("x"), "code_point", None, None, 0, 1)
        assert measured[0, 1] <= stop
