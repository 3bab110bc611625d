"""Nothing that people read stays English in Chinese: every result, form and picture."""

import inspect
from functools import partial

import numpy as np
import pytest
from helpers.chinese import english, visible
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.pipeline import make_pipeline

import fastmetrics as fm
from fastmetrics.comparison.adjustments import METHODS
from fastmetrics.report.plots.forest import kinds, pictures
from fastmetrics.show.pictures.placing import texts_in
from fastmetrics.show.result import text_of
from fastmetrics.show.words import in_language

QUICK = {"n_resamples": 20, "random_state": 0}
MODELS = ("甲", "乙", "丙")
RNG = np.random.default_rng(3)
N = 60


def of_models(make, n_models):
    return {name: make(k) for k, name in enumerate(MODELS[:n_models])}


def binary_scores(n_models):
    y = np.arange(N) % 2
    made = of_models(lambda k: y + (1 + k) * RNG.normal(size=N), n_models)
    return fm.evaluate(
        np.where(y, "病例", "对照"), y_score=made, pos_label="病例", **QUICK
    )


def thresholds(n_models):
    y = np.arange(N) % 2
    made = of_models(lambda k: y + (1 + k) * RNG.normal(size=N), n_models)
    return fm.evaluate(y, y_score=made, threshold=0.5, **QUICK)


LABELS = np.array(["病例", "对照", "未知"])
SAID = ["今天 天气 很 好", "你 好", "再 见 了", "我 们 走"]
HEARD = (
    ["今天 天气 好", "你 好", "再 见", "我 们 走"],
    ["明天 天 很 好", "您 好", "见 了", "他 们 走 了"],
    ["好", "你", "再", "走"],
)


def with_errors(y, share=0.3):
    return np.where(RNG.random(np.shape(y)) < share, RNG.permutation(y), y)


def labels(n_models, n_classes=2):
    names = np.array(["病例", "对照", "未知"])[:n_classes]
    y = names[np.arange(N) % n_classes]
    made = of_models(
        lambda k: np.where(RNG.random(N) < 0.7 - k / 10, y, RNG.permutation(y)),
        n_models,
    )
    given = {"pos_label": "病例"} if n_classes == 2 else {}
    return fm.evaluate(y, made, **given, **QUICK)


def classes(n_models):
    return labels(n_models, 3)


def several_labels(n_models):
    y = RNG.integers(0, 2, (N, 3))
    made = of_models(lambda k: with_errors(y), n_models)
    return fm.evaluate(y, made, **QUICK)


def clusterings(n_models):
    y, X = np.arange(N) % 3, RNG.normal(size=(N, 2)) + (np.arange(N) % 3)[:, None]
    made = of_models(
        lambda k: np.where(RNG.random(N) < 0.8, y, RNG.permutation(y)), n_models
    )
    return fm.evaluate(y, made, X=X, **QUICK)


def clusterings_alone(n_models):
    X = RNG.normal(size=(N, 2)) + (np.arange(N) % 3)[:, None]
    made = of_models(lambda k: RNG.permutation(N) % (3 + k), n_models)
    return fm.evaluate(y_pred=made, X=X, **QUICK)


def probabilities(n_models):
    y = np.arange(N) % 2
    made = of_models(
        lambda k: 0.4 + 0.2 * y + 0.3 * RNG.random(N),
        n_models,
    )
    return fm.evaluate(y, y_proba=made, **QUICK)


def probabilities_of_classes(n_models):
    y = np.arange(N) % 3
    made = of_models(lambda k: RNG.dirichlet([1, 1, 1], N), n_models)
    return fm.evaluate(y, y_proba=made, **QUICK)


def amounts(n_models):
    y = RNG.gamma(2.0, 10.0, N)
    made = of_models(lambda k: y + (1 + k) * RNG.normal(size=N), n_models)
    return fm.evaluate(y, made, **QUICK)


def forecasts(n_models):
    y = RNG.normal(size=N)
    given = {
        "y_quantiles": of_models(
            lambda k: np.sort(RNG.normal(size=(N, 2)), axis=1), n_models
        ),
        "quantiles": [0.1, 0.9],
    }
    return fm.evaluate(y, **given, **QUICK)


def prediction_intervals(n_models):
    y = RNG.normal(size=N)
    low = of_models(lambda k: y - 1 - k, n_models)
    high = {name: one + 2 for name, one in low.items()}
    return fm.evaluate(y, y_lower=low, y_upper=high, interval_level=0.9, **QUICK)


def ensembles(n_models):
    y = RNG.normal(size=N)
    given = of_models(lambda k: RNG.normal(size=(N, 5)), n_models)
    return fm.evaluate(y, y_ensemble=given, **QUICK)


