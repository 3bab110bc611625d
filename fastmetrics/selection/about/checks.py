"""What there is to say of checks of splits."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

_SIDES = "xᵢ row i, gᵢ its group, S the training part, T the test part"

ABOUT = {
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
