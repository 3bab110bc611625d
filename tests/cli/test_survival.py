"""``fastmetrics evaluate`` and ``compare`` on columns of censored times."""

import json

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.report_cases import evaluate, file, run  # noqa: F401
from helpers.survival_models import TIMES, drawn, survival_of

import fastmetrics as fm

TIME, CODE, A, B = drawn()
S_A, S_B = survival_of(A), survival_of(B)
COLUMNS = {
    "days": TIME,
    "died": CODE,
    "score": A,
    "other": B,
    "sex": np.where(A > 0, "f", "m"),
    **{f"s_{t}": S_A[:, k] for k, t in enumerate(TIMES)},
    **{f"r_{t}": S_B[:, k] for k, t in enumerate(TIMES)},
}
TRUTH = ["--time", "days", "--event", "died"]
C_INDEX, AUC, BRIER = (
    *("concordance_index_ipcw", "time_dependent_auc", "survival_brier_score"),
)


@pytest.fixture
def path(file):  # noqa: F811
    return file(**COLUMNS)


def test_the_report_is_that_of_the_function(path, evaluate):  # noqa: F811
    found = evaluate(
        path, *TRUTH, "--risk", "score", "--survival", "s_*", "--seed", "0"
    )
    expected = fm.evaluate(
        (TIME, CODE), risk=A, survival=S_A, times=TIMES, random_state=0
    )
    own = expected.to_dict()
    [model] = found["models"]
    assert found["by_time"][model] == own["by_time"]["model"]
    for name in expected.metrics:
        value = found["models"][model][name]
        assert (value["estimate"], value["low"], value["high"]) == tuple(expected[name])
    assert found["times"] == TIMES
    assert (found["columns"]["time"], found["columns"]["event"]) == ("days", "died")
    assert found["columns"]["risks"] == ["score"]
    [curve] = found["columns"]["survivals"]
    assert [*curve.values()] == [f"s_{t}" for t in TIMES]


def test_several_models(path, evaluate):  # noqa: F811
    found = evaluate(path, *TRUTH, "--survival", "s_*", "--survival", "r_*")
    assert [*found["models"]] == ["s", "r"]
    expected = fm.integrated_brier_score(TIME, CODE, S_B, TIMES)
    assert found["models"]["r"]["integrated_brier_score"]["estimate"] == float(expected)
    found = evaluate(path, *TRUTH, "--risk", "score", "--risk", "other")
    assert [*found["models"]] == ["score", "other"]
    expected = fm.concordance_index_ipcw(TIME, CODE, B)
    assert found["models"]["other"][C_INDEX]["estimate"] == float(expected)
    found = evaluate(path, *TRUTH, "--survival", "30=s_30", "--survival", "70=s_70")
    assert found["times"] == [30, 70]


def test_options(path, evaluate):  # noqa: F811
    found = evaluate(path, *TRUTH, "--risk", "score", "--times", "20,50")
    assert found["times"] == [20, 50]
    given = ["--survival", "s_*", "--times", "30,70"]
    assert evaluate(path, *TRUTH, *given)["times"] == [30, 70]
    found = evaluate(path, *TRUTH, "--risk", "score", "--metrics", f"{AUC}@50")
    assert [*found["metrics"]] == [f"{AUC}@50"]
    found = evaluate(
        path, *TRUTH, "--risk", "score", "--metrics", C_INDEX, "--by", "sex"
    )
    assert [one["sex"] for one in found["slices"]["groups"]] == ["f", "m"]


def test_names_of_columns_tell_roles(file, evaluate):  # noqa: F811
    path = file(
        time=TIME, event=np.where(CODE == 1, "True", "False"), risk_a=A, risk_b=B
    )  # fmt: skip
    for given in (["--task", "survival"], ["--time", "time"]):
        found = evaluate(path, *given)
        assert [*found["models"]] == ["risk_a", "risk_b"]
    path = file(
        time=TIME,
        event=CODE,
        **{f"survival_{t}": S_A[:, k] for k, t in enumerate(TIMES)},
    )
    assert evaluate(path, "--task", "survival")["times"] == TIMES


def test_rows_that_lack_a_value(file, evaluate, run):  # noqa: F811
    time = ["" if i == 3 else t for i, t in enumerate(TIME)]
    path = file(**COLUMNS | {"days": time})
    given = path, *TRUTH, "--risk", "score"
    code, _, err = run("evaluate", *given)
    assert code == 1
    assert "--missing omit leaves out" in err
    found = evaluate(*given, "--missing", "omit")
    assert found["n_rows"] == 199


@one_case(
    "given,code,says",
    [
        (["--event", "died", "--risk", "score"], 1, "give it with --time"),
        (["--time", "days", "--event", "died"], 1, "give it with --risk or --survival"),
        ([*TRUTH, "--survival", "score"], 1, "no number; write --survival 30=score"),
        ([*TRUTH, "--survival", "x=s_30"], 1, "'x' is not a number from 0 on"),
        ([*TRUTH, "--survival=-1=s_30"], 1, "is not a number from 0 on"),
        ([*TRUTH, "--survival", "z_*"], 1, "no column's name fits 'z_*'"),
        (
            [*TRUTH, "--survival", "s_*", "--survival", "r_30"],
            1,
            "--survival: model 'r' has no column for 70",
        ),
        ([*TRUTH, "--risk", "sex"], 1, "is not a number"),
        ([*TRUTH, "--risk", "days"], 1, "is the time and a risk at once"),
        ([*TRUTH, "--risk", "score", "--times", "20,x"], 2, "invalid number value"),
        ([*TRUTH, "--risk", "score", "--times", "20,9999"], 1, "times must be below"),
        (
            [*TRUTH, "--risk", "score", "--cause", "2"],
            1,
            "no row has an event of cause",
        ),
        ([*TRUTH, "--risk", "score", "--cause", "0"], 2, "0 is less than 1"),
        (
            [*TRUTH, "--risk", "score", "--weight", "other"],
            2,
            "--weight does not apply",
        ),
        ([*TRUTH, "--risk", "score", "--fold", "sex"], 2, "--fold does not apply"),
        ([*TRUTH, "--risk", "score", "--truth", "died"], 2, "--truth does not apply"),
        (
            [*TRUTH, "--risk", "score", "--metrics", f"{BRIER}@30"],
            1,
            "reads probabilities of --survival",
        ),
    ],
)
def test_bad_options(path, run, given, code, says):  # noqa: F811
    found = run("evaluate", path, *given)
    assert found[0] == code
    assert says in found[2]


