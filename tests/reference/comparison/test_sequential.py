"""Betting on means, by numbers worked by hand."""

from fractions import Fraction

import pytest
from helpers.one_case import one_case

from fastmetrics import reference
from fastmetrics.reference.comparison import sequential


def test_bets_and_their_weights():
    assert sequential.SHARES[:5] == [
        1,
        Fraction(3, 4),
        Fraction(1, 2),
        Fraction(3, 8),
        0.25,
    ]
    assert len(sequential.SHARES) == len(sequential.WEIGHTS) == 42
    assert sequential.SHARES[-1] == Fraction(3, 4) / 2**20
    assert sum(sequential.WEIGHTS) == 1
    # The first thirteen are alike, then they fall as 1 / k.
    assert sequential.WEIGHTS[0] == sequential.WEIGHTS[12] == 2 * sequential.WEIGHTS[24]


def test_one_row_is_worth_what_its_bets_are():
    # Right at a null of 1/2: each share θ makes 1 + θ of 1; wrong: 1 − θ.
    mean_share = sum(
        w * s for w, s in zip(sequential.WEIGHTS, sequential.SHARES, strict=True)
    )
    right, wrong = (Fraction(1), Fraction(1)), (Fraction(0), Fraction(1))
    half = Fraction(1, 2)
    assert sequential.evalue([right], half) == 1 + mean_share
    assert sequential.evalue([wrong], half) == 1 - mean_share
    assert sequential.evalue([], half) == 1


def test_of_a_fair_coin_the_mean_of_what_bets_become_is_one():
    # Over all sequences of four tosses: a martingale.
    half, n = Fraction(1, 2), 4
    total = Fraction(0)
    for tosses in range(2**n):
        heads = Fraction(tosses.bit_count())
        total += sequential.evalue(
            [(Fraction(1), heads), (Fraction(0), n - heads)], half
        )
    assert total / 2**n == 1


@pytest.mark.long
def test_sixty_against_twentyfive():
    # The worked number of the definition: 1,000 rows, 60 that A alone has right.
    places = [Fraction(0), Fraction(1, 2), Fraction(1)]
    rows = list(zip(places, map(Fraction, (25, 915, 60)), strict=True))
    found = sequential.evalue(rows, Fraction(1, 2)) / 2
    assert round(float(found), 1) == 62.4
    assert round(float(1 / found), 4) == 0.0160
    low, high = sequential.betting_interval(rows, 0.95, halvings=13)
    assert round(2 * low - 1, 4) == 0.0032
    assert round(2 * high - 1, 4) == 0.0694


def test_rows_between_cells_are_parted_and_never_worth_more():
    ys = [Fraction(1, 3), Fraction(2, 3), Fraction(1)]
    cells = sequential.cells_of(ys, 4)
    # 4/3 lies a third of the way from cell 1 to 2, 8/3 two thirds from 2 to 3.
    assert cells == [0, Fraction(2, 3), Fraction(2, 3), Fraction(2, 3), 1]
    rows = [(y, Fraction(1)) for y in ys]
    for mean in (Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)):
        parted = sequential.evalue(sequential.places(cells), mean)
        assert parted < sequential.evalue(rows, mean)


@one_case(("n", "kappa"), [(100, 5.790), (1000, 3.426), (10**6, 3.533)])
def test_the_line_of_z(n, kappa):
    assert round(sequential.line_of(40, n), 3) == kappa


def test_no_news_is_less_than_one():
    # z = 0: each bet is worth exp(−θ² n / 2), at most 1.
    found = reference.sequential_z_test(0.5, 0.1, 400, null=0.5)
    assert 0 < found.evalue < 0.5
    assert found.pvalue == 1
    assert found.low + found.high == pytest.approx(1)
    with pytest.raises(ValueError, match="n_samples=99"):
        reference.sequential_z_test(0.5, 0.1, 99)


@pytest.mark.long
def test_rows_of_a_difference():
    assert reference.sequential_sample_size(0.02, discordance=0.1) == 4198
    with pytest.raises(ValueError, match="discordance"):
        reference.sequential_sample_size(0.02)


def test_a_recorded_stream_without_a_right_row():
    n, estimate, low, high = reference.confidence_sequence(
        [0.0, 0.0, 0.0], bounds=(0, 1), looks=[1, 3]
    )
    assert (n, estimate, low) == ([1, 3], [0, 0], [0, 0])
    assert 0 < high[1] < high[0] < 1
    with pytest.raises(ValueError, match="3 values"):
        reference.confidence_sequence([0.0] * 3, bounds=None, looks=[3])
