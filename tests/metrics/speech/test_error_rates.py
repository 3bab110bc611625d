"""Rates of transcripts and the counts behind them: the twin, options, empty texts."""

import math
import random
import struct
import zlib

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.transcript_cases import SCLITE, WORKED, drawn_words

import fastmetrics as fm
from fastmetrics import EditCounts, reference

RATES = [
    "word_error_rate",
    "match_error_rate",
    "word_information_preserved",
    "word_information_lost",
]
FIELDS = ("hits", "substitutions", "deletions", "insertions")


@one_case("name", [*RATES, "character_error_rate"])
@one_case("average", ["corpus", "mean", None])
@one_case("costs", ["levenshtein", "sclite", (2, 1, 3)])
def test_rates_are_those_of_the_twin(name, average, costs):
    columns = drawn_words(3)
    given = {"average": average, "costs": costs}
    expected = getattr(reference, name)(*columns, **given)
    # Products of two quotients are rounded more than once.
    found = getattr(fm, name)(*columns, **given)
    assert found == pytest.approx(expected, rel=4e-16, abs=4e-16)
    if average is None:
        assert found.dtype == np.float64
    else:
        assert type(found) is float


@one_case("name", [*RATES, "character_error_rate"])
def test_one_pair_of_texts_is_a_column_of_one(name):
    function = getattr(fm, name)
    pairs = [*zip(*drawn_words(13, 100), strict=True), ("a " * 3000, "a b " * 1500)]
    for ours, theirs in pairs:
        assert function(ours, theirs) == function([ours], [theirs])


@one_case("costs", ["levenshtein", "sclite", (1, 1, 1), (5, 2, 2)])
@one_case("unit", ["word", "code_point"])
def test_counts_are_those_of_the_twin(unit, costs):
    columns = drawn_words(4)
    given = {"unit": unit, "costs": costs}
    expected = reference.edit_counts(*columns, **given, average=None)
    found = fm.edit_counts(*columns, **given, average=None)
    for name in FIELDS:
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    total = fm.edit_counts(*columns, **given)
    assert total == found.total()
    assert [getattr(total, name) for name in FIELDS] == [*map(sum, expected[:4])]
    assert (total.pairs, total.wrong_pairs) == (60, sum(expected.wrong_pairs))
    for average in ("corpus", "mean", None):
        ours, theirs = (
            module.edit_distance(*columns, **given, average=average)
            for module in (fm, reference)
        )
        assert np.array_equal(ours, theirs)


@one_case(("ours", "theirs", "h", "s", "d", "i"), WORKED)
def test_worked_counts(ours, theirs, h, s, d, i):
    found = fm.edit_counts(ours, theirs)
    assert [getattr(found, name) for name in FIELDS] == [h, s, d, i]


@one_case(("ours", "theirs", "h", "s", "d", "i"), SCLITE)
def test_worked_counts_of_sclite(ours, theirs, h, s, d, i):
    found = fm.edit_counts(ours, theirs, costs="sclite")
    assert [getattr(found, name) for name in FIELDS] == [h, s, d, i]


def test_an_empty_list_is_a_sequence_without_tokens():
    sides = [], np.array([]), ()
    for empty in sides:
        assert fm.token_error_rate(["a", "b"], empty) == 1.0
        assert fm.token_error_rate(empty, ["a", "b"]) == 2.0
        for pair in ((["a", "b"], empty), (empty, ["a", "b"])):
            assert fm.edit_distance(*pair, unit="token") == 2
            assert fm.edit_counts(*pair, unit="token").pairs == 1
            lists = map(list, pair)
            assert fm.token_error_rate(*pair) == reference.token_error_rate(*lists)
    assert fm.edit_distance([], [], unit="token") == 0
    with pytest.raises(ValueError, match="both be one transcript or both be columns"):
        fm.token_error_rate([["a"]], [])
    for unit in ("word", "code_point"):  # of texts there are no pairs
        with pytest.raises(ValueError, match="reference is empty"):
            fm.edit_distance([], [], unit=unit)


