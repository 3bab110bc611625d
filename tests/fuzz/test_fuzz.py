"""The fuzzer itself: a fixed part of its cases, and that it finds what is planted."""

import re
import zlib
from itertools import count

import numpy as np
import pytest
from fuzz import api, cases, files, judge, options
from fuzz.__main__ import main, report
from fuzz.drawing import Case, Draw
from fuzz.worker import Worker

import fastmetrics
from fastmetrics import catalog

SEED, N_CASES = 2026, 400


@pytest.fixture(scope="module")
def worker():
    one = Worker()
    yield one
    one.close()


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
    drawn = " ".join(cases.make(SEED, number).call for number in range(7000))
    for name in api.FUNCTIONS:
        assert f"fastmetrics.{name}(" in drawn
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


@pytest.mark.parametrize("call", RIGHT)
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


@pytest.mark.parametrize(
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


PLANTED = """
import functools, os, time, fastmetrics
was = fastmetrics.{0}
fastmetrics.{0} = functools.wraps(was)(lambda *data, **options: {1})
"""


@pytest.mark.parametrize(
    ("fault", "said", "seconds"),
    [
        ("{}[1]", "KeyError: 1", 60),
        ("os.abort()", "the process died", 60),
        ("time.sleep(99)", "no answer within 3 s", 3),
    ],
)
def test_a_planted_fault_is_found(fault, said, seconds):
    name = "det_curve"
    worker = Worker(seconds, before=PLANTED.format(name, fault))
    number, wrong = -1, ""
    try:
        while not wrong and number < 10 * N_CASES:
            number += 1
            wrong = worker.judge(SEED, number)
        # Whatever became of the process, the next case is judged.
        after = (worker.judge(SEED, number + k) for k in count(1))
        assert next(one for one in after if one is not None) == ""
    finally:
        worker.close()
    assert said in wrong
    shown = report(SEED, number, wrong)
    assert f"tools/fuzz --seed {SEED} --case {number}\n" in shown
    assert f"\nprint(fastmetrics.{name}(" in shown


def test_one_case_is_shown_and_repeated(capsys):
    assert main(["--seed", str(SEED), "--case", "3"]) == 0
    said = capsys.readouterr().out
    assert cases.make(SEED, 3).source() in said
    assert "\n1 cases: " in said
    assert ", 0 wrong, " in said


# ------------------------------------------------------------------------- checksums


def test_damaged_summaries_come_with_a_right_checksum():
    draw = Draw(1)
    said = set()
    for _ in range(300):
        case = files.bytes_case(draw)
        content = eval(case.given[0][1])
        right = zlib.crc32(content[:-4]) == int.from_bytes(content[-4:], "little")
        said.add(right)
    assert said == {True, False}
