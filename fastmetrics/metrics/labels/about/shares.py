"""What there is to say of accuracy, errors, precision, recall, F, and averages."""

from dataclasses import replace

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

COUNTS = "tp, fp, fn and tn the true and false positives and negatives"
HATS = "y the true and ŷ the predicted label of each of n rows"
RIGHT_ROWS = "[…] is 1 where it holds, else 0"


def first_level(value: float, equals: str, function: str) -> Rival:
    """Make the record of yardstick's default, by which the first level is positive."""
    return Rival(
        "R: yardstick",
        f"{function}(truth, estimate)",
        value,
        "takes the first of the two levels, here 0, for the positive class unless "
        "event_level says otherwise; caret's positive does the same",
        equals=equals,
    )


WRONG = About(
    "What share of the rows is predicted wrong?",
    "1/n Σᵢ [ŷᵢ ≠ yᵢ]",
    r"\frac{1}{n} \sum_i [\hat y_i \ne y_i]",
    f"{HATS}; {RIGHT_ROWS}",
)

ABOUT: dict[str, About] = {
    "accuracy_score": About(
        "What share of the rows is predicted right?",
        "1/n Σᵢ [ŷᵢ = yᵢ]",
        r"\frac{1}{n} \sum_i [\hat y_i = y_i]",
        f"{HATS}; {RIGHT_ROWS}",
        rivals=(
            Rival(
                "PyCM",
                "pycm.ConfusionMatrix(y_true, y_pred).ACC_Macro",
                0.8,
                "averages the accuracies of each class against the rest, in which most "
                "rows are right for most classes",
                needs="pycm",
                of="multiclass",
            ),
            Rival(
                "Keras",
                "keras.metrics.BinaryAccuracy()(y_true, y_pred)",
                0.8333333333333334,
                "counts entries where a row has several labels",
                equals="1 - fastmetrics.hamming_loss(y_true, y_pred)",
                of="multilabel-indicator",
            ),
        ),
    ),
    "error_rate": WRONG,
    "zero_one_loss": replace(
        WRONG,
        question="What is lost, if each wrong row costs 1?",
        rivals=(
            Rival(
                "scikit-learn",
                "sklearn.metrics.zero_one_loss(y_true, y_pred, normalize=False)",
                3.0,
                "gives the number of wrong rows when it is asked so, as the function "
                "here does",
                needs="sklearn.metrics",
            ),
        ),
    ),
    "hamming_loss": About(
        "What share of all labels, over rows and labels, is predicted wrong?",
        "1/(n L) Σᵢ Σₗ [ŷᵢₗ ≠ yᵢₗ]",
        r"\frac{1}{n} \sum_i \frac{1}{L} \sum_l [\hat y_{il} \ne y_{il}]",
        f"y the true and ŷ the predicted of L labels of n rows; {RIGHT_ROWS}",
        of="multilabel-indicator",
    ),
    "balanced_accuracy_score": About(
        "What share of the rows would be right if all classes were of one size?",
        "1/k Σ_c R_c",
        r"\frac{1}{k} \sum_c R_c",
        "R_c the recall of class c of the k that occur",
        rivals=(
            Rival(
                "R: yardstick",
                "bal_accuracy(truth, estimate)",
                0.7718253968253969,
                "averages (sensitivity + specificity) / 2 of each class against the "
                "rest",
                equals="np.mean([(fastmetrics.true_positive_rate(y_true == c, "
                "y_pred == c, pos_label=True) + fastmetrics.true_negative_rate("
                "y_true == c, y_pred == c, pos_label=True)) / 2 for c in 'abc'])",
                of="multiclass",
            ),
        ),
    ),
    "precision_score": About(
        "What share of the rows predicted positive is positive?",
        "P = tp / (tp + fp)",
        r"P = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}",
        "tp and fp the true and false positives",
        "no row is predicted positive: 0 with a warning, or what zero_division says",
        (
            first_level(
                0.8,
                "fastmetrics.precision_score(y_true, y_pred, pos_label=0)",
                "precision",
            ),
        ),
    ),
    "recall_score": About(
        "What share of the positive rows is found?",
        "R = tp / (tp + fn)",
        r"R = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}",
        "tp the true positives, fn the false negatives",
        "no row is positive: 0 with a warning, or what zero_division says",
        (
            first_level(
                0.6666666666666666,
                "fastmetrics.recall_score(y_true, y_pred, pos_label=0)",
                "recall",
            ),
        ),
    ),
    "f1_score": About(
        "How precise and how complete are the positive predictions, in one number that "
        "is near the lower of the two?",
        "F₁ = 2 P R / (P + R) = 2tp / (2tp + fp + fn)",
        r"F_1 = \frac{2 P R}{P + R}"
        r" = \frac{2\,\mathrm{tp}}{2\,\mathrm{tp} + \mathrm{fp} + \mathrm{fn}}",
        "P precision, R recall; tp, fp, fn the true positives and the errors",
        "no row is positive or predicted positive: 0 with a warning, or what "
        "zero_division says",
        (
            first_level(
                0.7272727272727273,
                "fastmetrics.f1_score(y_true, y_pred, pos_label=0)",
                "f_meas",
            ),
        ),
    ),
    "jaccard_score": About(
        "Of the rows that are positive or predicted so, what share is both?",
        "J = tp / (tp + fp + fn)",
        r"J = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp} + \mathrm{fn}}",
        "tp, fp, fn the true positives and the errors",
        "no row is positive or predicted positive: 0 with a warning, or what "
        "zero_division says",
        (
            Rival(
                "SciPy",
                "scipy.spatial.distance.jaccard(y_true, y_pred)",
                0.6,
                "is the distance, 1 minus the index",
                needs="scipy.spatial.distance",
                of="few",
            ),
        ),
    ),
}
ABOUT["fbeta_score"] = About(
    "How precise and how complete are the predictions, if recall counts β times as "
    "much as precision?",
    "F = (1 + β²) P R / (β² P + R)",
    r"F = \frac{(1 + \beta^2)\,P\,R}{\beta^2 P + R}",
    "P precision, R recall",
    ABOUT["f1_score"].undefined,
    (
        Rival(
            "R: ROCR",
            'performance(pred, "f", alpha = 0.5)',
            0.6666666666666666,
            "takes van Rijsbergen's α, which is 1 / (1 + β²): its 0.5 is F₁, and β = "
            "0.5 is α = 0.8",
            equals="fastmetrics.fbeta_score(y_true, y_pred, beta=1.0)",
        ),
    ),
    given={"beta": 0.5},
)
ABOUT["f2"] = replace(
    ABOUT["fbeta_score"],
    question="How precise and how complete are the predictions, if recall counts twice "
    "as much as precision?",
    formula="F₂ = 5 P R / (4 P + R)",
    latex=r"F_2 = \frac{5 P R}{4 P + R}",
    rivals=(),
    given={},
)

