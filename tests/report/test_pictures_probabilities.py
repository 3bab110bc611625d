"""What forecasts lose, in pictures: elementary scores by threshold, losses by row."""

import pickle

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics import evaluate
from fastmetrics.metrics.scores import sorted_scores
from fastmetrics.report.plots.forest import kinds, pictures
from fastmetrics.report.plots.losses import elementary_scores
from fastmetrics.show.pictures import Line, Points

KINDS = ["decision", "murphy", "loss_quantiles"]
QUICK = {"task": "probabilities", "metrics": ["log_loss", "brier_score_loss"],
         "n_resamples": 20}  # fmt: skip

rng = np.random.default_rng(0)
P = np.round(rng.beta(0.7, 1.2, 200), 2)  # some are equal, some 0 or 1
Y = (rng.random(200) < P).astype(int)
WEIGHTS = rng.integers(0, 4, 200)
PROBA = rng.dirichlet(np.ones(4), 300)
CLASSES = np.minimum((PROBA.cumsum(1) < rng.random((300, 1))).sum(1), 3)


@pytest.fixture(scope="module")
def report():
    return evaluate(Y, y_proba={"sharp": P**3, "true": P}, **QUICK)


@pytest.fixture(scope="module")
def of_four():
    return evaluate(CLASSES, y_proba=PROBA, **QUICK)


def picture(report, kind):
    [made] = pictures(report, kind)
    return made


def curve(panel, series):
    [line] = [
        mark for mark in panel.marks if isinstance(mark, Line) and mark.series == series
    ]
    return line.x, line.y


def elementary(y, p, theta, weights=None):
    """The mean elementary score, from its definition, row by row."""
    is_between = (np.minimum(y, p) <= theta) & (theta < np.maximum(y, p))
    return np.average(np.where(is_between, np.abs(y - theta), 0.0), weights=weights)


# ------------------------------------------------------------------ elementary scores


def test_elementary_scores_by_hand():
    # Of a negative at 1/2: theta below 1/2. Of a positive at 1/4: 1 - theta from there.
    x, y = elementary_scores([fm.ScoreSweep.from_scores([0, 1], [0.5, 0.25])])
    assert x.tolist() == [0, 0.25, 0.25, 0.5, 0.5, 1]
    assert y.tolist() == [0, 0.125, 0.5, 0.5, 0.25, 0]
    assert 2 * np.trapezoid(y, x) == (0.5**2 + 0.75**2) / 2


def test_elementary_scores_are_those_of_the_definition():
    for weights in (None, WEIGHTS):
        sweep = fm.ScoreSweep.from_scores(Y, P, sample_weight=weights)
        x, y = elementary_scores([sweep])
        # Places that are no forecasts, at which the curve has one value.
        places = np.arange(0.0025, 1, 0.005)
        expected = [elementary(Y, P, theta, weights) for theta in places]
        np.testing.assert_allclose(np.interp(places, x, y), expected, atol=1e-14)
        # At a forecast the second of two points is the value there.
        at = np.flatnonzero(np.diff(x, append=2) > 0)
        expected = [elementary(Y, P, theta, weights) for theta in x[at]]
        np.testing.assert_allclose(y[at], expected, atol=1e-14)
        brier = fm.brier_score_loss(Y, P, sample_weight=weights)
        assert 2 * np.trapezoid(y, x) == pytest.approx(brier, rel=1e-13), weights


def test_of_several_classes_elementary_scores_add_up():
    sweeps = [fm.ScoreSweep.from_scores(CLASSES == k, PROBA[:, k]) for k in range(4)]
    x, y = elementary_scores(sweeps)
    brier = fm.multiclass_brier_score(CLASSES, PROBA)
    assert 2 * np.trapezoid(y, x) == pytest.approx(brier, rel=1e-13)
    for theta in (0.1, 0.3, 0.8):
        expected = sum(elementary(CLASSES == k, PROBA[:, k], theta) for k in range(4))
        assert np.interp(theta, x, y) == pytest.approx(expected, abs=1e-14)


def test_murphy_curves_are_drawn_whole(report):
    made = picture(report, "murphy")
    [panel] = made.panels
    for series, p in enumerate((P**3, P)):
        x, y = curve(panel, series)
        # Of a thinned curve the area is right within half a pixel of 720.
        expected = fm.brier_score_loss(Y, p)
        assert 2 * np.trapezoid(y, x) == pytest.approx(expected, abs=2e-3)
        assert y.max() < panel.y.high
    assert (panel.x.low, panel.x.high, panel.y.low) == (0, 1, 0)
    base = Y.mean()
    x, y = curve(panel, None)
    assert (x[y.argmax()], y.max()) == pytest.approx((base, base * (1 - base)))
    values = {name: report["brier_score_loss"][name] for name in report.models}
    best = min(values, key=lambda name: values[name].estimate)
    assert made.title.startswith(f"Murphy curve: {best} has the lowest Brier score, ")
    assert [one.series for one in panel.key] == [1, 0, None]
    assert "Brier score" in panel.key[0].value
    assert "[" in panel.key[0].value
    assert len(made.notes) == 1


