"""Words, names and types of scikit-learn that its clients filter and compare by."""

import warnings

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy import sparse

import fastmetrics as fm

pytest.importorskip("sklearn")

from sklearn import metrics, model_selection

INDICATORS = np.array([[0, 1], [1, 0]])


def said(function, *args, **keywords):
    """What a function warns of, or raises: kinds and words."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            function(*args, **keywords)
        except ValueError as error:
            return [(ValueError, str(error))]
    return [(one.category, str(one.message)) for one in caught]


@one_case(
    ("name", "args", "keywords", "words"),
    [
        ("confusion_matrix", ([1, 1], [1, 1]), {}, "A single label was found in"),
        ("roc_curve", ([0, 0], [0.1, 0.2]), {}, "No positive samples in y_true"),
        ("roc_curve", ([1, 1], [0.1, 0.2]), {}, "No negative samples in y_true"),
        (
            "precision_recall_curve",
            ([0, 0], [0.1, 0.2]),
            {},
            "No positive class found in y_true",
        ),
        (
            "average_precision_score",
            ([0, 0], [0.1, 0.2]),
            {},
            "No positive class found in y_true",
        ),
        (
            "average_precision_score",
            (INDICATORS, INDICATORS),
            {"pos_label": 0},
            "Parameter pos_label is fixed to 1 for multilabel-indicator y_true",
        ),
        (
            "average_precision_score",
            ([0, 1, 2], np.eye(3)),
            {"pos_label": 2},
            "Parameter pos_label is fixed to 1 for multiclass y_true",
        ),
        (
            "average_precision_score",
            ([0, 1], [0.1, 0.2]),
            {"pos_label": 3},
            "pos_label=3 is not a valid label. It should be one of [0 1]",
        ),
        (
            "log_loss",
            ([0, 1],),
            {"y_pred": [0.1, 0.2]},
            "`y_pred` was renamed to `y_proba` in version 1.9 and will be removed in "
            "1.11",
        ),
        (
            "d2_log_loss_score",
            ([0, 1], [0.1, 0.2]),
            {"y_pred": [0.1, 0.2]},
            "Cannot use both `y_pred` and `y_proba`",
        ),
    ],
)
def test_messages_begin_as_those_that_are_filtered(name, args, keywords, words):
    [[ours, message]] = said(getattr(fm, name), *args, **keywords)
    [[theirs, their_message]] = said(getattr(metrics, name), *args, **keywords)
    assert message.startswith(words)
    assert their_message.startswith(words)
    assert ours.__name__ == theirs.__name__


@one_case("name", ["log_loss", "d2_log_loss_score"])
def test_the_former_name_of_probabilities_gives_the_same(name):
    y, p, w = ["b", "a", "b"], [0.4, 0.3, 0.8], [1.0, 2.0, 0.5]
    function = getattr(fm, name)
    with pytest.warns(FutureWarning, match="Use `y_proba` instead"):
        found = function(y, y_pred=p, sample_weight=w)
    assert found == function(y, p, sample_weight=w)


@one_case("form", ["csr", "csc", "coo", "lil", "dok", "bsr"])
def test_parts_of_sparse_matrices_are_of_its_format(form):
    X = sparse.eye_array(6, format=form)
    for ours, theirs in zip(
        fm.train_test_split(X, random_state=3),
        model_selection.train_test_split(X, random_state=3),
        strict=True,
    ):
        assert type(ours) is type(theirs)
        np.testing.assert_array_equal(ours.toarray(), theirs.toarray())


@one_case("average", ["macro", "weighted"])
@one_case("multi_class", ["ovo", "ovr"])
def test_areas_of_several_classes_are_of_its_type(multi_class, average):
    y = [0, 1, 2, 0, 1, 2]
    p = np.random.default_rng(5).dirichlet(np.ones(3), 6)
    options = {"multi_class": multi_class, "average": average}
    ours = fm.roc_auc_score(y, p, **options)
    assert type(ours) is type(metrics.roc_auc_score(y, p, **options))
