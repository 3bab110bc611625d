"""What there is to say of validation: models scored on rows that they have not seen."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

_SCORE = "s_f = m({(yᵢ, ŷᵢ) : f(i) = f}),  ŷᵢ = h_{−f(i)}(xᵢ)"
_SCORE_LATEX = (
    r"s_f = m(\{(y_i, \hat y_i) : f(i) = f\}), \quad \hat y_i = h_{-f(i)}(x_i)"
)
_SYMBOLS = (
    "m the metric, f(i) the fold that tests row i, h₋f the model of the rows outside "
    "fold f"
)

ABOUT = {
    "cross_validate": About(
        "How good are models of this kind on rows that they have not seen, by several "
        "metrics?",
        _SCORE,
        _SCORE_LATEX,
        _SYMBOLS,
    ),
    "cross_val_score": About(
        "How good are models of this kind on rows that they have not seen?",
        _SCORE,
        _SCORE_LATEX,
        _SYMBOLS,
    ),
    "cross_val_predict": About(
        "What would be predicted of each row by a model that has not seen it?",
        "ŷᵢ = h_{−f(i)}(xᵢ)",
        r"\hat y_i = h_{-f(i)}(x_i)",
        "h₋f the model of the rows outside fold f, f(i) the fold that tests row i",
    ),
    "permutation_test_score": About(
        "Does the model predict better than it would if the features said nothing?",
        "p = (1 + #{b : s_b ≥ s}) / (1 + B)",
        r"p = \frac{1 + \#\{b : s_b \geq s\}}{1 + B}",
        "s the mean score over folds, s_b that of the b-th of B permutations of the "
        "targets",
    ),
}
