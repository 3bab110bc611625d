"""multiclass_auc_score: against scikit-learn, threads, classes without rows, errors."""

import math

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning

VARIANTS = ["aunu", "aunp", "au1u", "au1p", "mu"]
SK = {
    "aunu": ("ovr", "macro"),
    "aunp": ("ovr", "weighted"),
    "au1u": ("ovo", "macro"),
    "au1p": ("ovo", "weighted"),
}


def draw(rng, n=600, k=4, digits=None, dtype=np.float64):
    codes = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    logits = rng.normal(size=(n, k))
    logits[np.arange(n), codes] += 1
    proba = np.exp(logits)
    if digits is not None:
        proba = np.ceil(proba * 10**digits)
    return codes, (proba / proba.sum(axis=1, keepdims=True)).astype(dtype)


@one_case("variant", SK)
@one_case(
    ("k", "digits", "dtype"),
    [
        *((3, None, np.float64), (3, 0, np.float32)),
        *((7, None, np.float32), (6, 0, np.float64)),
    ],
)
def test_four_variants_are_scikit_learns_and_our_roc_auc(
    variant, dtype, k, digits, rng
):
    codes, proba = draw(rng, k=k, digits=digits, dtype=dtype)
    multi_class, average = SK[variant]
    options = {"multi_class": multi_class, "average": average}
    ours = fm.multiclass_auc_score(codes, proba, variant=variant)
    assert ours == fm.roc_auc_score(codes, proba, **options)
    assert ours == pytest.approx(sk.roc_auc_score(codes, proba, **options), rel=1e-14)


@one_case("variant", ["aunu", "aunp"])
def test_weights_are_scikit_learns_against_the_rest(variant, rng):
    codes, proba = draw(rng, digits=1)
    weights = rng.exponential(size=len(codes)) * (rng.random(len(codes)) > 0.2)
    ours = fm.multiclass_auc_score(codes, proba, variant=variant, sample_weight=weights)
    theirs = sk.roc_auc_score(
        codes,
        proba,
        multi_class="ovr",
        average=SK[variant][1],
        sample_weight=weights,
    )
    assert ours == pytest.approx(theirs, rel=1e-13)


@one_case("variant", VARIANTS)
def test_whole_weights_are_rows(variant, rng):
    codes, proba = draw(rng, n=90, digits=0)
    weights = rng.integers(0, 4, 90)
    weights[:4] = 1
    ours = fm.multiclass_auc_score(codes, proba, variant=variant, sample_weight=weights)
    repeated = fm.multiclass_auc_score(
        np.repeat(codes, weights), np.repeat(proba, weights, axis=0), variant=variant
    )
    assert ours == pytest.approx(repeated, rel=1e-14)


@one_case("weighted", [False, True])
@one_case("variant", VARIANTS)
def test_threads_do_not_change_a_bit(variant, weighted, rng):
    codes, proba = draw(rng, n=12_000, k=10)
    weights = rng.exponential(size=len(codes)) if weighted else None
    options = {"variant": variant, "sample_weight": weights}
    values = set()
    for n_threads in (1, 2, 5):
        with fm.num_threads(n_threads):
            values.add(fm.multiclass_auc_score(codes, proba, **options))
    assert len(values) == 1


@one_case("variant", VARIANTS)
def test_layouts_do_not_change_a_bit(variant, rng):
    codes, proba = draw(rng, n=3000, k=5)
    value = fm.multiclass_auc_score(codes, proba, variant=variant)
    order = rng.permutation(len(codes))
    for other in (np.asfortranarray(proba), proba[:, ::-1].copy()[:, ::-1]):
        assert fm.multiclass_auc_score(codes, other, variant=variant) == value
    shuffled = fm.multiclass_auc_score(codes[order], proba[order], variant=variant)
    assert shuffled == value


@one_case("variant", VARIANTS)
def test_two_classes_have_one_area(variant, rng):
    positive = rng.integers(0, 65, 80) / 64  # exact, so that columns are mirrored
    y_true = np.r_[0, 1, rng.integers(0, 2, 78)]
    proba = np.column_stack([1 - positive, positive])
    value = fm.multiclass_auc_score(y_true, proba, variant=variant)
    assert value == pytest.approx(fm.roc_auc_score(y_true, positive), rel=1e-15)


