"""permutation_importance: what a column is worth, with intervals over rows."""

import json
from functools import partial

import numpy as np
import pytest

import fastmetrics as fm


class Scores:
    """Two classes by the first column, and half of the second."""

    classes_ = np.array([0, 1])

    def decision_function(self, X):
        X = np.asarray(X, float)
        return X[:, 0] + 0.5 * X[:, 1]

    def predict(self, X):
        return (self.decision_function(X) > 0).astype(int)

    def predict_proba(self, X):
        high = 1 / (1 + np.exp(-self.decision_function(X)))
        return np.column_stack([1 - high, high])


class Line:
    """Numbers on a line."""

    def predict(self, X):
        return 2.0 * np.asarray(X, float)[:, 0]


def data(rng, n=80):
    X = rng.normal(size=(n, 3))
    y = (X[:, 0] + 0.5 * X[:, 1] + rng.normal(size=n) > 0).astype(int)
    return X, y


def by_definition(X, function, seed, repeats, columns):
    """Return values of the function of X with each column in each order."""
    found = {}
    for j in range(columns):
        values = []
        for r in range(repeats):
            order = np.random.default_rng([seed, j, r]).permutation(len(X))
            shuffled = X.copy()
            shuffled[:, j] = X[order, j]
            values.append(function(shuffled))
        found[f"x{j}"] = np.array(values)
    return found


def test_is_the_definition(rng):
    for metric, value, sign in (
        ("accuracy", lambda y, X: fm.accuracy_score(y, Scores().predict(X)), 1),
        ("error_rate", lambda y, X: fm.error_rate(y, Scores().predict(X)), -1),
        ("f1", lambda y, X: fm.f1_score(y, Scores().predict(X)), 1),
        ("log_loss", lambda y, X: fm.log_loss(y, Scores().predict_proba(X)), -1),
        *(
            (name, lambda y, X, f=f: f(y, Scores().decision_function(X)), sign)
            for name, f, sign in (
                ("roc_auc", fm.roc_auc_score, 1),
                ("rank_loss", fm.rank_loss, -1),
                ("average_precision", fm.average_precision_score, 1),
            )
        ),
    ):
        X, y = data(rng)
        found = fm.permutation_importance(
            Scores(), X, y, metric=metric, n_repeats=3, random_state=7
        )
        whole = value(y, X)
        assert found.value == pytest.approx(whole, rel=1e-14), metric
        for name, values in by_definition(X, partial(value, y), 7, 3, 3).items():
            drops = sign * (whole - values)
            np.testing.assert_allclose(found.repeats[name], drops, atol=1e-14)
            mean = pytest.approx(np.mean(drops), abs=1e-14)
            assert found[name].estimate == mean, metric
        # Nothing reads the last column.
        assert found["x2"].estimate == found["x2"].standard_error == 0.0, metric
        assert found.pvalues["x2"] == 1.0, metric
        assert found.ranking[0] == "x0", metric


def test_standard_errors_are_those_of_a_contrast(rng):
    X, y = data(rng)
    found = fm.permutation_importance(
        Scores(), X, y, metric="roc_auc", n_repeats=2, random_state=1
    )
    scores = [Scores().decision_function(X)]
    scores += by_definition(X, Scores().decision_function, 1, 2, 1)["x0"].tolist()
    _, covariance = fm.delong_roc_variance(y, np.column_stack(scores))
    contrast = np.array([1, -0.5, -0.5])
    error = np.sqrt(contrast @ covariance @ contrast)
    assert found["x0"].standard_error == pytest.approx(error, rel=1e-12)
    assert found["x0"].method == "delong"
    # Of a mean over rows it is that of the rows' mean differences.
    found = fm.permutation_importance(
        Scores(), X, y, metric="error_rate", n_repeats=2, random_state=1
    )
    orders = by_definition(X, Scores().predict, 1, 2, 1)["x0"]
    lost = np.mean([one != y for one in orders], axis=0) - (Scores().predict(X) != y)
    error = np.std(lost, ddof=1) / np.sqrt(len(y))
    assert found["x0"].standard_error == pytest.approx(error, rel=1e-10)