@one_case("average", ["corpus", "mean", None])
def test_nothing_against_nothing_has_no_error_rate(average):
    for module in (fm, reference):
        with pytest.warns(UserWarning, match="token error rate") as warned:
            rate = module.token_error_rate([], [], average=average)
        assert np.isnan(rate).all()
        assert [one.category.__name__ for one in warned] == ["UndefinedMetricWarning"]
        assert np.isnan(
            module.token_error_rate([], [], average=average, empty="nan")
        ).all()
        with pytest.raises(ValueError, match="tokens"):
            module.token_error_rate([], [], average=average, empty="error")
    assert fm.token_error_rate([[]], [[]]) == 0.0


def test_empty_references():
    wer = fm.word_error_rate
    assert (wer("", "a b"), wer("", ""), wer("a", "b c d")) == (2.0, 0.0, 3.0)
    columns = ["", "a", ""], ["", "b", "c"]
    for name in RATES:
        function, twin = getattr(fm, name), getattr(reference, name)
        for average in ("corpus", "mean", None):
            expected = twin(*columns, average=average)
            assert np.array_equal(function(*columns, average=average), expected)
        rates = function(*columns, average=None, empty="nan")
        assert np.isnan(rates).tolist() == [True, False, True]
        assert math.isnan(function(*columns, average="mean", empty="nan"))
        assert function(*columns, empty="nan") == function(*columns)
        assert math.isnan(function("", "a", empty="nan"))
        with pytest.raises(ValueError, match="reference has no words in pair 0"):
            function(*columns, average=None, empty="error")
        with pytest.raises(ValueError, match=r"reference has no words\."):
            function("", "a", empty="error")
    with pytest.raises(ValueError, match="reference has no characters"):
        fm.character_error_rate(" ", "a", empty="error")


def test_sequences_of_tokens_are_not_split():
    ours, theirs = [[1, 2, 3], [4, 5]], [[1, 3], [5, 4]]
    expected = reference.token_error_rate(ours, theirs)
    for kind in (list, tuple, np.array):
        columns = [[kind(row) for row in side] for side in (ours, theirs)]
        assert fm.token_error_rate(*columns) == expected
        assert fm.word_error_rate(*columns) == expected
    assert fm.token_error_rate(["a b", 2], ["a b", 3]) == 0.5
    assert fm.token_error_rate("k ae t".split(), "k ah t".split()) == 1 / 3
    with pytest.raises(TypeError, match="sequences of tokens"):
        fm.token_error_rate("a b", "a b")


def test_graphemes():
    pytest.importorskip("regex", reason="regex is not installed")
    ours, theirs = ["e\u0301\u00e9 x", "\U0001f1e9\U0001f1ea"], ["e\u0301e x", ""]
    found = fm.character_error_rate(ours, theirs, unit="grapheme")
    assert found == reference.character_error_rate(ours, theirs, unit="grapheme") == 0.4
    assert fm.character_error_rate("\u00e9", "e", unit="grapheme") == 1.0


def test_the_rate_of_sentences():
    columns = drawn_words(5, 200, 3)
    assert fm.sentence_error_rate(*columns) == reference.sentence_error_rate(*columns)
    assert fm.sentence_error_rate("a  b", "a b") == 0.0
    assert fm.sentence_error_rate("A b", "a b", normalize="lower") == 0.0


# ---------------------------------------------------------------------------- counts


@one_case("by_pair", [False, True])
def test_parts_add_up(by_pair):
    ours, theirs = drawn_words(6)
    whole = EditCounts.from_pairs(ours, theirs, by_pair=by_pair)
    parts = [
        EditCounts.from_pairs(ours[a:b], theirs[a:b], by_pair=by_pair)
        for a, b in ((0, 1), (1, 30), (30, 60))
    ]
    assert EditCounts.merge(parts) == sum(parts) == whole != parts[1]
    assert len(whole) == whole.pairs == 60
    again = EditCounts.from_bytes(whole.to_bytes())
    assert again == whole
    assert repr(again) == repr(whole)


