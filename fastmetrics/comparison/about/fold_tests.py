"""What there is to say of tests of two models over several folds."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

_DIFFERENCES = "Δ the scores of A less those of B by fold, s their standard deviation"
_CONSTANT = (
    "all differences are equal: 0 with a p-value of 1 if they are 0, else NaN, with a "
    "warning"
)
_PAIRS_CONSTANT = (
    "the two differences of every repetition are equal: 0 with a p-value of 1 if what "
    "is tested is 0, else NaN, with a warning"
)
_PAIRS = (
    "Δᵢ₁ and Δᵢ₂ the differences of the two folds of repetition i, sᵢ² the sum of "
    "their squared distances to their mean"
)

ABOUT = {
    "paired_cv_t_test": About(
        "Do two models' scores differ on average, if the folds are independent?",
        "t = √k Δ̄ / s",
        r"t = \frac{\sqrt{k} \, \bar \Delta}{s}",
        f"{_DIFFERENCES}; t has k − 1 degrees of freedom",
        _CONSTANT,
    ),
    "corrected_resampled_t_test": About(
        "Do two models' scores differ on average, though training sets overlap?",
        "t = Δ̄ / (s √(1/J + v/u))",
        r"t = \frac{\bar \Delta}{s \sqrt{1/J + v/u}}",
        f"{_DIFFERENCES}; J of them, trained on u rows and tested on v; t has J − 1 "
        "degrees of freedom",
        _CONSTANT,
    ),
    "five_by_two_cv_t_test": About(
        "Do two models' scores differ on five repetitions of two folds?",
        "t = Δ₁₁ / √(Σᵢ sᵢ² / 5)",
        r"t = \frac{\Delta_{11}}{\sqrt{\sum_i s_i^2 / 5}}",
        f'{_PAIRS}; t has 5 degrees of freedom. With numerator="mean", Δ₁₁ is replaced '
        "by √2 times the mean of the first two",
        _PAIRS_CONSTANT,
    ),
    "five_by_two_cv_f_test": About(
        "Do two models' scores differ on any of five repetitions of two folds?",
        "F = Σᵢⱼ Δᵢⱼ² / (2 Σᵢ sᵢ²)",
        r"F = \frac{\sum_{ij} \Delta_{ij}^2}{2 \sum_i s_i^2}",
        f"{_PAIRS}; F has 10 and 5 degrees of freedom",
        _PAIRS_CONSTANT,
    ),
    "cv_loss_test": About(
        "Do the models of a cross-validation lose the same on average?",
        "z = √n h̄ / σ,  σ² = Σᵢ (hᵢ − h̄)² / n",
        r"z = \frac{\sqrt{n} \, \bar h}{\sigma}, \quad \sigma^2 = \frac{1}{n}"
        r" \sum_i (h_i - \bar h)^2",
        "hᵢ the loss of A less that of B on row i of n; "
        'with variance="within", σ² is the mean of the variances within the folds',
        "all differences are equal: 0 with a p-value of 1 if they are 0, else NaN, "
        "with a warning",
    ),
    "bayesian_correlated_t_test": About(
        "How probable is it that one model is better, by more than is of interest?",
        "μ ~ St(J − 1; Δ̄, s² (1/J + v/u))",
        r"\mu \sim \mathrm{St}(J - 1; \bar \Delta, s^2 (1/J + v/u))",
        f"{_DIFFERENCES}; J of them, trained on u rows and tested on v; μ is the mean "
        "difference, whose probability is added up below, in and above ±rope",
    ),
}