def normal_forecasts(n_models):
    y = RNG.normal(size=N)
    mean = of_models(lambda k: RNG.normal(size=N), n_models)
    scale = of_models(lambda k: np.full(N, 1.0 + k), n_models)
    return fm.evaluate(y, mean=mean, scale=scale, **QUICK)


def ranked_lists(n_models):
    grades = RNG.binomial(3, 0.2, (30, 25))
    grades[4] = 0
    lists = of_models(
        lambda k: fm.RankedLists.from_dense(
            grades, 0.6 * grades / (k + 1) + RNG.integers(0, 3, grades.shape)
        ),
        n_models,
    )
    return fm.evaluate(lists, **QUICK)


def recommendations(n_models):
    items = np.array([f"物{i}" for i in range(20)])
    drawn = of_models(
        lambda k: [RNG.permutation(items)[:5] for _ in "12345678"], n_models
    )
    given = {"features": RNG.random((20, 4)), "popularity": RNG.integers(1, 50, 20)}
    given |= {"catalog": items, "items": items}
    return fm.evaluate(recommended=drawn, **given, **QUICK)


def transcripts(n_models):
    given = {"task": "speech", "utterance_id": ["一", "二", "三", "四"]}
    return fm.evaluate(SAID, of_models(HEARD.__getitem__, n_models), **given, **QUICK)


def folds(n_models):
    y = np.arange(N) % 2
    made = of_models(lambda k: with_errors(y), n_models)
    return fm.evaluate(y, made, folds=np.arange(N) % 5, pos_label=1, **QUICK)


def groups(n_models):
    y = np.arange(N) % 2
    made = of_models(lambda k: y + (1 + k) * RNG.normal(size=N), n_models)
    return fm.evaluate(
        y, y_score=made, groups=np.arange(N) % 7, sample_weight=RNG.random(N), **QUICK
    )


REPORTS = (
    *(binary_scores, thresholds, labels, classes, several_labels, clusterings),
    *(clusterings_alone, probabilities, probabilities_of_classes, amounts, forecasts),
    *(prediction_intervals, ensembles, normal_forecasts, ranked_lists, recommendations),
    *(transcripts, folds, groups),
)
pytestmark = pytest.mark.filterwarnings("ignore")


def said_of(result, form):
    """Return what a result says in Chinese."""
    text = (
        str(result.to_html(language="zh"))
        if form == "html"
        else text_of(result, form, "zh")
    )
    return visible(form, text)


# All forms say the same sentences, and a page has more around them.
@pytest.mark.long
@pytest.mark.parametrize(
    ("n_models", "forms"),
    [(1, ["html"]), (2, ["table"]), (3, ["markdown", "latex"])],
)
def test_reports_are_chinese(n_models, forms):
    for make in REPORTS[:: 1 if n_models < 3 else 4]:
        report = make(n_models)
        for form in forms:
            assert english(said_of(report, form)) == [], (make.__name__, form)
        for kind in kinds():
            try:
                made = [*pictures(report, kind)]
            except ValueError:
                continue
            for picture in made:
                texts = (in_language(one, "zh") for one in texts_in(picture))
                assert english(" ; ".join(texts)) == [], (make.__name__, kind)


def compared(n_models, metric="f1_macro", **options):
    y = LABELS[np.arange(N) % 3]
    made = of_models(lambda k: with_errors(y, (k + 1) / 5), n_models)
    return fm.compare(metric, y, made, **options, **QUICK)


def swept(n_models, **options):
    y = np.arange(N) % 2
    made = of_models(lambda k: y + (1 + k) * RNG.normal(size=N), n_models)
    return fm.compare("roc_auc", y, y_score=made, **options, **QUICK)


def alike(n_models):
    y = np.arange(N) % 2
    return fm.compare("accuracy", y, of_models(lambda k: y, n_models), **QUICK)


def across(n_models, **options):
    table = {name: 0.7 - k / 10 + RNG.random(12) / 5 for k, name in enumerate(MODELS)}
    return fm.compare_across_datasets(table, **options)


def pairs(test, **options):
    table = {name: 0.7 - k / 20 + RNG.random(12) / 5 for k, name in enumerate(MODELS)}
    return fm.pairwise_tests(table, test=test, **options)


X = RNG.normal(size=(N, 2))
SIGN = np.where(X[:, 0] > 0, "病例", "对照")
MIXED = np.where(RNG.random(N) < 0.3, RNG.permutation(SIGN), SIGN)


