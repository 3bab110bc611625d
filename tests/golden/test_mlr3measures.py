"""Numbers that R's packages give for probabilities (tools/golden_mlr3measures.R).

mlr3measures 1.3.0, yardstick 1.4.0, ResourceSelection 0.3-6, rms 6.5-0,
reliabilitydiag 0.2.1 and glm of R 4.2.2, printed with 17 digits; they sum in another
order, so the last digits may differ. The data are the bundled ones and 200 rows of four
classes that both sides make. The library must give the same, and so must the reference.
"""

import csv
import warnings
from importlib.resources import files

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference

CLASSES = ["a", "b", "c", "d"]
VARIANTS = ("aunu", "aunp", "au1u", "au1p", "mu")
# mlr3measures
LOG_LOSS = (1.4444730339080074, 1.7636746655464794)
BRIER = (0.62739852048421596, 0.6438177338916985)
AREAS = (
    0.78839082763898394,
    0.79529795324770913,
    0.78793533550247552,
    0.79042719212498502,
    0.83213660892507935,
)
AREAS_WITHOUT_B = (np.nan, 0.82821773244442831, np.nan, np.nan, np.nan)
# yardstick: it clips at the machine's eps; its Brier score is half of Brier's, and its
# weights are the exponentials of those given.
YARDSTICK_LOG_LOSS = (1.4595218038500721, 1.7925353202298913)
YARDSTICK_BRIER = (0.31369926024210798, 0.32193936346136576)
YARDSTICK_AREAS = {
    "aunu": (0.78839082763898394, 0.78601666713807694),
    "aunp": (0.79529795324770913, 0.79261952384655954),
}
HAND_TILL = 0.78793533550247563
HAND_TILL_WITHOUT_B = 0.81347215791188621
BINARY = {
    "logistic_regression": {
        "log_loss": 0.076338889429948209,
        "brier": 0.020276640997790484,
        "spiegelhalter": (-1.13496980193534136, 0.25638797133667274),
        "intercept": (0.12065605126075847, 0.30195693897292653),
        "slope": (1.12472986540956543, 0.16039600869848175),
        "miscalibration": (0.0037854180454374234, 0.017520992352266895),
        "discrimination": (0.2172738074249931928, 0.601498452117546378),
        "steps": [
            0.0,
            0.0071942446043165471,
            0.1333333333333333315,
            0.1379310344827586188,
            0.5,
            0.8,
            0.9090909090909090606,
            1.0,
        ],
    },
    "random_forest": {
        "log_loss": 0.11435610017549576,
        "brier": 0.030399882835380247,
        "spiegelhalter": (-3.1174934524864617025, 0.0018239599817263326),
        "intercept": (0.14472057609230041, 0.24388848022453957),
        "slope": (1.46844243931666196, 0.17983609627399824),
        "miscalibration": (0.0063951586329407568, 0.029363712312951665),
        "discrimination": (0.2097603061749067632, 0.575323961332683709),
        "steps": [
            0.0,
            0.018518518518518517,
            0.022727272727272728,
            0.114285714285714282,
            0.5625,
            0.809523809523809534,
            1.0,
        ],
    },
}
UNCERTAINTY = (0.2337650303773462501, 0.660316349195227636)
# model, n_bins: statistic, degrees of freedom, p-value
HOSMER_LEMESHOW = {
    ("logistic_regression", 10): (5.95703367131527717, 8, 0.65204489190446724),
    ("logistic_regression", 15): (21.40491691861444, 13, 0.065296320626264337),
    ("random_forest", 10): (10.14448985991749907, 6, 0.11869763842539161),
    # Its last bin holds ones alone, which all came true: 0/0 to R, and NaN in all; this
    # is the sum of the rest.
    ("random_forest", 15): (10.845584518770172, 10, None),
}
SAME = {"rel": 1e-12, "nan_ok": True}

both_modules = one_case("module", [fm, reference])


@pytest.fixture(scope="module")
def made():
    """200 rows of four classes: some give their own class no chance at all."""
    state = 1

    def draw(below):
        nonlocal state
        state = 16807 * state % 2147483647  # Park and Miller, 1988
        return state % below

    y_true, weights, shares = [], [], []
    for _ in range(200):
        code = (0, 0, 0, 0, 0, 1, 1, 1, 2, 3)[draw(10)]
        weights.append(draw(5))
        parts = [draw(7), draw(7), draw(7), draw(7) + 1]
        parts[code] += draw(6)
        y_true.append(CLASSES[code])
        shares.append([part / sum(parts) for part in parts])
    return y_true, shares, weights


@pytest.fixture(scope="module")
def without_b(made):
    rows = [row for row in zip(*made, strict=True) if row[0] != "b"]
    return tuple(map(list, zip(*rows, strict=True)))


@pytest.fixture(scope="module")
def bundled():
    text = (files("fastmetrics.data") / "breast_cancer.csv").read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    y_true = [int(row["y_true"]) for row in rows]
    return y_true, {model: [float(row[model]) for row in rows] for model in BINARY}


def test_rows_made(made):
    y_true, shares, weights = made
    assert [y_true.count(name) for name in CLASSES] == [93, 66, 22, 19]
    assert sum(weights) == 365
    assert sum(row[0] for row in shares) == pytest.approx(51.658894749975651, **SAME)


