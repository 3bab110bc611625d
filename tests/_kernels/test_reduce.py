"""The table of what can be read off a sweep: names, parameters and their ranges."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import reduce, sweep

TPS, FPS = np.array([1.0, 2, 2, 3]), np.array([0.0, 0, 1, 2])
# name -> parameters in range, and some that are just outside of it
PARAMETERS = {
    "lift": [(0.5,), (1.0,), (0.0,), (1.5,)],
    "partial_auc": [(0.2, 0.4), (0.0, 1.0), (0.4, 0.4), (-0.1, 0.4), (0.2, 1.1)],
    "partial_auc_tpr": [(0.0,), (0.9,), (1.0,), (-0.1,)],
    "log_auc": [(0.2, 0.4), (0.001, 1.0), (0.0, 1.0), (0.4, 0.4), (0.2, 1.1)],
    "expected_cost": [(0.2, 0.4), (0.0, 1.0), (0.4, 0.4), (-0.1, 0.4), (0.2, 1.1)],
    "best_f": [(0.1,), (9.0,), (0.0,), (math.inf,)],
    "best_cost": [(0.0, 0.0), (1.0, 2.0), (-1.0, 1.0), (1.0, math.inf)],
    "precision_at_recall": [(0.0,), (1.0,), (-0.1,), (1.1,)],
    "recall_at_precision": [(0.0,), (1.0,), (-0.1,), (1.1,)],
    "tpr_at_fpr": [(0.0,), (1.0,), (-0.1,), (1.1,)],
    "fpr_at_tpr": [(0.0,), (1.0,), (-0.1,), (1.1,)],
}


def of(name, *parameters):
    values, at = sweep.reduce_steps(TPS, FPS, [(name, *parameters)])
    return float(values[0]), int(at[0])


@one_case("name", reduce.KINDS)
def test_parameters_are_taken_within_their_range_only(name):
    fitting, outside = PARAMETERS.get(name, [()])[:2], PARAMETERS.get(name, [])[2:]
    for parameters in fitting:
        assert math.isfinite(of(name, *parameters)[0])
    too_many = (*fitting[0], 0.5)
    with pytest.raises(ValueError, match=f"{name} takes {len(fitting[0])} parameters"):
        of(name, *too_many)
    missing = [(math.nan,) * len(fitting[0])] if outside else []
    for parameters in (*outside, *missing):
        with pytest.raises(ValueError, match=rf"^{name} needs .*, got \("):
            of(name, *parameters)


def test_what_has_a_best_threshold_says_which():
    for name in reduce.KINDS:
        _, at = of(name, *PARAMETERS.get(name, [()])[0])
        if name not in reduce.OPTIMA:
            assert at == -1
    assert of("best_f", 1.0)[1] == 1
    assert of("ks")[1] == 1
    assert {"ks", *(n for n in reduce.KINDS if n.startswith("best_"))} < {
        *reduce.OPTIMA
    }


def test_an_unknown_name_is_told_the_known_ones():
    with pytest.raises(ValueError, match=r"nothing called 'auc'.*roc_auc.*tpr_at_fpr"):
        of("auc")


@one_case("name", reduce.KINDS)
def test_what_lacks_a_class_is_undefined(name):
    parameters = PARAMETERS.get(name, [()])[1 if name in PARAMETERS else 0]
    one, none = np.array([1.0, 2.0]), np.zeros(2)
    no_negatives, _ = sweep.reduce_steps(one, none, [(name, *parameters)])
    no_positives, _ = sweep.reduce_steps(none, one, [(name, *parameters)])
    rows = {"best_accuracy", "best_cost", "augrc"}
    rows |= {n for n in reduce.KINDS if "aurc" in n}
    of_positives = {"average_precision", "break_even_point", "lift", "best_f"}
    of_positives |= {"precision_at_recall", "recall_at_precision"}
    of_positives |= {n for n in reduce.KINDS if n.startswith("pr_auc")}
    assert math.isnan(no_positives[0]) == (name not in rows)
    assert math.isnan(no_negatives[0]) == (name not in rows | of_positives)


def trapezoids(tps, fps):
    """Davis and Goadrich's area from its definition, one trapezoid after the other."""
    total, t0, f0 = 0.0, 0.0, 0.0
    for t1, f1 in zip(tps, fps, strict=True):
        slope = (f1 - f0) / (t1 - t0) if t1 > t0 else 0.0
        t = t0 + np.arange(int(t1 - t0) + 1)
        f = f0 + slope * (t - t0)
        precision = np.divide(
            t, t + f, out=np.full(len(t), 1 / (1 + slope)), where=t + f > 0
        )
        total += math.fsum((precision[1:] + precision[:-1]) / 2)
        t0, f0 = t1, f1
    return total / t0


@one_case(
    "steps",
    [
        [(5000, 0)],
        [(5000, 10)],
        [(0, 1e15), (10_000, 1e15)],
        [(0, 1e6), (100_000, 1e6)],
        [(3, 0), (1e5, 5e5)],
        [(1, 0), (1e5, 1e11)],
        [(10, 3), (6000, 9), (1e5, 1e5)],
        [(1e5, 0), (2e5, 1e5 + 1)],
        [(5, 0), (1e5, 1)],
    ],
)
def test_long_steps_of_davis_and_goadrich(steps):
    tps, fps = np.array(steps, float).T.copy()
    values, _ = sweep.reduce_steps(tps, fps, [("pr_auc_davis_goadrich",)])
    assert values[0] == pytest.approx(trapezoids(tps, fps), rel=1e-12)


def test_time_of_davis_and_goadrich_is_that_of_the_steps():
    # Trapezoid by trapezoid, as once, this takes more than a month.
    tps, fps = np.array([2.0**50]), np.array([2.0**50])
    values, _ = sweep.reduce_steps(tps, fps, [("pr_auc_davis_goadrich",)])
    assert values[0] == pytest.approx(0.5, rel=1e-14)


def integral(tps, fps):
    """The area under precision over recall by logarithms of 50 digits."""
    t0 = f0 = total = Decimal(0)
    for t1, f1 in zip(map(Decimal, tps), map(Decimal, fps), strict=True):
        if t1 > t0:
            slope = (f1 - f0) / (t1 - t0)
            offset = (f0 - slope * t0) / (1 + slope)
            step = t1 - t0
            if offset:
                step -= offset * (1 + step * (1 + slope) / (t0 + f0)).ln()
            total += step / (1 + slope)
        t0, f0 = t1, f1
    return float(total / t0)


# Steps are short if they add less than a 32nd of the rows before them.
@one_case("share", [1e-9, 0.001, 0.0312, 1 / 32, 0.0313, 0.3, 9.0])
@one_case("of_positives", [0.0, 1e-6, 0.5, 1.0])
def test_integral_of_short_and_long_steps(share, of_positives):
    for t0, f0 in [(1000.0, 3.0), (3.0, 1000.0), (64.0, 64.0), (0.0, 9.0), (9.0, 0.0)]:
        more = share * (t0 + f0)
        tps = [t0, t0 + of_positives * more, t0 + 2 * of_positives * more + 1]
        rest = 1 - of_positives
        fps = [f0, f0 + rest * more, f0 + 2 * rest * more + 1]
        values, _ = sweep.reduce_steps(
            np.array(tps), np.array(fps), [("pr_auc_integral",)]
        )
        with localcontext(prec=50):
            expected = integral(tps, fps)
        assert values[0] == pytest.approx(expected, rel=4e-15)
