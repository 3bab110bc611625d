"""The fuzzer itself: a fixed part of its cases, and that it finds what is planted."""

import functools
import re
import zlib
from itertools import count
from types import SimpleNamespace

import fuzz.__main__
import numpy as np
import pytest
from fuzz import api, cases, files, judge, options
from fuzz.__main__ import main, report
from fuzz.drawing import Case, Draw
from fuzz.worker import SECONDS, Worker
from helpers.one_case import one_case

import fastmetrics
from fastmetrics import catalog

SEED, N_CASES = 2026, 200


@pytest.fixture(scope="module")
def worker():
    """A process that all tests share: it takes long to start."""
    one = Worker()
    yield one
    one.close()


PLANTED = """
import functools, os, time, fastmetrics
for name, fault in {0}.items():
    planted = eval("lambda *data, **options: " + fault)
    setattr(fastmetrics, name, functools.wraps(getattr(fastmetrics, name))(planted))
"""
# function -> what is planted there
FAULTS = {
    "f1_score": "time.sleep(9999)",
    "det_curve": "{}[1]",
    "roc_curve": "os.abort()",
}


@functools.cache
def a_case_of(function):
    """The number of a case that calls a function and can be made."""
    for number in count():
        case = cases.make(SEED, number)
        if f"fastmetrics.{function}(" in case.call and judge.judge(case) is not None:
            return number


@pytest.mark.long
def test_planted_faults_are_found(worker):
    """And whatever became of the process, the next case is judged."""

    def found(function, said):
        number = a_case_of(function)
        wrong = worker.judge(SEED, number)
        assert said in wrong
        shown = report(SEED, number, wrong)
        assert f"tools/fuzz --seed {SEED} --case {number}\n" in shown
        assert f"\nprint(fastmetrics.{function}(" in shown

    worker.close()
    plain, worker.code = worker.code, Worker(before=PLANTED.format(FAULTS)).code
    try:
        worker.seconds = 0.5  # only for the case that never ends
        found("f1_score", "no answer within 0.5 s")
        worker.seconds = SECONDS
        found("det_curve", "KeyError: 1")
        found("roc_curve", "the process died")
    finally:
        worker.close()
        worker.code, worker.seconds = plain, SECONDS
    assert worker.judge(SEED, a_case_of("f1_score")) == ""


@pytest.mark.long
def test_a_fixed_part(worker):
    """In a process of its own; what it finds is shown as code that shows it again."""
    found = {number: worker.judge(SEED, number) for number in range(N_CASES)}
    wrong = [report(SEED, number, text) for number, text in found.items() if text]
    assert not wrong, "\n".join(wrong)
    n_made = sum(text is not None for text in found.values())
    assert n_made > 0.6 * N_CASES


def test_the_same_numbers_make_the_same_case():
    sources = [cases.make(7, number).source() for number in range(50)]
    assert sources == [cases.make(7, number).source() for number in range(50)]
    assert len({*sources}) > 45


@pytest.mark.long
def test_every_function_is_called_with_every_parameter():
    """A new function or parameter takes part without being told, or this fails."""
    known = {*options.MEANT, *options.DATA, "X"}
    parameters = {
        parameter.name
        for name in api.FUNCTIONS
        for parameter in api.parameters_of(name)
        if parameter.kind is not parameter.VAR_KEYWORD
    }
    assert parameters <= known
    assert known <= parameters
    missing = set(api.FUNCTIONS)
    for number in range(7000):
        missing -= {*re.findall(r"fastmetrics\.(\w+)\(", cases.make(SEED, number).call)}
        if not missing:
            break
    assert not missing
    for family in catalog.FAMILIES.values():
        for name in {s.rpartition(".")[2] for s in family.summaries}:
            assert name in files.CLASSES


# ----------------------------------------------------------------------- what it finds

RIGHT = [
    "fastmetrics.f1_score([0, 1], [1, 1])",
    "fastmetrics.f1_score([0, 1], [1])",
    "fastmetrics.f1_score([0, 1], [1, 1], zero=1)",
    "fastmetrics.roc_auc_score([0, 0], [1, 1])",
    "fastmetrics.metric_at_thresholds([0, 1], [0, 1], lambda: 0)",
    "fastmetrics.num_threads(0)",
]


@one_case("call", RIGHT)
def test_what_may_happen(call):
    assert judge.judge(Case("api", (), call)) == ""


def change(x):
    x[0] = 7


def refuse_in_words_of_others(x):
    x @ "a"


def forget_to_check(x):
    {}[x[0]]


def warn(x):
    np.log(x)


def leave(x):
    raise SystemExit


@one_case(
    ("planted", "said"),
    [
        (change, "x was changed"),
        (refuse_in_words_of_others, "foreign words: "),
        (forget_to_check, "KeyError: "),
        (warn, "RuntimeWarning: divide by zero"),
        (leave, "it ends the process"),
        (lambda x: int("a"), "not raised by us|foreign words"),
    ],
)
def test_what_may_not_happen(planted, said, monkeypatch):
    monkeypatch.setattr(fastmetrics, "planted", planted, raising=False)
    case = Case("api", (("x", "np.array([0.0, 1.0])"),), "fastmetrics.planted(x)")
    assert re.search(said, judge.judge(case))


def test_what_cannot_be_made():
    assert judge.judge(Case("api", (("x", "np.array([0, 'a'], int)"),), "x")) is None


def test_one_case_is_shown_and_repeated(worker, monkeypatch, capsys):
    shared = SimpleNamespace(judge=worker.judge, close=lambda: None)
    monkeypatch.setattr(fuzz.__main__, "Worker", lambda: shared)
    assert main(["--seed", str(SEED), "--case", "3"]) == 0
    said = capsys.readouterr().out
    assert cases.make(SEED, 3).source() in said
    assert "\n1 cases: " in said
    assert ", 0 wrong, " in said


# ------------------------------------------------------------------------- checksums


@pytest.mark.long
def test_damaged_summaries_come_with_a_right_checksum():
    draw = Draw(1)
    said = set()
    for _ in range(100):
        case = files.bytes_case(draw)
        content = eval(case.given[0][1])
        right = zlib.crc32(content[:-4]) == int.from_bytes(content[-4:], "little")
        said.add(right)
    assert said == {True, False}
