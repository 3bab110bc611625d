"""Alignments, confusions and the test by segments: the twin, and what is printed."""

import math
import random

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.transcript_cases import drawn_words

import fastmetrics as fm
from fastmetrics import reference

# --------------------------------------------------------------------------- alignments


@one_case("costs", ["levenshtein", "sclite"])
def test_steps_are_those_of_the_twin(costs):
    for ours, theirs in zip(*drawn_words(11, 200), strict=True):
        found = fm.align(ours, theirs, costs=costs)
        assert list(found.steps) == reference.align(ours, theirs, costs=costs)
        assert (found.reference, found.hypothesis) == (
            tuple(ours.split()),
            tuple(theirs.split()),
        )


def test_sequences_are_aligned_whatever_they_hold():
    for kind in (list, tuple, np.array):
        found = fm.align(kind([1, 2, 3]), kind([1, 3]))
        assert found.steps[1] == ("deletion", (1, 2), (1, 1))
        assert found.unit == "token"
    assert str(fm.align([1, ("a", 2)], [1])).splitlines()[0] == "REF: 1 ('a', 2)"
    assert fm.align(["a b"], ["a b"]).reference == ("a b",)


PRINTED = [
    (
        ("short one here", "shoe order one"),
        {},
        """\
REF: **** short one here
HYP: shoe order one ****
        I     S        D""",
    ),
    # A Chinese character takes two places, an accent none.
    (
        ("我 喜欢 e\u0301te\u0301 好", "我 喜 ete"),
        {},
        """\
REF: 我 喜欢 e\u0301te\u0301 好
HYP: 我   喜 ete **
           S   S  D""",
    ),
    (
        ("kitten", "sitting"),
        {"unit": "code_point"},
        """\
REF: kitten*
HYP: sitting
     S   S I""",
    ),
    # An accent alone stands on a circle, and nothing is obeyed.
    (
        ("e\u0301\x1b", "e"),
        {"unit": "code_point"},
        """\
REF: e\u25cc\u0301\\x1b
HYP: e*****
      D   D""",
    ),
    # An asterisk that was said is no sign of what was not.
    (("* a", "b a"), {}, "REF: * a\nHYP: b a\n     S"),
    (("", ""), {}, "REF:\nHYP:\n"),
]


@one_case(("pair", "options", "expected"), PRINTED)
def test_what_is_printed(pair, options, expected):
    assert str(fm.align(*pair, **options)) == expected


def test_long_rows_are_broken():
    found = fm.align("one two three four five six", "one two tree four six")
    assert found.text(width=24) == (
        "REF: one two three four\nHYP: one two  tree four\n                 S\n\n"
        "REF: five six\nHYP: **** six\n        D"
    )
    assert found.text(1000) == str(found)
    assert "longest" in fm.align("longest" * 9, "a").text(20)
    for width in (5, 1.5, "wide"):
        with pytest.raises(ValueError, match="width must be a whole number"):
            found.text(width)


def test_what_notebooks_show():
    page = fm.align("a <b> c", "a d c e")._repr_html_()
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    assert page.count("<span") == 1 + 4


def test_one_pair_is_aligned():
    with pytest.raises(ValueError, match="align takes one pair, got 2"):
        fm.align([["a"], ["b"]], [["a"], ["b"]])
    with pytest.raises(TypeError, match="both be texts or both be sequences"):
        fm.align("a b", ["a", "b"])
    with pytest.raises(ValueError, match="normalize is for texts"):
        fm.align(["a"], ["b"], normalize="lower")


# --------------------------------------------------------------------------- confusions


@one_case("unit", ["word", "code_point"])
@one_case("n", [None, 2])
def test_confusions_are_those_of_the_twin(unit, n):
    columns = drawn_words(12)
    for costs in ("levenshtein", "sclite"):
        given = {"unit": unit, "n": n, "costs": costs}
        expected = reference.confusion_pairs(*columns, **given)
        assert fm.confusion_pairs(*columns, **given) == expected


def test_confusions_of_sequences_and_of_nothing():
    found = fm.confusion_pairs([[1, 2], [3]], [[1, 5], [3]])
    assert found == ([(2, 5, 1)], [], [])
    assert fm.confusion_pairs("a", "a") == ([], [], [])
    with pytest.raises(ValueError, match="n must be a whole number of at least 1"):
        fm.confusion_pairs("a", "a", n=0)


