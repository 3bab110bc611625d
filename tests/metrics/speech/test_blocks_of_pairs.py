"""Pairs counted in blocks, by several threads, as all at once."""

import random

import numpy as np
from helpers.one_case import one_case

from fastmetrics import num_threads
from fastmetrics._inputs.transcripts import read_transcripts
from fastmetrics._kernels import edits
from fastmetrics.metrics.speech.pairs import (
    count_pairs,
    measure_pairs,
    steps_of_pairs,
)


def drawn_pairs(n, longest):
    draw = random.Random(n)
    sides = (
        [
            " ".join(draw.choices("abcdefgh", k=draw.randrange(longest)))
            for _ in range(n)
        ]
        for _ in range(2)
    )
    return read_transcripts(*sides)


# Many short pairs, and few of which each is a block.
@one_case(("n", "longest"), [(9000, 40), (12, 12_000)])
def test_blocks(n, longest):
    pairs = drawn_pairs(n, longest)
    if n == 12:  # as far apart as they are, only how far
        pairs.hypothesis = edits.Rows(("a " * 8_000,) * n)
    how = (pairs.reference, pairs.hypothesis, "word", None, None, 0, n)
    assert pairs.reference.size + pairs.hypothesis.size > 2**18
    for threads in (1, 3):
        with num_threads(threads):
            np.testing.assert_array_equal(
                measure_pairs(pairs), edits.measure_edits(*how)
            )
            if n == 12:
                continue
            np.testing.assert_array_equal(count_pairs(pairs), edits.count_edits(*how))
            for found, wanted in zip(
                steps_of_pairs(pairs), edits.steps(*how), strict=True
            ):
                np.testing.assert_array_equal(found, wanted)


def test_no_pair_is_counted_twice():
    pairs = read_transcripts(["a b", "c", "d e f"], ["a", "x", "d e f g"])
    assert count_pairs(pairs).tolist() == [[1, 0, 1, 0], [0, 1, 0, 0], [3, 0, 0, 1]]
    assert count_pairs(pairs, (4, 3, 3)).tolist() == count_pairs(pairs).tolist()
    assert measure_pairs(pairs).tolist() == [[1, 2, 1], [1, 1, 1], [1, 3, 4]]
