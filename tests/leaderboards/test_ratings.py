"""Ratings from battles: values, covariances, errors, and what is shown of them."""

import json
import math
import pickle
import random
import re

import numpy as np
import pandas as pd
import pytest

from fastmetrics import Ratings, bradley_terry
from fastmetrics.leaderboards import strengths
from fastmetrics.reference.leaderboards.ratings import bradley_terry as twin

A = [*"xxxyyzxzwwxywzzwxyzwwxyz"]
B = [*"yyzzxxyyxywwzwxxzxyyzwzw"]
POINTS = [1, 0.5, 1, 1, 1, 1, 1, 0.5, 0, 1, 1, 0, 0.5, 1, 0, 0, 1, 0, 0.5, 1, 1, 1, 0]
POINTS.append(0)
VOTERS = [1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8, 5, 6, 7, 8, 9, 10, 11, 12, 9, 10, 11, 12]
NAMES = [*"wxyz"]
# evalica 0.4.2: bradley_terry(A, B, ..., tolerance=1e-14), logarithms around their
# mean; choix 0.4.1: ilsr_pairwise_dense agrees with it to 1e-8.
EVALICA = [
    0.029356763177239856,
    1.0779828290918596,
    -0.6717610956518707,
    -0.4355784966172287,
]
# statsmodels 0.15.0: GLM(..., Binomial()).fit(cov_type="HC0"), for strengths that add
# up to 0; and cov_type="cluster" without its correction.
OF_BATTLES = [
    [0.1264270836559779, -0.027347936437161137, -0.0492636056943159, -0.0498155415245],
    [-0.027347936437161144, 0.2845957959698169, -0.1367216081819163, -0.12052625135074],
    [-0.0492636056943159, -0.1367216081819163, 0.200126015508868, -0.0141408016326358],
    [-0.04981554152450086, -0.12052625135074, -0.0141408016326358, 0.1844825945078761],
]
OF_VOTERS = [
    [0.09854160396908328, -0.025897099933586, -0.025264498931687, -0.04738000510381],
    [-0.025897099933586173, 0.36621625183026374, -0.166804125476192, -0.17351502642],
    [-0.025264498931687196, -0.16680412547619, 0.17889317216036, 0.01317545224751],
    [-0.0473800051038099, -0.17351502642048539, 0.01317545224751, 0.20771957927678442],
]


def by_name(ratings):
    """Return strengths and covariance in the order of names."""
    order = [ratings.models.index(name) for name in NAMES]
    beta = [ratings.coefficients[name] for name in NAMES]
    return beta, ratings.covariance[np.ix_(order, order)]


def test_other_packages():
    beta, covariance = by_name(bradley_terry(A, B, POINTS))
    assert beta == pytest.approx(EVALICA, abs=1e-12)
    assert covariance == pytest.approx(np.array(OF_BATTLES), abs=1e-11)
    _, covariance = by_name(bradley_terry(A, B, POINTS, groups=VOTERS))
    assert covariance == pytest.approx(12 / 11 * np.array(OF_VOTERS), abs=1e-11)


def random_options(rng, a):
    options = {"ties": rng.choice(["half", "davidson"])}
    if rng.random() < 0.3:
        options["groups"] = [0, 1, *(rng.randint(0, 5) for _ in a[2:])]
    if rng.random() < 0.3:
        options["sample_weight"] = [1, *(rng.choice([0, 1, 2, 0.5]) for _ in a[1:])]
    if rng.random() < 0.3 and options["ties"] == "half":
        options["penalty"] = "firth"
    if rng.random() < 0.3:
        options["reference"] = {a[0]: 1200}
    return options


