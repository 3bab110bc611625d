"""fastmetrics compare: models of one file and of several, and what is refused."""

# ruff: noqa: F811 - fixtures that are imported by name

import json

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.report_cases import file, run  # noqa: F401

import fastmetrics as fm

N = 60
RNG = np.random.default_rng(4)
Y = RNG.integers(0, 2, N)
SCORES = {name: Y * lift + RNG.normal(size=N).round(3)
          for name, lift in (("good", 2.0), ("fair", 1.0), ("bad", 0.0))}  # fmt: skip
LABELS = {name: (score > 0.5).astype(int) for name, score in SCORES.items()}
IDS = [f"r{i}" for i in range(N)]
FAST = ["--n-resamples", 99]


@pytest.fixture
def compare(run):
    """Run ``compare --json`` and return what it writes."""

    def call(*arguments):
        code, out, err = run("compare", *arguments, "--json", "-q")
        assert (code, err) == (0, "")
        return json.loads(out)

    return call


@pytest.fixture
def files(file):
    """Make a file per model, of rows in orders of their own."""

    def make(order=True, **changes):
        paths = []
        for k, (name, score) in enumerate(SCORES.items()):
            rows = np.random.default_rng(k).permutation(N) if order else np.arange(N)
            columns = {"id": [IDS[i] for i in rows], "y": Y[rows], "s": score[rows]}
            columns |= changes.get(name, {})
            paths.append(file(name=f"{name}.csv", **columns))
        return paths

    return make


def test_bundled_data(run):
    code, out, err = run("compare", *FAST)
    assert code == 0
    assert "NHANES 2017-2018" in err
    first = out.replace("\u202f", ",").splitlines()[0]
    assert first.startswith("Area under the ROC curve of 2 models on 5,261 rows: best")
    assert "logistic_regression − random_forest  0.0064 [" in out
    assert "A p-value is the smallest α at which the interval excludes 0" in out


def test_the_sentence_is_of_the_difference_of_the_table(run, file):
    path = file(y=Y, **SCORES)
    _, out, _ = run("compare", path, "--truth", "y", "--score=bad", "--score=good")
    assert out.count("good − bad") == 2
    assert "bad − good" not in out
    assert "good − bad = +" in out


def test_same_numbers_as_from_python(compare, file):
    options = [f for name in SCORES for f in ("--score", name)]
    found = compare(file(y=Y, **SCORES), *options, "--adjust", "maxt", *FAST)
    expected = fm.compare("roc_auc_score", Y, y_score=SCORES, adjust="maxt",
                          n_resamples=99, random_state=0)  # fmt: skip
    assert found["comparisons"] == {"roc_auc_score": expected.to_dict()}
    assert found["columns"] == {"truth": "y", "scores": [*SCORES]}


def test_tables(run, file):
    columns = {f"pred_{name}": values for name, values in LABELS.items()}
    metrics = ["--metric", "f1", "--metric", "mcc,accuracy"]
    code, out, _ = run("compare", file(y=Y, **columns), *metrics, *FAST)
    assert code == 0
    expected = fm.compare("f1_score", Y, LABELS, n_resamples=99, random_state=0)
    best, *others = expected.ranking
    for model in expected.ranking:
        value = expected.values[model]
        ends = f"{value.estimate:.3f} [{value.low:.3f}, {value.high:.3f}]"
        assert any(
            line.startswith(f"pred_{model} ") and ends in line
            for line in out.splitlines()
        )
    for other in others:  # the better one stands first
        assert f"\npred_{best} − pred_{other} " in out
    assert out.count("\nModels, the best first\n") == 3
    assert "Letters" in out
    together = " ".join(out.split())
    assert (
        "adjusted by the distribution of the largest deviation for 3 of them"
        in together
    )


def test_baseline_and_margin(compare, run, file):
    path = file(y=Y, **SCORES)
    options = [f for name in SCORES for f in ("--score", name)]
    found = compare(path, *options, "--baseline", "fair", "--margin", 0.1, *FAST)
    [one] = found["comparisons"].values()
    assert [(pair["a"], pair["b"]) for pair in one["differences"]] == [
        ("good", "fair"),
        ("bad", "fair"),
    ]
    assert one["margin"] == 0.1
    code, out, err = run("compare", path, *options, "--baseline", "best")
    assert (code, out) == (1, "")
    assert "baseline must be one of the models ['good', 'fair', 'bad']" in err
    _, out, _ = run("compare", path, *options, "--margin", 0.1, *FAST, "-q")
    assert "excludes a deficit of 0.1 or more" in " ".join(out.split())
    assert "Letters" not in out


