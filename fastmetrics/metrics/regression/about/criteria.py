"""What there is to say of information criteria and of penalties on weights."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

FITTED = (
    "L the likelihood that the model reaches on the rows it was fitted to, K the "
    "number of its parameters"
)

ABOUT = {
    "aic": About(
        "Which model would describe new rows best, parameters counted?",
        "2K − 2 ln L",
        r"2 K - 2 \ln L",
        FITTED,
    ),
    "aicc": About(
        "Which model would describe new rows best, where there are few rows?",
        "2K − 2 ln L + 2K (K + 1) / (n − K − 1)",
        r"2 K - 2 \ln L + \frac{2 K (K + 1)}{n - K - 1}",
        f"{FITTED}, n that of the rows",
        "there are no more than K + 1 rows: infinite",
    ),
    "bic": About(
        "Which model is the most probable, parameters counted?",
        "K ln n − 2 ln L",
        r"K \ln n - 2 \ln L",
        f"{FITTED}, n that of the rows",
    ),
    "hqic": About(
        "Which model is the right one, with the least penalty that finds it in the "
        "end?",
        "2K ln ln n − 2 ln L",
        r"2 K \ln \ln n - 2 \ln L",
        f"{FITTED}, n that of the rows",
        "there is one row: NaN, with a warning",
    ),
    "gaussian_log_likelihood": About(
        "How likely are the observed numbers, if errors are normal and of one scale?",
        "−n/2 (ln(2π s²) + MSE / s²)",
        r"-\frac{n}{2} \left(\ln(2 \pi s^2) + \frac{\mathrm{MSE}}{s^2}\right)",
        "n the number of rows, MSE the mean squared error, s the standard deviation of "
        "the errors; by default s² = MSE",
        "all predictions are right, and the scale is not given: infinite",
    ),
    "lp_norm": About(
        "How large are a model's weights together?",
        "(Σᵢ |wᵢ|ᵖ)^(1/p)",
        r"\left(\sum_i |w_i|^p\right)^{1/p}",
        "wᵢ the weights; the largest |wᵢ| where p is infinite",
    ),
    "penalized_loss": About(
        "How large is the loss together with a penalty on the weights?",
        "Σᵢ Lᵢ + s Σⱼ |wⱼ|ᵖ",
        r"\sum_i L_i + s \sum_j |w_j|^p",
        "Lᵢ the losses, wⱼ the weights, s the strength of the penalty",
    ),
}
