"""What there is to say of splitters that give each part its share of something."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

_REPEATED = "fold⁽ʳ⁾(i),  r = 1, …, R,  of R shuffles"
_REPEATED_LATEX = r"\mathrm{fold}^{(r)}(i), \quad r = 1, \dots, R"

ABOUT = {
    "StratifiedGroupKFold": About(
        "Which groups are tested together, if no group is to be cut and every fold is "
        "to have its share of each class?",
        "Σ_f Σ_c (k·n_fc − n_c)² / n_c²  as small as moves and swaps of groups make it",
        r"\sum_f \sum_c (k \, n_{fc} - n_c)^2 / n_c^2 \to \min",
        "n_c rows of class c, n_fc of them in fold f, k folds; the greedy method puts "
        "one group after the other where the shares n_fc / n_c then spread least",
    ),
    "RepeatedGroupKFold": About(
        "Which groups are tested together, if that is drawn several times?",
        _REPEATED,
        _REPEATED_LATEX,
        "R repeats of GroupKFold, the groups in random order in each",
    ),
    "RepeatedStratifiedGroupKFold": About(
        "Which groups are tested together, with shares of every class, if that is "
        "drawn several times?",
        _REPEATED,
        _REPEATED_LATEX,
        "R repeats of StratifiedGroupKFold, the groups in random order in each",
    ),
    "MultilabelStratifiedKFold": About(
        "Which rows are tested together, if every fold is to have its share of each of "
        "several labels?",
        "next row of the rarest label l left:  fold = argmax_f (n_l / k − n_fl)",
        r"\mathrm{fold} = \arg\max_f \, (n_l / k - n_{fl})",
        "n_l rows have label l, n_fl of them are in fold f so far; k folds",
    ),
    "BinnedStratifiedKFold": About(
        "Which rows are tested together, if every fold is to have low, middle and high "
        "values alike?",
        "{fold(i) : ⌊rank(yᵢ) / k⌋ = b} = {0, …, k − 1}  for every block b",
        r"\{\mathrm{fold}(i) : \lfloor \mathrm{rank}(y_i) / k \rfloor = b\}"
        r" = \{0, \dots, k - 1\}",
        "rank from 0 among all rows, k folds; or quantile bins of y as classes",
    ),
}
