"""Pictures of clusterings as descriptions."""

import numpy as np
import pytest

from fastmetrics import evaluate
from fastmetrics.report.plots.confusion import matched
from fastmetrics.report.plots.forest import pictures
from fastmetrics.show.pictures import Bars, Cells, Rule

rng = np.random.default_rng(0)
TRUE = np.repeat(["ant", "bee", "cat"], [30, 20, 10])
X = rng.normal(size=(60, 2)) + 3 * np.repeat(np.eye(3)[:, :2], [30, 20, 10], axis=0)
GUESS = np.repeat([2, 0, 1, 3], [28, 20, 6, 6])


@pytest.fixture(scope="module")
def report():
    return evaluate(
        TRUE, {"a": GUESS, "b": GUESS % 2}, X=X, metrics=["ari", "silhouette"]
    )


def picture(report, kind):
    [made] = pictures(report, kind)
    return made


def test_silhouettes_are_bars_in_order(report):
    made = picture(report, "silhouette")
    for panel, model in zip(made.panels, "ab", strict=True):
        bars = [mark for mark in panel.marks if isinstance(mark, Bars)]
        clusters = report.per_cluster[model]
        for mark, row, (at, text) in zip(bars, clusters, panel.y.ticks, strict=True):
            assert len(mark.values) == row.size
            # The first cluster is at the top, its highest value too.
            assert all(np.diff(mark.values) >= 0)
            assert mark.values.mean() == pytest.approx(row.silhouette)
            assert mark.edges[0] < at < mark.edges[-1]
            assert text.startswith(f"{row.label}: {row.size} rows")
            below = 100 * np.mean(mark.values < 0)
            assert (f"{below:.1f} % below 0" in text) == (below > 0)
        assert bars[0].edges[0] > bars[1].edges[-1]
        [rule] = [mark for mark in panel.marks if isinstance(mark, Rule)]
        assert rule.at == report.values[model]["silhouette_score"].estimate
    assert "has the highest mean silhouette" in made.title


def test_rows_that_share_a_part_of_a_pixel_share_a_bar():
    labels = np.repeat([0, 1], [3000, 3])
    points = rng.normal(size=(3003, 1)) + 3 * labels[:, None]
    made = evaluate(None, labels, X=points, metrics=["silhouette"])
    [panel] = picture(made, "silhouette").panels
    sizes = [len(mark.values) for mark in panel.marks if isinstance(mark, Bars)]
    assert sizes == [1440 * 3000 // 3003, 1]


def test_many_clusters_have_no_names():
    made = evaluate(None, np.arange(100) // 2, X=rng.normal(size=(100, 2)),
                    metrics=["silhouette"])  # fmt: skip
    [panel] = picture(made, "silhouette").panels
    assert list(panel.y.ticks) == []


def test_clusters_stand_beside_the_labels_that_they_match(report):
    panel = picture(report, "contingency").panels[0]
    assert list(panel.y.names) == ["ant", "bee", "cat"]
    # Of the 10 cats 6 are in cluster 3 and 4, with 2 bees, in cluster 1.
    assert list(panel.x.names) == ["2", "0", "3", "1"]
    [cells] = [mark for mark in panel.marks if isinstance(mark, Cells)]
    np.testing.assert_allclose(cells.values.sum(axis=1), 1)
    assert cells.texts[0] == ["28", "2", "", ""]
    assert cells.apart is None


def test_matching_puts_most_rows_on_the_diagonal():
    table = rng.integers(0, 9, (4, 6))
    order = matched(table)
    assert sorted(order) == list(range(6))
    from itertools import permutations

    most = max(
        table[range(4), chosen].sum() for chosen in map(list, permutations(range(6), 4))
    )
    assert table[range(4), order[:4]].sum() == most


def test_of_many_clusters_the_largest_are_shown():
    y = np.concatenate([np.arange(600), np.arange(500)])
    made = evaluate(y, y, task="clustering", metrics=["purity"])
    drawn = picture(made, "contingency")
    [cells] = drawn.panels[0].marks
    assert cells.values.shape == (500, 500)
    assert drawn.notes == [
        "model: the largest labels and clusters; 9.1 % of the rows are in others"
    ]


def test_pictures_that_cannot_be(report):
    with pytest.raises(ValueError, match="no scores"):
        pictures(report, "roc")
    with pytest.raises(ValueError, match="no labels"):
        pictures(report, "confusion")
    labels = evaluate([0, 1, 0, 1], [0, 1, 1, 1], metrics=["accuracy"])
    with pytest.raises(ValueError, match="no silhouettes"):
        pictures(labels, "silhouette")
    with pytest.raises(ValueError, match="no true labels"):
        pictures(labels, "contingency")
