"""The definitions of errors in transcripts, on numbers worked by hand."""

import math

import pytest
from helpers.one_case import one_case
from helpers.transcript_cases import SCLITE, WORKED

from fastmetrics import reference
from fastmetrics.reference.speech import error_rates
from fastmetrics.reference.speech.tokens import normalized


def counts_of(ours, theirs, **options):
    return reference.edit_counts(ours, theirs, **options)[:4]


@one_case(("ours", "theirs", "h", "s", "d", "i"), WORKED)
def test_the_fewest_edits_are_counted_as_rapidfuzz_does(ours, theirs, h, s, d, i):
    assert counts_of(ours, theirs) == (h, s, d, i)


@one_case(("ours", "theirs", "h", "s", "d", "i"), SCLITE)
def test_edits_with_costs_are_counted_as_sclite_does(ours, theirs, h, s, d, i):
    assert counts_of(ours, theirs, costs="sclite") == (h, s, d, i)
    assert counts_of(ours, theirs, costs=(4, 3, 3)) == (h, s, d, i)


def test_the_suffix_is_taken_before_the_middle():
    # Without it, c a b against a b b would be 2 hits, a deletion and an insertion.
    steps = error_rates.align("c a b", "a b b")
    assert steps == [("substitution", (0, 2), (0, 2)), ("hit", (2, 3), (2, 3))]


def test_rates_of_empty_references():
    wer = reference.word_error_rate
    assert (wer("", "a b"), wer("", ""), wer("a", "b c d")) == (2, 0, 3)
    assert math.isnan(wer("", "a b", empty="nan"))
    with pytest.raises(ValueError, match="without tokens"):
        wer("", "a", empty="error")
    mer = reference.match_error_rate
    assert (mer("", "a b"), mer("", "")) == (1, 0)
    wip = reference.word_information_preserved
    assert (wip("", "a b"), wip("", ""), wip("a", "")) == (0, 1, 0)
    assert reference.word_information_lost("", "a") == 1


def test_corpus_and_mean_are_two_numbers():
    ours, theirs = ["a b c", "d"], ["a b c", "x y"]
    wer = reference.word_error_rate
    assert wer(ours, theirs) == 2 / 4
    assert wer(ours, theirs, average="mean") == (0 + 2) / 2
    assert wer(ours, theirs, average=None) == [0, 2]
    assert reference.sentence_error_rate(ours, theirs) == 0.5
    assert reference.edit_distance(ours, theirs, average="mean") == 1


def test_words_are_split_as_asked():
    wer = reference.word_error_rate
    assert wer("a\u00a0b\u2003c", "a b c") == 0
    assert wer("a\u00a0b c", "a b c", delimiter=" ") == 1
    assert wer("a||b", "a|b", delimiter="|") == 0


def test_characters():
    cer = reference.character_error_rate
    assert cer("kitten", " sitting ") == 3 / 6
    assert cer("a b", "ab") == 1 / 3
    assert cer("caf\u00e9", "cafe\u0301") == 2 / 4
    assert cer("caf\u00e9", "cafe\u0301", unit="grapheme") == 1 / 4
    assert cer("e\u0301\U0001f1e9\U0001f1ea", "e\u0301", unit="grapheme") == 1 / 2


@one_case(
    ("normalize", "text", "expected"),
    [
        (None, "It's  A", "It's  A"),
        ("lower", "STRA\u00dfE", "stra\u00dfe"),
        ("casefold", "Stra\u00dfe", "strasse"),
        ("nfc", "e\u0301", "\u00e9"),
        ("nfkc", "\ufb01\uff21", "fiA"),
        ("punctuation", "\u201cIt's,\u201d o''clock 'tis cats' 5'6 e\u0301's", None),
        ("punctuation", "don\u2019t\u2014stop $5 a_b", "don\u2019tstop $5 ab"),
        ("whitespace", "  a \t\u00a0 b\n", "a b"),
        ("upper", "stra\u00dfe", "STRASSE"),
        ("strip", " \ta  b\u00a0", "a  b"),
        ("remove_punctuation", "\u00bfIt's $5.\u201d", "Its $5"),
        ("remove_multiple_spaces", " a\tb \u00a0 c  ", " a\tb c "),
        ("remove_white_space", " a\tb\u00a0c\n", "ab\u00a0c"),
        (
            "remove_kaldi_non_words",
            "you <unk> like [laugh] [a>b] <c",
            "you  like  b] <c",
        ),
        ("expand_common_english_contractions", "she'll say we can't", None),
        ([("remove_specific_words", ["the", "a"])], "the a.c thea", "   .c thea"),
        ([("substitute_words", {"a": "b", "b": "c"})], "a b ab", "c c ab"),
        ([("substitute_regexes", {r"(\w+)ed\b": r"\1"})], "loved it", "lov it"),
        (["casefold", "punctuation"], "IT'S.", "it's"),
        (str.upper, "a", "A"),
        ([str.upper, "lower"], "A", "a"),
    ],
)
def test_what_is_folded(normalize, text, expected):
    if normalize == "expand_common_english_contractions":
        expected = "she will say we can not"
    if expected is None:
        expected = "It's oclock tis cats 56 e\u0301's"
    assert normalized(text, normalize) == expected


def test_confusions_are_counted_the_most_frequent_first():
    found = error_rates.confusion_pairs(["a b c", "a b", "d"], ["x b", "x b", "y d"])
    assert found.substitutions == [("a", "x", 2)]
    assert (found.deletions, found.insertions) == ([("c", 1)], [("y", 1)])
    assert error_rates.confusion_pairs("a b c", "a b", n=1).deletions == [("c", 1)]


def test_segments_of_two_systems():
    """The first segment ends after two right words, the second with the utterance.

    Errors: A has 1 and 1, B has 2 and 0; the differences are -1 and 1.
    """
    said = "a b c d e f g".split()
    one, other = "a x c d e f y".split(), "p q a c d e f g".split()
    errors = [
        error_rates.errors_by_place(said, heard, "sclite") for heard in (one, other)
    ]
    assert error_rates.segments_of(*errors, 2) == [(1, 3), (1, 0)]
    assert error_rates.segments_of(*errors, 4) == [(1, 3), (1, 0)]
    assert error_rates.segments_of(*errors, 5) == [(2, 3)]
    found = error_rates.matched_pair_sentence_segment_test(
        " ".join(said), " ".join(one), " ".join(other)
    )
    assert found.n_segments == 2
    assert found.statistic == pytest.approx(-0.5 / math.sqrt(4.5 / 2))
    # Of a system and itself the differences are all 0.
    heard = ["a x", "c y"]
    found = error_rates.matched_pair_sentence_segment_test(["a b", "c d"], heard, heard)
    assert found == (0.0, 1.0, 2, 0.0)