def test_text_labels_have_the_positives_that_are_named(compare, file):
    words = {name: np.where(one, "no", "yes") for name, one in LABELS.items()}
    columns = {f"pred_{name}": one for name, one in words.items()}
    path = file(y=np.where(Y, "no", "yes"), **columns)
    found = compare(path, "--pos-label", "no", "--metric", "precision,kappa", *FAST)
    models = found["comparisons"]["precision_score"]["models"]
    for one in models:
        name = one["model"].removeprefix("pred_")
        assert one["estimate"] == fm.precision_score(Y, LABELS[name])
    scores = file(y=np.where(Y, "a", "b"), **SCORES)  # "a" < "b": not the larger one
    options = [f for name in SCORES for f in ("--score", name)]
    found = compare(scores, *options, "--pos-label", "a", *FAST)
    [one] = found["comparisons"].values()
    for each in one["models"]:
        assert each["estimate"] == fm.roc_auc_score(Y, SCORES[each["model"]])


def test_numbers_and_probabilities(compare, file):
    truth = RNG.normal(size=N).round(2)
    columns = {f"pred_{k}": (truth + RNG.normal(size=N)).round(3) for k in "ab"}
    found = compare(file(y=truth, **columns), *FAST)
    assert [*found["comparisons"]] == ["mean_squared_error"]
    shares = {f"prob_{k}": RNG.uniform(size=N).round(3) for k in "ab"}
    path = file(y=Y, **shares)
    found = compare(path, "--proba", "prob_a", "--proba", "prob_b", *FAST)
    [(metric, one)] = found["comparisons"].items()
    assert metric == "log_loss"
    for each in one["models"]:
        loss = fm.log_loss(Y, shares[each["model"]])
        assert each["estimate"] == pytest.approx(loss, rel=1e-14)


# -------------------------------------------------------------------- several files


def test_rows_are_matched_by_id(compare, files):
    found = compare(*files(), "--truth", "y", "--score", "s", "--id", "id", *FAST)
    expected = fm.compare("roc_auc", Y, y_score=SCORES, n_resamples=99, random_state=0)
    [one] = found["comparisons"].values()
    by_model = {each["model"]: each["estimate"] for each in one["models"]}
    assert by_model == {name: value.estimate for name, value in expected.values.items()}
    [first, *_] = expected.differences.values()
    assert one["differences"][0]["pvalue"] == pytest.approx(first.pvalue, rel=1e-12)
    assert found["columns"] == {"truth": "y", "scores": [*SCORES]}


def test_rows_are_matched_by_position(compare, files):
    paths = files(order=False)
    # The columns say themselves what they hold.
    found = compare(*paths, "--score", "s", *FAST)
    [one] = found["comparisons"].values()
    for each in one["models"]:
        assert each["estimate"] == fm.roc_auc_score(Y, SCORES[each["model"]])