@one_case(
    "name,place,value,says",
    [
        ("days", 5, -3, "time must not be negative, got -3 in row 6 (line 7)"),
        ("days", 5, "x", "'x' in row 6 (line 7) is not a number"),
        ("days", 5, "inf", "not finite"),
        ("died", 5, 0.5, "event must be 0 (censored), 1, 2, ... (causes), or bool"),
        ("s_70", 5, 1.5, "survival must be in [0, 1], got 1.5 in row 6 (line 7)"),
        ("s_70", 5, 1, "increases in row 6 (line 7)"),
    ],
)
def test_bad_values(file, run, name, place, value, says):  # noqa: F811
    column = [*COLUMNS[name]]
    column[place] = value
    path = file(**COLUMNS | {name: column})
    code, _, err = run("evaluate", path, *TRUTH, "--risk", "score", "--survival", "s_*")
    assert code == 1
    assert says in err


# ------------------------------------------------------------------ compare


def test_comparisons_are_those_of_the_function(path, run):  # noqa: F811
    risks = {"score": A, "other": B}
    names = f"{AUC}@50,{C_INDEX}"
    models = ["--risk", "score", "--risk", "other"]
    code, out, err = run("compare", path, *TRUTH, *models, "--metric", names, "--json")
    assert code == 0, err
    found = json.loads(out)["comparisons"]
    expected = fm.compare([f"{AUC}@50", C_INDEX], (TIME, CODE), risk=risks)
    for name, one in expected.items():
        [row] = found[name]["differences"]
        assert row["estimate"] == one["score", "other"].estimate
        assert row["pvalue"] == one["score", "other"].pvalue
    # By default the C-index, or the integrated Brier score.
    code, out, _ = run("compare", path, *TRUTH, *models, "--json")
    assert [*json.loads(out)["comparisons"]] == [C_INDEX]
    curves = ["--survival", "s_*", "--survival", "r_*"]
    code, out, _ = run("compare", path, *TRUTH, *curves, "--json")
    assert [*json.loads(out)["comparisons"]] == ["integrated_brier_score"]
    given = [*curves, "--metric", f"{BRIER}@70", "--json"]
    code, out, _ = run("compare", path, *TRUTH, *given)
    [row] = json.loads(out)["comparisons"][f"{BRIER}@70"]["differences"]
    found = fm.survival_brier_score(TIME, CODE, S_A[:, 1], 70)
    gap = float(found) - fm.survival_brier_score(TIME, CODE, S_B[:, 1], 70)
    assert abs(row["estimate"]) == pytest.approx(abs(gap))


def test_comparisons_of_probabilities_of_an_event(file, run):  # noqa: F811
    incidences = {"A": 1 - S_A, "B": 1 - S_B}
    columns = {
        f"{role}_{model}{at}": values
        for model, risk, matrix in (("A", A, 1 - S_A), ("B", B, 1 - S_B))
        for role, at, values in (
            ("risk", "", risk),
            *(("cif", f"_{t}", matrix[:, k]) for k, t in enumerate(TIMES)),
        )
    }
    path = file(days=TIME, died=CODE, **columns)
    models = ["--incidence", "cif_A_*", "--incidence", "cif_B_*"]
    # Models have the names of their columns, as they are spelled, without the role.
    for given in ([*models, "--risk", "risk_A", "--risk", "risk_B"], []):
        names = f"{BRIER}@70,integrated_brier_score"
        asked = [*TRUTH, *given, "--metric", names, "--json"]
        code, out, err = run("compare", path, *asked)
        assert code == 0, err
        found = json.loads(out)["comparisons"]
        for name in (f"{BRIER}@70", "integrated_brier_score"):
            expected = fm.compare(
                name, (TIME, CODE), incidence=incidences, times=TIMES
            ).to_dict()
            assert found[name]["differences"] == expected["differences"]


@one_case(
    "given,code,says",
    [
        ([*TRUTH, "--risk", "score"], 1, "needs at least two"),
        (
            [*TRUTH, "--risk", "score", "--risk", "other", "--metric", "roc_auc"],
            1,
            "needs columns under --score",
        ),
        (
            [
                *TRUTH,
                "--survival",
                "s_*",
                "--survival",
                "r_*",
                "--metric",
                f"{BRIER}@71",
            ],
            1,
            "no column for time 71",
        ),
        (
            [*TRUTH, "--risk", "score", "--risk", "other", "--test", "permutation"],
            1,
            "is not for",
        ),
        (["t.csv", *TRUTH, "--risk", "score"], 2, "--time is for one file"),
        (["--table", "--risk", "score"], 2, "exclude each other|does not apply"),
    ],
)
def test_bad_comparisons(path, run, given, code, says):  # noqa: F811
    found = run("compare", path, *given)
    assert found[0] == code
    assert any(one in found[2] for one in says.split("|"))