# ----------------------------------------------------------------- the test by segments


def systems(seed, n=60):
    """Return what was said, and what two systems that err now and then make of it."""
    draw = random.Random(seed)

    def heard(words):
        kept = [w if draw.random() < 0.9 else "x" for w in words if draw.random() < 0.9]
        return [word for w in kept for word in [w] * draw.choice([1, 1, 1, 1, 1, 1, 2])]

    said = [draw.choices("abcdefgh", k=draw.randrange(12)) for _ in range(n)]
    return [[" ".join(row) for row in (s, heard(s), heard(s))] for s in said]


@one_case("min_boundary", [1, 2, 3])
@one_case("alternative", ["two-sided", "less", "greater"])
def test_segments_are_those_of_the_twin(min_boundary, alternative):
    columns = [*zip(*systems(min_boundary), strict=True)]
    given = {"min_boundary": min_boundary, "alternative": alternative}
    for costs in ("sclite", "levenshtein"):
        expected = reference.matched_pair_sentence_segment_test(
            *columns, costs=costs, **given
        )
        found = fm.matched_pair_sentence_segment_test(*columns, costs=costs, **given)
        assert found.n_segments == expected.n_segments
        for name in ("statistic", "pvalue", "estimate"):
            values = getattr(found, name), getattr(expected, name)
            assert values[0] == pytest.approx(values[1], rel=1e-12, abs=1e-15)


def test_the_statistic_of_sc_stats():
    """These are numbers of NIST's sc_stats 1.3 (SCTK), on the same transcripts.

    `sclite -i rm -o sgml` of each system, then `sc_stats -p -t mapsswe -v`.
    """
    found = fm.matched_pair_sentence_segment_test(*zip(*systems(5, 400), strict=True))
    assert found.n_segments == 535
    assert f"{found.statistic:.3f}" == "-0.162"
    assert f"{found.estimate:.3f}" == "-0.009"
    assert found.n == 400


def test_the_result_speaks():
    found = fm.matched_pair_sentence_segment_test(*zip(*systems(3), strict=True))
    low, high = found.confidence_interval()
    assert low < found.estimate < high
    half = found.estimate / found.statistic * 1.959963984540054
    assert high - found.estimate == pytest.approx(abs(half))
    assert "errors per segment" in found.summary()
    assert found.to_dict()["n_segments"] == found.n_segments
    assert found.estimate * found.n_segments == pytest.approx(
        found.errors[0] - found.errors[1]
    )


def test_segments_that_say_nothing():
    test = fm.matched_pair_sentence_segment_test
    for one, other in (("a b", "a b"), ("a x", "a b")):
        with pytest.warns(fm.UndefinedMetricWarning, match="at least two segments"):
            found = test("a b", one, other)
        assert math.isnan(found.statistic)
        assert math.isnan(found.confidence_interval()[0])
    same = test(["a", "b"], ["x", "y"], ["z", "z"])
    assert (same.statistic, same.pvalue) == (0.0, 1.0)
    with pytest.warns(fm.UndefinedMetricWarning, match="all equal"):
        assert math.isnan(test(["a", "b"], ["x", "y"], ["a", "b"]).pvalue)


def test_systems_that_do_not_fit():
    test = fm.matched_pair_sentence_segment_test
    with pytest.raises(ValueError, match="hypothesis_b has 1"):
        test(["a", "b"], ["a", "b"], ["a"])
    with pytest.raises(ValueError, match="min_boundary must be a whole number"):
        test("a", "a", "a", min_boundary=0)
    with pytest.raises(ValueError, match="alternative must be one of"):
        test("a", "a", "a", alternative="more")


def test_lists_without_tokens_are_aligned():
    assert (*fm.align([], []).steps,) == ()
    for reference_, hypothesis in ((["a", "b"], []), ([], ["a", "b"])):
        found = fm.align(reference_, hypothesis)
        texts = fm.align(" ".join(reference_), " ".join(hypothesis))
        assert found.steps == texts.steps
        assert (found.reference, found.hypothesis) == (
            tuple(reference_),
            tuple(hypothesis),
        )