@one_case("name", ["wer", "mer", "wip", "wil", "ser", "ter"])
def test_rates_are_read_off_counts(name):
    columns = drawn_words(7)
    row = fm.catalog.find(name)
    total = fm.edit_counts(*columns)
    expected = row.public(*columns) if name != "ter" else fm.word_error_rate(*columns)
    assert total.compute(name) == row.public(total, None) == expected
    if name != "ser":
        each = fm.edit_counts(*columns, average=None)
        mean = each.compute(name, average="mean")
        assert each.compute(name) == expected
        assert mean == np.mean(row.public(each, None, average=None))
        with pytest.raises(ValueError, match="without counts of each pair"):
            total.compute(name, average="mean")


def test_counts_of_characters_have_no_rate_of_words():
    counts = fm.edit_counts("ab", "ac", unit="code_point")
    assert counts.compute("cer") == 0.5
    assert counts.compute("mer") == 0.5
    with pytest.raises(ValueError, match="of characters, and this is a rate of words"):
        counts.compute("wer")
    with pytest.raises(ValueError, match="of words, and this is a rate of characters"):
        fm.character_error_rate(fm.edit_counts("a", "b"), None)


def test_nothing_stands_beside_counts():
    counts = fm.edit_counts("a", "b")
    assert fm.edit_counts(counts, None) == counts
    assert fm.edit_distance(counts, None) == 1
    with pytest.raises(TypeError, match="hypothesis must be None"):
        fm.word_error_rate(counts, "b")
    for option in ({"normalize": "lower"}, {"delimiter": " "}, {"costs": "sclite"}):
        for function in (fm.word_error_rate, fm.edit_counts, fm.edit_distance):
            with pytest.raises(
                ValueError, match=f"{next(iter(option))} must be left out"
            ):
                function(counts, None, **option)
    for function in (fm.edit_counts, fm.edit_distance):
        with pytest.raises(ValueError, match="sums over all pairs"):
            function(counts, None, average=None)


def test_what_does_not_merge_says_so():
    words = fm.edit_counts("a", "b")
    characters = fm.edit_counts("a", "b", unit="code_point")
    with pytest.raises(ValueError, match="different units"):
        words + characters
    with pytest.raises(ValueError, match=r"total\(\)"):
        words + fm.edit_counts("a", "b", average=None)
    with pytest.raises(TypeError):
        words + 1
    half = words.copy()
    half._counts = np.array([2**62, 0, 0, 0])
    with pytest.raises(OverflowError, match=r"2\*\*63"):
        half + half
    half = EditCounts.from_bytes(of_pairs(2**62))
    with pytest.raises(OverflowError, match=r"2\*\*63 pairs"):
        half + half
    with pytest.raises(ValueError, match="the counts cannot be"):
        EditCounts.from_bytes(of_pairs(2**63))
    with pytest.raises(TypeError, match="made by from_pairs"):
        EditCounts()


def of_pairs(n):
    """Return the bytes of so many pairs without a token."""
    body = b"FMEDITED" + struct.pack("<HBBQQ4q", 1, 0, 0, n, 0, 0, 0, 0, 0)
    return sealed(body)


def sealed(body):
    return body + struct.pack("<I", zlib.crc32(body))


def test_the_format_is_as_written_down():
    counts = fm.edit_counts(["a b", "c"], ["a", "c d"], average=None)
    body = b"FMEDITED" + struct.pack("<HBBQQ", 1, 0, 1, 2, 2)
    body += struct.pack("<8q", 1, 0, 1, 0, 1, 0, 0, 1)
    assert counts.to_bytes() == sealed(body)
    body = b"FMEDITED" + struct.pack("<HBBQQ4q", 1, 0, 0, 2, 2, 2, 0, 1, 1)
    assert counts.total().to_bytes() == sealed(body)


