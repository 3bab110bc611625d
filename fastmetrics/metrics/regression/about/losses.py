"""What there is to say of losses, of points and of other forecasts."""

from collections.abc import Mapping
from typing import Any

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT", "ROWS"]

ERRORS = "eᵢ the predicted number less the observed one"
PAIR = "yᵢ the observed number of row i, fᵢ the mean that is predicted"
OUTSIDE = "numbers are outside what the distribution allows: raises"
NUMBERS = "yᵢ the observed number of row i, fᵢ the predicted one"
ONE_ROW = "there is one row: NaN, with a warning"
TRUE = [3.0, 1.5, 2.0, 7.0, 4.5, 5.0, 2.5, 6.0, 3.5, 1.0]
LOWER = [2.0, 1.0, 0.5, 5.0, 3.0, 2.5, 1.5, 4.0, 3.0, 1.5]
MIDDLE = [3.5, 1.5, 1.5, 6.0, 4.0, 3.5, 2.5, 5.0, 3.5, 2.0]
UPPER = [4.5, 3.0, 2.5, 8.5, 5.0, 4.5, 3.0, 7.5, 5.5, 4.0]
# Ten rows by the kind of forecast.
ROWS: dict[str, Mapping[str, Any]] = {
    "quantiles": {
        "y_true": TRUE,
        "y_quantiles": [list(row) for row in zip(LOWER, MIDDLE, UPPER, strict=True)],
    },
    "quantile": {"y_true": TRUE, "y_quantiles": UPPER},
    "interval": {"y_true": TRUE, "y_lower": LOWER, "y_upper": UPPER},
    "ensemble": {
        "y_true": TRUE,
        "y_ensemble": [list(row) for row in zip(UPPER, LOWER, MIDDLE, strict=True)],
    },
    "normal": {
        "y_true": TRUE,
        "mean": MIDDLE,
        "scale": [1.0, 0.5, 1.0, 1.5, 1.0, 1.0, 0.5, 2.0, 1.0, 0.5],
    },
}
LEVELS = {"quantiles": [0.1, 0.5, 0.9]}
PINBALL = "max(αⱼ (yᵢ − qᵢⱼ), (αⱼ − 1) (yᵢ − qᵢⱼ))"
PINBALL_LATEX = r"\max(\alpha_j (y_i - q_{ij}), (\alpha_j - 1) (y_i - q_{ij}))"
QUANTILES = "qᵢⱼ the quantile predicted at the level αⱼ, K the number of levels"
ENDS = "lᵢ and uᵢ the ends of the interval"
UPSIDE_DOWN = "a lower end is above the upper one: raises"
NORMAL = "μᵢ and sᵢ the mean and standard deviation, zᵢ = (yᵢ − μᵢ) / sᵢ"

