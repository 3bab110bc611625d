"""Expressions of columns: of any dtype, in any container, some of them broken."""

from importlib.util import find_spec

HAS = {name for name in ("pandas", "polars", "pyarrow") if find_spec(name)}

INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
FLOATS = ["f2", "f4", "f8", "g"]

# What may stand in place of one value.
HOSTILE = [
    "float('nan')", "float('inf')", "-float('inf')", "None", "1e308", "-1e308",
    "1.7976931348623157e308", "5e-324", "-5e-324", "2.2250738585072014e-308", "-0.0",
    "2**53", "2**53 + 1", "2**63", "2**63 - 1", "-2**63", "2**64 - 1", "2**64",
    "10**24", "10**400", "-10**400", "''", "'a'", "'a\\0'", "'\\ud800'", "'1'", "b'1'",
    "'x' * 5000", "True", "1j", "[]", "[1]", "()", "object()", "{}", "np.nan",
    "np.float32(1)",
    "np.int64(1)", "np.str_('a')", "np.array(1)", "np.array([1, 2])",
    "np.datetime64('NaT', 'D')", "np.datetime64('2020-01-01')",
    "np.timedelta64(1, 'D')",
    "decimal.Decimal('0.5')",
    "decimal.Decimal('NaN')", "fractions.Fraction(1, 3)", "datetime.date(2020, 1, 1)",
    "np.ma.masked", "np.longdouble(1)", "np.float16('inf')", "lambda: 0",
]  # fmt: skip

NO_COLUMN = [
    "[decimal.Decimal('1e999999999'), 1, 1, 0, 0, 1]",
    "None", "1", "0.5", "'abc'", "b'abc'", "object()", "{}", "{'a': [0, 1]}", "{0, 1}",
    "range(6)", "(i for i in range(6))", "np.array(1)", "np.float64(0.5)",
    "np.zeros(0)",
    "np.zeros((0, 2))", "np.zeros((6, 0))", "np.zeros((2, 2, 2))", "[]", "[[]]",
    "[[], []]",
    "np.zeros(3, 'i4,f8')", "np.zeros(3, 'V4')", "np.array([None])", "int", "lambda: 0",
    "np.zeros(6, dtype=complex)", "memoryview(b'abcdef')", "array.array('d', [0, 1])",
    "np.array(['2020-01-01'] * 6, 'M8[D]')", "np.matrix([[0, 1]])", "float('nan')",
    "sparse.csr_array((6, 2))", "sparse.coo_array((3, 6))",
]  # fmt: skip


def values(draw, what, n):
    """Return the expressions of n values: of "labels", "scores", "transcripts" ..."""
    if what == "labels":
        pool = draw.pick(
            ["0", "1"], ["0", "1"], ["0", "1", "2"], ["-1", "1"], ["1"],
            ["False", "True"],
            ["'a'", "'b'"], ["'no'", "'yes'", "'perhaps'"], ["0.0", "1.0"],
            [str(i) for i in range(9)], ["2**62", "-2**62"], ["''", "'\\0'", "'é'"],
        )  # fmt: skip
        found = [draw.choice(pool) for _ in range(n)]
    elif what == "grades":
        pool = draw.pick(["0", "1"], ["0", "1", "2", "3"], ["-1", "0", "2.5"], ["0"])
        found = [draw.choice(pool) for _ in range(n)]
    elif what == "transcripts":
        pool = draw.pick(
            ["'a b c'", "'a c'", "'b'", "''"], ["'a'", "'b'"], ["'é e\\u0301'", "' a'"],
            ["'a\\tb\\u2003c'", "'a\\0b'", "'a b'"], ["'我 们'", "'\\ud800'", "'🇩🇪'"],
            ["'a ' * 3000", "'b ' * 2000 + 'c'"] if n < 100 else ["'a'", "'b c'"],
            ["['a', 'b']", "[]", "('b',)"],
            ["[1, 2]", "[2]", "[2**62]"], ["1", "2"],
        )  # fmt: skip
        found = [draw.choice(pool) for _ in range(n)]
    elif what == "scores":
        step = draw.pick(2, 8, 1000)
        scale = draw.pick(1, 1, 1, 1, 1e-300, 1e300, 1e-320, 1e150, 1e9)
        found = [repr(scale * draw.randrange(-step, step + 1) / step) for _ in range(n)]
    elif what == "times":
        found = [repr(draw.randrange(0, 9) / 4) for _ in range(n)]
    elif what == "shares":
        found = [repr(draw.randrange(0, 9) / 8) for _ in range(n)]
    else:
        pool = draw.pick(
            ["1"], ["0", "1", "2"], ["0.5", "1.5"], ["1e-320", "1"],
            ["1e300", "1e-300"], ["2**62"], ["1e308"],
        )  # fmt: skip
        found = [draw.choice(pool) for _ in range(n)]
    if found and draw.maybe(0.08):
        found[draw.randrange(n)] = draw.choice(HOSTILE)
    return found


def long_column(draw, n):
    """Return a column of many rows, which are not written out."""
    a, k = draw.pick(1, 7, 7919), draw.pick(1, 2, 3, 40, 300)
    text = f"np.arange({n}) * {a} % {k}"
    return draw.pick(text, f"({text}).astype('{draw.choice(FLOATS)}')", f"({text}) > 0")