def test_damaged_bytes_are_refused(rng):
    counts = fm.edit_counts(*drawn_words(8, 5), average=None)
    data = counts.to_bytes()
    for at in range(len(data)):
        damaged = bytearray(data)
        damaged[at] ^= 0x10
        with pytest.raises(ValueError, match="EditCounts"):
            EditCounts.from_bytes(damaged)
    body, refused = data[:-4], 0
    for _ in range(500):
        wrong = bytearray(body)
        for at in rng.integers(8, len(body), rng.integers(1, 4)):
            wrong[at] = rng.integers(0, 256)
        try:
            made = EditCounts.from_bytes(sealed(bytes(wrong)))
        except ValueError:
            refused += 1
        else:
            assert EditCounts.from_bytes(made.to_bytes()) == made
            assert repr(made)
    assert refused > 100


# ---------------------------------------------------------------------- hostile input


@one_case(
    ("option", "error", "message"),
    [
        ({"average": "macro"}, ValueError, "average must be one of"),
        ({"empty": None}, ValueError, "empty must be one of"),
        ({"costs": "cheap"}, ValueError, "costs must be"),
        ({"costs": (1, 0, 1)}, ValueError, "costs must be"),
        ({"costs": (1, 1)}, ValueError, "costs must be"),
        ({"costs": (1.5, 1, 1)}, ValueError, "costs must be"),
        ({"costs": (2**21, 1, 1)}, ValueError, "costs must be"),
        ({"delimiter": ""}, ValueError, "delimiter must not be empty"),
        ({"delimiter": 1}, TypeError, "delimiter must be a str"),
        ({"normalize": "title"}, ValueError, "normalize must be of"),
        ({"normalize": 3}, TypeError, "normalize must be None"),
        ({"normalize": len}, TypeError, "normalize must return a str"),
    ],
)
def test_options_that_are_wrong(option, error, message):
    for columns in (("a", "b"), (["a"], ["b"])):
        with pytest.raises(error, match=message):
            fm.word_error_rate(*columns, **option)


def test_a_unit_that_is_wrong():
    for unit in ("words", None, 1):
        with pytest.raises(ValueError, match="unit must be one of"):
            fm.edit_counts("a", "b", unit=unit)
    with pytest.raises(ValueError, match="unit must be one of"):
        fm.character_error_rate("a", "b", unit="word")
    with pytest.raises(ValueError, match="delimiter splits words"):
        fm.edit_counts("a", "b", unit="code_point", delimiter=" ")


@one_case(
    ("ours", "theirs", "error", "message"),
    [
        ([], [], ValueError, "reference"),
        (["a", None], ["a", "b"], ValueError, "reference"),
        (["a", "b"], ["a", 3], TypeError, "hypothesis must hold a text in each row"),
        (["a", ["b"]], ["a", "b"], TypeError, "reference"),
        (["a"], ["a", "b"], ValueError, "inconsistent"),
        ("a", ["a"], ValueError, "both be"),
        (["a"], [["a"]], TypeError, "both hold texts"),
        (1, 2, TypeError, "reference"),
        ("a", None, TypeError, "hypothesis"),
    ],
)
def test_transcripts_that_are_wrong(ours, theirs, error, message):
    with pytest.raises(error, match=message):
        fm.word_error_rate(ours, theirs)


def test_lone_surrogates_and_long_words_are_words():
    assert fm.word_error_rate("\ud800 a", "\ud800 b") == 0.5
    assert fm.word_error_rate("a" * 10**6, "a" * 10**6) == 0.0


# -------------------------------------------------------------------- what is folded