def test_p_values_are_adjusted(rng):
    X, y = data(rng)
    found = fm.permutation_importance(Scores(), X, y, metric="roc_auc", random_state=0)
    raw = [found.pvalues[name] for name in ("x0", "x1", "x2")]
    adjusted = fm.adjust_pvalues(raw)
    assert [*found.adjusted_pvalues.values()] == adjusted.tolist()
    plain = fm.permutation_importance(
        Scores(), X, y, metric="roc_auc", random_state=0, adjust=None
    )
    assert plain.adjusted_pvalues == plain.pvalues == found.pvalues
    # The interval of that level ends at 0; a small p has few digits beside 1.
    low, high = found["x1"].law.bounds(1 - found.pvalues["x1"])
    assert min(abs(low), abs(high)) < 1e-9


def test_numbers_frames_and_groups(rng):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    X = rng.normal(size=(60, 2))
    z = 2 * X[:, 0] + rng.normal(size=60)
    options = {"metric": "r2", "random_state": 3}
    plain = fm.permutation_importance(Line(), X, z, **options)
    frame = pandas.DataFrame(X, columns=["a", "b"], index=range(60, 0, -1))
    table = polars.DataFrame(X, schema=["a", "b"])
    for one in (frame, table):
        found = fm.permutation_importance(Line(), one, z, **options)
        assert [*found.importances] == ["a", "b"]
        assert found["a"].estimate == plain["x0"].estimate
        assert found["a"].high == plain["x0"].high
    groups = np.arange(60) // 2
    grouped = fm.permutation_importance(Line(), X, z, groups=groups, **options)
    assert grouped["x0"].estimate == pytest.approx(plain["x0"].estimate)
    assert grouped["x0"].standard_error != plain["x0"].standard_error


def test_labels_that_are_texts(rng):
    X, y = data(rng)
    words = np.array(["no", "yes"])[y]

    class Words(Scores):
        classes_ = np.array(["no", "yes"])

        def predict(self, X):
            return self.classes_[super().predict(X)]

    for metric in ("roc_auc", "f1", "brier_score_loss"):
        asked = {"metric": metric, "random_state": 0}
        with pytest.raises(ValueError, match="pos_label is not specified"):
            fm.permutation_importance(Words(), X, words, **asked)
        with pytest.raises(ValueError, match="pos_label='yse' is not a valid label"):
            fm.permutation_importance(Words(), X, words, pos_label="yse", **asked)
        found = fm.permutation_importance(Words(), X, words, pos_label="yes", **asked)
        plain = fm.permutation_importance(Scores(), X, y, metric=metric, random_state=0)
        assert found["x0"].estimate == plain["x0"].estimate
    turned = fm.permutation_importance(
        Words(), X, words, metric="f1", pos_label="no", random_state=0
    )
    assert turned.value == fm.f1_score(words, Words().predict(X), pos_label="no")


def test_is_shown(rng):
    X, y = data(rng)
    found = fm.permutation_importance(Scores(), X, y, random_state=0)
    assert "x0" in str(found)
    assert "各列的重要性" in found.to_markdown(language="zh")
    assert found.to_svg().startswith("<svg")
    content = json.loads(json.dumps(found.to_dict()))
    assert content["columns"][0]["column"] == "x0"
    assert len(content["repeats"]["x0"]) == 5
    frame = found.to_frame(backend="polars")
    assert frame["column"].to_list() == [*found.ranking]
    again = fm.permutation_importance(Scores(), X, y, random_state=found.seed)
    assert again.to_dict() == content


def test_bad_arguments(rng):
    from scipy import sparse

    X, y = data(rng)
    with pytest.raises(TypeError, match="X must be dense"):
        fm.permutation_importance(Scores(), sparse.csr_array(X), y)
    with pytest.raises(ValueError, match=r"shape \(n_samples, n_features\)"):
        fm.permutation_importance(Scores(), X[:, 0], y)
    with pytest.raises(ValueError, match="n_repeats"):
        fm.permutation_importance(Scores(), X, y, n_repeats=0)
    with pytest.raises(ValueError, match="adjust"):
        fm.permutation_importance(Scores(), X, y, adjust="none")
    with pytest.raises(ValueError, match="no_such"):
        fm.permutation_importance(Scores(), X, y, metric="no_such")
    with pytest.raises(TypeError, match="a metric of the catalog"):
        fm.permutation_importance(Scores(), X, y, metric=lambda a, b: 0.0)
    with pytest.raises(AttributeError, match="predict_proba"):
        fm.permutation_importance(Line(), X, y, metric="log_loss")
    with pytest.raises(ValueError, match=r"inconsistent|length"):
        fm.permutation_importance(Scores(), X, y[:-1])
