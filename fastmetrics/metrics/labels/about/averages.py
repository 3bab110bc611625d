"""What there is to say of averages over classes or rows, made from what is averaged."""

from dataclasses import replace

from fastmetrics.metrics.about import About, Rival
from fastmetrics.metrics.labels.about import shares

__all__ = ["ABOUT"]

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
    base = shares.ABOUT[function]
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


ABOUT = {name: about for base in BASES for name, about in _averages(base).items()}
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
