"""What there is to say of losses of an error."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ERRORS = "eᵢ the predicted number less the observed one"

ABOUT = {
    "mean_pinball_loss": About(
        "How good are predictions as quantiles of the level alpha?",
        "1/n Σᵢ α (yᵢ − fᵢ)₊ + (1 − α) (fᵢ − yᵢ)₊",
        r"\frac{1}{n} \sum_i \alpha (y_i - f_i)_+ + (1 - \alpha) (f_i - y_i)_+",
        "yᵢ the observed number of row i, fᵢ the predicted one, α the level, x₊ = x "
        "where x is positive, else 0",
    ),
    "huber_loss": About(
        "How large are errors, squared, if large ones count by their size only?",
        "1/n Σᵢ mᵢ (|eᵢ| − ½mᵢ), mᵢ = min(|eᵢ|, δ)",
        r"\frac{1}{n} \sum_i m_i (|e_i| - m_i / 2), \quad m_i = \min(|e_i|, \delta)",
        f"{ERRORS}: half of the square up to δ, a line beyond",
    ),
    "pseudo_huber_loss": About(
        "How large are errors, by a smooth loss that large ones do not dominate?",
        "1/n Σᵢ δ² (√(1 + (eᵢ/δ)²) − 1)",
        r"\frac{1}{n} \sum_i \delta^2 \left(\sqrt{1 + (e_i / \delta)^2} - 1\right)",
        ERRORS,
    ),
    "log_cosh_error": About(
        "How large are errors: squared if small, by their size if large?",
        "1/n Σᵢ ln cosh eᵢ",
        r"\frac{1}{n} \sum_i \ln \cosh e_i",
        ERRORS,
    ),
    "linex_loss": About(
        "What do errors cost if those of one sign cost far more?",
        "1/n Σᵢ b (exp(zᵢ) − zᵢ − 1)",
        r"\frac{1}{n} \sum_i b (\mathrm{exp}(z_i) - z_i - 1)",
        f"zᵢ = −a eᵢ, {ERRORS}; with a < 0 too high predictions cost more",
    ),
}