def test_decision_curves_are_those_of_the_function(report, of_four):
    made = picture(report, "decision")
    [panel] = made.panels
    for series, p in enumerate((P**3, P)):
        x, y = curve(panel, series)
        expected = fm.decision_curve(Y, p)
        at = expected.thresholds <= x[-1]
        np.testing.assert_allclose(
            np.interp(expected.thresholds[at], x, y),
            expected.net_benefit[at],
            atol=1e-14,
        )
        assert (expected.net_benefit[~at] < panel.y.low).all()
    treat_all, treat_none = (one for one in panel.marks if one.series is None)
    np.testing.assert_allclose(treat_all.y[:30], expected.treat_all[:30], atol=1e-14)
    assert not treat_none.y.any()
    assert "a model is of use where" in made.notes[0]
    with pytest.raises(ValueError, match="there are no probabilities"):
        picture(of_four, "decision")
    weights = np.linspace(0.5, 2, len(Y))
    weighted = evaluate(Y, y_proba=P, sample_weight=weights, metrics=["log_loss"])
    x, y = curve(picture(weighted, "decision").panels[0], 0)
    expected = fm.decision_curve(Y, P, sample_weight=weights)
    np.testing.assert_allclose(y[:50], expected.net_benefit[:50], atol=1e-14)


def test_the_murphy_curve_of_classes_is_their_sum(of_four):
    made = picture(of_four, "murphy")
    x, y = curve(made.panels[0], 0)
    brier = fm.multiclass_brier_score(CLASSES, PROBA)
    assert 2 * np.trapezoid(y, x) == pytest.approx(brier, abs=5e-3)
    assert made.notes[1] == "the sum over classes, each against the others"


def test_the_brier_score_is_made_where_the_report_has_none():
    made = evaluate(Y, y_proba=P, task="probabilities", metrics=["log_loss"])
    expected = fm.brier_score_loss(Y, P)
    assert f"is {expected:.4f}" in picture(made, "murphy").title


def test_murphy_curves_sort_no_second_time(monkeypatch):
    made = evaluate(Y, y_proba=P, **QUICK)
    sorted_again = []
    sort = sorted_scores.sort_keys
    monkeypatch.setattr(
        sorted_scores, "sort_keys", lambda *a: sorted_again.append(1) or sort(*a)
    )
    pictures(made, "reliability")
    assert len(sorted_again) == 1
    pictures(made, "murphy")
    assert len(sorted_again) == 1


# ------------------------------------------------------------------ losses by row


def losses(y, p):
    return -np.log(np.where(y == 1, p, 1 - p))


def test_quantiles_are_those_of_the_losses():
    y, p = np.arange(20) % 2, np.linspace(0.1, 0.8, 20)
    panel = picture(evaluate(y, y_proba=p, **QUICK), "loss_quantiles").panels[0]
    x, found = curve(panel, 0)
    expected = losses(y, p)
    assert panel.y.kind == "log"
    assert (panel.y.low, panel.y.high) == pytest.approx(
        (expected.min(), expected.max())
    )
    # Within a step there is one value.
    for k in range(20):
        share = (k + 0.5) / 20
        step = np.quantile(expected, share, method="inverted_cdf")
        # Steps are corners within a quarter of a pixel; logarithms are interpolated.
        value = np.exp(np.interp(share, x, np.log(found)))
        assert value == pytest.approx(step, rel=0.02)
    [point] = [mark for mark in panel.marks if isinstance(mark, Points)]
    mean = fm.log_loss(y, p)
    assert point.y.item() == pytest.approx(mean)
    assert point.x.item() == np.mean(expected <= mean)


def test_few_rows_make_the_loss():
    # By hand: a row of twenty loses log 100, the others log 2 each.
    p = np.where(np.arange(20) == 0, 0.01, 0.5)
    y = np.ones(20, int)
    y[1] = 0
    made = picture(evaluate(y, y_proba=p, **QUICK), "loss_quantiles")
    panel = made.panels[1]
    part = np.log(100) / (np.log(100) + 19 * np.log(2))
    x, lost = curve(panel, 0)
    assert (x[0], lost[0]) == pytest.approx((0.05, part))
    assert (x[-1], lost[-1]) == (1, 1)
    assert (panel.x.kind, panel.x.low) == ("log", 0.05)
    assert made.title.endswith(f"; 5 % of its rows make {100 * part:.0f} % of it")
    assert panel.key[0].value == f"5 % of the rows: {100 * part:.0f} %"


