"""Numbers that R's packages give for regression (tools/golden_regression.R).

mlr3measures 1.3.0, yardstick 1.4.0 and stats of R 4.2.2, printed with 17 digits; they
sum in another order, so the last digits may differ. The data are 200 rows that both
sides make. The library must give the same, and so must the reference.
"""

import math
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.catalog import find

# By the ids of mlr3measures: without weights, and with them where it takes them. Its
# weighted sae adds up the weights too, so it is not here.
MLR3 = {
    "bias": (0.0062500000000000003, 0.1706798866855523955),
    "mae": (6.0262500000000001, 6.1848441926345616),
    "mape": (0.13186206431804667, 0.13877583030957463),
    "mse": (50.703437500000000, 52.326310198300284),
    "msle": (0.025621908846892454, 0.026385033796418832),
    "pbias": (0.0065737209002872804, 0.0172270025057470466),
    "rmse": (7.1206346276157158, 7.2336927083129741),
    "rmsle": (0.16006845050444030, 0.16243470625583326),
    "smape": (0.13229823046099901, 0.13728868385448928),
    "sse": (10140.6875, 18471.1875),
    "ktau": (0.70187634890047423,),
    "maxae": (12.5,),
    "maxse": (156.25,),
    "medae": (5.75,),
    "medse": (33.0625,),
    "rae": (0.48949007642888509,),
    "rrse": (0.49750331765550865,),
    "rse": (0.24750955107823794,),
    "rsq": (0.75249044892176209,),
    "sae": (1205.25,),
    "srho": (0.89380504423265983,),
}
PINBALL = 3.011250000000000, 3.041218130311615  # alpha = 0.8
# The means of what it gives of each row.
LINEX = {(-1, 1): 14017.415373249651, (0.25, 3): 7.4242109751939429}
# By the name of the row: parameters, and the values of yardstick.
YARDSTICK = (
    ("huber_loss", {}, (5.5407812500000002, 5.6955559490084982)),
    ("huber_loss", {"delta": 2.5}, (12.202968750000000, 12.575424929178471)),
    ("huber_loss_pseudo", {}, (5.1914435452660967, 5.3402617429057191)),
    ("huber_loss_pseudo", {"delta": 2.5}, (10.713003688030653, 11.035136878042573)),
    ("ccc", {"ddof": 1}, (0.88357704317840957, 0.88201722534138660)),
    ("ccc", {}, (0.88357704278215365,)),
    ("mase", {}, (0.35731061452513962, 0.36671403928023166)),
    ("mase", {"m": 12}, (0.35626886792452828, 0.36564487679726337)),
    # A series whose naive forecast errs by 10.
    ("mase", {"y_train": [0, 10]}, (0.60262499999999997, 0.61848441926345610)),
    ("rsq", {}, (0.75249044892176209, 0.76298606532021440)),  # rsq_trad
)
# It takes the observed less the predicted.
MSD = -0.0062500000000000003, -0.1706798866855523955
# Of the line through the rows; K = 3, the scale of the errors among them.
LOG_LIKELIHOOD, AIC, BIC = -663.02042195122704, 1332.04084390245407, 1341.93579600209819
SAME = {"rel": 1e-12}

both_modules = one_case("module", [fm, reference])


@pytest.fixture(scope="module")
def made():
    """200 rows: observed, predicted and weights, multiples of 1/8 that tie."""
    state = 1

    def draw(below):
        nonlocal state
        state = 16807 * state % 2147483647  # Park and Miller, 1988
        return state % below

    rows = []
    for _ in range(200):
        truth = (draw(400) + 200) / 8
        rows.append((truth, truth + (draw(101) - 50) / 4, draw(5)))
    return tuple(map(list, zip(*rows, strict=True)))


def value_of(module, alias, *columns, **options):
    function = getattr(module, find(alias).function)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return float(function(*columns, **options))


def test_rows_made(made):
    assert [sum(column) for column in made] == [9872.625, 9873.875, 353]


@both_modules
@one_case("alias", MLR3)
def test_mlr3measures(made, module, alias):
    *columns, weights = made
    for golden, weight in zip(MLR3[alias], (None, weights), strict=False):
        options = {} if weight is None else {"sample_weight": weight}
        value = value_of(module, alias, *columns, **options)
        assert value == pytest.approx(golden, **SAME)


@both_modules
def test_pinball_and_linex(made, module):
    *columns, weights = made
    for golden, weight in zip(PINBALL, (None, weights), strict=True):
        loss = module.mean_pinball_loss(*columns, alpha=0.8, sample_weight=weight)
        assert loss == pytest.approx(golden, **SAME)
    for (a, b), golden in LINEX.items():
        assert module.linex_loss(*columns, a=a, b=b) == pytest.approx(golden, **SAME)


@both_modules
@one_case(("alias", "options", "golden"), YARDSTICK)
def test_yardstick(made, module, alias, options, golden):
    *columns, weights = made
    for expected, weight in zip(golden, (None, weights), strict=False):
        value = value_of(module, alias, *columns, **options, sample_weight=weight)
        assert value == pytest.approx(expected, **SAME)


@both_modules
def test_the_sign_of_yardsticks_bias(made, module):
    *columns, weights = made
    for golden, weight in zip(MSD, (None, weights), strict=True):
        bias = module.mean_error(*columns, sample_weight=weight)
        assert -bias == pytest.approx(golden, **SAME)


@both_modules
def test_criteria(made, module):
    y, x, _ = made
    fitted = np.polyval(np.polyfit(x, y, 1), x).tolist()
    likelihood = module.gaussian_log_likelihood(y, fitted)
    assert likelihood == pytest.approx(LOG_LIKELIHOOD, **SAME)
    assert module.aic(LOG_LIKELIHOOD, 3) == pytest.approx(AIC, **SAME)
    assert module.bic(LOG_LIKELIHOOD, 3, 200) == pytest.approx(BIC, **SAME)
    # With the same errors, but as if their scale were known.
    scale = math.sqrt(np.square(np.subtract(fitted, y)).mean())
    likelihood = module.gaussian_log_likelihood(y, fitted, scale=scale)
    assert likelihood == pytest.approx(LOG_LIKELIHOOD, **SAME)
