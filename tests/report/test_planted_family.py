"""A family that nobody knew is judged, shown and drawn, touching no machinery."""

import numpy as np
import pytest

from fastmetrics import catalog, evaluate
from fastmetrics._common.interval import Interval
from fastmetrics.metrics.record import Argument, Derivation, Family, Metric
from fastmetrics.report.sections import SECTIONS
from fastmetrics.report.sections.section import Picture, Plot, Section
from fastmetrics.report.tables import Table
from fastmetrics.resampling import PLANS
from fastmetrics.resampling.plan import Plan

DRAWN = np.array([3.0, 1, 4, 1, 5, 9, 2, 6])
GUESS = np.array([2.5, 1, 5, 2, 5, 8, 2, 7])
Y = [0, 1, 1, 0, 1, 1, 0, 1]
QUICK = {"n_resamples": 50, "random_state": 0}
ACCURACY = {**QUICK, "metrics": ["accuracy", "mean_miss"]}


def miss(name, **facts):
    # The function is another's: nothing here calls it.
    return Metric(name, name, "mean_absolute", greater_is_better=False, **facts)


class MissPlan(Plan):
    def __init__(self, data, design, options):
        self.names = list(data.models)
        drawn = np.asarray(data.shared["drawn"], float)
        self.misses = np.array(
            [np.abs(np.asarray(one["guess"]) - drawn) for one in data.models.values()]
        )
        self.n_rows = len(drawn)
        self.summaries = dict(zip(self.names, self.misses, strict=True))

    @property
    def n_units(self):
        return self.n_rows

    @property
    def rows_per_replicate(self):
        return self.misses.size

    def _reduced(self, misses, metrics):
        both = {"mean_miss": misses.mean(-1), "largest_miss": misses.max(-1)}
        return np.stack([both[self.asked[j].row.name] for j in metrics], -1)

    @property
    def estimates(self):
        return self._reduced(self.misses, range(len(self.asked)))

    def method(self, metric, asked, of):
        return self.asked[metric].row.interval

    def analytic(self, metric, method, of, level):
        rows = self.misses[of[0]] if len(of) == 1 else self.misses[[*of]]
        rows = rows if rows.ndim == 1 else rows[0] - rows[1]
        error = rows.std() / np.sqrt(len(rows))
        mean = rows.mean()
        return Interval(mean, mean - 2 * error, mean + 2 * error, error, level, method)

    def replicates(self, metrics, seed, n, progress):
        rows = np.random.default_rng(seed).integers(0, self.n_rows, (n, self.n_rows))
        return self._reduced(self.misses[:, rows].swapaxes(0, 1), metrics)


class MissSection(Section):
    family = "guesses"
    attributes = ("worst_row",)
    frames = {"row": ("missed",)}  # noqa: RUF012
    plots = {"misses": Plot("there are no guesses")}  # noqa: RUF012
    same_rows = "the same draws missed by both"

    def __init__(self, plan, found, data, setting):
        super().__init__(plan, found, data, setting)
        self._misses = plan.summaries
        self.worst_row = {name: int(m.argmax()) for name, m in plan.summaries.items()}
        self.notes.append("guesses are no predictions")

    def header(self):
        return {"draws": [f"{self.n_rows} draws"]}

    def tables(self, width):
        for model, row in self.worst_row.items():
            yield Table(self.titled("Worst row", model), ["Row"], [[str(row)]])

    def footer(self):
        return ["worst row: by looking"]

    def to_dict(self):
        return {"worst_row": self.worst_row}

    def rows(self, per):
        return [
            {"model": model, per: i, "missed": value}
            for model, misses in self._misses.items()
            for i, value in enumerate(misses.tolist())
        ]

    def picture(self, kind):
        return Picture((4, 3), lambda figure: figure.subplots().set_title("misses"))


def to_labels(shared, models, options):
    return {
        name: {"y_pred": (np.asarray(one["guess"]) > 3).astype(int)}
        for name, one in models.items()
        if "guess" in one
    }


@pytest.fixture
def guesses(monkeypatch):
    family = Family(
        name="guesses",
        title="Guesses",
        arguments=(
            Argument("drawn", "drawn", "what was drawn"),
            Argument("guess", "guess", "a model's guesses", per_model=True),
        ),
        positional={"": ("drawn", "guess")},
        options=("groups",),
        asks_for={"": "is of guesses: give guess"},
        metrics=(
            miss("mean_miss", interval="by_hand", aliases=("mm",)),
            miss("largest_miss", interval="percentile"),
        ),
        derives=(Derivation("labels", "", to_labels),),
        claims=("guess",),
    )
    monkeypatch.setitem(SECTIONS, "guesses", MissSection)
    monkeypatch.setitem(PLANS, "guesses", MissPlan)
    catalog.add(family)
    yield
    catalog.remove("guesses")


