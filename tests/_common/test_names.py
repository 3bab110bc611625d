"""Names as people read them: cut by places, nothing obeyed, no two alike."""

from helpers.one_case import one_case

from fastmetrics._common.names import (
    END_OF_ISOLATE,
    ISOLATE,
    LONGEST,
    cut,
    display_width,
    distinct,
    written,
)

HEBREW, CHINESE = "מודל", "模型"


@one_case(
    ("text", "places"),
    [
        ("", 0),
        ("abc", 3),
        (CHINESE, 4),
        ("e\u0301", 1),
        ("ｆ", 2),
        ("é", 1),
        ("❤", 1),
        ("❤\ufe0f", 2),  # a picture is wide (UAX 11)
        ("⌚\ufe0f", 2),
        ("1\ufe0f\u20e3", 2),
        ("\ufe0f", 0),
        ("\u1112\u1161\u11ab", 2),  # one syllable in three pieces
    ],
)
def test_places_of_a_terminal(text, places):
    assert display_width(text) == places


@one_case("text", ["x" * 500, CHINESE * 200, "a" * 39 + CHINESE * 3])
@one_case("longest", [7, 8, 9, 40])
def test_no_name_takes_more_places_than_it_may(text, longest):
    made = cut(text, longest)
    assert longest - 3 <= display_width(made) <= longest
    assert made.startswith(text[:1])
    assert made.endswith(text[-1:])


@one_case(
    "text",
    [
        "e\u0301a\u0308" * 18,  # of 36 places, but 72 characters
        "❤\ufe0f" * 40,
        "a" + "\u0301" * 10**6,
        "\u1112\u1161\u11ab" * 30,
        "का" * 50,
    ],
)
@one_case("longest", [1, 5, 40, 56])
def test_marks_neither_widen_nor_lengthen_a_name(text, longest):
    made = cut(text, longest)
    assert display_width(made) <= longest
    assert len(made) <= 3 * longest
    assert made == text or "…" in made
    # A mark of what is left out does not stand on the dots.
    _, dots, last = made.partition("…")
    assert not dots or not last or display_width(last[0]) > 0
    assert not last.startswith("\ufe0f")


def test_letters_with_marks_are_not_cut_before_they_are_too_wide():
    name = "e\u0301a\u0308" * 18
    assert cut(name) == name


def test_a_name_that_fits_stays():
    assert cut(CHINESE * 10) == CHINESE * 10
    assert written("größe") == "größe"


def test_nothing_is_obeyed():
    hidden = "\x1b[31m\u202e\u200b\ufeff\u2066\x00\ud800"
    assert written(hidden, 50) == r"\x1b[31m\u202e\u200b\ufeff\u2066\x00\ud800"


def test_what_is_written_from_right_to_left_is_isolated():
    assert written(HEBREW) == f"{ISOLATE}{HEBREW}{END_OF_ISOLATE}"
    assert display_width(written(HEBREW)) == 4
    assert written(END_OF_ISOLATE + HEBREW).count(END_OF_ISOLATE) == 1


def test_names_that_are_cut_alike_get_numbers():
    names = [f"{'a' * 40}{i}{'b' * 40}" for i in range(12)]
    made = distinct([*names, "plain"])
    assert list(made) == [*names, "plain"]
    assert len(set(made.values())) == 13
    assert made["plain"] == "plain"
    assert made[names[0]].endswith("b (1)")
    assert all(display_width(one) <= LONGEST for one in made.values())


def test_a_number_that_is_a_name_is_not_given_again():
    made = distinct(["a\x1b", r"a\x1b", r"a\x1b (1)"])
    assert len(set(made.values())) == 3
    assert made[r"a\x1b (1)"] == r"a\x1b (1)"


def test_a_name_of_any_length_costs_little():
    assert display_width(written("x" * 10**7)) == LONGEST