@pytest.mark.long
def test_reference_implementation():
    rng = random.Random(3)
    rated = 0
    for _ in range(120):
        pairs = [rng.sample("pqrs"[: rng.randint(2, 4)], 2) for _ in range(20)]
        a, b = map(list, zip(*pairs, strict=True))
        words = ["model_a", "model_b", "tie", "tie (bothbad)"]
        winner = [rng.choice([*words, *pair]) for pair in pairs]
        options = random_options(rng, a)
        try:
            expected = twin(a, b, winner, **options)
        except ValueError:
            with pytest.raises(ValueError, match=r"sets|finite"):
                bradley_terry(a, b, winner, **options)
            continue
        rated += 1
        found = bradley_terry(a, b, winner, **options)
        order = [expected.models.index(name) for name in found.models]
        table = np.ix_(order, order)
        # Sums of up to 20 scores; the search ends at a gradient of 1e-9.
        near = {"rel": 1e-6, "abs": 1e-9, "nan_ok": True}
        assert found.coefficients == pytest.approx(expected.coefficients, **near)
        assert found.nu == pytest.approx(expected.nu, **near)
        covariance = np.array(expected.covariance)[table]
        assert found.covariance == pytest.approx(covariance, **near)
        rates = np.array(expected.win_rates)[table]
        assert found.win_rates == pytest.approx(rates, **near)
        assert [*found.lack_of_fit[:3]] == pytest.approx(
            [*expected.lack_of_fit], **near
        )
        if found.n_groups != 1:
            for name in found.models:
                assert [*found.ratings[name]] == pytest.approx(
                    expected.ratings[name], **near
                )
    assert rated > 60


def test_the_order_of_battles_and_the_side_of_a_model_do_not_matter():
    ratings = bradley_terry(A, B, POINTS)
    backwards = bradley_terry(A[::-1], B[::-1], POINTS[::-1])
    turned = bradley_terry(B, A, [1 - points for points in POINTS])
    for other in (backwards, turned):
        assert other.models == ratings.models
        assert other.covariance == pytest.approx(ratings.covariance, abs=1e-12)


def test_counts_are_the_same_battles():
    k = len(NAMES)
    wins, tied = np.zeros((k, k), int), np.zeros((k, k), int)
    for a, b, points in zip(A, B, POINTS, strict=True):
        i, j = NAMES.index(a), NAMES.index(b)
        if points == 0.5:
            tied[i, j] += 1
            tied[j, i] += 1
        else:
            wins[(i, j) if points else (j, i)] += 1
    for options in ({}, {"ties": "davidson"}, {"penalty": "firth"}):
        one = bradley_terry(A, B, POINTS, **options)
        other = Ratings.from_counts(wins, tied, models=NAMES, **options)
        assert one.to_dict() == other.to_dict()
    frame = pd.DataFrame(wins, columns=NAMES)
    assert Ratings.from_counts(frame, tied).models == one.models
    assert {*Ratings.from_counts(wins, tied).models} == {0, 1, 2, 3}


def test_kinds_of_columns_and_winners():
    expected = bradley_terry(A, B, POINTS).to_dict()
    words = {1: "model_a", 0: "model_b", 0.5: "tie"}
    texts = [words[points] for points in POINTS]
    named = [
        {1: a, 0: b, 0.5: "tie"}[points]
        for a, b, points in zip(A, B, POINTS, strict=True)
    ]
    for winner in (texts, named, np.array(texts), np.array(named, object)):
        for kind in (list, np.array, lambda x: pd.Series(x, dtype="category")):
            assert bradley_terry(kind(A), kind(B), winner).to_dict() == expected
    whole = [points != 0 for points in POINTS]
    ones = bradley_terry(A, B, whole).coefficients
    assert ones == bradley_terry(A, B, np.array(whole, np.int8)).coefficients
    place = {name: at for at, name in enumerate(NAMES)}
    numbers = [[place[name] + 7 for name in column] for column in (A, B)]
    coded = bradley_terry(*numbers, POINTS)
    assert [NAMES[model - 7] for model in coded.models] == [
        row["model"] for row in expected["models"]
    ]


def test_many_groups_are_added_up_in_blocks(monkeypatch):
    whole = [
        bradley_terry(A, B, POINTS, groups=VOTERS, ties=ties).covariance
        for ties in ("half", "davidson")
    ]
    monkeypatch.setattr(strengths, "_ROOM", 15)
    blocks = [
        bradley_terry(A, B, POINTS, groups=VOTERS, ties=ties).covariance
        for ties in ("half", "davidson")
    ]
    # Sums of twelve groups in another order.
    assert blocks == pytest.approx(np.array(whole), abs=1e-13)