ABOUT = {
    "mean_pinball_loss": About(
        "How good are predictions as quantiles of the level alpha?",
        "1/n Σᵢ (α (yᵢ − fᵢ)₊ + (1 − α) (fᵢ − yᵢ)₊)",
        r"\frac{1}{n} \sum_i (\alpha (y_i - f_i)_+ + (1 - \alpha) (f_i - y_i)_+)",
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
    "mean_tweedie_deviance": About(
        "How much less likely are the data than if each mean were what was observed?",
        "2/n Σᵢ ∫[fᵢ, yᵢ] (yᵢ − u) u⁻ᵖ du",
        r"\frac{2}{n} \sum_i \int_{f_i}^{y_i} (y_i - u) u^{-p} du",
        f"{PAIR}, p the power of the mean that the variance grows with",
        OUTSIDE,
    ),
    "poisson_log_loss": About(
        "How likely do the predicted means make the counts that were observed?",
        "1/n Σᵢ (ŷᵢ − yᵢ ln ŷᵢ + ln yᵢ!)",
        r"\frac{1}{n} \sum_i (\hat y_i - y_i \ln \hat y_i + \ln y_i!)",
        "y the observed count and ŷ the predicted mean of each of n rows",
    ),
    "mean_poisson_deviance": About(
        "How good are predicted means of counts?",
        "2/n Σᵢ (yᵢ ln(yᵢ/fᵢ) − yᵢ + fᵢ)",
        r"\frac{2}{n} \sum_i \left(y_i \ln \frac{y_i}{f_i} - y_i + f_i\right)",
        PAIR,
        "a yᵢ is negative, or an fᵢ not positive: raises",
    ),
    "mean_gamma_deviance": About(
        "How good are predicted means of positive amounts, by their ratios?",
        "2/n Σᵢ (ln(fᵢ/yᵢ) + yᵢ/fᵢ − 1)",
        r"\frac{2}{n} \sum_i \left(\ln \frac{f_i}{y_i} + \frac{y_i}{f_i} - 1\right)",
        PAIR,
        "a number is not positive: raises",
    ),
    "d2_tweedie_score": About(
        "What share of the mean's Tweedie deviance does the model do away with?",
        "1 − Σᵢ d(yᵢ, fᵢ) / Σᵢ d(yᵢ, ȳ)",
        r"1 - \frac{\sum_i d(y_i, f_i)}{\sum_i d(y_i, \bar y)}",
        f"{PAIR}, d the deviance of a row, ȳ the mean of the yᵢ",
        "one row, or all yᵢ the same: NaN, with a warning",
    ),
    "d2_absolute_error_score": About(
        "What share of the absolute errors of the median does the model do away with?",
        "1 − Σᵢ |yᵢ − fᵢ| / Σᵢ |yᵢ − m|",
        r"1 - \frac{\sum_i |y_i - f_i|}{\sum_i |y_i - m|}",
        f"{NUMBERS}, m the median of the observed ones",
        ONE_ROW,
    ),
    "d2_pinball_score": About(
        "What share of the pinball loss of a constant quantile does the model do away "
        "with?",
        "1 − Σᵢ ρ(yᵢ − fᵢ) / Σᵢ ρ(yᵢ − c)",
        r"1 - \frac{\sum_i \rho(y_i - f_i)}{\sum_i \rho(y_i - c)}",
        f"{NUMBERS}, c the quantile of level α of the observed ones, ρ(d) = α d where "
        "d is positive, else (α − 1) d",
        ONE_ROW,
    ),
    "relative_absolute_error": About(
        "How large are absolute errors, over those of the mean?",
        "Σᵢ |fᵢ − yᵢ| / Σᵢ |yᵢ − ȳ|",
        r"\frac{\sum_i |f_i - y_i|}{\sum_i |y_i - \bar{y}|}",
        f"{NUMBERS}, ȳ the mean of the observed ones",
        "all yᵢ are equal: NaN, with a warning",
        rivals=(
            Rival(
                "against the median",
                "1 - d2_absolute_error_score(y_true, y_pred)",
                0.40625,
                "takes the median for the constant, which no other does better than",
                equals="np.sum(np.abs(y_pred - y_true)) / "
                "np.sum(np.abs(y_true - np.median(y_true)))",
            ),
        ),
    ),
    "error_decomposition": About(
        "How much of a loss would recalibration do away with, how much is gained by "
        "telling rows apart, and how much was there to gain?",
        "S(p) = [S(p) − S(c)] − [S(r) − S(c)] + S(r)",
        r"S(p) = [S(p) - S(c)] - [S(r) - S(c)] + S(r)",
        "S the mean loss, of the predictions p, of these recalibrated by isotonic "
        "regression c, and of the mean of y_true r; the parts are miscalibration, "
        "discrimination and uncertainty",
    ),
    "mean_quantile_loss": About(
        "How much do the predicted quantiles lose, on average over levels?",
        f"1/(n K) Σᵢ Σⱼ {PINBALL}",
        rf"\frac{{1}}{{n K}} \sum_i \sum_j {PINBALL_LATEX}",
        QUANTILES,
        rivals=(
            Rival(
                "GluonTS",
                "mean_weighted_sum_quantile_loss",
                0.1185185185185185,
                "doubles it and divides by the mean of |y|",
                equals="2 * fastmetrics.mean_quantile_loss(y_true, y_quantiles, "
                "quantiles=[0.1, 0.5, 0.9]) / np.mean(np.abs(y_true))",
            ),
        ),
        given=LEVELS,
    ),
    "crps_quantile": About(
        "How far are predicted quantiles from what is observed?",
        f"2/(n K) Σᵢ Σⱼ {PINBALL}",
        rf"\frac{{2}}{{n K}} \sum_i \sum_j {PINBALL_LATEX}",
        f"{QUANTILES}; it tends to the CRPS as even levels get dense",
        given=LEVELS,
    ),
    "quantile_coverage": About(
        "What share of the rows is not above its predicted quantile?",
        "1/n Σᵢ [yᵢ ≤ qᵢ]",
        r"\frac{1}{n} \sum_i [y_i \leq q_i]",
        "qᵢ the predicted quantile; […] is 1 where it holds, else 0",
        given={"quantiles": 0.9},
        of="quantile",
    ),
    "interval_coverage": About(
        "What share of the rows lies inside its prediction interval?",
        "1/n Σᵢ [lᵢ ≤ yᵢ ≤ uᵢ]",
        r"\frac{1}{n} \sum_i [l_i \leq y_i \leq u_i]",
        f"{ENDS}; […] is 1 where it holds, else 0",
        UPSIDE_DOWN,
    ),
    "mean_interval_width": About(
        "How wide are the prediction intervals, on average?",
        "1/n Σᵢ (uᵢ − lᵢ)",
        r"\frac{1}{n} \sum_i (u_i - l_i)",
        ENDS,
        UPSIDE_DOWN,
    ),
    "interval_score": About(
        "How wide are prediction intervals, and how far do rows lie outside?",
        "1/n Σᵢ (uᵢ − lᵢ) + 2/α max(lᵢ − yᵢ, yᵢ − uᵢ, 0)",
        r"\frac{1}{n} \sum_i (u_i - l_i) + "
        r"\frac{2}{\alpha} \max(l_i - y_i, y_i - u_i, 0)",
        f"{ENDS}, which are said to hold 1 − α of the rows",
        UPSIDE_DOWN,
    ),
    "crps_ensemble": About(
        "How far are the members of an ensemble from what is observed, and from each "
        "other?",
        "1/n Σᵢ (1/m Σⱼ |xᵢⱼ − yᵢ| − 1/(2 m²) Σⱼ Σₖ |xᵢⱼ − xᵢₖ|)",
        r"\frac{1}{n} \sum_i \left(\frac{1}{m} \sum_j |x_{ij} - y_i| - "
        r"\frac{1}{2 m^2} \sum_j \sum_k |x_{ij} - x_{ik}|\right)",
        "xᵢⱼ the m members; fair=True: 2m (m − 1) in place of 2m²",
        "a fair score is asked of one member: NaN, with a warning",
        rivals=(
            Rival(
                "Python: scoringrules",
                "crps_ensemble(estimator='fair')",
                0.26666666666666666,
                "divides by m (m − 1) where it is told to be fair",
                equals="fastmetrics.crps_ensemble(y_true, y_ensemble, fair=True)",
            ),
        ),
    ),
    "energy_score": About(
        "How far are the members of an ensemble of vectors from what is observed, and "
        "from each other?",
        "1/n Σᵢ (1/m Σⱼ ‖xᵢⱼ − yᵢ‖ − 1/(2 m²) Σⱼ Σₖ ‖xᵢⱼ − xᵢₖ‖)",
        r"\frac{1}{n} \sum_i \left(\frac{1}{m} \sum_j \|x_{ij} - y_i\| - "
        r"\frac{1}{2 m^2} \sum_j \sum_k \|x_{ij} - x_{ik}\|\right)",
        "xᵢⱼ the m members; fair=True: 2m (m − 1) in place of 2m²",
        "a fair score is asked of one member: NaN, with a warning",
    ),
    "rank_histogram": About(
        "How often does the observation have each rank among the members?",
        "cᵣ = Σᵢ [rᵢ = r]",
        r"c_r = \sum_i [r_i = r]",
        "rᵢ the rank of the observation among the m members and itself, r = 1 … m + 1; "
        "ties are decided at random",
    ),
    "quantile_calibration_error": About(
        "How far are quantile forecasts from having their shares of the rows below?",
        "1/k Σⱼ |1/n Σᵢ [yᵢ ≤ qᵢⱼ] − αⱼ|",
        r"\frac{1}{k} \sum_j |\frac{1}{n} \sum_i [y_i \leq q_{ij}] - \alpha_j|",
        "qᵢⱼ the predicted quantile of level αⱼ of k, for row i of n",
        given=LEVELS,
    ),
    "expected_normalized_calibration_error": About(
        "How far are predicted standard deviations from the errors, relatively?",
        "1/k Σ_b |RMV_b − RMSE_b| / RMV_b",
        r"\frac{1}{k} \sum_b "
        r"\frac{|\mathrm{RMV}_b - \mathrm{RMSE}_b|}{\mathrm{RMV}_b}",
        "RMV_b the root of the mean predicted variance and RMSE_b that of the mean "
        "squared error, in bin b of k bins of as many rows",
        "all deviations of a bin are 0, and not all errors: infinite",
    ),
    "uncertainty_calibration_error": About(
        "How far are predicted variances from the squared errors?",
        "Σ_b n_b/n |MSE_b − MV_b|",
        r"\sum_b \frac{n_b}{n} |\mathrm{MSE}_b - \mathrm{MV}_b|",
        "MSE_b the mean squared error and MV_b the mean predicted variance of the n_b "
        "rows in bin b, of bins of one width of the variance",
    ),
    "pit_values": About(
        "How likely did each forecast make a number up to the one observed?",
        "uᵢ = Φ((yᵢ − μᵢ) / sᵢ)",
        r"u_i = \Phi(\frac{y_i - \mu_i}{s_i})",
        NORMAL,
    ),
    "coverage_curve": About(
        "How many rows are inside of the intervals that forecasts give, at each level?",
        "1/n Σᵢ [|zᵢ| ≤ Φ⁻¹((1 + p) / 2)]",
        r"\frac{1}{n} \sum_i [|z_i| \leq \Phi^{-1}(\frac{1 + p}{2})]",
        NORMAL,
    ),
    "crps_gaussian": About(
        "How far is a normal forecast from what is observed?",
        "1/n Σᵢ sᵢ (zᵢ (2Φ(zᵢ) − 1) + 2φ(zᵢ) − 1/√π)",
        r"\frac{1}{n} \sum_i s_i \left(z_i (2 \Phi(z_i) - 1) + 2 \varphi(z_i) - "
        r"\frac{1}{\sqrt{\pi}}\right)",
        f"{NORMAL}; Φ and φ the normal distribution and its density",
    ),
    "gaussian_log_loss": About(
        "How likely does a normal forecast make what is observed?",
        "1/n Σᵢ ½ ln(2π sᵢ²) + zᵢ²/2",
        r"\frac{1}{n} \sum_i \frac{1}{2} \ln(2 \pi s_i^2) + \frac{z_i^2}{2}",
        NORMAL,
        "with sᵢ = 0 rows are infinitely good or bad; if both occur: NaN, with a "
        "warning",
    ),
    "quantile_losses": About(
        "How much do the predicted quantiles of each level lose?",
        f"1/n Σᵢ {PINBALL}",
        rf"\frac{{1}}{{n}} \sum_i {PINBALL_LATEX}",
        QUANTILES,
        given=LEVELS,
    ),
}
