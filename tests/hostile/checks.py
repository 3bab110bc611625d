"""What is asked of a hostile call: each check returns what is wrong, or ""."""

import array
import pickle
import re
import zlib

import numpy as np
import pandas as pd
from helpers.score_cases import outcome
from hostile.score_cases import OnlyArray, OnlyDLPack
from scipy import sparse

import fastmetrics as fm


def fingerprint(value):
    """Something that differs once the value has been changed."""
    if isinstance(value, (OnlyDLPack, OnlyArray)):
        value = value.values
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.tobytes(), value.flags.writeable
    if isinstance(value, (list, tuple, array.array, memoryview)):
        return repr(list(value))
    if isinstance(value, (pd.Series, pd.DataFrame, pd.Index)):
        return value.to_numpy().tolist().__repr__(), str(getattr(value, "dtype", ""))
    if sparse.issparse(
        value
    ):  # with what it remembers about its order, a pickle differs
        found = value.tocoo()
        return found.data.tobytes(), found.row.tobytes(), found.col.tobytes()
    if hasattr(value, "__next__"):
        return None
    return pickle.dumps(value)


def call(function, *args, **kwargs):
    """Outcome of a call that must leave its arguments alone."""
    given = [*args, *kwargs.values()]
    before = [fingerprint(value) for value in given]
    found = outcome(function, *args, **kwargs)
    assert [fingerprint(value) for value in given] == before, "an argument was changed"
    return found


def parts(value):
    """Return the arrays that a result is made of."""
    if isinstance(value, fm.ScoreSketch):
        value = value.middle
    if isinstance(value, fm.ScoreSweep):
        return [value.thresholds, value.true_positives, value.false_positives]
    if isinstance(value, dict):
        return [part for one in value.values() for part in parts(one)]
    return [np.asarray(v) for v in (value if isinstance(value, tuple) else (value,))]


def differs(ours, theirs, *, dtypes=True, rtol=1e-13):
    """Say how two outcomes differ; "" if they do not."""
    (value, error, warned), (their_value, their_error, their_warned) = ours, theirs
    if error is not None or their_error is not None:
        same = error is not None and isinstance(their_error, type(error))
        return (
            ""
            if same
            else f"{error!r} for {their_error!r}, values {value!r}, "
            + (f"{their_value!r}")
        )
    texts = [[*v] if isinstance(v, dict) else v for v in (value, their_value)]
    if any(isinstance(text, str | list) for text in texts):
        if texts[0] != texts[1]:
            return f"texts: {value!r} for {their_value!r}"
        if isinstance(value, str):
            value = their_value = 0.0
    a, b = parts(value), parts(their_value)
    if [v.shape for v in a] != [v.shape for v in b]:
        return f"shapes: {value!r} for {their_value!r}"
    if dtypes and [v.dtype for v in a] != [v.dtype for v in b]:
        return f"dtypes: {value!r} for {their_value!r}"
    for one, other in zip(a, b, strict=True):
        one, other = one.astype(float), other.astype(float)
        if not np.allclose(one, other, rtol=rtol, atol=0, equal_nan=True):
            return f"values: {value!r} for {their_value!r}"
    if set(warned) != set(their_warned):
        return f"warnings: {warned} for {their_warned}"
    return ""


def unclear(error, names):
    """Say what is wrong with the wording of an error; "" if nothing is."""
    if not re.search(rf"\b({'|'.join(names)})\b", str(error)):
        return f"names none of {names}: {error!r}"
    if error.__context__ and not (error.__cause__ or error.__suppress_context__):
        return f"comes with another: {error!r} during {error.__context__!r}"
    return ""


def complaints(functions, check):
    """Return what a check has to say, by the name of the function."""
    said = {name: check(name, function) for name, function in functions.items()}
    return {name: text for name, text in said.items() if text}


def failures(cases, functions, check):
    """Return what a check has to say, by the names of the case and of the function."""
    said = {
        (case, name): check(case, name, function)
        for case in cases
        for name, function in functions.items()
    }
    return {names: text for names, text in said.items() if text}


def in_turn(choices, *names):
    """Return one of several things to be tried, always the same one for some names.

    Over many cases and functions each is tried with each of them.
    """
    return [*choices][zlib.crc32(repr(names).encode()) % len(choices)]


def check_refused(found, names, kinds=(ValueError, TypeError)):
    value, error, _ = found
    if not isinstance(error, kinds):
        return f"{error!r}, value {value!r}"
    return unclear(error, names)
