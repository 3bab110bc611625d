"""What there is to say of splits and of what is found in them."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

_PARTS = (
    "n rows, t the test's share of them, π the rows in random order, of which the next "
    "are to train on"
)
_HASH = "h FarmHash's Fingerprint64 of the salt and the key, a signed number of 64 bits"
_SIDES = "xᵢ row i, gᵢ its group, S the training part, T the test part"

ABOUT = {
    # splitters that put each row into one fold
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
    # splits that are drawn at random
    "ShuffleSplit": About(
        "Which rows are tested, if they are drawn anew for each split?",
        "test = {π₁, …, π_m},  m = ⌈t n⌉",
        r"\text{test} = \{\pi_1, \dots, \pi_m\}, \quad m = \lceil t n \rceil",
        _PARTS,
    ),
    "GroupShuffleSplit": About(
        "Which groups of rows are tested, if they are drawn anew for each split?",
        "test = rows of {γ₁, …, γ_m},  m = ⌈t g⌉",
        r"\text{test} = \text{rows of } \{\gamma_1, \dots, \gamma_m\}, \quad"
        r" m = \lceil t g \rceil",
        "g groups, t the test's share of them, γ the groups in random order",
    ),
    "StratifiedShuffleSplit": About(
        "Which rows are tested, if they are drawn anew and each class has its share?",
        "m_c ∈ {⌊m n_c / n⌋, ⌈m n_c / n⌉},  Σ_c m_c = m",
        r"m_c \in \{\lfloor m n_c / n \rfloor, \lceil m n_c / n \rceil\}, \quad"
        r" \sum_c m_c = m",
        "n rows, n_c of class c, of which m_c of the m test rows; the largest "
        "remainders get what is left over. So in the training part, and in the test "
        "part of what that leaves",
    ),
    "train_test_split": About(
        "Which rows are to train on, and which are to test?",
        "test = {π₁, …, π_m},  m = ⌈t n⌉",
        r"\text{test} = \{\pi_1, \dots, \pi_m\}, \quad m = \lceil t n \rceil",
        f"{_PARTS}; with stratify a class has its share of both parts, with groups a "
        "group is on one side",
    ),
    "train_validation_test_split": About(
        "Which rows are to train on, which to choose by, and which to test?",
        "test = {π₁, …, π_m},  validation = {ρ₁, …, ρ_v},  m = ⌈t n⌉,  v = ⌈u n⌉",
        r"\text{test} = \{\pi_1, \dots, \pi_m\}, \quad \text{validation} ="
        r" \{\rho_1, \dots, \rho_v\}, \quad m = \lceil t n \rceil, \quad"
        r" v = \lceil u n \rceil",
        "n rows, t and u the shares of the test and of the validation, π the rows in "
        "random order, ρ those that are left in another",
    ),
    "BootstrapSplit": About(
        "Which rows are trained on, if they are drawn with replacement?",
        "c ~ Multinomial(n; 1/n, …, 1/n),  test = {i : cᵢ = 0}",
        r"c \sim \mathrm{Multinomial}(n; 1/n, \dots, 1/n), \quad \text{test} ="
        r" \{i : c_i = 0\}",
        "n rows, cᵢ how often row i is drawn; a row is never drawn with probability "
        "(1 − 1/n)ⁿ, about 36.8 %",
    ),
    "FiveByTwo": About(
        "Which rows are in which half, if they are halved five times?",
        "hₛ(i) ∈ {0, 1},  hₛ ≠ hᵣ  and  hₛ ≠ 1 − hᵣ  for  s ≠ r,  s = 1, …, 5",
        r"h_s(i) \in \{0, 1\}, \quad h_s \neq h_r \text{ and } h_s \neq 1 - h_r"
        r" \text{ for } s \neq r, \quad s = 1, \dots, 5",
        "hₛ(i) the half in which row i is tested in repetition s: the folds of a "
        "shuffled KFold or StratifiedKFold of two",
    ),
    # splitters that give each part its share of something
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
    # splits in the order of time
    "PurgedKFold": About(
        "Which rows can be trained on, if labels are made of later rows?",
        "train = {i : [i, eᵢ] ∩ [a, b] = ∅  and  not b < i ≤ b + w},"
        "  b = max eⱼ,  j ∈ test",
        r"\text{train} = \{i : [i, e_i] \cap [a, b] = \emptyset \text{ and not }"
        r" b < i \leq b + w\}, \quad b = \max\, e_j, \quad j \in \text{test}",
        "a the first row of the test, eᵢ the last row that enters the label of row i, "
        "w the rows of the embargo",
    ),
    "GroupTimeSeriesSplit": About(
        "Which groups are tested, if only earlier ones are trained on?",
        "test_s = groups (g − (k − s) m, g − (k − s − 1) m]",
        r"\text{test}_s = \text{groups } (g - (k - s) m, g - (k - s - 1) m]",
        "g groups by their first rows, k splits s = 0, …, k − 1, m groups in a test; "
        "trained on are those before it, less the gap",
    ),
    # splits by the keys of rows
    "HashKFold": About(
        "Which rows are tested together, if new rows are to change nothing?",
        "fold = |h(salt, key)| mod k",
        r"\mathrm{fold} = |h(\mathrm{salt}, \mathrm{key})| \ \mathrm{mod}\ k",
        f"k folds; {_HASH}",
    ),
    "hash_split": About(
        "Which rows are to test, if new rows are to change nothing?",
        "|h(salt, key)| mod 10⁶ < round(10⁶ t)",
        r"|h(\mathrm{salt}, \mathrm{key})| \ \mathrm{mod}\ 10^6 <"
        r" \mathrm{round}(10^6 t)",
        f"of the rows for the test; t is their share of the keys; {_HASH}",
    ),
    # checks of splits
    "check_split": About(
        "Does anything leak from the training parts, and are the classes shared?",
        "{j ∈ T : ∃ i ∈ S, xᵢ = xⱼ or gᵢ = gⱼ};  |m_c − m n_c / n|",
        r"\{j \in T : \exists i \in S,\ x_i = x_j \text{ or } g_i = g_j\}, \quad"
        r" |m_c - m\, n_c / n|",
        f"{_SIDES}, with m of all n rows and m_c of the n_c rows of class c",
    ),
    "check_parts": About(
        "Does anything leak from a training table to a test table?",
        "{j ∈ T : ∃ i ∈ S, xᵢ = xⱼ or gᵢ = gⱼ}",
        r"\{j \in T : \exists i \in S,\ x_i = x_j \text{ or } g_i = g_j\}",
        _SIDES,
    ),
    "duplicate_groups": About(
        "Which rows must stay together, as they are equal?",
        "cᵢ = cⱼ  ⟺  xᵢ = xⱼ, or gᵢ = gⱼ, or other rows tie i to j",
        r"c_i = c_j \Longleftrightarrow x_i = x_j \text{, or } g_i = g_j"
        r"\text{, or other rows tie } i \text{ to } j",
        "xᵢ row i, gᵢ its group if it has one, cᵢ its number",
    ),
}
