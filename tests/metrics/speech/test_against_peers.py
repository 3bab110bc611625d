"""Numbers of jiwer 4.0.0, RapidFuzz 3.14 and NIST's sclite 2.10 on drawn transcripts.

They are written down, for neither of them is needed by the tests:

- ``jiwer.process_words(*COLUMNS)`` and ``jiwer.process_characters(*COLUMNS)``;
- ``Levenshtein.opcodes`` of each pair's words: h, s, d or i for each token, a line per
  pair;
- ``sclite -r R.trn trn -h H.trn trn -i rm -o pra stdout``, the lines "Scores", of the
  same columns without empty texts, which sclite has no place for.
"""

import zlib

import pytest
from helpers.transcript_cases import drawn_words

import fastmetrics as fm
from fastmetrics._inputs.transcripts import read_transcripts
from fastmetrics.metrics.speech.edits.pairs import steps_of_pairs

COLUMNS = drawn_words(21, 2000, 20, "abcdef")
FILLED = [
    [text or letter for text in c] for c, letter in zip(COLUMNS, "ab", strict=True)
]


def test_the_counts_and_rates_of_jiwer():
    assert fm.edit_counts(*COLUMNS).numbers == (6036, 5390, 7510, 7144)
    characters = fm.edit_counts(*COLUMNS, unit="code_point")
    assert characters.numbers == (15535, 6705, 13760, 13011)
    assert fm.word_error_rate(*COLUMNS) == 1.0585128855090833
    assert fm.match_error_rate(*COLUMNS) == 0.7685582822085889
    assert fm.character_error_rate(*COLUMNS) == 0.9298888888888889
    # Products of quotients may be rounded otherwise.
    wip, wil = 0.10360919836770127, 0.8963908016322988
    assert fm.word_information_preserved(*COLUMNS) == pytest.approx(wip, rel=1e-15)
    assert fm.word_information_lost(*COLUMNS) == pytest.approx(wil, rel=1e-15)


def test_the_steps_of_rapidfuzz():
    offsets, steps = steps_of_pairs(read_transcripts(*COLUMNS))
    written = "".join(["hsdi"[step] for step in steps.tolist()])
    pairs = zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)
    text = "\n".join(written[a:b] for a, b in pairs)
    assert zlib.crc32(text.encode()) == 3883196259


def test_the_counts_of_sclite():
    found = fm.edit_counts(*FILLED, costs="sclite", average=None)
    assert found.total().numbers == (6668, 4488, 7908, 7525)
    rows = [*zip(*(column.tolist() for column in found.numbers), strict=True)]
    assert zlib.crc32(repr(rows).encode()) == 2717629315


def test_the_splitting_of_jiwer():
    """In jiwer a lone tab or no-break space does not part words."""
    import re

    ours, theirs = " a\tb  c \u00a0d", "a b c d"

    def spaced(text):
        return re.sub(r"\s\s+", " ", text.strip())

    given = {"delimiter": " ", "normalize": spaced}
    assert fm.word_error_rate(ours, theirs, **given) == pytest.approx(2 / 3)
    assert fm.word_error_rate(ours, theirs) == 0.0
