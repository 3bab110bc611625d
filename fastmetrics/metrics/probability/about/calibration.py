"""What there is to say of calibration over bins, and as a whole."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

BINS = (
    "of bin b of the probability, with a share w_b of the rows, ȳ_b is the share of "
    "positives and p̄_b the mean probability"
)
ROWS = "pᵢ the probability of the positive class, yᵢ 1 for a positive row, else 0"

ABOUT = {
    "expected_calibration_error": About(
        "How far is the share of positives from the probability, on average over bins?",
        "Σ_b w_b |ȳ_b − p̄_b|",
        r"\sum_b w_b |\bar y_b - \bar p_b|",
        BINS,
        rivals=(
            Rival(
                "Guo et al. 2017, of two classes",
                "the largest probability of each row",
                0.18999999999999997,
                "judges the more probable class of each row, not the positive one",
                equals="fastmetrics.expected_calibration_error(y_true, y_proba, "
                "mode='top-label')",
            ),
        ),
    ),
    "maximum_calibration_error": About(
        "How far is the share of positives from the probability in the worst bin?",
        "max_b |ȳ_b − p̄_b|",
        r"\max_b |\bar y_b - \bar p_b|",
        BINS,
    ),
    "adaptive_calibration_error": About(
        "How far is the share of positives from the probability, on average over bins "
        "of equally many rows?",
        "Σ_b w_b |ȳ_b − p̄_b|",
        r"\sum_b w_b |\bar y_b - \bar p_b|",
        f"{BINS}; of several classes the mean over them",
    ),
    "squared_calibration_error": About(
        "How large is the squared distance of share and probability, once the part of "
        "chance is taken off?",
        "Σ_b w_b [(ȳ_b − p̄_b)² − s_b²/n_b]",
        r"\sum_b w_b \left[(\bar y_b - \bar p_b)^2 - s_b^2 / n_b\right]",
        f"{BINS}, and s_b² the variance of y − p over its n_b rows; a bin of one "
        "row adds 0",
        rivals=(
            Rival(
                "torchmetrics",
                "binary_calibration_error(..., norm='l2', n_bins=15)",
                0.291547594742265,
                "is the root, in bins of one width, with the part of chance",
                equals="fastmetrics.squared_calibration_error(y_true, y_proba, "
                "strategy='uniform', debias=False) ** 0.5",
            ),
        ),
    ),
    "calibration_curve": About(
        "How often does that occur which was forecast with about some probability?",
        "(p̄_b, ȳ_b)",
        r"(\bar p_b, \bar y_b)",
        "of each bin b of the probability, p̄_b is the mean probability and ȳ_b the "
        "share of positives; bins without rows are left out",
    ),
    "brier_decomposition": About(
        "How much of the Brier score is due to wrong probabilities, how much is gained "
        "by telling rows apart, and how much was there to gain?",
        "Brier = REL − RES + UNC + WBV − WBC",
        r"\mathrm{Brier} = \mathrm{REL} - \mathrm{RES} + \mathrm{UNC} "
        r"+ \mathrm{WBV} - \mathrm{WBC}",
        "REL = Σ_b w_b (p̄_b − ȳ_b)², RES = Σ_b w_b (ȳ_b − ȳ)², UNC = ȳ (1 − ȳ), ȳ the "
        f"share of positives in all rows; {BINS}; WBV and WBC the variance of the "
        "probability inside bins and twice its covariance with the outcome",
    ),
    "hosmer_lemeshow_test": About(
        "Are shares of positives farther from the probabilities than chance would have "
        "them?",
        "C = Σ_b n_b (ȳ_b − p̄_b)² / (p̄_b (1 − p̄_b))",
        r"C = \sum_b n_b \frac{(\bar y_b - \bar p_b)^2}{\bar p_b (1 - \bar p_b)}",
        "of the n_b rows in bin b of the probability, ȳ_b is the share of positives "
        "and p̄_b the mean probability; C is compared with χ² of as many degrees of "
        "freedom as there are bins in use",
        rivals=(
            Rival(
                "Hosmer & Lemeshow 1980",
                "the p-value",
                0.6514531775815979,
                "takes two degrees of freedom less, as is right for the rows that the "
                "model was fitted to",
                equals="fastmetrics.hosmer_lemeshow_test(y_true, y_proba, df=6).pvalue",
            ),
        ),
    ),
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
        (
            Rival(
                "R: rms",
                'val.prob(y_proba, y_true)["Intercept"]',
                -0.5136446391522687,
                "is the intercept of a line whose slope is fitted too, here "
                'method="logistic"',
                equals="fastmetrics.calibration_slope(y_true, y_proba).intercept",
            ),
        ),
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
