"""Lists of items against recmetrics 0.1.5, whose numbers were written down.

from recmetrics import metrics as m
frame = pd.DataFrame(GENRES, index=list("abcdef"))
m.personalization(LISTS), m.intra_list_similarity(LISTS, frame)
m.novelty(LISTS, POPULARITY, 10, 3)[0], m.prediction_coverage(LISTS, CATALOG)
"""

import pytest

import fastmetrics as fm

LISTS = [["a", "b", "c"], ["b", "d", "a"], ["e", "c", "f"], ["a", "d", "f"]]
GENRES = [[1, 0, 2], [0, 1, 1], [3, 1, 0], [0, 0, 1], [1, 1, 1], [2, 0, 5]]
POPULARITY = dict(zip("abcdef", [9, 7, 5, 3, 2, 1], strict=True))
CATALOG = [*"abcdefgh"]
CLOSE = {"rel": 1e-14}


def test_personalization():
    found = fm.inter_user_diversity(LISTS)
    assert found == pytest.approx(0.6111111111111109, **CLOSE)


def test_intra_list_similarity():
    found = fm.intra_list_similarity(LISTS, GENRES, items=[*"abcdef"])
    assert found == pytest.approx(0.6805727660234397, **CLOSE)


def test_novelty():
    found = fm.novelty(LISTS, POPULARITY, n_users=10)
    assert found == pytest.approx(1.3270725915824306, **CLOSE)


def test_prediction_coverage():
    assert 100 * fm.catalog_coverage(LISTS, CATALOG) == 75.0
