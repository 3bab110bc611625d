"""The reference's curves and search against a model whose scores are plain to see."""

from fastmetrics import reference

ROWS = [0, 1, 2, 3]
FOLDS = [([0, 1], [2, 3]), ([2, 3], [0, 1])]


class Constant:
    """Predicts ``by`` more than the first target; its score is how far off that is."""

    def __init__(self, by=0):
        self.by = by

    def set_params(self, by):
        self.by = by

    def fit(self, X, y):
        self.said = y[0] + self.by

    def score(self, X, y):
        return -sum(abs(self.said - one) for one in y) / len(y)


def test_learning_curve():
    """In fold 1 it says 0, far from 2 and 3; in fold 2 it says 2."""
    sizes, learnt, held = reference.learning_curve(
        Constant(), ROWS, [0, 1, 2, 3], train_sizes=[1, 2], cv=FOLDS
    )
    assert sizes == [1, 2]
    assert learnt == [[0, 0], [-0.5, -0.5]]
    assert held == [[-2.5, -1.5]] * 2


def test_validation_curve():
    learnt, held = reference.validation_curve(
        Constant(), ROWS, [0, 1, 2, 3], param_name="by", param_range=[0, 1], cv=FOLDS
    )
    assert learnt == [[-0.5, -0.5], [-0.5, -0.5]]
    assert held == [[-2.5, -1.5], [-1.5, -2.5]]


def test_search():
    """0 and 1 are as good as each other, and 2 is one worse in fold 2."""
    found = reference.search(
        Constant(), {"by": [0, 1, 2]}, ROWS, [0, 1, 2, 3], cv=FOLDS
    )
    assert found.values == [-2, -2, -2]
    assert found.best_parameters == {"by": 0}
    simplest = reference.search(
        Constant(), {"by": [0, 1, 2]}, ROWS, [0, 1, 2, 3], cv=FOLDS,
        select="one_standard_error", simplicity=lambda one: -one["by"],
    )  # fmt: skip
    assert simplest.best_parameters == {"by": 2}


def test_the_rule_of_one_standard_error_leaves_out_what_is_worse_everywhere():
    found = reference.search(
        Constant(), {"by": [0, -9]}, ROWS, [0, 1, 2, 3], cv=FOLDS,
        select="one_standard_error", simplicity=lambda one: one["by"],
    )  # fmt: skip
    assert found.values == [-2, -9.5]  # 11.5 and 7.5 off
    assert found.best_parameters == {"by": 0}