@pytest.mark.usefixtures("guesses")
class TestPlanted:
    def test_values_and_differences(self):
        report = evaluate(drawn=DRAWN, guess={"a": GUESS, "b": GUESS + 1}, **QUICK)
        assert report.tasks == ["guesses"]
        assert report.metrics == ["mean_miss", "largest_miss"]
        expected = np.abs(GUESS - DRAWN).mean()
        assert report["mm"]["a"].estimate == pytest.approx(expected)
        assert report["mean_miss"]["a"].method == "by_hand"
        assert report["largest_miss"]["a"].n_resamples == 50
        difference = report.differences["a", "b"]["mean_miss"]
        other = np.abs(GUESS + 1 - DRAWN).mean()
        assert difference.estimate == pytest.approx(expected - other)

    def test_what_it_says(self):
        report = evaluate(drawn=DRAWN, guess={"a": GUESS, "b": GUESS + 1}, **QUICK)
        text = str(report)
        assert text.startswith("8 draws\n")
        assert "\nWorst row: a\n" in text
        for line in (
            "worst row: by looking",
            "guesses are no predictions",
            "in the same ways, the same draws missed by both",
        ):
            assert line in text
        assert report.worst_row == report.to_dict()["worst_row"] == {"a": 2, "b": 2}
        assert "Worst row: b" in report._repr_html_()

    def test_frame_and_picture(self):
        report = evaluate(drawn=DRAWN, guess=GUESS, **QUICK)
        frame = report.to_frame(per="row")
        assert frame.index.names == ["model", "row"]
        assert frame.loc[("model", 0), "missed"] == 0.5
        pytest.importorskip("matplotlib")
        for kind in ("auto", "misses"):
            (ax,) = report.plot(kind).axes
            assert ax.get_title() == "misses"
        with pytest.raises(ValueError, match="there are no labels: kind='confusion'"):
            report.plot("confusion")

    def test_other_reports_say_who_would_have_it(self):
        report = evaluate(Y, Y, metrics=["accuracy"])
        with pytest.raises(AttributeError, match="'worst_row'; one of guesses has"):
            _ = report.worst_row
        assert len(report.to_frame(per="row")) == 0
        with pytest.raises(ValueError, match="there are no guesses"):
            report.plot("misses")

    def test_columns_for_another_family(self):
        report = evaluate(Y, drawn=DRAWN, guess=GUESS, **ACCURACY)
        assert report.tasks == ["labels", "guesses"]
        assert report.models == ["model"]
        expected = np.mean((GUESS > 3) == np.array(Y))
        assert report["accuracy"].estimate == pytest.approx(expected)
        assert {"mean_miss", "accuracy_score"} <= {*report.values["model"]}
        text = str(report)
        assert "Guesses: value and 95 % interval" in text
        assert "Labels: value and 95 % interval" in text

    def test_labels_that_were_given_count_before_those_made(self):
        guesses = {"a": GUESS, "b": GUESS}
        report = evaluate(Y, {"a": Y}, drawn=DRAWN, guess=guesses, **ACCURACY)
        assert report["accuracy"]["a"].estimate == 1
        assert report["accuracy"]["b"].estimate < 1

    @pytest.mark.parametrize(
        ("given", "error", "message"),
        [
            ({"gues": GUESS}, TypeError, "did you mean 'guess'"),
            ({"guess": GUESS}, TypeError, "drawn is None$"),
            ({"drawn": DRAWN}, TypeError, "guess .guesses., y_pred .labels., y_score"),
            ({"drawn": DRAWN, "task": "guesses"}, TypeError, "'guesses' needs guess"),
            (
                {"drawn": DRAWN, "guess": GUESS, "sample_weight": DRAWN},
                ValueError,
                "task='guesses' has no use for sample_weight",
            ),
            (
                {"drawn": DRAWN, "guess": GUESS, "metrics": ["roc_auc"]},
                ValueError,
                "'roc_auc_score' is read off scores: give y_score",
            ),
        ],
        ids=repr,
    )
    def test_bad_input(self, given, error, message):
        with pytest.raises(error, match=message):
            evaluate(**given)

    def test_metrics_of_a_family_that_does_not_judge(self):
        with pytest.raises(ValueError, match="'mean_miss' is of guesses: give guess"):
            evaluate(Y, Y, metrics=["mm"])
