"""RowSums: means over rows, users and queries, merged part by part."""

import copy
import functools
import math
import pickle
import zlib
from fractions import Fraction

import numpy as np
import pytest
from helpers.examples import parameters_of
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import RowSums
from fastmetrics.catalog import METRICS, scalar

MAPE = "mean_absolute_percentage_error"
POINTS = [
    row for row in scalar("regression") if "RowSums" in row.merges
    and row.targets == ("point",)
]  # fmt: skip
QUERIES = scalar("retrieval")


@pytest.fixture
def points(rng):
    y = rng.gamma(3, 1, 200)
    return y, y * np.exp(0.3 * rng.normal(size=200)), rng.integers(0, 4, 200) / 2


@pytest.fixture
def queries(rng):
    n = 400
    return rng.integers(0, 3, n), rng.normal(size=n), np.repeat(np.arange(40), 10)


def close(found, expected):
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-15, nan_ok=True)


def same_interval(a, b):
    close([a.estimate, a.low, a.high], [b.estimate, b.low, b.high])
    assert (a.method, a.approximate) == (b.method, b.approximate)


def test_worked_by_hand():
    # Shares of what was observed that are missed: 1/2, 0, 1/5, 0, the third twice.
    one = RowSums.from_rows(MAPE, [2.0, 4.0], [1.0, 4.0], sample_weight=[1, 1])
    two = RowSums.from_rows(MAPE, [5.0, 8.0], [4.0, 8.0], sample_weight=[2, 0])
    both = one + two
    close(both.value, (0.5 + 2 * 0.2) / 4)
    assert (both.n_samples, both.n_undefined, both.weight) == (4, 0, 4.0)
    values, weights = [Fraction(1, 2), Fraction(0), Fraction(1, 5)], [1, 1, 2]
    mean = sum(w * v for w, v in zip(weights, values, strict=True)) / 4
    d = [w * (v - mean) for w, v in zip(weights, values, strict=True)]
    squares, cubes = sum(x**2 for x in d), sum(x**3 for x in d)
    close(both.spread.standard_error, math.sqrt(Fraction(3, 2) * squares) / 4)
    close(both.spread.skewness, float(cubes) / float(squares) ** 1.5)
    assert both.spread.n == 3


@one_case("row", POINTS)
@one_case("weighted", [False, True])
def test_parts_of_points_are_the_function_of_all(row, weighted, points, rng):
    y, p, w = points
    given = parameters_of(row)

    def weigh(at=slice(None)):
        return {"sample_weight": w[at]} if weighted else {}

    part_of = rng.integers(0, 5, len(y))
    sums = RowSums.merge(
        RowSums.from_rows(row.name, y[at], p[at], **weigh(at), **given)
        for at in (part_of == k for k in rng.permutation(5))
    )
    close(sums.value, row.public(y, p, **weigh(), **given))
    close(sums.compute(row.name, **given), sums.value)
    whole = fm.confidence_interval(row.name, y, p, **weigh())
    same_interval(fm.confidence_interval(row.name, sums), whole)
    assert RowSums.from_bytes(sums.to_bytes()) == sums


@one_case("row", QUERIES)
def test_parts_of_queries_are_the_function_of_all(row, queries):
    columns, q = queries[: len(row.public.__code__.co_varnames[:2])], queries[2]
    columns = columns[:1] if row.targets == ("grades",) else columns
    given = parameters_of(row)
    sums = sum(
        RowSums.from_rows(row.name, *(c[at] for c in columns), query_id=q[at], **given)
        for at in (slice(250, 400), slice(250))
    )
    close(sums.value, row.public(*columns, query_id=q, **given))
    assert sums.n_samples == 40
    score = {} if len(columns) == 1 else {"y_score": columns[1]}
    whole = fm.confidence_interval(
        row.name, columns[0], **score, query_id=q, metric_params=given
    )
    same_interval(fm.confidence_interval(row.name, sums, metric_params=given), whole)


def test_users_without_lists_are_left_out_and_counted():
    lists = [["a", "b"], [], ["a", "c"], ["b", "c"]]
    name = "intra_list_diversity"
    more = {"features": [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], "items": ["a", "b", "c"]}
    parts = [
        RowSums.from_rows(name, lists[at], **more) for at in (slice(2), slice(2, 4))
    ]
    sums = parts[0] + parts[1]
    assert (sums.n_samples, sums.n_undefined) == (4, 1)
    close(sums.value, fm.intra_list_diversity(lists, **more))


def test_queries_without_anything_to_find(queries):
    y, s, q = queries
    y = np.where(q < 5, 0, y)
    for empty in ("zero", "skip", "nan"):
        made = RowSums.from_rows("nDCG@3", y, s, query_id=q, empty=empty)
        expected = fm.ndcg_score(y, s, query_id=q, k=3, empty=empty)
        assert made.value == pytest.approx(expected, rel=1e-12, nan_ok=True)
        assert made.n_undefined == (0 if empty == "zero" else 5)