@one_case("how", ["labels", "weights"])
@one_case("variant", VARIANTS)
def test_a_class_without_rows(variant, how, rng):
    codes, proba = draw(rng, n=60, k=4)
    kept = codes != 2
    options = {"variant": variant, "labels": [0, 1, 2, 3]}
    if how == "weights":
        options["sample_weight"] = kept
        given = codes, proba
    else:
        given = codes[kept], proba[kept]
    if variant == "aunp":
        left_out = fm.multiclass_auc_score(*given, **options)
    else:
        with pytest.warns(UndefinedMetricWarning, match="1 of 4 classes"):
            assert math.isnan(fm.multiclass_auc_score(*given, **options))
    skipped = fm.multiclass_auc_score(*given, absent="skip", **options)
    if variant == "aunp":
        assert left_out == skipped
    if variant in ("au1u", "au1p") and how == "labels":
        average = SK[variant][1]
        theirs = sk.roc_auc_score(
            *given, labels=[0, 1, 2, 3], multi_class="ovo", average=average
        )
        assert skipped == pytest.approx(theirs, rel=1e-14)
    with pytest.raises(ValueError, match="got none of 2"):
        fm.multiclass_auc_score(*given, absent="raise", **options)
    one = np.zeros(3, int), proba[:3]
    with pytest.warns(UndefinedMetricWarning, match="one class only"):
        value = fm.multiclass_auc_score(
            *one, variant=variant, labels=range(4), absent="skip"
        )
    assert math.isnan(value)


def test_pairs_beyond_what_a_float_counts_are_counted_exactly():
    from fastmetrics.metrics.scores.class_pairs import ClassPairs

    n = np.array([2**31, 2**31 - 1], np.uint64)
    doubled = np.array([[0, 2**63 - 1], [2**62 + 1, 0]], np.uint64)
    pairs = 2**31 * (2**31 - 1)
    found = ClassPairs(doubled, n).over_each()
    assert found[0, 1] == (2**63 - 1) / (2 * pairs)
    assert found[1, 0] == (2**62 + 1) / (2 * pairs)
    assert (ClassPairs(doubled, n).over_rest() == [found[0, 1], found[1, 0]]).all()


def test_huge_and_tiny_weights_neither_overflow_nor_vanish(rng):
    codes, proba = draw(rng, n=50)
    weights = rng.exponential(size=50)
    value = fm.multiclass_auc_score(codes, proba, sample_weight=weights)
    for factor in (2.0**1000, 2.0**-1000):
        other = fm.multiclass_auc_score(codes, proba, sample_weight=weights * factor)
        assert other == value


@one_case("variant", VARIANTS)
def test_classes_whose_weights_are_far_apart_are_compared_all_the_same(variant, rng):
    codes, proba = draw(rng, n=60, k=3)
    weights = np.array([1e-300, 1.0, 1e300])[codes]
    value = fm.multiclass_auc_score(
        codes, proba, variant=variant, sample_weight=weights
    )
    # Beside the heavy class, the others weigh nothing as the rest of a class.
    each = [
        [
            fm.roc_auc_score(codes[two] == a, proba[two, a])
            for two in pairs_with(codes, a)
        ]
        for a in range(3)
    ]
    if variant == "au1u":
        assert value == pytest.approx(np.mean(each), rel=1e-14)
    elif variant == "aunp":
        # Of the heavy class itself the next heavier one is the rest.
        assert value == pytest.approx(each[2][1], rel=1e-14)
    else:
        assert 0 < value < 1


def pairs_with(codes, a):
    """Return the rows of class a and of each other one."""
    return [np.isin(codes, [a, b]) for b in range(3) if b != a]


@one_case(
    ("change", "message"),
    [
        ({"variant": "auc"}, "variant must be one of"),
        ({"variant": None}, "variant must be one of"),
        ({"absent": "ignore"}, "absent must be one of"),
        ({"y_true": [0, 1, 1], "y_proba": [0.5] * 3}, "a column per class"),
        ({"y_proba": [[0.5, 0.5, 0.5]] * 3}, "sum up to 1.0"),
        ({"y_proba": [[1.5, -0.5, 0.0]] * 3}, "not in \\[0, 1\\]"),
        ({"y_proba": [[0.5, np.nan, 0.5]] * 3}, "NaN"),
        ({"y_proba": [[0.5, 0.5]] * 3}, "different number of classes"),
        ({"labels": ["a", "b"]}, "different from that in y_proba"),
        ({"labels": ["a", "b", "d"]}, "not belonging to the passed labels"),
        ({"sample_weight": [1, 1]}, "expected 3"),
        ({"sample_weight": [1, 1, -1]}, "negative"),
        ({"y_true": ["a", "b"]}, "inconsistent numbers of samples"),
    ],
)
def test_errors(change, message):
    given = {"y_true": ["a", "b", "c"], "y_proba": np.eye(3), **change}
    with pytest.raises(ValueError, match=message):
        fm.multiclass_auc_score(given.pop("y_true"), given.pop("y_proba"), **given)


def test_mu_warns_of_rows_that_do_not_sum_to_one():
    proba = np.eye(3) * 0.5
    with pytest.warns(UserWarning, match="do not sum to one"):
        assert fm.multiclass_auc_score([0, 1, 2], proba, variant="mu") == 1
