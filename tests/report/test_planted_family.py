"""A family that nobody knew is judged, shown and drawn, touching no machinery."""

import json
import re

import numpy as np
import pytest
from helpers.shown import full

import fastmetrics
from fastmetrics import catalog, confidence_interval, evaluate
from fastmetrics._common.interval import Interval
from fastmetrics.cli import main
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.families import Argument, Derivation, Family
from fastmetrics.metrics.record import Metric
from fastmetrics.report.sections import SECTIONS, Plot, Section
from fastmetrics.resampling import PLANS
from fastmetrics.resampling.plan import Plan, Refusal
from fastmetrics.show.pictures import Panel, Picture, Points, Scale
from fastmetrics.show.text import Table

DRAWN = np.array([3.0, 1, 4, 1, 5, 9, 2, 6])
GUESS = np.array([2.5, 1, 5, 2, 5, 8, 2, 7])
Y = [0, 1, 1, 0, 1, 1, 0, 1]
QUICK = {"n_resamples": 50, "random_state": 0}
ACCURACY = {**QUICK, "metrics": ["accuracy", "mean_miss"]}


class Misses:
    """The summary: by how much each guess misses, and what it weighs."""

    def __init__(self, values, weights=None):
        self.values = np.asarray(values, float)
        self.weights = weights


def misses_of(drawn, guess):
    if isinstance(drawn, Misses):
        return drawn.values
    return np.abs(np.asarray(guess) - np.asarray(drawn))


def mean_miss(drawn, guess, *, sample_weight=None):
    if isinstance(drawn, Misses):
        sample_weight = drawn.weights
    return float(np.average(misses_of(drawn, guess), weights=sample_weight))


def mean_power(drawn, guess, *, power, k=None, sample_weight=None, known_by=None):
    rows = misses_of(drawn, guess)[:k] ** power
    return float(rows.mean()) if known_by is None else float(sum(known_by))


def largest_miss(drawn, guess):
    return float(misses_of(drawn, guess).max())


def miss(name, **facts):
    return Metric(name, name, greater_is_better=False, upper=np.inf, **facts)


class MissPlan(Plan):
    def __init__(self, data, design, options):
        self.names = list(data.models)
        self.known = {k: v for k, v in data.shared.items() if k == "known_by"}
        if data.summary is None:
            misses = [
                misses_of(data.shared["drawn"], one["guess"])
                for one in data.models.values()
            ]
        else:
            misses = [data.summary.values]
        self.misses = np.array(misses)
        self.n_rows = self.misses.shape[1]
        self.weights = np.ones(self.n_rows)
        if design.sample_weight is not None:
            self.weights = np.asarray(design.sample_weight, float)
        made = [Misses(one, self.weights) for one in self.misses]
        self.summaries = dict(zip(self.names, made, strict=True))
        groups = range(self.n_rows) if design.groups is None else design.groups
        _, self.unit_of_row = np.unique(groups, return_inverse=True)

    def ask(self, asked):
        self.asked = [
            BoundMetric(row, {**given, **self.known} if "power" in given else given)
            for row, given in asked
        ]

    @property
    def n_units(self):
        return int(self.unit_of_row.max()) + 1

    @property
    def rows_per_replicate(self):
        return self.misses.size

    def _reduced(self, times, metrics):
        """Values where each row is there so many times."""
        weights = times * self.weights
        both = {
            "mean_miss": (weights * self.misses).sum(-1) / weights.sum(-1),
            "largest_miss": np.where(times > 0, self.misses, 0).max(-1),
        }
        return np.stack([both[self.asked[j].row.name] for j in metrics], -1)

    @property
    def estimates(self):
        if self.asked[0].row.function == "mean_power":
            given = self.asked[0].parameters
            return np.array(
                [[mean_power(Misses(m), None, **given)] for m in self.misses]
            )
        return self._reduced(np.ones(self.n_rows), range(len(self.asked)))

    def method(self, metric, asked, of):
        return self.asked[metric].row.interval or Refusal("nobody knows")

    def analytic(self, metric, method, of, level):
        rows = self.misses[of[0]] - (self.misses[of[1]] if len(of) > 1 else 0)
        error = rows.std() / np.sqrt(len(rows))
        mean = np.average(rows, weights=self.weights)
        return Interval(mean, mean - 2 * error, mean + 2 * error, error, level, method)

    def replicates(self, metrics, seed, n, progress):
        rng = np.random.default_rng(seed)
        units = rng.multinomial(self.n_units, np.ones(self.n_units) / self.n_units, n)
        return self._reduced(units[:, None, self.unit_of_row], metrics)