@one_case("as_column", [False, True])
@one_case(
    "normalize",
    [
        *("nfc", "nfkc", "lower", "casefold", "punctuation", "whitespace"),
        ["casefold", "punctuation", "whitespace"],
        ["nfkc", str.upper],
        str.title,
        *("upper", "strip", "remove_punctuation", "remove_multiple_spaces"),
        *("remove_white_space", "remove_kaldi_non_words"),
        ["remove_kaldi_non_words", "remove_multiple_spaces", "strip", "upper"],
        ["expand_common_english_contractions", ("substitute_words", {"a": "Z b"})],
        [("remove_specific_words", ["a", "ß"]), ("substitute_regexes", {"^.": "\0"})],
    ],
)
def test_what_is_folded_is_that_of_the_twin(normalize, as_column):
    from fastmetrics.metrics.speech.pairs import read_normalize
    from fastmetrics.reference.speech.tokens import normalized

    draw = random.Random(9)
    some = [*"aZ''’.-—“”é ß\u0301Σςſﬁ\u00a0\t1$_![>", "\U0001f1e9", "\ud800", "n't"]
    plain = [*"aZ'.,- \t!1\"$_\\[<>]`"]
    folds = read_normalize(normalize)
    for signs in (some, plain, [*some, "\0"]):
        texts = ["".join(draw.choices(signs, k=draw.randrange(9))) for _ in range(150)]
        found = folds.column(texts) if as_column else [*map(folds, texts)]
        assert found == [normalized(text, normalize) for text in texts]


def test_brackets_that_are_never_closed_are_no_work():
    opened = "[" * 1_000_000
    step = {"normalize": "remove_kaldi_non_words"}
    assert fm.word_error_rate(f"[<a] b {opened}", f"b {opened}", **step) == 0


def test_steps_that_are_told_what_to_do():
    def rate(*steps):
        return fm.word_error_rate("uh my colour", "my color", normalize=steps)

    assert rate(("remove_specific_words", ["uh"])) == 1 / 2
    substituted = "substitute_words", {"colour": "color"}
    assert rate(("remove_specific_words", {"uh"}), substituted) == 0
    assert rate(("substitute_regexes", {"^uh ": "", "ou?r": "or"})) == 0
    assert rate(("substitute_regexes", {})) == 2 / 3


@one_case(
    ("normalize", "error", "message"),
    [
        ("ToLowerCase", ValueError, "be of .'nfc', .*'strip'.* got 'ToLowerCase'"),
        (
            "substitute_words",
            ValueError,
            r"needs an argument, as in \[\('substitute_wor",
        ),
        (("substitute_words", {"a": "b"}), ValueError, "needs an argument"),
        (
            [("substitute_words", ["a"])],
            TypeError,
            r"needs a dict of str to str, got \['",
        ),
        ([("substitute_words", {"a": 1})], TypeError, "needs a dict of str to str"),
        ([("remove_specific_words", "uh")], TypeError, "needs a list of str, got 'uh'"),
        ([("remove_specific_words", [None])], TypeError, "needs a list of str"),
        (
            [("substitute_regexes", {"(": ""})],
            ValueError,
            "substitute_regexes: missing",
        ),
        ([("substitute_regexes", {"a": r"\1"})], ValueError, "invalid group reference"),
        ([("lower", {})], ValueError, "pairs of .'remove_specific_words'"),
        ([("lower",)], ValueError, "normalize must be of"),
        ([{"lower": 1}], ValueError, "normalize must be of"),
        (3, TypeError, "normalize must be None, a callable, or names"),
        (iter(["lower"]), TypeError, "normalize must be None, a callable, or names"),
    ],
)
def test_steps_that_are_none(normalize, error, message):
    with pytest.raises(error, match=message):
        fm.word_error_rate(["a"], ["b"], normalize=normalize)


def test_folding_changes_the_rate():
    ours, theirs = ["It's OK.", "Stra\u00dfe"], ["its ok", "STRASSE"]
    assert fm.word_error_rate(ours, theirs) == 1.0
    assert fm.word_error_rate(ours, theirs, normalize="casefold") == 2 / 3
    for normalize in (["casefold", "punctuation"], lambda text: "a"):
        expected = reference.word_error_rate(ours, theirs, normalize=normalize)
        assert fm.word_error_rate(ours, theirs, normalize=normalize) == expected
    with pytest.raises(ValueError, match="normalize is for texts, but reference"):
        fm.word_error_rate([["a"]], [["b"]], normalize="lower")
