"""What there is to say of calibration as a whole, and of isotonic recalibration."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

ROWS = "pᵢ the probability of the positive class, yᵢ 1 for a positive row, else 0"

ABOUT = {
    "calibration_in_the_large": About(
        "How much too high are the probabilities on average?",
        "1/n Σᵢ (pᵢ − yᵢ)",
        r"\frac{1}{n} \sum_i (p_i - y_i)",
        ROWS,
        rivals=(
            Rival(
                "R: stats",
                "glm(y_true ~ offset(qlogis(y_proba)), binomial)",
                -0.4929361321691298,
                "is the intercept of the logits, below 0 where probabilities are too "
                "high",
                equals="fastmetrics.calibration_intercept(y_true, y_proba)[0]",
            ),
        ),
    ),
    "expected_observed_ratio": About(
        "How many positives are forecast for each that occurs?",
        "Σᵢ pᵢ / Σᵢ yᵢ",
        r"\frac{\sum_i p_i}{\sum_i y_i}",
        ROWS,
        "no row is positive: NaN, with a warning",
        (
            Rival(
                "R: metamisc",
                "oecalc(O = sum(y_true), E = sum(y_proba))",
                0.8163265306122448,
                "is observed over expected",
                equals="1 / fastmetrics.expected_observed_ratio(y_true, y_proba)",
            ),
        ),
    ),
    "calibration_intercept": About(
        "What do the logits of the probabilities lack on average?",
        "logit P(y = 1) = a + logit p",
        r"\mathrm{logit}\,P(y = 1) = a + \mathrm{logit}\,p",
        "a the intercept that is most likely, logit p = ln(p/(1 − p)); a below 0: the "
        "probabilities are too high",
        "rows of one class only: NaN, with a warning",
    ),
    "calibration_slope": About(
        "Are the probabilities too extreme, or too moderate?",
        "logit P(y = 1) = a + b logit p",
        r"\mathrm{logit}\,P(y = 1) = a + b\,\mathrm{logit}\,p",
        "b the slope and a the intercept that are most likely, "
        "logit p = ln(p/(1 − p)); b below 1: too extreme",
        "the probabilities of the classes do not overlap: NaN, with a warning",
    ),
    "reliability_curve": About(
        "How often does that occur which was forecast with some probability?",
        "min_c Σᵢ (yᵢ − c(pᵢ))²,  c(p) ≤ c(q) for p < q",
        r"\min_c \sum_i (y_i - c(p_i))^2, \quad c(p) \leq c(q) \text{ for } p < q",
        f"{ROWS}, c the recalibrated probability, which never falls",
    ),
    "score_decomposition": About(
        "How much of a loss would recalibration do away with, how much is gained by "
        "telling rows apart, and how much was there to gain?",
        "S(p) = [S(p) − S(c)] − [S(r) − S(c)] + S(r)",
        r"S(p) = [S(p) - S(c)] - [S(r) - S(c)] + S(r)",
        "S the mean loss, of the forecasts p, of these recalibrated by isotonic "
        "regression c, and of the base rate r; the parts are miscalibration, "
        "discrimination and uncertainty",
    ),
    "spiegelhalter_test": About(
        "Is the Brier score another than the probabilities promise?",
        "Z = Σᵢ (yᵢ − pᵢ)(1 − 2pᵢ) / √(Σᵢ (1 − 2pᵢ)² pᵢ (1 − pᵢ))",
        r"Z = \frac{\sum_i (y_i - p_i)(1 - 2 p_i)}"
        r"{\sqrt{\sum_i (1 - 2 p_i)^2 p_i (1 - p_i)}}",
        f"{ROWS}; Z is compared with the normal distribution",
        "all probabilities are 0, ½ or 1: NaN, with a warning",
    ),
}