@both_modules
@one_case("weighted", [False, True])
def test_losses_of_four_classes(made, module, weighted):
    y_true, shares, weights = made
    weight = weights if weighted else None
    options = {"sample_weight": weight}
    loss = module.log_loss(y_true, shares, eps=1e-15, **options)
    assert loss == pytest.approx(LOG_LOSS[weighted], **SAME)
    loss = module.log_loss(y_true, shares, eps=2.0**-52, **options)
    assert loss == pytest.approx(YARDSTICK_LOG_LOSS[weighted], **SAME)
    assert module.multiclass_brier_score(y_true, shares, **options) == pytest.approx(
        BRIER[weighted], **SAME
    )
    if weighted:
        options = {"sample_weight": np.exp(weights).tolist()}
    brier = module.multiclass_brier_score(y_true, shares, **options)
    assert brier / 2 == pytest.approx(YARDSTICK_BRIER[weighted], **SAME)


@both_modules
def test_one_certain_miss(module):
    for y_proba in ([1.0, 1.0], [[0.0, 1.0], [0.0, 1.0]]):
        loss = module.log_loss([0, 1], y_proba, eps=1e-15)
        assert loss == pytest.approx(17.269388197455342, **SAME)
        loss = module.log_loss([0, 1], y_proba, eps=2.0**-52)
        assert loss == pytest.approx(18.021826694558577, **SAME)


@both_modules
def test_areas(made, module):
    y_true, shares, weights = made
    found = {
        variant: module.multiclass_auc_score(y_true, shares, variant=variant)
        for variant in VARIANTS
    }
    assert [*found.values()] == pytest.approx([*AREAS], **SAME)
    assert found["au1u"] == pytest.approx(HAND_TILL, **SAME)
    for variant, (area, weighted) in YARDSTICK_AREAS.items():
        assert found[variant] == pytest.approx(area, **SAME)
        again = module.multiclass_auc_score(
            y_true, shares, variant=variant, sample_weight=weights
        )
        assert again == pytest.approx(weighted, **SAME)


@both_modules
def test_areas_of_a_class_without_rows(without_b, module):
    y_true, shares, _ = without_b
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for variant, area in zip(VARIANTS, AREAS_WITHOUT_B, strict=True):
            found = module.multiclass_auc_score(
                y_true, shares, variant=variant, labels=CLASSES
            )
            assert found == pytest.approx(area, **SAME)
    found = module.multiclass_auc_score(
        y_true, shares, variant="au1u", labels=CLASSES, absent="skip"
    )
    assert found == pytest.approx(HAND_TILL_WITHOUT_B, **SAME)


# The reference is slow: it judges one of the models.
@one_case(
    ("module", "model"),
    [*((fm, model) for model in BINARY), (reference, "random_forest")],
)
def test_two_classes(bundled, module, model):
    y_true, p = bundled[0], bundled[1][model]
    golden = BINARY[model]
    for eps in (1e-15, "auto")[: 2 if module is fm else 1]:  # no certain miss
        loss = module.log_loss(y_true, p, eps=eps)
        assert loss == pytest.approx(golden["log_loss"], **SAME)
    brier = pytest.approx(golden["brier"], **SAME)
    assert module.brier_score_loss(y_true, p) == brier
    matrix = [[1 - one, one] for one in p]
    assert module.multiclass_brier_score(y_true, matrix) / 2 == brier
    test = module.spiegelhalter_test(y_true, p)
    assert tuple(test) == pytest.approx(golden["spiegelhalter"], **SAME)
    line = module.calibration_slope(y_true, p)
    intercept = (line.intercept, line.intercept_standard_error)
    assert intercept == pytest.approx(golden["intercept"], **SAME)
    slope = (line.slope, line.slope_standard_error)
    assert slope == pytest.approx(golden["slope"], **SAME)


@one_case("model", BINARY)
def test_recalibration(bundled, model):
    y_true, p = bundled[0], bundled[1][model]
    golden = BINARY[model]
    # The reference tries all intervals: too slow for as many rows.
    for number, loss in enumerate(("brier", "log")):
        parts = fm.score_decomposition(y_true, p, loss=loss)
        assert tuple(parts) == pytest.approx(
            (
                golden["brier" if loss == "brier" else "log_loss"],
                golden["miscalibration"][number],
                golden["discrimination"][number],
                UNCERTAINTY[number],
            ),
            **SAME,
        )
    curve = fm.reliability_curve(y_true, p, band=None)
    steps = sorted(set(np.asarray(curve.calibrated).tolist()))
    assert steps == pytest.approx(golden["steps"], **SAME)


@both_modules
@one_case(("model", "n_bins"), HOSMER_LEMESHOW)
def test_hosmer_lemeshow(bundled, module, model, n_bins):
    y_true, p = bundled[0], bundled[1][model]
    statistic, df, pvalue = HOSMER_LEMESHOW[model, n_bins]
    options = {"n_bins": n_bins, "df": df}
    if model == "random_forest":
        # Many values are 0, so quantiles are too. R takes equal edges as one; here, as
        # in calibration_curve, the rows of value 0 are a bin of their own.
        edges = np.unique(np.percentile(p, np.linspace(0, 100, n_bins + 1)))
        options["strategy"] = edges.tolist()
    test = module.hosmer_lemeshow_test(y_true, p, **options)
    assert test[0] == pytest.approx(statistic, **SAME)
    if pvalue is not None:
        assert test[1] == pytest.approx(pvalue, **SAME)
