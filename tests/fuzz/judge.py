"""What a call may do: return a value, or refuse in words of our own; no more."""

import dis
import pickle
import re
import traceback
import warnings
from pathlib import Path

import numpy as np
from fuzz.drawing import namespace

import fastmetrics

PACKAGE = str(Path(fastmetrics.__file__).parent)
ALLOWED = (ValueError, TypeError, OverflowError, MemoryError, NotImplementedError)
# Where an error comes from that no function of ours raised: the call itself.
CASE = "<case>"

# Words that Python, NumPy, SciPy, pandas and PyArrow have for what goes wrong inside.
FOREIGN = re.compile(
    "|".join(
        [
            r"\b_\w*\(\) (got|missing|takes)", "operands could not be broadcast",
            "truth value of a", "setting an array element", "inhomogeneous",
            "could not convert (string|complex)", "too many values to",
            "cannot convert (float|the series|dictionary)", "not enough values to",
            "only (length|0-dim|integer|one element)", "object cannot be interpreted",
            "not supported between", "unsupported operand", "bad operand", "unhashable",
            "object is not (iterable|subscriptable|callable)", "has no attribute",
            "int too large", "too large to convert", "math domain", "invalid literal",
            "is out of bounds", "cannot reshape", "not aligned", "must be real number",
            "Buffer dtype", "has incorrect type", "same_kind", "ufunc", "Cannot cast",
            "Invalid dtype", "not understood", "zero-size array", "Traceback",
            "maximum allowed dimension",
        ]
    )
)  # fmt: skip


def judge(case):
    """Return what is wrong with a case, "" if nothing is, None if it cannot be made."""
    names = namespace()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name, text in case.given:
                names[name] = eval(compile(text, CASE, "eval"), names)
    except MemoryError:
        raise
    except Exception:
        return None
    before = {name: fingerprint(names[name]) for name, _ in case.given}
    wrong = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = eval(compile(case.call, CASE, "eval"), names)
        except Exception as error:
            wrong.append(complaint(error))
        except SystemExit as error:
            wrong.append(f"it ends the process: {error!r}")
        else:
            if case.call.startswith("files.run") and value not in range(5):
                wrong.append(f"exit code {value!r}")
    for one in caught:
        # Ours are of the line that called; those of NumPy are of a line of our code.
        foreign = one.filename != CASE
        if foreign and issubclass(one.category, RuntimeWarning):
            where = f"{Path(one.filename).name}:{one.lineno}"
            wrong.append(f"{one.category.__name__}: {one.message} ({where})")
    wrong += [
        f"{name} was changed"
        for name, _ in case.given
        if fingerprint(names[name]) != before[name]
    ]
    return "\n".join(filter(None, wrong))


def fingerprint(value):
    """Return what differs once a value has been changed; None: nobody knows."""
    if hasattr(value, "tocoo"):  # what it remembers of its order may change
        value = [
            getattr(value, part, None) for part in ("data", "indices", "indptr", "row")
        ]
    of_objects = str(getattr(value, "dtype", "")).startswith(
        ("Object", "Array", "List")
    )
    if hasattr(value, "to_list") and of_objects:
        value = repr(
            value.to_list()
        )  # Polars pickles them otherwise once they are read
    if isinstance(value, np.ma.MaskedArray):  # it keeps a filling once it is printed
        value = [value.data, np.ma.getmaskarray(value)]
    columns = [value[name] for name in value] if hasattr(value, "iterrows") else [value]
    for column in columns:  # a type of pandas remembers this once it is asked for
        getattr(getattr(column, "dtype", None), "numpy_dtype", None)
    try:
        return pickle.dumps(value), getattr(
            getattr(value, "flags", None), "writeable", None
        )
    except Exception:
        return (
            bytes(value)
            if isinstance(value, memoryview) and value.c_contiguous
            else None
        )


def complaint(error):
    """Return what is wrong with an error; "" if it is one that a caller can read."""
    said = f"{type(error).__name__}: {str(error)[:300]}"
    if not isinstance(error, ALLOWED):
        return f"{said}\n{_traced(error)}"
    if isinstance(error, MemoryError):
        return ""
    frames = list(traceback.walk_tb(error.__traceback__))
    innermost, at = frames[-1][0], error.__traceback__
    while at.tb_next:
        at = at.tb_next
    file = innermost.f_code.co_filename
    if file == CASE:  # the call has parameters of another name, or one of its own fails
        return ""
    # What follows a colon is why; that something of ours is wrong must be said before.
    if FOREIGN.search(str(error).partition(": ")[0]):
        return f"foreign words: {said}\n{_traced(error)}"
    if file.endswith(".pyx"):  # compiled: nothing tells who has raised it
        return ""
    called = re.match(r"(\w+)\(\) (got|missing|takes) ", str(error))
    if called and called[1] in fastmetrics.__all__:  # by its name, as the caller did
        return ""
    if str(error).startswith("<lambda>()"):  # a function that the case has passed
        return ""
    if not file.startswith(PACKAGE) or not _is_raised(innermost.f_code, at.tb_lasti):
        return f"not raised by us: {said}\n{_traced(error)}"
    return ""


def _is_raised(code, offset):
    """Whether what stands there is a `raise`."""
    return dis.opname[code.co_code[offset]] in ("RAISE_VARARGS", "RERAISE")


def _traced(error):
    return "".join(traceback.format_tb(error.__traceback__)[-3:]).rstrip()
