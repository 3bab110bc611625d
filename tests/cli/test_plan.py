"""fastmetrics plan: what it says, and what it refuses."""

# ruff: noqa: F811 - fixtures that are imported by name

import json

import pytest
from helpers.chinese import english, visible
from helpers.drawn import faults_of_svg
from helpers.one_case import one_case
from helpers.report_cases import run  # noqa: F401

import fastmetrics as fm
from fastmetrics.comparison import planned
from fastmetrics.show.numbers import count
from fastmetrics.show.pictures import Line


def test_rows_of_a_difference(run):
    code, out, err = run("plan", "--difference", 0.02, "--discordance", 0.1)
    assert (code, err) == (0, "")
    assert out.startswith("On 1,960 rows a difference of 0.02 is found with probab")
    assert "the exact McNemar test finds it with probability 0.783." in out
    for power in (0.5, 0.8, 0.9, 0.95, 0.99):
        rows = fm.required_sample_size(0.02, discordance=0.1, power=power)
        exact = fm.comparison_power(0.02, rows, discordance=0.1)
        assert f"{power:g}  {count(rows):>5}              {exact:.4f}\n" in out


def test_a_difference_of_rows_for_programs(run):
    options = ["--standard-deviation", 2, "--alpha", 0.01, "--comparisons", 3]
    code, out, _ = run("plan", "--rows", 500, *options, "--power", 0.9, "--json")
    found = json.loads(out)
    test = {"standard_deviation": 2, "alpha": 0.01, "n_comparisons": 3}
    assert code == 0
    assert found["difference"] == fm.minimum_detectable_difference(
        500, power=0.9, **test
    )
    assert [one["power"] for one in found["table"]] == [0.5, 0.8, 0.9, 0.95, 0.99]
    assert {key: found[key] for key in test} == test
    assert found["rows"] == 500


def test_two_areas(run):
    asked = ["--auc", 0.85, "--versus", 0.8, "--prevalence", 0.3]
    code, out, err = run("plan", *asked, "--correlation", 0.5)
    assert (code, err) == (0, "")
    n = fm.auc_sample_size(0.85, versus=0.8, correlation=0.5, prevalence=0.3)
    assert out.startswith(f"With {n} rows (")
    said = " ".join(out.split())
    assert "detects that an AUC of 0.85 differs from 0.8 with probability 0.8" in said
    assert "the correlation of both AUCs is 0.5" in said
    code, out, _ = run("plan", *asked, "--correlation", 0, "--width", 0.1, "--json")
    two = {"versus": 0.8, "correlation": 0, "prevalence": 0.3}
    assert json.loads(out)["rows"] == fm.auc_sample_size(0.85, width=0.1, **two)
    _, out, _ = run("plan", *asked, "--correlation", 0, "--width", 0.1)
    assert "interval of the difference of two AUCs of 0.05" in " ".join(out.split())
    assert "so many rows of its own" in out
    for more, message in (
        ([], "--correlation goes with --versus"),
        (["--correlation", 0, "--null", 0.7], "either --null or --versus"),
    ):
        code, _, err = run("plan", *asked, *more)
        assert (code, message in err) == (2, True)


def test_the_chance_of_both(run):
    both = ["--rows", 1000, "--difference", 0.02, "--discordance", 0.1]
    code, out, _ = run("plan", *both, "--alternative", "greater", "--json")
    test = {"discordance": 0.1, "alternative": "greater"}
    found = json.loads(out)
    assert code == 0
    assert found["exact_power"] == fm.comparison_power(0.02, 1000, **test)
    normal = fm.comparison_power(0.02, 1000, method="normal", **test)
    assert found["power"] == normal
    assert found["table"] == []
    _, out, _ = run("plan", *both, "--alternative", "greater")
    said = " ".join(out.split())
    assert "by a one-sided test at level 0.05, if exactly one model is" in said
    assert "Power" not in out


