"""What there is to say of validation, resampled errors and searches."""

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
_FULL = "a leverage is 1 or more: NaN, with a warning"
_FITTED = "ŷᵢ the fitted number of row i, hᵢ its leverage"

ABOUT = {
    # values over folds, and of what knows nothing
    "out_of_fold_score": About(
        "How good are models on rows that they were not trained on?",
        "Σ_f M(y_f, ŷ_f) / k or M(y, ŷ)",
        r"\frac{\sum_f M(y_f, \hat y_f)}{k} \text{ or } M(y, \hat y)",
        "M the metric, y_f and ŷ_f the rows of fold f of k; rankings are averaged over "
        "folds, tables of counts are added, means over rows are of all rows",
        "a fold on which M is undefined is left out, with a warning",
    ),
    "no_information_rate": About(
        "What would the metric be if predictions had nothing to do with the rows?",
        "γ = Σᵢ Σⱼ L(yᵢ, ŷⱼ) / n²",
        r"\gamma = \frac{1}{n^2} \sum_i \sum_j L(y_i, \hat y_j)",
        "L the loss; of what is no mean of losses, the metric of the n² rows (yᵢ, ŷⱼ)",
        "NaN where the metric is undefined on these rows",
    ),
    "out_of_bag_share": About(
        "Which share of the rows does a bootstrap resample never draw?",
        "(1 − 1/m)^d",
        r"\left(1 - \frac{1}{m}\right)^d",
        "m rows, d draws with replacement",
    ),
    # validation: models scored on rows that they have not seen
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
    # bootstrap estimates of error
    "out_of_bag_score": About(
        "How well do models of bootstrap resamples do on rows they have not drawn?",
        "Σᵢ Eᵢ/n",
        r"\sum_i E_i / n",
        "Eᵢ the mean loss on row i of n of the models of resamples without it; of "
        "metrics that are no means over rows, the mean over resamples of the metric on "
        "the rows that each has not drawn",
        "no row was left out, or the metric is undefined on all resamples: NaN, with a "
        "warning",
    ),
    "point632_score": About(
        "How well will a model do on new rows, by the .632+ bootstrap?",
        "(1 − w) a + w b,  w = 0.632 / (1 − 0.368 R),  R = (b − a) / (γ − a)",
        r"(1 - w) a + w b, \quad w = \frac{0.632}{1 - 0.368 R}, \quad"
        r" R = \frac{b - a}{\gamma - a}",
        "a the apparent error, b that on rows not drawn, or γ if that is less; γ the "
        "no-information value",
        "the metric is undefined on all resamples: NaN, with a warning",
    ),
    "bootstrap_validate": About(
        "How well will an estimator do on new rows, by the bootstrap?",
        "(1 − w) a + w b",
        r"(1 - w) a + w b",
        "a the score of the model of all rows on these, b that of resamples' models on "
        "rows not drawn; w as point632_score has it",
        "the metric is undefined on all resamples: NaN, with a warning",
    ),
    # leave-one-out cross-validation without refits
    "leave_one_out_predict": About(
        "What would a linear model predict of each row without having seen it?",
        "(ŷᵢ − hᵢ yᵢ) / (1 − hᵢ)",
        r"\frac{\hat y_i - h_i y_i}{1 - h_i}",
        _FITTED,
        _FULL,
    ),
    "press": About(
        "How far are a linear model's predictions from rows it has not seen?",
        "Σᵢ ((yᵢ − ŷᵢ) / (1 − hᵢ))²",
        r"\sum_i \left(\frac{y_i - \hat y_i}{1 - h_i}\right)^2",
        _FITTED,
        _FULL,
    ),
    "generalized_cross_validation": About(
        "How far are a linear model's predictions from new rows, roughly?",
        "Σᵢ (yᵢ − ŷᵢ)²/n / (1 − t/n)²",
        r"\frac{\sum_i (y_i - \hat y_i)^2 / n}{(1 - t/n)^2}",
        "t the sum of the leverages of n rows: the effective number of parameters",
        "the trace is n or more: NaN, with a warning",
    ),
    "leverage": About(
        "How much does each row count in its own prediction?",
        "hᵢ = wᵢ zᵢᵀ (Σⱼ wⱼ zⱼ zⱼᵀ + λ D)⁻¹ zᵢ",
        r"h_i = w_i z_i^T \left(\sum_j w_j z_j z_j^T + \lambda D\right)^{-1} z_i",
        "zᵢ row i with a 1 in front, wᵢ its weight, λ the penalty, D the identity but "
        "for a 0 in the place of the intercept",
    ),
    "leave_one_out_neighbors": About(
        "What do the nearest other rows predict of each row?",
        "ŷᵢ = Σⱼ yⱼ/k",
        r"\hat y_i = \sum_j y_j / k",
        "j runs over the k nearest other rows; of labels the most frequent is taken",
    ),
    # bias, variance and noise
    "bias_variance_decomposition": About(
        "How much of a loss is bias, how much variance between training sets?",
        "Σᵢ (fᵢ − y)²/D = (f̄ − y)² + Σᵢ (fᵢ − f̄)²/D",
        r"\frac{1}{D} \sum_i (f_i - y)^2 = (\bar f - y)^2"
        r" + \frac{1}{D} \sum_i (f_i - \bar f)^2",
        "fᵢ the prediction of the model of training set i of D, f̄ their mean; averaged "
        "over rows. With known or repeatedly observed targets noise is taken out of "
        "the bias. Of the 0-1 loss f̄ is the most frequent prediction",
        "with ddof=1 and one model variance and bias are NaN, with a warning",
    ),
    "estimate_bias_variance": About(
        "How much of an estimator's loss is bias, how much variance?",
        "mean loss = bias² + variance + noise",
        r"\mathrm{mean\ loss} = \mathrm{bias}^2 + \mathrm{variance} + \mathrm{noise}",
        "over models of many training sets drawn from one sample; of the 0-1 loss as "
        "bias_variance_decomposition has it",
        "with ddof=1 and one round variance and bias are NaN, with a warning",
    ),
    "bias_variance_curve": About(
        "Which value of a parameter balances bias and variance?",
        "mean loss = bias² + variance + noise",
        r"\mathrm{mean\ loss} = \mathrm{bias}^2 + \mathrm{variance} + \mathrm{noise}",
        "for each value of the parameter, over models of the same training sets",
        "with ddof=1 and one round variance and bias are NaN, with a warning",
    ),
    # parameters, their search and what the winner is worth
    "parameter_range": About(
        "Which values of a parameter are to be tried, at equal steps?",
        "start + k·step, k = 0, 1, …, ⌊(stop − start) / step⌋",
        r"\mathrm{start} + k \cdot \mathrm{step},\ "
        r"k = 0, 1, \ldots, \lfloor (\mathrm{stop} - \mathrm{start}) / "
        r"\mathrm{step} \rfloor",
        "the numbers taken as the decimals that are written",
    ),
    "selection_corrected_score": About(
        "What will the best of several models reach on new rows?",
        "1/B Σ_b M_b",
        r"\frac{1}{B} \sum_b M_b",
        "M_b the metric, on the rows that resample b of B lacks, of the model that is "
        "best on the rows that it has",
        "undefined for every model: ValueError",
    ),
    "learning_curve": About(
        "Is it worth while to collect more rows?",
        "1/k Σ_f S_f(n)",
        r"\frac{1}{k} \sum_f S_f(n)",
        "S_f(n) the score on the test part of fold f of a model that learnt from n of "
        "its training rows, k how many folds there are",
        "a fit fails: error_score, and FitFailedWarning",
    ),
    "validation_curve": About(
        "Which value of a parameter neither underfits nor overfits?",
        "1/k Σ_f S_f(v)",
        r"\frac{1}{k} \sum_f S_f(v)",
        "S_f(v) the score on the test part of fold f of a model with the value v, k "
        "how many folds there are",
        "a fit fails: error_score, and FitFailedWarning",
    ),
    "search": About(
        "Which parameters are best, and what are they really worth?",
        "max 1/k Σ_f S_f(p)",
        r"\max \frac{1}{k} \sum_f S_f(p)",
        "the largest for any parameters p, S_f(p) the score of these on the test part "
        "of fold f of k",
        "a fit fails: that candidate has no value, and FitFailedWarning; all fits "
        "fail: ValueError",
    ),
    "tune_threshold": About(
        "Where is a classifier's score cut best, and what is that worth on other rows?",
        "t = argmax_t C({(yᵢ, sᵢ)}, t),  sᵢ = h_{−f(i)}(xᵢ)",
        r"t = \mathrm{argmax}_t\, C(\{(y_i, s_i)\}, t), \quad"
        r" s_i = h_{-f(i)}(x_i)",
        "C the criterion, sᵢ the score of row i by the model of the rows outside its "
        "inner fold f(i); in each outer fold t is chosen on its training part alone",
        "no threshold keeps the bound of the criterion: NaN, with a warning",
    ),
}