def test_weights_of_one_and_groups_of_one_battle():
    plain = bradley_terry(A, B, POINTS)
    weighted = bradley_terry(A, B, POINTS, sample_weight=[1.0] * len(A))
    assert weighted.covariance == pytest.approx(plain.covariance, abs=1e-14)
    assert math.isnan(weighted.lack_of_fit.deviance)
    n = len(A)
    alone = bradley_terry(A, B, POINTS, groups=range(n))
    assert alone.covariance == pytest.approx(plain.covariance * n / (n - 1), abs=1e-12)
    # Rows of weight 0 do not count, nor do their models.
    more = bradley_terry(
        [*A, "q"], [*B, "x"], [*POINTS, 1], sample_weight=[1.0] * n + [0.0]
    )
    assert more.coefficients == pytest.approx(plain.coefficients, abs=1e-12)
    assert (more.n_battles, "q" in more.models) == (n, False)


def test_differences_and_win_probabilities():
    for options in ({}, {"ties": "davidson"}, {"groups": VOTERS}):
        ratings = bradley_terry(A, B, POINTS, **options)
        there, back = ratings.difference("x", "z"), ratings.difference("z", "x")
        assert (there.estimate, there.low) == pytest.approx(
            (-back.estimate, -back.high)
        )
        gap = ratings.ratings["x"].estimate - ratings.ratings["z"].estimate
        assert there.estimate == pytest.approx(gap)
        p, q = ratings.win_probability("x", "z"), ratings.win_probability("z", "x")
        assert [*p] == pytest.approx([1 - q.estimate, 1 - q.high, 1 - q.low])
        assert 0 < p.low < p.estimate < p.high < 1
        assert [*ratings.win_probability("x", "x")] == [0.5, 0.5, 0.5]
        together = ratings.comparison["x", "z"]
        assert (together.low, together.high) == (there.low, there.high)
        assert together.simultaneous_low < there.low
    plain = bradley_terry(A, B, POINTS)
    odds = 10 ** (plain.difference("x", "z").low / 400)
    assert plain.win_probability("x", "z").low == pytest.approx(odds / (1 + odds))


def test_win_probability_with_ties_by_a_numerical_derivative():
    ratings = bradley_terry(A, B, POINTS, ties="davidson")
    i, j = (ratings.models.index(name) for name in "xz")

    def logit(apart, log_nu):
        up, nu, down = math.exp(apart / 2), math.exp(log_nu), math.exp(-apart / 2)
        return math.log((up + nu / 2) / (down + nu / 2))

    apart = ratings.coefficients["x"] - ratings.coefficients["z"]
    at, step = (apart, math.log(ratings.nu)), 1e-5
    slopes = np.array(
        [
            (logit(at[0] + step, at[1]) - logit(at[0] - step, at[1])) / (2 * step),
            (logit(at[0], at[1] + step) - logit(at[0], at[1] - step)) / (2 * step),
        ]
    )
    c, of_nu = ratings.covariance, ratings._of_nu
    cross = of_nu[i] - of_nu[j]
    joint = np.array(
        [[c[i, i] + c[j, j] - 2 * c[i, j], cross], [cross, of_nu[-1]]], float
    )
    error = math.sqrt(slopes @ joint @ slopes)
    found = ratings.win_probability("x", "z")
    low = logit(*at) - 1.959963984540054 * error
    assert found.low == pytest.approx(1 / (1 + math.exp(-low)), rel=1e-8)


def test_a_reference_has_no_width():
    ratings = bradley_terry(A, B, POINTS, reference={"y": 1200})
    assert [*ratings.ratings["y"]] == [1200, 1200, 1200]
    plain = bradley_terry(A, B, POINTS)
    apart = plain.difference("x", "y")
    x = ratings.ratings["x"]
    assert [*x] == pytest.approx([1200 + bound for bound in apart])
    assert ratings.rank_intervals == plain.rank_intervals
    assert "The rating of y is fixed at 1,200." in str(ratings)


def test_no_ties_are_the_plain_model():
    won = [round(points + 0.01) for points in POINTS]
    plain, davidson = (
        bradley_terry(A, B, won, ties=ties) for ties in ("half", "davidson")
    )
    assert davidson.nu == 0
    assert math.isnan(plain.nu)
    assert davidson.coefficients == plain.coefficients
    assert davidson.lack_of_fit == plain.lack_of_fit
    assert not plain.lack_of_fit.approximate


