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
    "GroupKFold": About(
        "Which rows are tested together, if groups of rows stay whole?",
        "fold(g) = min {f : N_f(g) ≤ N_e(g) for all e}",
        r"\mathrm{fold}(g) = \min \{f : N_f(g) \leq N_e(g) \text{ for all } e\}",
        "N_f(g) the rows that fold f has before group g, the groups coming from the "
        "largest one down, and of equals the last one first; shuffled, the groups are "
        "in blocks instead",
    ),
    "RepeatedKFold": About(
        "Which rows are tested together, if the rows are split several times?",
        "KFold(k) of r shuffles, one after the other",
        r"\text{KFold}(k) \text{ of } r \text{ shuffles, one after the other}",
        "k folds, r repeats: k·r splits, in which each row is tested r times",
    ),
    "RepeatedStratifiedKFold": About(
        "Which rows are tested together, if rows are split several times and every "
        "fold is to have its share of each class?",
        "StratifiedKFold(k) of r shuffles, one after the other",
        r"\text{StratifiedKFold}(k) \text{ of } r \text{ shuffles, one after the"
        r" other}",
        "k folds, r repeats: k·r splits, in which each row is tested r times",
    ),
    "LeaveOneOut": About(
        "Which rows are trained on, if each is tested by a model of all others?",
        "test_i = {i},  train_i = {1, …, n} ∖ {i}",
        r"\mathrm{test}_i = \{i\}, \quad \mathrm{train}_i = \{1, \dots, n\}"
        r" \setminus \{i\}",
        "n rows: n splits",
    ),
    "LeavePOut": About(
        "Which rows are trained on, if every set of p rows is tested by a model of all "
        "others?",
        "test ⊂ {1, …, n},  |test| = p",
        r"\mathrm{test} \subset \{1, \dots, n\}, \quad |\mathrm{test}| = p",
        "n rows, p of them tested at a time: n! / (p! (n − p)!) splits",
    ),
    "LeaveOneGroupOut": About(
        "Which rows are trained on, if each group is tested by a model of all others?",
        "test_g = {i : group(i) = g},  train_g = {i : group(i) ≠ g}",
        r"\mathrm{test}_g = \{i : \mathrm{group}(i) = g\}, \quad \mathrm{train}_g ="
        r" \{i : \mathrm{group}(i) \neq g\}",
        "group(i) the group of row i; as many splits as groups",
    ),
    "LeavePGroupsOut": About(
        "Which rows are trained on, if every set of p groups is tested by a model of "
        "all others?",
        "test_S = {i : group(i) ∈ S},  |S| = p",
        r"\mathrm{test}_S = \{i : \mathrm{group}(i) \in S\}, \quad |S| = p",
        "group(i) the group of row i, S a set of p groups, every one of them once",
    ),
    "TimeSeriesSplit": About(
        "Which rows are tested, if a model may know only what came before?",
        "test_s = {i : n − (k − s)·m ≤ i < n − (k − s − 1)·m},  train_s = "
        "{i : i < n − (k − s)·m − gap}",
        r"\mathrm{test}_s = \{i : n - (k - s) m \leq i < n - (k - s - 1) m\}, \quad"
        r" \mathrm{train}_s = \{i : i < n - (k - s) m - \mathrm{gap}\}",
        "n rows in the order of time, counted from 0, k splits s = 0, …, k − 1, test "
        "parts of m rows",
    ),
    "PredefinedSplit": About(
        "Which rows are tested together, if a column says it?",
        "test_f = {i : fold(i) = f} for every f ≠ −1",
        r"\mathrm{test}_f = \{i : \mathrm{fold}(i) = f\} \text{ for every } f \neq -1",
        "fold(i) what the column says of row i; a row of −1 is always trained on",
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
