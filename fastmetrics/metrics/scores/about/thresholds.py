"""What there is to say of values optimised over thresholds, and of curves and tests."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ONE_CLASS = "y_true has one class only: NaN, with a warning"
NO_POSITIVES = "no row is positive: NaN, with a warning"
CURVE_OF_ONE = "y_true has one class only: NaN in its place, with a warning"
AT = "at threshold t, with rows of scores of t or more predicted positive"
COSTS = "cfn and cfp the costs of the two errors"
FAWCETT = (
    'T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters 27(8), '
    "2006, 861-874."
)
PIATETSKY = (
    'G. Piatetsky-Shapiro and B. Masand, "Estimating campaign benefits and modeling '
    'lift", KDD 1999, 185-193.'
)
LIPTON = (
    'Z. C. Lipton, C. Elkan and B. Naryanaswamy, "Optimal thresholding of classifiers '
    'to maximize F1 measure", ECML PKDD 2014, 225-239.'
)
ELKAN = 'C. Elkan, "The foundations of cost-sensitive learning", IJCAI 2001, 973-978.'
BURDEN = (
    "R. L. Burden and J. D. Faires, Numerical Analysis, 9th edition, Brooks/Cole, "
    "2011, section 4.3: the trapezoidal rule."
)

ABOUT = {
    "best_f1": About(
        "What F₁ is reached at the best threshold on these rows?",
        "max_t 2 tp(t) / (2 tp(t) + fp(t) + fn(t))",
        r"\max_t \frac{2\,\mathrm{tp}(t)}{2\,\mathrm{tp}(t) + \mathrm{fp}(t)"
        r" + \mathrm{fn}(t)}",
        f"tp, fp, fn the counts {AT}",
        NO_POSITIVES,
        sources=(LIPTON,),
    ),
    "best_youden": About(
        "How far can the hit rate exceed the rate of false alarms?",
        "max_t (TPR(t) − FPR(t))",
        r"\max_t (\mathrm{TPR}(t) - \mathrm{FPR}(t))",
        f"TPR and FPR the rates {AT}",
        ONE_CLASS,
    ),
    "best_accuracy": About(
        "What share of these rows is right at the best threshold?",
        "max_t (tp(t) + tn(t)) / n",
        r"\max_t \frac{\mathrm{tp}(t) + \mathrm{tn}(t)}{n}",
        f"tp and tn the right ones of n rows {AT}",
        sources=(FAWCETT,),
    ),
    "lowest_cost": About(
        "What does a row cost at the best threshold?",
        "min_t (cfn fn(t) + cfp fp(t)) / n",
        r"\min_t \frac{c_{fn}\,\mathrm{fn}(t) + c_{fp}\,\mathrm{fp}(t)}{n}",
        f"fn and fp the errors among n rows {AT}; {COSTS}, 1 by default",
        sources=(ELKAN,),
    ),
    "roc_curve": About(
        "What hit rate is paid for with what rate of false alarms?",
        "FPR(t) = fp(t) / (fp + tn),  TPR(t) = tp(t) / (tp + fn)",
        r"\mathrm{FPR}(t) = \frac{\mathrm{fp}(t)}{\mathrm{fp} + \mathrm{tn}}, \quad "
        r"\mathrm{TPR}(t) = \frac{\mathrm{tp}(t)}{\mathrm{tp} + \mathrm{fn}}",
        f"counts {AT}",
        CURVE_OF_ONE,
    ),
    "precision_recall_curve": About(
        "How precise are predictions that find a given share of the positives?",
        "P(t) = tp(t) / (tp(t) + fp(t)),  R(t) = tp(t) / (tp + fn)",
        r"P(t) = \frac{\mathrm{tp}(t)}{\mathrm{tp}(t) + \mathrm{fp}(t)}, \quad "
        r"R(t) = \frac{\mathrm{tp}(t)}{\mathrm{tp} + \mathrm{fn}}",
        f"counts {AT}",
        "no row is positive: recall is 1 throughout, with a warning",
    ),
    "det_curve": About(
        "How many are missed for how many false alarms?",
        "FPR(t) = fp(t) / (fp + tn),  FNR(t) = fn(t) / (tp + fn)",
        r"\mathrm{FPR}(t) = \frac{\mathrm{fp}(t)}{\mathrm{fp} + \mathrm{tn}}, \quad "
        r"\mathrm{FNR}(t) = \frac{\mathrm{fn}(t)}{\mathrm{tp} + \mathrm{fn}}",
        f"counts {AT}",
        "y_true has one class only: ValueError",
    ),
    "confusion_matrix_at_thresholds": About(
        "Which counts of right and wrong rows does every threshold give?",
        "tp(t) = #{y = 1, s ≥ t},  fp(t) = #{y = 0, s ≥ t}",
        r"\mathrm{tp}(t) = \#\{y = 1, s \geq t\}, \quad "
        r"\mathrm{fp}(t) = \#\{y = 0, s \geq t\}",
        "y the label and s the score of a row; the other two counts are what is left",
        sources=(FAWCETT,),
    ),
    "metric_at_thresholds": About(
        "What does a metric of labels say at every threshold?",
        "m(t) = m(y, [s ≥ t])",
        r"m(t) = m(y, [s \geq t])",
        "m the metric, y the labels and s the scores",
        sources=(FAWCETT,),
    ),
    "cumulative_gain_curve": About(
        "What share of the positives is among the rows with the highest scores?",
        "x(t) = (tp(t) + fp(t)) / n,  y(t) = tp(t) / (tp + fn)",
        r"x(t) = \frac{\mathrm{tp}(t) + \mathrm{fp}(t)}{n}, \quad "
        r"y(t) = \frac{\mathrm{tp}(t)}{\mathrm{tp} + \mathrm{fn}}",
        f"counts of n rows {AT}",
        "no row is positive: the gain is NaN, with a warning",
    ),
    "lift_curve": About(
        "How many times the base rate is found among the rows with the highest scores?",
        "lift(t) = (tp(t) / (tp + fn)) / ((tp(t) + fp(t)) / n)",
        r"\mathrm{lift}(t) = \frac{\mathrm{tp}(t) / (\mathrm{tp} + \mathrm{fn})}"
        r"{(\mathrm{tp}(t) + \mathrm{fp}(t)) / n}",
        f"counts of n rows {AT}",
        "no row is positive: the lift is NaN, with a warning",
        sources=(PIATETSKY,),
    ),
    "cost_curve": About(
        "What do errors cost with the best threshold, for every operating condition?",
        "y(x) = min_t [(1 − x) FPR(t) + x FNR(t)]",
        r"y(x) = \min_t [(1 - x)\,\mathrm{FPR}(t) + x\,\mathrm{FNR}(t)]",
        "x the probability cost, FPR(t) and FNR(t) the rates of errors at threshold t",
        CURVE_OF_ONE,
    ),
    "delong_roc_variance": About(
        "How much would the area under the ROC curve vary from sample to sample?",
        "var = s²(V₁₀) / n₊ + s²(V₀₁) / n₋",
        r"\mathrm{var} = \frac{s^2(V_{10})}{n_+} + \frac{s^2(V_{01})}{n_-}",
        "V₁₀ for each of n₊ positive rows the share of negatives below it, V₀₁ for "
        "each of n₋ negative rows the share of positives above it, s² sample variances",
        "a class has fewer than two rows: NaN, with a warning",
    ),
    "delong_roc_test": About(
        "Do two scores of the same rows have the same area under the ROC curve?",
        "z = (AUCa − AUCb) / √var(AUCa − AUCb)",
        r"z = \frac{\mathrm{AUC}_a - \mathrm{AUC}_b}"
        r"{\sqrt{\mathrm{var}(\mathrm{AUC}_a - \mathrm{AUC}_b)}}",
        "var DeLong's variance of the difference; z is compared with the normal "
        "distribution",
        "a class has fewer than two rows: NaN, with a warning",
    ),
    "delong_roc_test_independent": About(
        "Do scores of two independent samples have the same area under the ROC curve?",
        "t = (AUCa − AUCb) / √(va + vb)",
        r"t = \frac{\mathrm{AUC}_a - \mathrm{AUC}_b}{\sqrt{v_a + v_b}}",
        "v DeLong's variance of each area; t is compared with Student's law, its "
        "degrees of freedom after Welch and Satterthwaite",
        "a sample has fewer than two rows of a class: NaN, with a warning",
    ),
    "auc": About(
        "How large is the area under straight lines through given points?",
        "Σᵢ (xᵢ₊₁ − xᵢ) (yᵢ₊₁ + yᵢ) / 2",
        r"\sum_i (x_{i+1} - x_i) \frac{y_{i+1} + y_i}{2}",
        "xᵢ and yᵢ the i-th point",
        "there are fewer than two points, or x turns back: ValueError",
        sources=(BURDEN,),
    ),
    "probability_cost": About(
        "Where does an operating condition lie on a cost curve?",
        "x = p cfn / (p cfn + (1 − p) cfp)",
        r"x = \frac{p\,c_{fn}}{p\,c_{fn} + (1 - p)\,c_{fp}}",
        f"p the share of positive rows; {COSTS}",
        "no error costs anything: NaN, with a warning",
    ),
    "normalized_expected_cost": About(
        "What do errors cost, as a share of what it would cost to be always wrong?",
        "(FNR p cfn + FPR (1 − p) cfp) / (p cfn + (1 − p) cfp)",
        r"\frac{\mathrm{FNR}\,p\,c_{fn} + \mathrm{FPR}\,(1 - p)\,c_{fp}}"
        r"{p\,c_{fn} + (1 - p)\,c_{fp}}",
        f"FNR and FPR the rates of errors, p the share of positive rows; {COSTS}",
        "no error costs anything: NaN, with a warning",
    ),
}