# --- averages over classes and rows

# name of the row -> the metric, its letter, and its quotient of sums over the classes
BASES = {
    "precision": (
        "precision_score",
        "P",
        ("Σ_c tp_c / Σ_c (tp_c + fp_c)", r"{\sum_c (\mathrm{tp}_c + \mathrm{fp}_c)}"),
    ),
    "recall": (
        "recall_score",
        "R",
        ("Σ_c tp_c / Σ_c (tp_c + fn_c)", r"{\sum_c (\mathrm{tp}_c + \mathrm{fn}_c)}"),
    ),
    "f1": (
        "f1_score",
        "F",
        (
            "Σ_c 2tp_c / Σ_c (2tp_c + fp_c + fn_c)",
            r"{\sum_c (2\,\mathrm{tp}_c + \mathrm{fp}_c + \mathrm{fn}_c)}",
        ),
    ),
    "jaccard": (
        "jaccard_score",
        "J",
        (
            "Σ_c tp_c / Σ_c (tp_c + fp_c + fn_c)",
            r"{\sum_c (\mathrm{tp}_c + \mathrm{fp}_c + \mathrm{fn}_c)}",
        ),
    ),
}
CALLED = {
    "precision": "precise are the predictions",
    "recall": "complete are the predictions",
    "f1": "precise and complete are the predictions",
    "jaccard": "well do predicted and true rows of a class coincide",
}


