"""The twister in plain Python against the numbers that its authors and C++ print."""

from fastmetrics.reference.selection.splitters import Twister, twister_of


def test_words_are_those_of_the_standard():
    twister = Twister(5489)  # the seed where none is given
    assert [twister.word() for _ in range(5)] == [
        3499211612,
        581869302,
        3890346734,
        3586334585,
        545404204,
    ]
    # ISO C++ [rand.predef] asks this of the ten thousandth.
    for _ in range(9994):
        twister.word()
    assert twister.word() == 4123659995


def test_an_interval_takes_the_first_words_that_are_not_too_large():
    words = Twister(5489)
    drawn = [words.word() % 8 for _ in range(20)]
    twister = Twister(5489)
    assert [twister.interval(5) for _ in range(10)] == [w for w in drawn if w < 6][:10]
    assert Twister(1).interval(0) == 0


def test_a_large_interval_takes_two_words_the_first_for_the_high_half():
    assert Twister(5489).interval(2**64 - 1) == 3499211612 * 2**32 + 581869302


def test_a_shuffle_changes_places_from_the_last_item_on():
    # Words of 3499211612, 581869302, ...: j = 0 for item 3, then 2 and 0 or 1.
    places = Twister(5489)
    order = ["a", "b", "c", "d"]
    for i in (3, 2, 1):
        j = places.interval(i)
        order[i], order[j] = order[j], order[i]
    assert Twister(5489).shuffled("abcd") == order
    assert Twister(5489).chosen("abcd", 2) == order[:2]


def test_a_twister_stands_for_itself():
    twister = Twister(3)
    assert twister_of(twister) is twister
    assert twister_of(3).word() == twister.word()
