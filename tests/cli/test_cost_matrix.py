"""``--cost-matrix``: costs on the command line and in files, and whose they are."""

# ruff: noqa: F811 - fixtures that are imported by name

import json

import pytest
from helpers.one_case import one_case
from helpers.report_cases import evaluate, file, run  # noqa: F401

import fastmetrics as fm

TRUTH = ["no", "no", "yes", "yes", "yes"]
PRED = ["yes", "no", "no", "yes", "yes"]
OTHER = ["no", "no", "no", "yes", "no"]
# Zhou's matrix of two classes: cost_01 = 5 of predicting 1 for a row of class 0 ("no"),
# cost_10 = 1. One row is mistaken so, one otherwise: (1 * 5 + 1 * 1) / 5, eq. 2.23.
ERROR, TOTAL = 1.2, 6.0
FILES = {
    "names": ",no,yes\nno,0,5\nyes,1,0\n",
    "other order": "true,yes,no\nyes,0,1\nno,5,0\n",
    "columns in another order than rows": ",yes,no\nno,5,0\nyes,0,1\n",
    "names of columns": "no,yes\n0,5\n1,0\n",
    "no names": "0,5\n1,0\n",
}
QUICK = ["--pos-label", "yes", "--n-resamples", 20, "--quiet"]
NAME = "cost_sensitive_error(cost_matrix=[[0, 5], [1, 0]])"


@pytest.fixture
def table(file):
    return file(truth=TRUTH, pred=PRED)


def test_costs_on_the_command_line(evaluate, table):
    found = evaluate(table, "--cost-matrix", "0,5;1,0", *QUICK)["models"]["pred"]
    assert [*found] == [
        NAME,
        NAME.replace("cost_sensitive_error", "total_cost"),
        NAME.replace("error", "accuracy"),
    ]
    values = [one["estimate"] for one in found.values()]
    costs = [[0, 5], [1, 0]]
    assert values == [
        fm.cost_sensitive_error(TRUTH, PRED, costs),
        fm.total_cost(TRUTH, PRED, costs),
        fm.cost_sensitive_accuracy(TRUTH, PRED, costs),
    ]
    assert values[:2] == [ERROR, TOTAL]


@one_case("text", FILES.values())
def test_costs_of_a_file(evaluate, file, table, text):
    path = file(text, name="costs.csv")
    [found] = evaluate(table, "--cost-matrix", path, *QUICK)["models"].values()
    assert found[NAME]["estimate"] == ERROR


def test_the_classes_are_named(run, file, table):
    code, _, err = run(
        *("evaluate", table, "--cost-matrix", "0,5;1,0", "--pos-label", "yes"),
        *("--n-resamples", 20),
    )
    assert code == 0
    assert (
        "--cost-matrix: the classes in order are ['no', 'yes']; to predict 'yes' for "
        "'no' costs 5\n"
    ) in err


def test_costs_with_other_metrics_and_requirements(run, table):
    words = ("evaluate", table, "--cost-matrix", "0,5;1,0", *QUICK, "--json")
    asked = ("--metrics", "accuracy_score,total_cost")
    code, out, _ = run(*words, *asked, "--require", "costs <= 1.2")
    assert code == 0
    assert [*json.loads(out)["models"]["pred"]] == [
        "accuracy_score",
        NAME.replace("cost_sensitive_error", "total_cost"),
        NAME,
    ]
    code, _, err = run(*words, *asked, "--require", "total_cost.low > 100")
    assert code == 6
    assert "FAILED: " in err


def test_costs_that_a_name_has_itself_stay(evaluate, table):
    own = "total_cost(cost_matrix=[[0, 1], [1, 0]])"
    words = ("--cost-matrix", "0,5;1,0", "--metrics", own)
    found = evaluate(table, *words, *QUICK)["models"]["pred"]
    assert {name: one["estimate"] for name, one in found.items()} == {own: 2.0}


def test_more_classes_than_rows_are_of(evaluate, file, table):
    path = file(",yes,no,odd\nyes,0,1,9\nno,5,0,9\nodd,9,9,0\n", name="costs.csv")
    [found] = evaluate(table, "--cost-matrix", path, *QUICK)["models"].values()
    assert next(iter(found)) == (
        "cost_sensitive_error(cost_matrix=[[0, 9, 5], [9, 0, 9], [1, 9, 0]], "
        "labels=['no', 'odd', 'yes'])"
    )
    assert next(one["estimate"] for one in found.values()) == ERROR


def test_two_models_compared_by_costs(run, file):
    path = file(truth=TRUTH, a=PRED, b=OTHER)
    words = ("--pred", "a", "--pred", "b", "--cost-matrix", "0,5;1,0", "--json")
    code, out, _ = run("compare", path, *words, *QUICK)
    assert code == 0
    found = json.loads(out)["comparisons"]
    assert len(found) == 3
    values = {one["model"]: one["estimate"] for one in found[NAME]["models"]}
    assert values == {"a": ERROR, "b": 0.4}  # of b two rows of cost 1


@one_case(
    "costs, code, said",
    [
        ("0,5,3;1,0,2", 1, "a row and a column for each of two classes or more"),
        ("0,1;;1", 1, "not numbers only"),
        ("0", 1, "there is no such file"),
        ("0,1,2;1,0,1;1,1,0", 1, "cost_matrix is 3 x 3, but the data has 2 labels"),
        (",no,yes\nno,0,5\nmaybe,1,0\n", 1, "the first column names the classes"),
        (",a,yes\na,0,5\nyes,1,0\n", 1, "the costs of class 'no' are missing"),
        (",no,yes\nno,0,x\nyes,1,0\n", 1, "'x' in row 1"),
        (",no,yes\nno,0,5\n", 1, "'no' in row 1 (line 2) is not a number"),
        ("no,yes\n0,nan\n1,0\n", 1, "not finite"),
    ],
)
def test_what_is_no_matrix_of_costs(run, file, table, costs, code, said):
    if "\n" in costs:
        costs = file(costs, name="costs.csv")
    found, out, err = run("evaluate", table, "--cost-matrix", costs, *QUICK)
    assert (found, out) == (code, "")
    assert said in err


def test_no_class_of_numbers(run, file):
    path = file(truth=[0, 1, 1], pred=[0, 0, 1])
    costs = file(FILES["names"], name="costs.csv")
    code, _, err = run("evaluate", path, "--cost-matrix", costs)
    assert code == 1
    assert "--cost-matrix: 'no' is not a class of labels such as [0, 1]" in err
