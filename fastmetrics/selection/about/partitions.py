"""What there is to say of splitters that put each row into one fold."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "KFold": About(
        "Which rows are trained on and which are tested, if each is tested once?",
        "fold(πᵢ) = f  where  Σ_{g<f} n_g ≤ i < Σ_{g≤f} n_g,  n_f ∈ {⌊n/k⌋, ⌈n/k⌉}",
        r"\mathrm{fold}(\pi_i) = f \text{ where } \sum_{g<f} n_g \leq i <"
        r" \sum_{g \leq f} n_g, \quad n_f \in \{\lfloor n/k \rfloor,"
        r" \lceil n/k \rceil\}",
        "n rows, k folds of n_f rows each, the larger ones first, π the order of the "
        "rows: as they come, or shuffled",
    ),
    "StratifiedKFold": About(
        "Which rows are tested together, if every fold is to have its share of each "
        "class?",
        "|n_fc − n_c / k| < 1  and  |n_f − n / k| < 1",
        r"|n_{fc} - n_c / k| < 1 \text{ and } |n_f - n / k| < 1",
        "n rows, n_c of them of class c, n_f in fold f, n_fc both; k folds",
    ),
    "check_cv": About(
        "Which splitter does a cv parameter mean?",
        "k ↦ StratifiedKFold(k) if classes are predicted, else KFold(k)",
        r"k \mapsto \text{StratifiedKFold}(k) \text{ if classes are predicted, else}"
        r"\ \text{KFold}(k)",
        "k the number of folds; a splitter stands for itself, pairs of index arrays "
        "for themselves",
    ),
}
