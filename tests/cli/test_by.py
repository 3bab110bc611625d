"""``fastmetrics evaluate --by``: slices of the rows of a file."""

# ruff: noqa: F811 - fixtures that are imported by name

import json

import numpy as np
from helpers.one_case import one_case
from helpers.report_cases import evaluate, file, run  # noqa: F401

import fastmetrics as fm

RNG = np.random.default_rng(0)
Y = RNG.choice(["control", "case"], 90).tolist()
S = np.round((np.array(Y) == "case") + RNG.normal(size=90), 3).tolist()
SITE = RNG.choice(["north", "south"], 90).tolist()
AGE = RNG.choice([30, 60], 90).tolist()
CASE = ["--pos-label", "case", "--metrics", "roc_auc"]
QUICK = ["--n-resamples", "20", "--no-progress"]


@one_case("names", [["site"], ["site", "age"]])
def test_same_numbers_as_from_python(evaluate, file, names):
    path = file(y_true=Y, score=S, site=SITE, age=AGE)
    by = [word for name in names for word in ("--by", name)]
    found = evaluate(path, *by, *CASE)
    columns = {"site": SITE, "age": AGE}
    sliced = {name: columns[name] for name in names}
    made = fm.by_group("roc_auc", Y, y_score={"score": S}, by=sliced, pos_label="case")
    assert found["slices"] == json.loads(json.dumps(made.to_dict()))
    assert found["columns"]["by"] == names


def test_a_column_of_slices_is_no_models(evaluate, file):
    found = evaluate(file(y_true=Y, anything=S, age=AGE), "--by", "age", *CASE)
    assert [*found["models"]] == ["anything"]


def test_in_every_form_and_either_language(run, file, tmp_path):
    path = file(y_true=Y, score=S, site=SITE)
    command = ["evaluate", path, "--by", "site", *CASE, *QUICK]
    code, out, _ = run(*command)
    assert code == 0
    assert "by 'site'" in out
    assert "How far apart slices are" in out
    title = "各分片相差多少"
    forms = {"a.html": title, "a.md": title, "a.tex": title, "a.txt": "按 'site'"}
    for name, text in forms.items():
        target = tmp_path / name
        more = ["--output", target, "--language", "zh"]
        assert run(*command, *more)[0] == 0
        assert text in target.read_text("utf-8")
    drawn = tmp_path / "a.svg"
    more = ["--plot", drawn, "--plot-kind", "slices"]
    assert run(*command, *more)[0] == 0
    assert "Metrics by site" in drawn.read_text("utf-8")


@one_case(
    "more, code, match",
    [
        (["--by", "site", "--stratified"], 2, "--by and --stratified exclude"),
        (["--by", "site", "--fold", "site"], 2, "--by and --fold exclude"),
        (["--by", "nowhere"], 1, "nowhere"),
        (["--by", "holes"], 1, "holes"),
    ],
)
def test_what_is_wrong(run, file, more, code, match):
    holes = ["" if at == 3 else site for at, site in enumerate(SITE)]
    path = file(y_true=Y, score=S, site=SITE, holes=holes)
    found, _, err = run("evaluate", path, *more, *CASE)
    assert found == code
    assert match in err
