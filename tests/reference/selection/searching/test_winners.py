"""The reference's correction against a choice that can be followed by hand."""

from fastmetrics import reference
from fastmetrics.reference.random import draw_weights


def share_right(truth, found):
    return sum(t == f for t, f in zip(truth, found, strict=True)) / len(truth)


def test_one_draw_of_four_rows():
    """Model 0 is right on the first two rows, model 1 on the last two."""
    drawn = draw_weights(3, 0, [4])
    left = [i for i in range(4) if not drawn[i]]
    first = drawn[0] + drawn[1]
    winner = 0 if first >= 2 else 1  # of four rows drawn; the first of equals
    right = sum((i < 2) == (winner == 0) for i in left) / len(left)
    found = reference.selection_corrected_score(
        share_right, [1] * 4, [[1, 0], [1, 0], [0, 1], [0, 1]], n_resamples=1,
        random_state=3,
    )  # fmt: skip
    assert found == (right, right, right)


def test_a_model_that_is_always_right_is_worth_one():
    found = reference.selection_corrected_score(
        share_right, [0, 1] * 5, [[k % 2, 0] for k in range(10)], n_resamples=20
    )
    assert found == (1, 1, 1)


def test_folds_are_averaged():
    """Two rows in one fold and six in the other: the mean of both, not of rows."""
    drawn = draw_weights(5, 0, [8])
    left = [i for i in range(8) if not drawn[i]]
    parts = [[i for i in left if i < 2], [i for i in left if i >= 2]]
    right = [sum(i % 2 for i in part) / len(part) for part in parts if part]
    found = reference.selection_corrected_score(
        share_right, [1] * 8, [[k % 2, 0] for k in range(8)], folds=[0] * 2 + [1] * 6,
        n_resamples=1, random_state=5,
    )  # fmt: skip
    assert found.high == sum(right) / len(right)
    # Each model is right on half of the rows of each fold: no choice makes it better.
    assert (found.estimate, found.low) == (0.5, 0.5)