def of_estimators():
    """Return results of fitted models; a parameter that varies has its own name."""
    model, cv = LogisticRegression(), {"cv": 4}
    fitted = {"fit_intercept": [True, False]}
    varied = {"param_name": "ridge__alpha", "param_range": [1, 10]}
    regression = make_pipeline(Ridge()), X, X[:, 0] + X[:, 1] ** 2
    return {
        "folds": partial(fm.cross_validate, model, X, SIGN, scoring=["accuracy"], **cv),
        "search": partial(
            fm.search, Ridge(), fitted, *regression[1:], scoring="r2", **cv
        ),
        "sizes": partial(fm.learning_curve, model, X, SIGN, **cv),
        "values": partial(fm.validation_curve, *regression, **varied, **cv),
        "parts of a loss": partial(
            fm.bias_variance_curve,
            *(*regression, *regression[1:]),
            n_rounds=3,
            random_state=0,
            **varied,
        ),
    }


POST_HOC = ("nemenyi", "rank-z", "conover", "wilcoxon", "sign", "t")
OTHERS = {
    "two models": lambda: compared(2),
    "three models": lambda: compared(3),
    "many models": lambda: swept(3, baseline="甲"),
    **{
        f"by {test}": partial(swept, 3, test=test)
        for test in ("permutation", "delong", "bootstrap")
    },
    **{
        f"adjusted by {adjust}": partial(compared, 3, "accuracy", adjust=adjust)
        for adjust in (*METHODS, None)
    },
    "not worse": lambda: compared(3, "accuracy", baseline="甲", margin=0.1),
    "the same": lambda: alike(2),
    "three of the same": lambda: alike(3),
    **{f"data sets by {one}": partial(across, 3, post_hoc=one) for one in POST_HOC},
    "a control": lambda: across(3, control="甲"),
    "practically": lambda: across(3, rope=0.01, random_state=0),
    **{f"pairs by {one}": partial(pairs, one) for one in POST_HOC},
    "pairs with a control": lambda: pairs("rank-z", control="甲"),
    **of_estimators(),
    "folds of two models": lambda: fm.compare(
        "roc_auc",
        {
            name: fm.cross_validate(
                LogisticRegression(C=c), X, SIGN, scoring="roc_auc", cv=4
            )
            for name, c in (("甲", 1.0), ("乙", 0.01))
        },
    ),
    "signed ranks": lambda: fm.wilcoxon_signed_rank_test(
        np.arange(2000.0), np.arange(2000.0)[::-1] + 0.25
    ),
    "zero-one loss": lambda: fm.bias_variance_decomposition(
        SIGN, [SIGN, MIXED], loss="zero_one"
    ),
    "squared loss": lambda: fm.bias_variance_decomposition(
        X[:, 0], [X[:, 0] + 1, X[:, 1]], loss="squared"
    ),
    "a split": lambda: fm.check_split(np.arange(N) % 4, y=SIGN),
    "a leak": lambda: fm.check_split(
        np.arange(N) % 3, X=X.round(), y=SIGN, groups=np.arange(N) % 7
    ),
    "discordant rows": lambda: fm.mcnemar_test(SIGN, MIXED, SIGN[::-1]),
    "two areas": lambda: fm.delong_roc_test(SIGN == "病例", X[:, 0], X[:, 1]),
    "ranks": lambda: fm.friedman_test({one: RNG.random(12) for one in MODELS}),
    "slices": lambda: fm.by_group(
        "accuracy", SIGN, MIXED, by={"地区": np.arange(N) % 2}, **QUICK
    ),
}


@pytest.mark.long
def test_other_results_are_chinese():
    for name, make in OTHERS.items():
        result = make()
        for form in ("table", "html"):
            assert english(said_of(result, form)) == [], (name, form)
        texts = (one for picture in result._pictures() for one in texts_in(picture))
        assert english(" ; ".join(in_language(one, "zh") for one in texts)) == [], name


def test_every_summary_is_also_chinese(rng):
    for name in fm.__all__:
        summary = getattr(getattr(fm, name), "summary", None)
        if summary is not None:
            assert "language" in inspect.signature(summary).parameters, name
    y = rng.integers(0, 2, 80)
    wrong = {"a": 0.1, "b": 0.2, "c": 0.4}
    models = {k: np.where(rng.random(80) < p, 1 - y, y) for k, p in wrong.items()}
    scores = {name: rng.random(12) + 2 * p for name, p in wrong.items()}
    for result in (
        fm.compare("f1", y, models),
        fm.compare("accuracy", y, models, baseline="a", margin=0.1),
        fm.compare_across_datasets(scores),
        fm.dunn_test(scores),
    ):
        assert english(result.summary(language="zh")) == []
        assert result.summary(language="en") == result.summary()
        with pytest.raises(ValueError, match="language must be"):
            result.summary(language="de")