def column(draw, what, n):
    """Return the expression of a column of n rows, most often as it should be."""
    if draw.maybe(0.03):
        return draw.choice(NO_COLUMN)
    if what == "transcripts" and draw.maybe(0.2):
        return draw.choice(values(draw, what, 1))
    if n > 50 and what == "transcripts":
        return dressed(
            draw, f"np.array([{', '.join(values(draw, what, 100)[:3])}] * {n})[:{n}]", n
        )
    if n > 50:
        return dressed(draw, long_column(draw, n), n)
    listed = f"[{', '.join(values(draw, what, n))}]"
    if draw.maybe(0.6 if what == "transcripts" else 0.25):
        return listed if draw.maybe(0.8) else f"tuple({listed})"
    dtype = draw.weighted(
        {"": 8, f", '{draw.choice(INTEGERS)}'": 2, f", '{draw.choice(FLOATS)}'": 3,
         ", object": 2, ", bool": 1, ", 'U3'": 1, ", 'S3'": 0.3,
         ", np.dtypes.StringDType()": 0.3}
    )  # fmt: skip
    if what == "transcripts":
        dtype = draw.pick("", "", ", object", ", np.dtypes.StringDType()")
    return dressed(draw, f"np.array({listed}{dtype})", n)


def dressed(draw, made, n):
    """Return an array of n rows in one of the ways in which it can be held."""
    ways = {
        "{}": 12,
        "np.repeat({}, 2)[::2]": 1,
        "{}[::-1]": 1,
        "np.broadcast_to({0}, np.shape({0}))": 1,
        "np.asarray({0}).astype(np.asarray({0}).dtype.newbyteorder())": 1,
        "{}[:, None]": 0.5,
        "{}[None]": 0.2,
        "np.broadcast_to({0}[:1], np.shape({0}))": 0.5,
        "np.ma.masked_array({})": 0.3,
        f"np.ma.masked_array({{}}, [1] + [0] * {max(n - 1, 0)})": 0.2,
        "{}.tolist()": 1,
        "list({})": 0.5,
        "memoryview({})": 0.3,
        "np.array([*map(str, {})])": 0.3,
        "{}.view(np.recarray)": 0.1,
        "sparse.csr_array({}[:, None])": 0.2,
        "np.stack([{0}, {0}], 1)[:, 0]": 0.5,
    }
    if "pandas" in HAS:
        ways |= {
            "pd.Series({})": 1,
            f"pd.Series({{}}, index=range({n}, 0, -1))": 0.3,
            "pd.Series({}).astype('category')": 0.5,
            "pd.Series({}).convert_dtypes()": 0.5,
            "pd.Index({})": 0.2,
            "pd.DataFrame({{'a': {}}})": 0.2,
            "pd.Series(pd.arrays.SparseArray({}))": 0.1,
        }
    if "polars" in HAS:
        ways |= {
            "pl.Series({})": 1,
            "pl.Series([*map(str, {})]).cast(pl.Categorical)": 0.2,
            "pl.DataFrame({{'a': {}}})": 0.1,
        }
    if "pyarrow" in HAS:
        ways |= {
            "pa.array({})": 0.7,
            "pa.array({}).dictionary_encode()": 0.3,
            "pa.chunked_array([pa.array({0})[:2], pa.array({0})[2:]])": 0.3,
            "pa.table({{'a': {}}})": 0.1,
            "pa.DictionaryArray.from_arrays("
            f"pa.array([{n - 1}, *range({max(n - 1, 0)})], 'i1'), "
            "pa.array({}), safe=False)": 0.1,
        }
    return draw.weighted(ways).format(made)


def matrix(draw, what, n, d=None):
    """Return the expression of n rows of d values."""
    if draw.maybe(0.04):
        return draw.choice(NO_COLUMN)
    d = draw.pick(1, 2, 3, 5) if d is None else d
    rows = (f"[{', '.join(values(draw, what, d))}]" for _ in range(min(n, 40)))
    listed = f"[{', '.join(rows)}]"
    if draw.maybe(0.15):
        return listed
    dtype = draw.pick("", "", "", ", 'f4'", ", 'f2'", ", 'i8'", ", object", ", bool")
    made = f"np.array({listed}{dtype})"
    ways = {
        "{}": 8, "np.asfortranarray({})": 1, "{}[::-1]": 0.5, "{}[:, ::-1]": 0.5,
        "np.repeat({}, 2, 1)[:, ::2]": 0.5, "{}.tolist()": 0.5, "{}[0]": 0.2,
        "{}.T": 0.2,
        "np.matrix({})": 0.1, "sparse.csr_array({})": 0.7, "sparse.csc_matrix({})": 0.2,
        "sparse.coo_array({})": 0.2, "np.ma.masked_array({})": 0.1,
        **{text: 0.1 for text in DAMAGED},
    }  # fmt: skip
    if "pandas" in HAS:
        ways["pd.DataFrame({})"] = 0.5
    if "polars" in HAS:
        ways["pl.DataFrame({})"] = 0.3
    return draw.weighted(ways).format(made)


# Sparse matrices whose insides point anywhere.
DAMAGED = [
    "files.damaged(sparse.csr_array({}), 'indices', -1)",
    "files.damaged(sparse.csr_array({}), 'indices', 10**6)",
    "files.damaged(sparse.csr_array({}), 'indptr', 10**6)",
    "files.damaged(sparse.csc_array({}), 'indptr', -3)",
]