def test_files_of_one_name_and_columns_of_the_first(compare, file, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    paths = [
        file(name=f"{folder}/t.csv", y=Y, s=SCORES[name], w=RNG.integers(1, 4, N))
        for folder, name in (("a", "good"), ("b", "bad"))
    ]
    found = compare(*paths, "--score", "s", "--weight", "w", *FAST)
    assert found["columns"] == {"truth": "y", "scores": paths, "weight": "w"}


@one_case(
    "changes, options, message",
    [
        ({"good": {"id": ["r0", *IDS[:-1]]}}, ["--id", "id"],
         "good.csv: 1 id occurs more than once, the first of them 'r0'"),
        ({"good": {"id": [7, 7, *range(8, N + 6)]}}, ["--id", "id"],
         "good.csv: 1 id occurs more than once, the first of them 7\n"),
        ({"fair": {"id": ["x", *IDS[1:]]}}, ["--id", "id"],
         "fair.csv: 1 of the 60 ids of"),
        ({"fair": {"id": ["x", *IDS[1:]]}}, ["--id", "id"],
         "1 of its ids are not in"),
        ({"bad": {"id": range(N)}}, ["--id", "id"],
         "bad.csv: its ids are numbers, the ids of"),
        ({"bad": {"y": 1 - Y}}, ["--id", "id"],
         "the truth differs from"),
        ({"bad": {"y": 1 - Y}}, [], "in 60 of 60 rows, the first of them row 1"),
        ({"bad": {"y": ["a"] * N}}, [], "in 60 of 60 rows"),
        ({}, ["--id", "nr"], "good.csv: column 'nr': there is none"),
    ],
)  # fmt: skip
def test_files_that_do_not_match(run, files, changes, options, message):
    paths = files(order=False, **changes)
    code, out, err = run("compare", *paths, "--truth", "y", "--score", "s", *options)
    assert (code, out) == (1, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_files_of_different_lengths(run, files, file):
    [first, *_] = files(order=False)
    short = file(name="short.csv", y=Y[:9], s=SCORES["bad"][:9])
    code, _, err = run("compare", first, short, "--score", "s")
    assert code == 1
    assert "has 9 rows" in err
    assert "--id COLUMN matches rows by their ids" in err
    code, _, err = run("compare", first, first, "--score", "s")
    assert code == 2
    assert "FILE 1 and FILE 2 are the same file" in err


# ----------------------------------------------------------------- what is refused


@one_case(
    "options, code, message",
    [
        (["--id", "y"], 2, "--id is for several files"),
        (["--margin", -1], 2, "--margin must not be negative"),
        (["--metric", "f9"], 2, "no metric is called 'f9'"),
        (["--adjust", "tukey"], 2, "invalid choice: 'tukey'"),
        (["--score", "good"], 1, "a comparison needs at least two"),
        (["--score", "good", "--score", "bad", "--metric", "accuracy"], 1,
         "accuracy_score needs columns under --pred, which are not given"),
        (["--score", "good", "--score", "worst"], 1, "column 'worst': there is none"),
        (["--score", "good", "--score", "bad", "--metric", "rand_score"], 1,
         "rand_score needs other columns than --truth and"),
        (["--group", "y", "--stratified"], 2, "exclude each other"),
    ],
)  # fmt: skip
def test_refused(run, file, options, code, message):
    path = file(y=Y, **SCORES)
    found, out, err = run("compare", path, *options)
    assert (found, out) == (code, "")
    assert message in err


def test_files_and_bundled_data_exclude_each_other(run, file):
    code, _, err = run("compare", file(y=Y, **SCORES), "--data", "digits")
    assert code == 2
    assert "FILE and --data exclude each other" in err


# ------------------------------------------------------------------------ its forms


@pytest.mark.long
def test_pictures(run, tmp_path):
    pytest.importorskip("matplotlib")
    for name, start in (("t.svg", b"<svg"), ("t.png", b"\x89PNG"), ("t.pdf", b"%PDF")):
        target = tmp_path / name
        code, _, err = run("compare", "-q", *FAST, "--plot", target)
        assert (code, err) == (0, "")
        assert target.read_bytes().startswith(start)
    code, _, err = run("compare", "-q", *FAST, "--plot", tmp_path / "t.xyz")
    assert code == 4
    assert "xyz" in err


def test_other_forms(run):
    _, out, _ = run("compare", "-q", *FAST, "--format", "markdown")
    assert "| logistic\\_regression | 0.797 \\[" in out
    _, out, _ = run("compare", "-q", *FAST, "--format", "latex")
    assert out.count(r"\begin{tabular}") == 2
    _, out, _ = run("compare", "-q", *FAST, "--width", 40)
    assert max(map(len, out.splitlines())) <= 40


def test_a_single_pair_of_neighbours_is_told_apart(run, file):
    scores = {"a": Y, "b": Y, "c": RNG.normal(size=N).round(3)}
    options = [f for name in scores for f in ("--score", name)]
    _, out, _ = run("compare", file(y=Y, **scores), *options, *FAST)
    assert "1 of 2 pairs of neighbours in the ranking differs significantly." in out


def test_neighbours_only_of_many_models(run, file):
    scores = {f"m{k}": (Y + RNG.normal(size=N)).round(3) for k in range(12)}
    options = [f for name in scores for f in ("--score", name)]
    code, out, _ = run("compare", file(y=Y, **scores), *options, *FAST)
    assert code == 0
    assert out.split("\nDifferences\n")[1].count(" − ") == 11
    assert "55 more differences are in the JSON (--json)." in out


@pytest.fixture
def two_models(tmp_path):
    def make(name, n=200):
        lines = ["y,a,b", *["1,1,0"] * 12, *["1,0,1"] * 5, *["1,1,1"] * (n - 17)]
        path = tmp_path / f"{name}.csv"
        path.write_text("\n".join(lines) + "\n")
        return path

    return make


LOOKED_AT = ("--truth", "y", "--pred", "a", "--pred", "b", "--sequential")


def test_looks_at_every_day_go_on_from_a_state(run, two_models, tmp_path):
    state = tmp_path / "state.fm"
    for day in range(5):
        path = two_models(f"day{day}")
        assert run("compare", path, *LOOKED_AT, "--state", state)[0] == 0
    code, out, err = run("compare", path, *LOOKED_AT, "--state", state)
    assert code == 0
    assert "seen before" in err
    said = " ".join(out.split())
    assert "after 1,000 rows in 5 updates A alone was right on 60 and B alone" in said
    assert "e = 62.4, p = 0.0160" in said
    before = state.read_bytes()
    code, _, err = run("compare", path, *LOOKED_AT, "--state", state, "--margin", 0.01)
    assert code == 1
    assert "null is 0.0 and not -0.01" in err
    assert state.read_bytes() == before
    _, out, _ = run("compare", path, *LOOKED_AT, "--margin", 0.01, "--json")
    found = json.loads(out)
    assert (found["null"], found["alternative"]) == (-0.01, "greater")
    assert (found["a"], found["b"]) == ("a", "b")


@one_case(
    "asked, message",
    [
        (("y", "b", "a"), "whose A is 'a' and not 'b'"),
        (("y", "a", "b", "--confidence-level", 0.9), "whose alpha is 0.05"),
        (("y", "a", "b", "--margin", 0.01), "whose null is 0.0 and not -0.01"),
        (("y", "a", "b", "--metric", "recall"), "whose metric is 'accuracy_score'"),
    ],
)
def test_a_state_and_a_command_line_mean_the_same(
    run, two_models, tmp_path, asked, message
):
    state = tmp_path / "state.fm"
    state.unlink(missing_ok=True)
    kept = ("--sequential", "--state", state)
    run("compare", two_models("one"), *LOOKED_AT, "--state", state)
    before = state.read_bytes()
    truth, a, b, *more = asked
    columns = ("--truth", truth, "--pred", a, "--pred", b)
    code, _, err = run("compare", two_models("two"), *columns, *kept, *more)
    assert code == 1
    assert message in err
    assert state.read_bytes() == before


def test_a_state_of_python_takes_the_names_of_the_first_command(
    run, two_models, tmp_path
):
    state = tmp_path / "state.fm"
    state.write_bytes(fm.SequentialComparison(alpha=1 - 0.95).to_bytes())
    assert run("compare", two_models("one"), *LOOKED_AT, "--state", state)[0] == 0
    test = fm.SequentialComparison.from_bytes(state.read_bytes())
    assert test.to_dict()["names"] == {"--truth": "y", "A": "a", "B": "b"}
    part = fm.SequentialComparison(alpha=1 - 0.95)
    for total in (test + part, part + test):
        assert total.to_dict()["names"] == test.to_dict()["names"]
    assert test.copy().update(part)
    with pytest.raises(ValueError, match="of different names do not go together"):
        test + test.with_names({"--truth": "y", "A": "b", "B": "a"})


@one_case(
    "options, message",
    [
        (("--baseline", "a"), "--baseline is for a single comparison"),
        (("--stratified",), "--stratified is for a single comparison"),
        (("--metric", "accuracy,f1"), "needs a single metric"),
        (("--metric", "precision"), "sequential_z_test"),
        (("--metric", "f1"), "sequential_z_test"),
    ],
)
def test_what_does_not_go_with_looks_at_every_day(run, two_models, options, message):
    code, out, err = run("compare", two_models("day"), *LOOKED_AT, *options)
    assert (code, out) == (2, "")
    assert message in err


def test_scores_have_no_means_to_look_at_every_day(run, tmp_path):
    path = tmp_path / "scores.csv"
    rows = "y,a,b\n1,0.9,0.8\n0,0.2,0.7\n1,0.6,0.4\n0,0.1,0.3\n"
    asked = ("--truth", "y", "--score", "a", "--score", "b", "--sequential")
    path.write_text(rows)
    code, _, err = run("compare", path, *asked)
    assert code == 2
    assert "--sequential compares means over rows: it needs --pred or --proba" in err


def test_a_state_needs_looks_at_every_day(run, two_models, tmp_path):
    asked = [one for one in LOOKED_AT if one != "--sequential"]
    code, _, err = run("compare", two_models("day"), *asked, "--state", tmp_path / "s")
    assert code == 2
    assert "--state goes with --sequential" in err
    code, _, err = run("compare", two_models("day"), *LOOKED_AT[:4], "--sequential")
    assert code == 1
    assert "two models" in err