def test_weights_are_repeated_rows():
    repeated = np.repeat(np.arange(200), WEIGHTS)
    heavy = evaluate(Y, y_proba=P, sample_weight=WEIGHTS, **QUICK)
    again = evaluate(Y[repeated], y_proba=P[repeated], **QUICK)
    one, other = (picture(made, "loss_quantiles").panels for made in (heavy, again))
    ends = np.interp([0.5, 0.9], *curve(one[0], 0))
    # Both are thinned, each its own way.
    np.testing.assert_allclose(ends, np.interp([0.5, 0.9], *curve(other[0], 0)), 0.02)
    ends = np.interp([0.1, 0.5], *curve(one[1], 0))
    np.testing.assert_allclose(ends, np.interp([0.1, 0.5], *curve(other[1], 0)), 0.02)


def test_losses_of_a_matrix_are_those_of_each_rows_class(of_four):
    [columns] = of_four.calibration.values()
    found = np.concatenate([one.losses.values for one in columns])
    expected = -np.log(PROBA[np.arange(300), CLASSES])
    np.testing.assert_allclose(np.sort(found), np.sort(expected), rtol=1e-13)
    assert found.mean() == pytest.approx(fm.log_loss(CLASSES, PROBA))


def test_perfect_forecasts_have_a_linear_axis():
    y = np.arange(30) % 2
    made = evaluate(y, y_proba=y.astype(float), **QUICK)
    panel = picture(made, "loss_quantiles").panels[0]
    assert (panel.y.kind, panel.y.low, panel.y.high) == ("linear", 0, 1)
    _, score = curve(picture(made, "murphy").panels[0], 0)
    assert not score.any()


def test_losses_that_are_too_small_to_be_seen_are_said():
    y = np.arange(30) % 2
    models = {"perfect": y.astype(float), "other": np.where(y, 0.8, 0.1)}
    made = picture(evaluate(y, y_proba=models, **QUICK), "loss_quantiles")
    assert made.notes[1:] == ["losses below 2e-07 are drawn at it"]
    _, lowest = curve(made.panels[0], 0)
    assert lowest.min() == made.panels[0].y.low


# ------------------------------------------------------------------ both


def test_they_are_drawn_when_asked_for(report):
    assert not any(kinds()[kind].unasked for kind in KINDS)
    assert {one.name for one in pictures(report)}.isdisjoint(KINDS)
    for kind in KINDS:
        with pytest.raises(TypeError, match="max_fpr"):
            pictures(report, kind, max_fpr=0.1)
        with pytest.raises(ValueError, match="there are no probabilities"):
            pictures(evaluate(Y, Y, metrics=["accuracy"]), kind)


def test_a_copy_of_a_report_has_its_pictures(report, of_four):
    for one in (report, of_four):
        other = pickle.loads(pickle.dumps(one))
        for kind in KINDS[one is of_four :]:  # there are no decisions of classes
            found, again = picture(one, kind), picture(other, kind)
            assert found.title == again.title
            for panel, twin in zip(found.panels, again.panels, strict=True):
                np.testing.assert_array_equal(curve(panel, 0), curve(twin, 0))


LONG_NAME = "a model whose name is rather long, {}"


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:no installed font has glyphs")
def test_pictures_of_all_sizes():
    pytest.importorskip("matplotlib")
    from helpers.drawn import faults, hidden

    from fastmetrics.show.pictures.drawing import draw
    from fastmetrics.show.pictures.svg import to_svg

    for n_models, name in (
        (20, LONG_NAME),
        (2, "模型{}"),
    ):
        models = {name.format(k): P[:30] ** (1 + k / 4) for k in range(n_models)}
        report = evaluate(Y[:30], y_proba=models, **QUICK)
        for made in (picture(report, kind) for kind in KINDS):
            for language in ("en",) if n_models == 20 else ("en", "zh"):
                figure = draw(made, language=language)
                assert not faults(figure), (made.name, n_models, name)
                assert not hidden(figure), (made.name, n_models, name)
            # The alternative text is the title.
            assert f"<title>{made.title}" in to_svg(made)


@pytest.mark.long
def test_pictures_of_awkward_forecasts():
    pytest.importorskip("matplotlib")
    from helpers.drawn import faults

    for p in (np.full(30, 0.5), 1.0 - np.arange(30) % 2, np.linspace(0, 1, 30)):
        report = evaluate(np.arange(30) % 2, y_proba=p, **QUICK)
        for kind in KINDS:
            assert not faults(report.plot(kind)), (kind, p)
            for panel in picture(report, kind).panels:
                for line in panel.marks:
                    if isinstance(line, Line):
                        assert np.isfinite([line.x, line.y]).all(), (kind, p)