def test_few_groups_are_marked():
    ratings = bradley_terry(A, B, POINTS, groups=VOTERS)
    assert all(one.approximate for one in ratings.ratings.values())
    assert "fewer than 30 groups" in ratings.ratings["x"].reason
    one = bradley_terry(A, B, POINTS, groups=[1] * len(A))
    assert math.isnan(one.ratings["x"].low)
    assert "one group" in one.ratings["x"].reason
    assert math.isnan(one.difference("x", "y").low)
    assert math.isnan(one.win_probability("x", "y").low)
    assert "no interval" not in one.to_html()


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        ((["a1", "b1"], ["b1", "c1"], [1, 1]), {}, "{'a1'}; {'b1'}; {'c1'}"),
        ((["p", "q"], ["r", "s"], [1, 0]), {}, "{'p', 'r'}; {'q', 's'}"),
        (
            (["p", "q"], ["r", "s"], [1, 0]),
            {"penalty": "firth"},
            "no battle is between",
        ),
        ((["p"] * 3, ["q"] * 3, [1, 1, 0.5]), {"ties": "davidson"}, "no closed path"),
        (
            (["p"] * 2, ["q"] * 2, [0.5] * 2),
            {"ties": "davidson"},
            "all battles are ties",
        ),
        ((["p", "q"], ["q", "q"], [1, 1]), {}, "'q' against 'q' in row 1"),
        ((["p", "q"], ["q", "p"], ["p", "z"]), {}, "'z' for 'q' against 'p' in row 1"),
        ((["p", "q"], ["q", "p"], ["model_a", "won"]), {}, "got 'won' for"),
        ((["p", "q"], ["q", "p"], [1, 2]), {}, "got 2 in row 1"),
        ((["p", "q"], ["q", "p"], [1, 0.7]), {}, "got 0.7 in row 1"),
        ((["p", "q"], ["q", "p"], [1, math.nan]), {}, "got nan in row 1"),
        ((["p", "q"], ["q", "p"], ["a", None]), {}, "missing values"),
        ((["a", "b"], ["b", "a"], ["a", "b"]), {}, "'a' is ambiguous"),
        ((["p", "q"], ["q"], [1, 0]), {}, "model_b has 1, expected 2"),
        ((["p"], ["q"], [1]), {"ties": "thirds"}, "ties must be one of"),
        ((["p"], ["q"], [1]), {"penalty": "ridge"}, "penalty must be one of"),
        (
            (["p"], ["q"], [1]),
            {"ties": "davidson", "penalty": "firth"},
            "only for ties='half'",
        ),
        ((["p"], ["q"], [1]), {"scale": 400}, "scale must be two numbers"),
        ((["p"], ["q"], [1]), {"scale": (0, -1)}, "above 0"),
        ((["p"], ["q"], [1]), {"reference": {"z": 1}}, "not a model"),
        ((["p"], ["q"], [1]), {"confidence_level": 1}, "confidence_level"),
    ],
)
def test_errors(data, options, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        bradley_terry(*data, **options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[0, 1]],), "square matrix"),
        (([[1, 1], [1, 0]],), "no model meets itself"),
        (([[0, -1], [1, 0]],), "got -1.0 in [0, 1]"),
        (([[0, 0.5], [1, 0]],), "whole numbers"),
        (([[0, math.nan], [1, 0]],), "got nan"),
        (([[0, 1], [1, 0]], [[0, 1], [2, 0]]), "symmetric"),
        (([[0, 1], [1, 0]], [[0]]), "shape of wins"),
        (([[0, 0], [0, 0]],), "no battles"),
    ],
)
def test_errors_of_counts(arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Ratings.from_counts(*arguments)


def test_errors_of_types_and_names():
    with pytest.raises(TypeError, match="names of one kind"):
        bradley_terry(["p", "q"], [1, 2], [1, 0])
    with pytest.raises(TypeError, match="dict of one model"):
        bradley_terry(["p"], ["q"], [1], reference="p")
    with pytest.raises(ValueError, match="twice"):
        Ratings.from_counts([[0, 1], [1, 0]], models=["x", "x"])
    with pytest.raises(ValueError, match="a name per row"):
        Ratings.from_counts([[0, 1], [1, 0]], models=["x"])
    with pytest.raises(KeyError, match="no model 'q'"):
        bradley_terry(A, B, POINTS).difference("x", "q")


def test_separated_models_have_ratings_with_the_penalty():
    ratings = bradley_terry(["s", "t"] * 4, ["t", "u"] * 4, [1] * 8, penalty="firth")
    assert ratings.models == ("s", "t", "u")
    # Each pair has the leverage 1: half a win each way, as by hand.
    apart = ratings.coefficients["s"] - ratings.coefficients["t"]
    assert apart == pytest.approx(math.log(4.5 / 0.5), rel=1e-8)
    assert ratings.difference("s", "t").standard_error > 200


def test_what_is_shown():
    ratings = bradley_terry(A, B, POINTS)
    text = str(ratings)
    assert text.startswith("Ratings of 4 models from 24 battles: best is x, 1,187")
    assert "Intervals use the sandwich covariance of single battles." in text
    assert "ties as half wins make the deviance too small" in text.replace(
        "\n     ", ""
    )
    assert "由 24 场对战得出的 4 个模型的评分" in ratings.to_markdown("zh")
    assert json.loads(json.dumps(ratings.to_dict()))["n_battles"] == 24
    assert repr(ratings) == "<Ratings: 4 models, 24 battles>"
    frame = ratings.to_frame()
    assert [*frame.index] == [*ratings.models]
    assert frame.loc["x", "score"] == ratings.scores["x"]
    assert ratings.battles["x"] == A.count("x") + B.count("x")
    assert len(ratings.to_frame(differences=True)) == 6
    assert ratings.to_svg().startswith("<svg")
    assert pickle.loads(pickle.dumps(ratings)).to_dict() == ratings.to_dict()


def test_equal_models_are_shown():
    # The strengths of q and r differ by rounding.
    ratings = bradley_terry(["p", "p"], ["q", "r"], [1, 1], penalty="firth")
    assert "Ratings of 3 models from 2 battles" in str(ratings)


def test_weights_out_of_range():
    pairs = ["p", "q", "p", "q"], ["q", "p", "q", "p"], [1, 1, 0.5, 1]
    for weight in ([1e300, 1e-300, 1, 1], [1e-200] * 4, [1e300] * 4):
        with pytest.raises(ValueError, match="too far apart"):
            bradley_terry(*pairs, sample_weight=weight)
    # A factor of all weights does not matter.
    one, other = (
        bradley_terry(*pairs, sample_weight=[weight] * 4) for weight in (1, 1e150)
    )
    assert one.covariance == pytest.approx(other.covariance, rel=1e-9)


def test_large_differences_keep_their_digits():
    ratings = Ratings.from_counts([[0, 10**15], [1, 0]])
    assert ratings.coefficients[0] == pytest.approx(math.log(1e15) / 2, rel=1e-12)
    # The variance of the logarithm of the odds.
    error = ratings.difference(0, 1).standard_error * math.log(10) / 400
    assert error == pytest.approx(math.sqrt(1 + 1e-15), rel=1e-9)


def test_jeffreys_prior_is_half_the_log_determinant():
    counts = np.array([[0, 6, 3, 0], [0, 0, 2, 4], [1, 0, 0, 5], [0, 0, 1, 0]])
    ratings = Ratings.from_counts(counts, penalty="firth")
    beta = np.array([ratings.coefficients[i] for i in range(4)])

    def penalized(beta):
        won = 1 / (1 + np.exp(beta - beta[:, None]))
        information = -(counts + counts.T) * won * won.T
        np.fill_diagonal(information, -information.sum(axis=1))
        # The product of the eigenvalues that are not 0.
        determinant = np.linalg.det(information[1:, 1:]) * 4
        return np.sum(counts * np.log(won)) + np.log(determinant) / 2

    step = 1e-4
    slopes = [
        (penalized(beta + step * unit) - penalized(beta - step * unit)) / (2 * step)
        for unit in np.eye(4)
    ]
    # The error of a central difference is of the order of step².
    assert slopes == pytest.approx([0] * 4, abs=1e-6)


def test_battles_without_variation_have_no_interval():
    ratings = bradley_terry(
        ["a", "a", "b", "c"], ["b", "c", "c", "a"], ["tie"] * 4, reference={"a": 1500}
    )
    fixed, *others = ratings.ratings.values()
    assert (fixed.low, fixed.high) == (1500.0, 1500.0)
    for found in (
        *others,
        ratings.difference("a", "b"),
        ratings.win_probability("b", "c"),
    ):
        assert math.isnan(found.low)
        assert math.isnan(found.high)
        assert "the variation of others is unknown" in found.reason
    assert ratings.difference("b", "b").high == 0.0
    assert "All rows or groups are equal" in str(ratings)