def test_a_query_that_comes_twice_is_an_error(queries):
    y, s, q = queries
    one = RowSums.from_rows("P@5", y[:100], s[:100], query_id=q[:100])
    two = RowSums.from_rows("P@5", y[80:], s[80:], query_id=q[80:])
    with pytest.raises(ValueError, match="2 queries are in both"):
        one + two
    as_floats = RowSums.from_rows("P@5", y[:20], s[:20], query_id=q[:20] * 1.0)
    with pytest.raises(ValueError, match="2 queries are in both"):
        one + as_floats
    as_texts = RowSums.from_rows("P@5", y[:20], s[:20], query_id=q[:20].astype(str))
    assert (one + as_texts).n_samples == 12  # other ids
    matrix = RowSums.from_rows("P@5", y.reshape(40, 10), s.reshape(40, 10))
    assert (matrix + matrix).n_samples == 80  # rows of matrices have none


def test_only_the_same_metric_and_parameters_merge(points):
    y, p, _ = points
    low = RowSums.from_rows("mean_pinball_loss", y, p, alpha=0.1)
    high = RowSums.from_rows("mean_pinball_loss", y, p, alpha=0.9)
    with pytest.raises(ValueError, match=r"alpha=0\.1, not with alpha=0\.9"):
        low + high
    with pytest.raises(ValueError, match="RowSums of mean_pinball_loss, not of huber"):
        low + RowSums.from_rows("huber_loss", y, p)
    with pytest.raises(ValueError, match=r"alpha=0\.1, not with alpha=0\.5"):
        low.compute("mean_pinball_loss", alpha=0.5)
    with pytest.raises(TypeError):
        low + 1
    by_function = RowSums.from_rows(
        functools.partial(fm.mean_pinball_loss, alpha=0.1), y, p
    )
    assert by_function == low


def test_what_is_no_mean_over_rows_says_so(points):
    y, p, _ = points
    with pytest.raises(ValueError, match="RowSums: it is read off ErrorSums"):
        RowSums.from_rows("mean_squared_error", y, p)
    with pytest.raises(ValueError, match="a quantile of all rows"):
        RowSums.from_rows("median_absolute_error", y, p)
    with pytest.raises(ValueError, match="is not a metric of the catalog"):
        RowSums.from_rows(len, y, p)
    with pytest.raises(ValueError, match="cannot be used"):
        RowSums.from_rows("mean_squared_log_error", -y, p)
    two = y.reshape(-1, 2), p.reshape(-1, 2)
    with pytest.raises(ValueError, match="is not a mean of rows"):
        RowSums.from_rows("root_mean_squared_log_error", *two)
    with pytest.raises(ValueError, match="rows have no single"):
        RowSums.from_rows(MAPE, *two, multioutput="raw_values")
    with pytest.raises(TypeError, match="from_rows"):
        RowSums()
    sums = RowSums.from_rows(MAPE, y, p)
    with pytest.raises(ValueError, match="rows"):
        fm.confidence_interval(MAPE, sums, method="bca")
    with pytest.raises(TypeError, match="no rows that groups or weights"):
        fm.confidence_interval(MAPE, sums, groups=y)


def test_a_large_origin_takes_no_digits(rng):
    y = rng.normal(1e9, 1, 300)
    name = "mean_pinball_loss"
    p = np.zeros(300)
    sums = sum(
        RowSums.from_rows(name, y[at : at + 30], p[at : at + 30])
        for at in range(0, 300, 30)
    )
    whole = RowSums.from_rows(name, y, p)
    close(sums.value, whole.value)
    assert sums.spread.standard_error == pytest.approx(
        whole.spread.standard_error, rel=1e-6
    )


def test_damaged_bytes_raise(points):
    y, p, _ = points
    data = RowSums.from_rows(MAPE, y, p).to_bytes()
    for cut in (b"", data[:-1], data[:50], b"x" * len(data), data + b"0"):
        with pytest.raises(ValueError, match="RowSums"):
            RowSums.from_bytes(cut)

    def forged(body):
        return body + zlib.crc32(body).to_bytes(4, "little")

    later = data[:8] + b"\x02" + data[9:-4]
    with pytest.raises(ValueError, match=r"version 2 .* reads 1"):
        RowSums.from_bytes(forged(later))
    other = data[:-4].replace(MAPE.encode(), b"no" + MAPE.encode()[2:])
    with pytest.raises(ValueError, match=r"damaged.*no metric is called"):
        RowSums.from_bytes(forged(other))
    for at in range(10, len(data) - 4, 3):
        flipped = bytearray(data[:-4])
        flipped[at] ^= 255
        try:
            found = RowSums.from_bytes(forged(bytes(flipped)))
        except ValueError:
            continue
        assert isinstance(found.value, float)  # what cannot be told from the truth


def test_copies_and_pickles(points):
    y, p, _ = points
    sums = RowSums.from_rows(MAPE, y, p)
    for again in (
        copy.copy(sums),
        copy.deepcopy(sums),
        pickle.loads(pickle.dumps(sums)),
    ):
        assert again == sums
        assert again is not sums
    assert METRICS[MAPE].title
    assert repr(sums) == f"RowSums({MAPE}: 200 rows)"
