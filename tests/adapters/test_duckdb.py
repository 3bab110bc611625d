"""Queries of DuckDB: rows in memory, in passes, by slices, after an error."""

import pytest

import fastmetrics as fm

duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")

ROWS = """select (i * 7 % 10 < 4)::int as y, (i * 3 % 11)::double / 11 as s,
 (i * 5 % 9 < 4)::int as p, 'k' || (i % 3) as h, (i % 4)::double as w
 from range(3000) r(i)"""


@pytest.fixture
def connection():
    with duckdb.connect() as made:
        yield made


@pytest.fixture
def columns(connection):
    return connection.sql(ROWS).fetchnumpy()


def test_values_are_those_of_the_columns(connection, columns):
    y, s, p, w = (columns[name] for name in "yspw")
    query = connection.sql(ROWS)
    seen = fm.accumulate(query, ["f1", "roc_auc"], y_true="y", y_pred="p", y_score="s")
    assert seen.compute("f1") == fm.f1_score(y, p)
    assert seen.compute("roc_auc") == fm.roc_auc_score(y, s)
    for memory in ("1G", 20_000):
        report = fm.evaluate_files(query, y_true="y", y_score="s", memory=memory)
        assert report["roc_auc"].estimate == fm.roc_auc_score(y, s)
    weighted = fm.accumulate(query, "f1", y_true="y", y_pred="p", sample_weight="w")
    expected = fm.f1_score(y, p, sample_weight=w)
    assert weighted.compute("f1") == pytest.approx(expected, rel=1e-14)
    sliced = fm.accumulate(query, "accuracy", y_true="y", y_pred="p", by="h").compute()
    for slice_ in ("k0", "k1", "k2"):
        mine = columns["h"] == slice_
        found = sliced.interval(slice_, "accuracy").estimate
        assert found == fm.accuracy_score(y[mine], p[mine])


def test_a_connection_is_free_after_an_error(connection):
    query = connection.sql(ROWS)
    with pytest.raises(ValueError, match="there is none"):
        fm.accumulate(query, "f1", y_true="y", y_pred="none")
    with pytest.raises(ValueError, match="confusion"):
        fm.accumulate(query, "confusion", y_true="y", y_pred="p")
    with pytest.raises(ValueError, match="greater than 1"):
        fm.accumulate(query, "log_loss", y_true="y", y_proba="w")
    assert connection.sql("select 1").fetchall() == [(1,)]
    assert fm.accumulate(query, "f1", y_true="y", y_pred="p").n_samples == 3000