class MissSection(Section):
    family = "guesses"
    attributes = ("worst_row",)
    frames = {"row": ("missed",)}  # noqa: RUF012
    plots = {"misses": Plot("there are no guesses")}  # noqa: RUF012
    same_rows = "the same draws missed by both"

    def __init__(self, plan, found, data, setting):
        super().__init__(plan, found, data, setting)
        self._misses = plan.summaries
        self.worst_row = {
            name: int(one.values.argmax()) for name, one in plan.summaries.items()
        }
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
            for i, value in enumerate(misses.values.tolist())
        ]

    def picture(self, kind):
        points = Points(DRAWN, self._misses[self.models[0]].values, 0)
        panel = Panel("misses", Scale("drawn"), Scale("missed by"), [points])
        return Picture("misses", "Misses: the second draw by nothing", [panel])


def from_pairs(given, options, is_named):
    pairs = given.get("y_true")
    pairs = {"pairs": pairs} if is_named and isinstance(pairs, list) else pairs
    if not isinstance(pairs, dict) or "pairs" not in pairs:
        return None
    drawn, guess = zip(*pairs["pairs"], strict=True)
    return {"drawn": drawn, "guess": guess}


def read_power(text, metrics):
    found = re.fullmatch(r"miss\^(\d)|mean_power\(power=(\d)\)@3", text)
    power = found and (found[1] or found[2])
    return ("mean_power", {"power": int(power), "k": 3}) if power else None


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
            Argument(
                "drawn",
                "drawn",
                "what was drawn",
                holds="numbers",
                column_names=("drawn",),
            ),
            Argument(
                "guess",
                "guess",
                "a model's guesses",
                per_model=True,
                holds="numbers",
                column_pattern="guess_.+",
            ),
            Argument(
                "known_by",
                "",
                "who knew",
                form="object",
                required=False,
                by_name=True,
                as_given=True,
            ),
        ),
        positional={"": ("drawn", "guess")},
        options=("groups", "sample_weight"),
        asks_for={"": "is of guesses: give guess"},
        metrics=(
            miss("mean_miss", interval="by_hand", aliases=("mm",)),
            miss("largest_miss", interval="percentile"),
            miss("mean_power", required=("power",), in_report=False),
        ),
        derives=(Derivation("labels", "", to_labels),),
        summaries=(f"{__name__}.Misses",),
        claims=("guess",),
        other_forms=from_pairs,
        named=read_power,
    )
    for function in (mean_miss, mean_power, largest_miss):
        monkeypatch.setattr(fastmetrics, function.__name__, function, raising=False)
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

    def test_groups_and_weights_reach_the_plan(self):
        columns = {"drawn": DRAWN, "guess": {"a": GUESS, "b": np.arange(8.0) ** 2}}
        weights = np.arange(1, 9.0)
        found = evaluate(**columns, sample_weight=weights, **QUICK)
        expected = np.average(np.abs(GUESS - DRAWN), weights=weights)
        assert found["mean_miss"]["a"].estimate == pytest.approx(expected)
        by_row = evaluate(**columns, **QUICK).differences["a", "b"]["largest_miss"]
        groups = [0, 0, 0, 0, 1, 1, 1, 1]
        by_group = evaluate(**columns, groups=groups, **QUICK)
        drawn = by_group.differences["a", "b"]["largest_miss"].distribution
        assert len({*drawn.tolist()}) <= 3 < len({*by_row.distribution.tolist()})

    def test_one_interval(self):
        found = confidence_interval("mean_miss", DRAWN, guess=GUESS)
        assert found.estimate == mean_miss(DRAWN, GUESS)
        assert found.method == "by_hand"
        by_position = confidence_interval(mean_miss, DRAWN, GUESS)
        assert (by_position.low, by_position.high) == (found.low, found.high)
        drawn = confidence_interval("largest_miss", DRAWN, guess=GUESS, random_state=0)
        assert drawn.n_resamples == 1999
        with pytest.raises(TypeError, match="give guess, exactly one column"):
            confidence_interval("mean_miss", DRAWN, y_score=GUESS)

    def test_a_summary_in_place_of_the_columns(self):
        made = Misses(np.abs(GUESS - DRAWN))
        rows = evaluate(drawn=DRAWN, guess=GUESS, **QUICK)
        assert evaluate(made, **QUICK).to_dict() == rows.to_dict()
        found = confidence_interval("mean_miss", made)
        assert found.estimate == rows["mean_miss"].estimate
        with pytest.raises(TypeError, match="Misses is a summary of guesses"):
            confidence_interval("accuracy", made)

    def test_data_in_another_form(self):
        pairs = {"pairs": [*zip(DRAWN, GUESS, strict=True)]}
        found = evaluate(pairs, **QUICK)
        assert found.to_dict() == evaluate(drawn=DRAWN, guess=GUESS, **QUICK).to_dict()
        named = evaluate(pairs["pairs"], task="guesses", **QUICK)
        assert named.to_dict() == found.to_dict()
        with pytest.raises(TypeError):  # whoever is named reads them in its own way
            evaluate(pairs, Y, task="labels")

    def test_names_with_parameters(self):
        name = "mean_power(power=2)@3"
        row = catalog.find("miss^2")
        assert row == catalog.METRICS[row.name]
        assert (row.name, row.short) == (name, "mean_power@3 (power=2)")
        assert row.parameters == {"power": 2, "k": 3}
        assert not row.required
        assert row.name not in [*catalog.METRICS]
        report = evaluate(drawn=DRAWN, guess=GUESS, metrics=["miss^2"], **QUICK)
        expected = (np.abs(GUESS - DRAWN)[:3] ** 2).mean()
        assert report.metrics == [name]
        assert report["miss^2"].estimate == report[name].estimate == expected
        assert report.to_dict()["metrics"][name]["title"] == "mean_power@3 (power=2)"
        with pytest.raises(ValueError, match="no metric is called 'power'"):
            catalog.find("power")
        with pytest.raises(KeyError):
            _ = catalog.METRICS["power"]

    def test_arguments_by_name(self):
        given = {"metric_params": {"power": 1}, "guess": GUESS}
        with pytest.raises(TypeError, match="got known_by and guess"):
            confidence_interval("mean_miss", DRAWN, known_by=[2], guess=GUESS)
        found = confidence_interval("mean_power", DRAWN, **given, known_by=[2, 1])
        assert found.estimate == 3

    def test_on_the_command_line(self, tmp_path, capsys):
        path = tmp_path / "t.csv"
        lines = [f"{a},{b},{b + 1}" for a, b in zip(DRAWN, GUESS, strict=True)]
        path.write_text("\n".join(["drawn,guess_a,guess_b", *lines]))
        assert main(["evaluate", str(path), "--n-resamples", "50", "--json"]) == 0
        out, err = capsys.readouterr()
        assert "the drawn is column 'drawn'; guesses are 'guess_a', 'guess_b'" in err
        report = json.loads(out)
        assert report["columns"]["guesses"] == ["guess_a", "guess_b"]
        expected = evaluate(
            drawn=DRAWN,
            guess={"guess_a": GUESS, "guess_b": GUESS + 1},
            n_resamples=50,
            random_state=0,
        ).to_dict()
        for key in ("models", "differences", "worst_row", "tasks"):
            assert report[key] == expected[key]
        named = ["--drawn", "0", "--guess", "guess_b", "--weight", "guess_a"]
        assert main(["evaluate", str(path), *named]) == 0
        assert "mean_miss" in capsys.readouterr().out
        assert main(["evaluate", str(path), *named, "--stratified"]) == 1
        assert main(["metrics"]) == 0
        assert "Of guesses (--guess)" in capsys.readouterr().out

    def test_what_it_says(self):
        report = evaluate(drawn=DRAWN, guess={"a": GUESS, "b": GUESS + 1}, **QUICK)
        text = full(report)
        assert "\n\n8 draws\n" in text
        assert "\nWorst row: a\n" in text
        for line in (
            "worst row: by looking",
            "guesses are no predictions",
            "same methods, the same draws missed by both",
        ):
            assert line in text
        assert report.worst_row == report.to_dict()["worst_row"] == {"a": 2, "b": 2}
        assert "Worst row: b" in report.to_html()

    def test_frame_and_picture(self):
        report = evaluate(drawn=DRAWN, guess=GUESS, **QUICK)
        frame = report.to_frame(per="row")
        assert frame.index.names == ["model", "row"]
        assert frame.loc[("model", 0), "missed"] == 0.5
        pytest.importorskip("matplotlib")
        for kind in ("auto", "misses"):
            *_, ax = report.plot(kind).axes
            assert list(ax.lines[0].get_xdata()) == list(DRAWN)
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
        text = full(report)
        assert "Guesses: value and 95 % interval" in text
        assert "Labels: value and 95 % interval" in text

    def test_labels_that_were_given_count_before_those_made(self):
        guesses = {"a": GUESS, "b": GUESS}
        report = evaluate(Y, {"a": Y}, drawn=DRAWN, guess=guesses, **ACCURACY)
        assert report["accuracy"]["a"].estimate == 1
        assert report["accuracy"]["b"].estimate < 1

    def test_bad_input(self):
        for given, error, message in (
            ({"gues": GUESS}, TypeError, "did you mean 'guess'"),
            ({"guess": GUESS}, TypeError, "drawn is None$"),
            (
                {"drawn": DRAWN},
                TypeError,
                "guess .guesses., .*y_pred .labels., y_proba",
            ),
            ({"drawn": DRAWN, "task": "guesses"}, TypeError, "'guesses' needs guess"),
            (
                {"drawn": DRAWN, "guess": GUESS, "stratified": True},
                ValueError,
                "task='guesses' has no use for stratified",
            ),
            (
                {"drawn": DRAWN, "guess": GUESS, "metrics": ["roc_auc"]},
                ValueError,
                "'roc_auc_score' is read off scores: give y_score",
            ),
        ):
            with pytest.raises(error, match=message):
                evaluate(**given)

    def test_metrics_of_a_family_that_does_not_judge(self):
        with pytest.raises(ValueError, match="'mean_miss' is of guesses: give guess"):
            evaluate(Y, Y, metrics=["mm"])
