"""Sparse matrices with damaged insides: SciPy would write to wherever they lead."""

import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.one_case import one_case

from fastmetrics._inputs.rows import check_sparse, sparse_rows

SHAPE = (4, 6)
FORMATS = ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"]
FAR = 10**9


def matrix(form, kind="array"):
    dense = np.zeros(SHAPE, np.int64)
    dense[[0, 1, 3, 3], [0, 5, 1, 3]] = 1
    if form == "bsr":
        return getattr(sp, f"bsr_{kind}")(dense, blocksize=(2, 3))
    return getattr(sp, f"{form}_{kind}")(dense)


def changed(form, **insides):
    """A matrix of which some insides are others."""
    made = matrix(form)
    for name, value in insides.items():
        setattr(made, name, value)
    return made


def lists(row):
    made = matrix("lil")
    made.rows[3] = row
    return made


def keys(key):
    made = matrix("dok")
    made._dict[key] = 1
    return made


def wrong(array, at, value):
    array = np.array(array)
    array[at] = value
    return array


CASES = {
    "csr index": lambda: changed("csr", indices=np.array([0, 5, 1, FAR])),
    "csr index below 0": lambda: changed("csr", indices=np.array([0, 5, 1, -FAR])),
    "csr start": lambda: changed("csr", indptr=np.array([0, 1, FAR, 2, 4])),
    "csr end": lambda: changed("csr", indptr=np.array([0, 1, 2, 2, FAR])),
    "csr first start": lambda: changed("csr", indptr=np.array([-FAR, 1, 2, 2, 4])),
    "csr few starts": lambda: changed("csr", indptr=np.array([0, 4])),
    "csr little data": lambda: changed("csr", data=np.array([1])),
    "csr unsigned fall": lambda: changed(
        "csr", indptr=np.array([0, 3, 2, 2, 4], np.uint64)
    ),
    "csr fractions": lambda: changed("csr", indices=np.array([0, 5, 1, 3.5])),
    "csc index": lambda: changed("csc", indices=np.array([0, 3, 3, FAR])),
    "csc start": lambda: changed("csc", indptr=np.array([0, FAR, 2, 2, 3, 3, 4])),
    "bsr index": lambda: changed("bsr", indices=wrong(matrix("bsr").indices, -1, FAR)),
    "bsr start": lambda: changed("bsr", indptr=wrong(matrix("bsr").indptr, 1, FAR)),
    "bsr blocks": lambda: changed("bsr", data=np.ones((4, 3, 5), int)),
    "bsr no blocks": lambda: changed("bsr", data=np.ones(24, int)),
    "coo row": lambda: changed(
        "coo", coords=(np.array([0, 1, 3, FAR]), np.array([0, 5, 1, 3]))
    ),
    "coo column": lambda: changed(
        "coo", coords=(np.array([0, 1, 3, 3]), np.array([0, 5, 1, -FAR]))
    ),
    "coo many": lambda: changed(
        "coo", coords=(np.zeros(10**6, int), np.zeros(10**6, int))
    ),
    "coo one coordinate": lambda: changed("coo", coords=(np.zeros(4, int),)),
    "dia offsets": lambda: changed("dia", offsets=np.arange(100)),
    "dia twice": lambda: changed(
        "dia", offsets=np.zeros(len(matrix("dia").offsets), int)
    ),
    "dia far": lambda: changed(
        "dia", offsets=wrong(matrix("dia").offsets.astype(np.int64), 0, 1 << 40)
    ),
    "lil index": lambda: lists([1, FAR]),
    "lil few": lambda: lists([1]),
    "lil no list": lambda: lists(None),
    "lil rows": lambda: changed("lil", rows=matrix("lil").rows[:2]),
    "dok key": lambda: keys((FAR, 0)),
}


@one_case("case", CASES.values())
def test_damage_is_refused_before_a_conversion(case):
    with pytest.raises(ValueError, match=r"^X is not a valid sparse matrix: .*\.$"):
        sparse_rows(case(), "X")


@one_case("kind", ["array", "matrix"])
@one_case("form", FORMATS)
def test_sound_matrices_pass(form, kind):
    for one in (matrix(form, kind), getattr(sp, f"{form}_{kind}")(SHAPE, dtype=int)):
        rows = sparse_rows(one, "X")
        assert rows.format == "csr"
        np.testing.assert_array_equal(rows.toarray(), one.toarray())
        check_sparse(one, "X")


def test_room_that_is_not_used_is_no_damage():
    roomy = changed("csr", data=np.ones(9, int), indices=np.zeros(9, int))
    check_sparse(roomy, "X")


# Each damage that makes SciPy crash, at each door. In a process of its own: without
# the check it ends by a signal.
DOORS = """
import sys
import numpy as np
import scipy.sparse as sp
import fastmetrics as fm

damaged = sp.coo_array(np.eye(3, dtype=int))
damaged.coords = np.full(3, 1 << 40), np.full(3, 1 << 40)
columns = sp.csc_array(np.eye(3, dtype=int))
columns.indices = np.full(3, 1 << 40)
whole = np.eye(3, dtype=int)
for broken in (damaged, columns):
    for call in (
        lambda: fm.accuracy_score(whole, broken),
        lambda: fm.silhouette_score(broken, [0, 0, 1]),
        lambda: fm.mutual_info_score(None, None, contingency=broken),
    ):
        try:
            call()
        except ValueError as error:
            assert "not a valid sparse matrix" in str(error), error
        else:
            sys.exit(f"no error: {broken.format}")
"""


@pytest.mark.long
def test_every_door_checks_first():
    found = subprocess.run(
        [sys.executable, "-c", DOORS], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")