@pytest.mark.long
@one_case(
    "asked, title",
    [
        (("--difference", 0.02, "--discordance", 0.1), "Power by rows: 0.8"),
        (("--rows", 500, "--standard-deviation", 2), "Power by rows: 0.8 with 500"),
        (
            ("--sequential", "--difference", 0.02, "--discordance", 0.1),
            "Power by rows: 0.8",
        ),
        (("--auc", 0.85, "--width", 0.05), "Width of the interval by rows: 0.0"),
        (("--proportion", 0.9, "--null", 0.85), "Power by rows: 0.8"),
        (
            ("--wer", 0.1, "--null", 0.12, "--variation", 1.5),
            "Power by utterances: 0.8",
        ),
    ],
)
def test_what_more_and_fewer_rows_give_is_drawn(run, tmp_path, asked, title):
    page, picture = tmp_path / "plan.html", tmp_path / "plan.svg"
    done = run("plan", *asked, "--output", page, "--plot", picture)
    assert done == (0, "", "")
    assert f'aria-label="Picture: {title}' in page.read_text("utf-8")
    assert faults_of_svg(picture.read_text("utf-8")) == []
    zh = ("--output", page, "--plot", picture, "--language", "zh")
    assert run("plan", *asked, *zh)[0] == 0
    shown = picture.read_text("utf-8")
    assert faults_of_svg(shown) == []
    assert english(visible("html", shown)) == []


def test_curves_are_those_of_the_functions():
    options = {"alpha": 0.05, "alternative": "two-sided", "power": 0.8}
    noise = {"discordance": 0.1, "standard_deviation": None}
    found = planned.comparison_of(0.02, None, **noise, **options, n_comparisons=1)
    normal, exact = _lines(found)
    for line, method in ((normal, "normal"), (exact, "exact")):
        assert 1960 in line.x
        for n, power in zip(line.x.tolist(), line.y.tolist(), strict=True):
            assert power == fm.comparison_power(
                0.02, int(n), discordance=0.1, method=method
            )
    found = planned.sequential_of(0.02, **noise, **options)
    looks, once = _lines(found)
    # The least number of rows that has the power: one row less has not.
    rows = found.to_dict()["rows"]
    assert looks.y[looks.x == rows] >= 0.8 > looks.y[looks.x < rows].max()
    assert once.y[once.x == rows] == fm.comparison_power(
        0.02, rows, discordance=0.1, method="normal"
    )
    # Rows that were made for a width, or a power, of another size give that one.
    for asked, reached in (
        ({"width": 0.05}, lambda n, y: fm.proportion_sample_size(0.9, width=y) <= n),
        (
            {"null": 0.85},
            lambda n, y: (
                not 0.05 < y < 1 - 1e-9
                or fm.proportion_sample_size(0.9, null=0.85, power=y - 1e-9) <= n
            ),
        ),
    ):
        [line] = _lines(planned.value_of("proportion", 0.9, asked, {"alpha": 0.05}))
        for n, y in zip(line.x.tolist(), line.y.tolist(), strict=True):
            assert reached(n, y), (n, y)


def _lines(found):
    [picture] = found._pictures()
    return [one for one in picture.panels[0].marks if isinstance(one, Line)]


def test_what_cannot_be_drawn_is_said(run, tmp_path):
    few = ["--rows", 20, "--discordance", 0.1, "--plot", tmp_path / "no.svg"]
    code, _, err = run("plan", *few)
    assert code == 4
    assert "there are: none" in err
    both = tmp_path / "a.svg"
    asked = ["--rows", 20, "--discordance", 0.1]
    code, _, err = run("plan", *asked, "--plot", both, "--output", both)
    assert code == 2
    assert "are the same file" in err


def test_no_difference_can_be_found(run):
    few = ["--rows", 20, "--discordance", 0.1]
    code, out, _ = run("plan", *few)
    assert code == 0
    assert out.startswith("On 20 rows no difference is found with probability 0.8")
    assert "0.99           —                   —" in out
    assert json.loads(run("plan", *few, "--json")[1])["difference"] is None


@one_case(
    "arguments, message",
    [
        (["--discordance", 0.1], "give --difference, --rows or both"),
        (["--rows", 9], "give --discordance or --standard-deviation for two models"),
        (["--rows", 9, "--discordance", 2], "discordance must lie in [0, 1], got 2.0"),
        (["--rows", 0, "--discordance", 0.1], "0 is less than 1"),
        (["--difference", 0.2, "--discordance", 0.1],
         "difference must be at most discordance, got 0.2 and 0.1"),
        (["--difference", "nan", "--discordance", 0.1], "nan is not finite"),
        (["--rows", 9, "--discordance", 0.1, "--power", 0.01],
         "power must lie above alpha, got 0.01 and 0.05"),
    ],
)  # fmt: skip
def test_refused(run, arguments, message):
    code, out, err = run("plan", *arguments)
    assert (code, out) == (2, "")
    assert message in err


