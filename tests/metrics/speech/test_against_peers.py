"""Numbers of jiwer 4.0.0, RapidFuzz 3.14 and NIST's sclite 2.10 on drawn transcripts.

They are written down, for neither of them is needed by the tests:

- ``jiwer.process_words(*COLUMNS)`` and ``jiwer.process_characters(*COLUMNS)``;
- ``Levenshtein.opcodes`` of each pair's words: h, s, d or i for each token, a line per
  pair;
- ``sclite -r R.trn trn -h H.trn trn -i rm -o pra stdout``, the lines "Scores", of the
  same columns without empty texts, which sclite has no place for.
"""

import random
import zlib

import pytest
from helpers.one_case import one_case
from helpers.transcript_cases import drawn_words

import fastmetrics as fm
from fastmetrics._inputs.transcripts import read_transcripts
from fastmetrics.metrics.speech.pairs import steps_of_pairs

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

    for normalize in (spaced, ["remove_multiple_spaces", "strip"]):
        given = {"delimiter": " ", "normalize": normalize}
        assert fm.word_error_rate(ours, theirs, **given) == pytest.approx(2 / 3)
    assert fm.word_error_rate(ours, theirs) == 0.0


SIGNS = [
    *"aZ'\u2019.-\u2014\u201c\u201d\xe9 \xdf\u0301\u03a3\u03c2\u03c3\ufb01\xa0\t1$_![]",
    *"<>{}\0\x1c\x85\u2028\n\r\v\f\u200b\u0130\u01c6\xbf\u3001\u3008\U0001f1e9\ud800",
    *(" uh ", "won't", "can't", "let's", "n't", "'ll", "'t", "'ve", "'m", "'re", "'d"),
    *("colour", "a", "a.b", "red"),
]
WORDS = ["uh", "a.b", "", "\xdf"]
OTHERS = {"colour": "color", "a": r"x\\y", "'re": " am"}
PATTERNS = {r"\d+": "#", r"\b(\w+)ed\b": r"\1", "^a": "\0"}
# zlib.crc32("\x1d".join(transform(TEXTS)).encode("utf-8", "surrogatepass")), and the
# same of the texts without "\0": these are folded as one.
JIWER = {
    "lower": (3542903981, 4065327736),
    "upper": (3085108522, 403050701),
    "strip": (1760874924, 119921811),
    "remove_punctuation": (3807613361, 3268377828),
    "remove_multiple_spaces": (2737829718, 611821124),
    "remove_white_space": (1372970119, 3380707476),
    "remove_kaldi_non_words": (3629246606, 3789008625),
    "expand_common_english_contractions": (2804883445, 1296640043),
    "remove_specific_words": (2059249597, 1356033131),
    "substitute_words": (1110469594, 467607550),
    "substitute_regexes": (2804406065, 1394807364),
    "lower remove_kaldi_non_words remove_specific_words "
    "remove_punctuation remove_multiple_spaces strip": (1253890225, 3653871596),
    "lower remove_kaldi_non_words expand_common_english_contractions "
    "remove_punctuation remove_multiple_spaces strip": (554386051, 58587381),
}


@one_case("asked", JIWER)
def test_the_transforms_of_jiwer(asked):
    """TEXTS are 2000, each of up to eleven of SIGNS."""
    from fastmetrics.metrics.speech.pairs import read_normalize

    draw = random.Random(4)
    told = {
        "remove_specific_words": WORDS,
        "substitute_words": OTHERS,
        "substitute_regexes": PATTERNS,
    }
    steps = [(name, told[name]) if name in told else name for name in asked.split()]
    texts = ["".join(draw.choices(SIGNS, k=draw.randrange(12))) for _ in range(2000)]
    found = []
    for given in (texts, [text.replace("\0", "") for text in texts]):
        folded = "\x1d".join(read_normalize(steps).column(given))
        found.append(zlib.crc32(folded.encode("utf-8", "surrogatepass")))
    assert tuple(found) == JIWER[asked]
