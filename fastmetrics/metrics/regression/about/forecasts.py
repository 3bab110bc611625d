"""What there is to say of quantiles, intervals and distributions as forecasts."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT", "ROWS"]

TRUE = [3.0, 1.5, 2.0, 7.0, 4.5, 5.0, 2.5, 6.0, 3.5, 1.0]
LOWER = [2.0, 1.0, 0.5, 5.0, 3.0, 2.5, 1.5, 4.0, 3.0, 1.5]
MIDDLE = [3.5, 1.5, 1.5, 6.0, 4.0, 3.5, 2.5, 5.0, 3.5, 2.0]
UPPER = [4.5, 3.0, 2.5, 8.5, 5.0, 4.5, 3.0, 7.5, 5.5, 4.0]

# Ten rows by the kind of forecast.
ROWS = {
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
