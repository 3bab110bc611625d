"""Models compared by their cross-validations on the same folds."""

import warnings
from itertools import combinations, product

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy import stats

import fastmetrics as fm
from fastmetrics.selection.validation import fold_intervals

RNG = np.random.default_rng(11)
N, MANY = 90, 1200
X = RNG.normal(size=(MANY, 3))
Y = np.where(X[:, 0] + RNG.normal(size=MANY) > 0, "case", "control")


class Odds:
    """Fixed odds of one column, of which models differ."""

    _estimator_type = "classifier"

    def __init__(self, column, power=1.0):
        self.column, self.power = column, power

    def fit(self, X, y):
        self.classes_ = np.unique(y)

    def predict(self, X):
        return self.classes_[(self.predict_proba(X)[:, 1] >= 0.5).astype(int)]

    def predict_proba(self, X):
        p = 1 / (1 + np.exp(-self.power * (X[:, 0] + X[:, self.column] / 2)))
        return np.column_stack([p, 1 - p])


SCORING = ["roc_auc", "accuracy", "neg_log_loss", "f1_macro"]
FOLDS = fm.StratifiedKFold(5, shuffle=True, random_state=1)


def validated(column, n=N, cv=FOLDS, scoring=SCORING, y=Y, **options):
    return fm.cross_validate(
        Odds(column), X[:n], y[:n], scoring=scoring, cv=cv, **options
    )


def kept(n=N, **options):
    every = {"return_predictions": True, **options}
    return {"a": validated(1, n, **every), "b": validated(2, n, **every)}


def test_the_corrected_test_by_hand():
    """The p-value, the bounds and the test of the same scores are one procedure."""
    models = kept()
    found = fm.compare("roc_auc", models)
    scores = [one["test_roc_auc"] for one in models.values()]
    n_train, n_test = models["a"].n_train, models["a"].n_test
    expected = fm.corrected_resampled_t_test(*scores, n_train=n_train, n_test=n_test)
    one = found["a", "b"]
    assert one.pvalue == pytest.approx(expected.pvalue, rel=1e-12)
    assert one.estimate == pytest.approx(expected.estimate, rel=1e-12)
    bounds = expected.confidence_interval()
    assert (one.low, one.high) == pytest.approx(bounds, rel=1e-12)
    # From the definition, with nothing of the library.
    apart = scores[0] - scores[1]
    error = np.sqrt((1 / 5 + 1 / 4) * apart.var(ddof=1))
    assert one.pvalue == pytest.approx(
        2 * stats.t.sf(abs(apart.mean()) / error, 4), rel=1e-9
    )
    assert found.values["a"].estimate == pytest.approx(scores[0].mean())
    test, target, few = found.notes
    assert target == f"Intervals are for {found.target}."
    assert found.to_dict()["target"] == "the expected performance over training sets"
    assert test == "Across folds: corrected resampled t test."
    assert one.approximate
    assert few == f"≈ {one.reason}."


@pytest.mark.long
@one_case("n", [N, MANY])
@one_case(
    "score, metric",
    [
        ("roc_auc", "roc_auc_score"),
        ("accuracy", "accuracy_score"),
        ("neg_log_loss", "log_loss"),
        ("f1_macro", "f1_macro"),
        ("f1", "f1_score"),
        ("precision", "precision_score"),
        ("positive_likelihood_ratio", "positive_likelihood_ratio"),
        ("average_precision", "average_precision_score"),
        ("neg_brier_score", "brier_score_loss"),
        ("matthews_corrcoef", "matthews_corrcoef"),
    ],
)
@pytest.mark.filterwarnings("ignore:`negative_likelihood_ratio`")
def test_reports_say_the_same(n, score, metric):
    """One p-value and one interval of a metric, whichever function is asked."""
    case, more = "case", {}
    if score in ("f1", "precision"):
        more = {"score_params": {"pos_label": case}}
    y = Y
    if score[:3] in ("ave", "neg", "pos"):  # these cannot be told the positive label
        y, case = (Y == case).astype(int), 1
    models = kept(n, scoring=[score], y=y, **more)
    pos_label = case if more else "control" if score == "roc_auc" else None
    # The scores of folds are compared in one way, however many rows folds have.
    targets = ["learner", "models"] if n == N else ["models"]
    for target in [None, "learner", "models"] if score == "roc_auc" else targets:
        say_the_same(models, target, score, metric, pos_label)