# ------------------------------------------------------------------ one model


def test_rows_of_one_area(run):
    asked = ["--auc", 0.85, "--width", 0.05, "--prevalence", 0.3]
    code, out, err = run("plan", *asked)
    assert (code, err) == (0, "")
    n = fm.auc_sample_size(0.85, width=0.05, prevalence=0.3)
    assert out.startswith(
        f"With {count(n)} rows ({count(round(0.3 * n))} positive) the"
    )
    found = json.loads(run("plan", *asked, "--json")[1])
    assert (found["rows"], found["positive"]) == (n, round(0.3 * n))


def test_rows_that_tell_one_share_from_a_value(run):
    asked = ["--proportion", 0.9, "--null", 0.85, "--power", 0.9]
    code, out, _ = run("plan", *asked, "--alternative", "greater")
    n = fm.proportion_sample_size(0.9, null=0.85, power=0.9, alternative="greater")
    said = " ".join(out.split())
    assert code == 0
    assert (
        f"With {count(n)} rows, a one-sided test at level 0.05 detects that a share of "
        "0.9 differs from 0.85 with probability 0.9."
    ) in said


def test_utterances_of_one_word_error_rate(run):
    asked = ["--wer", 0.12, "--width", 0.02]
    code, out, _ = run("plan", *asked, "--words", 15, "--design-effect", 2)
    assert code == 0
    assert out.startswith("With 615 utterances the 95 % interval of a word error rate")
    assert "That is 9,225 words." in out
    found = json.loads(run("plan", *asked, "--variation", 1.5, "--json")[1])
    assert found["utterances"] == 1245


@one_case(
    "asked, said",
    [
        (["--auc", 0.8], "give either --width or --null with --auc"),
        (
            ["--wer", 0.1, "--width", 0.1, "--words", 9],
            "give either --design-effect or --variation with --wer",
        ),
        (["--wer", 0.1, "--width", 0.1, "--design-effect", 2], "--words goes with"),
        (
            ["--wer", 0.1, "--width", 0.1, "--variation", 2, "--words", 9],
            "--words goes with --design-effect",
        ),
        (["--auc", 0.8, "--width", 0.1, "--null", 0.5], "either --width or --null"),
        (["--auc", 1.2, "--width", 0.1], "auc must lie in (0, 1)"),
        (["--auc", 0.8, "--width", 0.1, "--rows", 9], "--rows is for two models"),
        (["--auc", 0.8, "--width", 0.1, "--words", 9], "does not go with --auc"),
        (
            ["--auc", 0.8, "--width", 0.1, "--comparisons", 2],
            "--comparisons is for two",
        ),
        (["--wer", 0.1, "--width", 0.1], "--design-effect or --variation with --wer"),
        (["--rows", 9, "--discordance", 0.1, "--width", 1], "--width is for --auc"),
        (["--rows", 9], "give --discordance or --standard-deviation for two models"),
        (["--difference", 0.1], "give --discordance or --standard-deviation"),
    ],
)
def test_what_does_not_go_together(run, asked, said):
    code, out, err = run("plan", *asked)
    assert (code, out) == (2, "")
    assert said in err


def test_rows_of_a_test_that_is_looked_at_every_day(run):
    asked = ["--sequential", "--difference", 0.02, "--discordance", 0.1]
    code, out, err = run("plan", *asked)
    assert (code, err) == (0, "")
    said = " ".join(out.split())
    assert "is found by 4,198 rows with probability 0.8" in out
    assert "half of the runs are through by 2,594." in said
    assert "needs 1,960; with probability 0.1167" in said
    _, out, _ = run("plan", *asked, "--alternative", "less", "--json")
    found = json.loads(out)
    test = {"discordance": 0.1, "alternative": "less"}
    assert found["rows"] == fm.sequential_sample_size(0.02, **test)
    assert found["fixed_rows"] == fm.required_sample_size(0.02, **test)
    assert 0 < found["chance_by_half"] < 0.5


@one_case(
    "options, message",
    [
        (("--rows", 100, "--difference", 0.02), "without --rows"),
        (("--difference", 0.02, "--comparisons", 3), "without --comparisons"),
        ((), "goes with --difference"),
        (("--difference", 0.2), "at most discordance"),
    ],
)
def test_what_does_not_go_with_looks_at_every_day(run, options, message):
    code, _, err = run("plan", "--sequential", "--discordance", 0.1, *options)
    assert code == 2
    assert message in err
