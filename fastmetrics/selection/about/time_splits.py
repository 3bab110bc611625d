"""What there is to say of splits in the order of time."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
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
}