def say_the_same(models, target, score, metric, pos_label):
    found = fm.compare(score, models, random_state=0, target=target)
    report = fm.evaluate(
        models, metrics=[metric], random_state=0, target=target, pos_label=pos_label
    )
    told = report.values["a"][metric].target
    assert found.target == told
    assert told == fold_intervals.TARGETS[target or "learner"]
    assert f"for {told}" in " ".join(str(report).split())
    assert f"for {told}" in str(found)
    single, value = models["a"].interval(score, target=target), found.values["a"]
    assert single.target == told
    bounds = [*single]
    if score[:4] == "neg_":
        bounds = [-single.estimate, -single.high, -single.low]
    assert bounds[0] == pytest.approx(value.estimate, rel=1e-9)
    if target != "models":  # whose bounds may be of other replicates
        assert bounds == pytest.approx([*value], rel=1e-9, abs=1e-14)
    one, other = found["a", "b"], report.differences["a", "b"][metric]
    assert one.method == other.method
    for name in ("estimate", "low", "high", "standard_error"):
        # Rows come in the order of folds: sums are rounded in another order.
        near = pytest.approx(getattr(other, name), rel=1e-9, abs=1e-14)
        assert getattr(one, name) == near, name
    assert one.pvalue == pytest.approx(report.p_value(("a", "b"), metric), rel=1e-9)
    assert found.metric == metric
    assert found.greater_is_better is (metric not in ("log_loss", "brier_score_loss"))
    for model in models:
        value = report[metric][model]
        assert found.values[model].estimate == pytest.approx(value.estimate, rel=1e-12)
        assert found.values[model].low == pytest.approx(value.low, rel=1e-12)
    is_told = not one.low <= 0 <= one.high
    assert is_told == (one.pvalue <= 0.05)


@pytest.mark.long
@one_case("told", [None, "case", "control"])
@one_case("score", ["f1", "roc_auc", "average_precision", "accuracy"])
def test_every_function_is_told_the_positive_label(told, score):
    """What `evaluate` is told of cross-validations, the others are also told."""
    names = {"f1": "f1_score", "roc_auc": "roc_auc_score"}
    name = {**names, "accuracy": "accuracy_score"}.get(score, f"{score}_score")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scores without the label are undefined
        models = kept(N, scoring=[score], pos_label=told)
    # For the fitted models the label is read in the same way, so fewer pairs show it.
    targets = ["learner", "models"] if score == "f1" or told is None else ["learner"]
    for asked, target in product(["case", "control"], targets):
        options = {"target": target, "pos_label": asked}
        report = fm.evaluate(models, metrics=[score], random_state=0, **options)
        found = fm.compare(score, models, random_state=0, **options)
        for model, one in models.items():
            expected = [*report.values[model][name]]
            assert [*found.values[model]] == pytest.approx(expected, rel=1e-9)
            single = one.interval(score, **options)
            assert single.estimate == pytest.approx(expected[0], rel=1e-9)
            # Bounds for the models are of other replicates.
            near = 1e-9 if target == "learner" else 0.1
            assert [*single] == pytest.approx(expected, rel=near)
        apart, other = found["a", "b"], report.differences["a", "b"][name]
        bounds = apart.low, apart.high
        assert bounds == pytest.approx((other.low, other.high), rel=1e-9)


def test_a_positive_label_that_scores_cannot_have():
    options = {"cv": fm.ShuffleSplit(5, random_state=0), "pos_label": "case"}
    models = {name: validated(k, **options) for k, name in enumerate("ab", 1)}
    trained = kept(pos_label="case", return_train_score=True)["a"]
    for ask in (
        lambda **told: fm.compare("roc_auc", models, **told),
        lambda **told: models["a"].interval("roc_auc", **told),
        lambda **told: trained.gap("roc_auc", **told),
    ):
        for label in ("control", "nobody"):
            with pytest.raises(ValueError, match="give it to cross_validate"):
                ask(pos_label=label)
    with pytest.raises(ValueError, match="must be one of the classes"):
        trained.interval("roc_auc", pos_label="nobody")
    assert fm.compare("roc_auc", models, pos_label="case").values
    numbers = {"a": fm.cross_validate(Odds(1), X[:N], Y[:N], scoring=lambda *_: 1.0)}
    with pytest.raises(ValueError, match="no use for pos_label"):
        numbers["a"].interval(pos_label="case")