def _averages(name: str) -> dict[str, About]:
    function, letter, (text, below) = BASES[name]
    base = ABOUT[function]
    is_f = name == "f1"
    above = rf"{{\sum_c {'2 ' if is_f else ''}\mathrm{{tp}}_c}}"
    zero = "has no denominator: 0 with a warning, or what zero_division says"
    common = replace(base, rivals=(), of="multiclass")
    made = {
        "macro": replace(
            common,
            question=f"How {CALLED[name]}, if every class counts alike?",
            formula=f"1/k Σ_c {letter}_c",
            latex=rf"\frac{{1}}{{k}} \sum_c {letter}_c",
            where=f"{letter}_c that of class c, of k: {base.formula}",
            undefined=f"a class {zero}, in its place",
        ),
        "micro": replace(
            common,
            question=f"How {CALLED[name]}, if every decision about a label counts "
            "alike?",
            formula=text,
            latex=rf"\frac{above}{below}",
            where="tp, fp and fn of each class c against the rest; of one label per "
            "row and all classes precision, recall and F₁ are the accuracy",
            undefined=f"it {zero}",
        ),
        "weighted": replace(
            common,
            question=f"How {CALLED[name]}, if every class counts by its rows?",
            formula=f"1/n Σ_c n_c {letter}_c",
            latex=rf"\frac{{1}}{{n}} \sum_c n_c {letter}_c",
            where=f"{letter}_c that of class c, which n_c of n rows are of: "
            f"{base.formula}",
            undefined=f"a class {zero}, in its place",
        ),
        "samples": replace(
            common,
            question=f"How {CALLED[name]}, row by row of several labels each?",
            formula=f"1/n Σᵢ {letter}ᵢ",
            latex=rf"\frac{{1}}{{n}} \sum_i {letter}_i",
            where=f"{letter}ᵢ that of the labels of row i, of n: {base.formula}",
            undefined=f"a row {zero}, in its place",
            of="multilabel-indicator",
        ),
    }
    return {f"{name}_{average}": about for average, about in made.items()}


for _base in BASES:
    ABOUT.update(_averages(_base))
ABOUT["f1_macro"] = replace(
    ABOUT["f1_macro"],
    rivals=(
        Rival(
            "Sokolova and Lapalme (2009), Zhou (2021)",
            "F of macro precision and macro recall",
            0.7362155388471178,
            "is macro_f1_of_averages here, which is never smaller",
            equals="fastmetrics.macro_f1_of_averages(y_true, y_pred)",
        ),
    ),
)
ABOUT["macro_f1_of_averages"] = About(
    "How precise and complete are the predictions, both first averaged over classes?",
    "(1 + β²) P̄ R̄ / (β² P̄ + R̄)",
    r"\frac{(1 + \beta^2)\,\bar P\,\bar R}{\beta^2 \bar P + \bar R}",
    "P̄ and R̄ the means over classes of precision and recall; β is 1 by default",
    "a class has no denominator: 0 with a warning, or what zero_division says, in its "
    "place",
    (
        Rival(
            "scikit-learn",
            "sklearn.metrics.f1_score(y_true, y_pred, average='macro')",
            0.6666666666666666,
            "is the mean of the F₁ of the classes, f1_macro here",
            needs="sklearn.metrics",
        ),
    ),
    of="multiclass",
)
