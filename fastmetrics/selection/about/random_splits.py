"""What there is to say of splits that are drawn at random."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

_PARTS = (
    "n rows, t the test's share of them, π the rows in random order, of which the next "
    "are to train on"
)

ABOUT = {
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
}