def test_row_losses_of_many_rows():
    """All rows as one sample: Student's t test of the differences of their losses."""
    models = kept(MANY)
    one = fm.compare("accuracy", models, target="models")["a", "b"]
    right = [m.predictions["predict"] == Y for m in models.values()]
    expected = stats.ttest_rel(*(each.astype(float) for each in right))
    assert one.method == "pooled"
    assert one.pvalue == pytest.approx(expected.pvalue, rel=1e-9)
    assert (one.low, one.high) == pytest.approx(
        expected.confidence_interval(), rel=1e-9
    )


def test_areas_of_many_rows_take_the_errors_of_folds():
    models = kept(MANY)
    one = fm.compare("roc_auc", models, target="models")["a", "b"]
    errors = []
    for fold, rows in enumerate(models["a"].test_rows):
        said = [
            m.fold_predictions[fold]["predict_proba"][:, 1] for m in models.values()
        ]
        test = fm.delong_roc_test(Y[rows], *said, pos_label="control")
        errors.append(test.standard_error)
    assert one.method == "folds"
    assert one.standard_error == pytest.approx(np.linalg.norm(errors) / 5, rel=1e-9)


def test_scores_alone_will_do():
    """Of repeated folds, of forgotten predictions, and of scorers of one's own."""

    def right(model, X, y):
        return float((model.predict(X) == y).mean())

    repeated = fm.RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=0)
    for cv in (FOLDS, repeated):
        options = {"cv": cv, "scoring": {"mine": right}}
        models = {"a": validated(1, **options), "b": validated(2, **options)}
        one = fm.compare("mine", models)["a", "b"]
        first = models["a"]
        expected = fm.corrected_resampled_t_test(
            first["test_mine"],
            models["b"]["test_mine"],
            n_train=first.n_train,
            n_test=first.n_test,
        )
        assert one.pvalue == pytest.approx(expected.pvalue, rel=1e-12)
    models = {"a": validated(1, cv=repeated), "b": validated(2, cv=repeated)}
    assert fm.compare("accuracy", models)["a", "b"].method == "corrected"
    with pytest.raises(ValueError, match="each row must be tested once"):
        fm.compare("accuracy", models, target="models")
    with pytest.raises(ValueError, match="each row must be tested once"):
        models["a"].interval("accuracy", target="models")


def test_several_scores_and_several_models():
    models = {**kept(MANY), "c": validated(1, MANY, return_predictions=True)}
    found = fm.compare(SCORING, models)
    names = ["roc_auc_score", "accuracy_score", "log_loss", "f1_macro"]
    assert [*found] == names
    for one in found.values():
        assert [*one.differences] == [*combinations("abc", 2)]
        assert one["a", "c"].estimate == 0
        assert one["a", "c"].pvalue == 1
        for pair, each in one.differences.items():
            if pair == ("a", "c"):  # all rows and folds alike: no bounds
                continue
            assert each.simultaneous_low <= each.low
            assert each.simultaneous_high >= each.high
            assert each.adjusted_pvalue >= each.pvalue
    based = fm.compare("accuracy", models, baseline="c")
    assert [*based.differences] == [("a", "c"), ("b", "c")]


def test_what_cannot_be_compared():
    models = kept()
    with pytest.raises(ValueError, match=r"'a' and 'b' were .* different folds"):
        fm.compare("accuracy", {**models, "b": validated(2, cv=fm.KFold(5))})
    with pytest.raises(ValueError, match=r"'a' and 'b' are .* different data"):
        fm.compare("accuracy", {**models, "b": validated(2, y=Y[::-1])})
    other = validated(2, scoring={"accuracy": "balanced_accuracy"})
    with pytest.raises(ValueError, match="not all scored alike: 'accuracy' of 'b'"):
        fm.compare("accuracy", {**models, "b": other})
    with pytest.raises(ValueError, match="metric must be one of roc_auc, accuracy"):
        fm.compare("recall", models)
    with pytest.raises(TypeError, match="'b' is not a CrossValidation"):
        fm.compare("accuracy", {**models, "b": Y})
    with pytest.raises(ValueError, match="1 model; a comparison needs at least two"):
        fm.compare("accuracy", {"a": models["a"]})
    with pytest.raises(TypeError, match="y_pred cannot be combined with"):
        fm.compare("accuracy", models, models)
    with pytest.raises(ValueError, match="target is for cross-validations"):
        fm.compare("accuracy", Y, {"a": Y, "b": Y}, target="learner")
    with pytest.raises(TypeError, match="test cannot be combined with"):
        fm.compare("accuracy", models, test="delong")
    with pytest.raises(TypeError, match="metric must be the name of a score"):
        fm.compare(fm.accuracy_score, models)
