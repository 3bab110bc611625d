"""What there is to say of splitters that give each part its share of something."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "StratifiedGroupKFold": About(
        "Which groups are tested together, if no group is to be cut and every fold is "
        "to have its share of each class?",
        "min Σ_f Σ_c (k·n_fc − n_c)² / n_c²",
        r"\min \sum_f \sum_c (k \, n_{fc} - n_c)^2 / n_c^2",
        "n_c rows of class c, n_fc of them in fold f, k folds; moves and swaps of "
        "groups look for the least, the greedy method puts one group after the other "
        "where the shares n_fc / n_c then spread least",
    ),
    "RepeatedGroupKFold": About(
        "Which groups are tested together, if the groups are split several times?",
        "GroupKFold(k) of r shuffles, one after the other",
        r"\text{GroupKFold}(k) \text{ of } r \text{ shuffles, one after the other}",
        "k folds, r repeats: k·r splits, in which each group is tested r times",
    ),
    "RepeatedStratifiedGroupKFold": About(
        "Which groups are tested together, if groups are split several times and every "
        "fold is to have its share of each class?",
        "StratifiedGroupKFold(k) of r shuffles, one after the other",
        r"\text{StratifiedGroupKFold}(k) \text{ of } r \text{ shuffles, one after the"
        r" other}",
        "k folds, r repeats: k·r splits, in which each group is tested r times",
    ),
    "MultilabelStratifiedKFold": About(
        "Which rows are tested together, if every fold is to have its share of each of "
        "several labels?",
        "fold(i) = arg max_f (n_l / k − n_fl)",
        r"\mathrm{fold}(i) = \text{arg} \max_f (n_l / k - n_{fl})",
        "row i the next one that has label l, the rarest of all rows still to be put "
        "into a fold; n_l rows have it, n_fl of them in fold f so far; k folds",
    ),
    "BinnedStratifiedKFold": About(
        "Which rows are tested together, if every fold is to have low, middle and high "
        "values alike?",
        "{fold(i) : ⌊rank(yᵢ) / k⌋ = b} = {0, …, k − 1}",
        r"\{\mathrm{fold}(i) : \lfloor \mathrm{rank}(y_i) / k \rfloor = b\}"
        r" = \{0, \dots, k - 1\}",
        "for every block b of k rows; rank from 0 among all rows, k folds; or quantile "
        "bins of y as classes",
    ),
    "StratifiedGroupShuffleSplit": About(
        "Which groups are tested, if they are drawn anew, no group is to be cut and "
        "every class is to have its share?",
        "min Σ_p Σ_c (n_pc − m_p·n_c / n)² / n_c²",
        r"\min \sum_p \sum_c (n_{pc} - m_p n_c / n)^2 / n_c^2",
        "n rows, n_c of class c, n_pc of them in part p, which is to have m_p rows; "
        "from groups in random order, moves and swaps look for the least",
    ),
    "MultilabelStratifiedShuffleSplit": About(
        "Which rows are tested, if they are drawn anew and every one of several labels "
        "is to have its share?",
        "part(i) = arg max_p (n_l·m_p / n − n_pl)",
        r"\mathrm{part}(i) = \text{arg} \max_p (n_l m_p / n - n_{pl})",
        "row i the next one in random order that has label l, the rarest of all rows "
        "still to be put into a part; n rows, n_l of them have it, n_pl are in part p "
        "so far, which is to have m_p rows",
    ),
}
