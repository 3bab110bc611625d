"""What there is to say of planning: rows, differences and power."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

LETTERS = (
    "ψ the share of rows on which exactly one model is right (σ in place of both roots "
    "for means over rows), z_α and z_β the normal quantiles of the level and the power"
)

ABOUT = {
    "minimum_detectable_difference": About(
        "Which difference of two models do so many rows show?",
        "n δ² = (z_α √ψ + z_β √(ψ − δ²))²",
        r"n \delta^2 = \left(z_\alpha \sqrt{\psi} + z_\beta"
        r" \sqrt{\psi - \delta^2}\right)^2",
        LETTERS,
        "δ exceeds ψ: NaN",
    ),
    "required_sample_size": About(
        "How many rows does it take to show a difference of two models?",
        "⌈(z_α √ψ + z_β √(ψ − δ²))² / δ²⌉",
        r"\left\lceil \frac{\left(z_\alpha \sqrt{\psi} + z_\beta"
        r" \sqrt{\psi - \delta^2}\right)^2}{\delta^2} \right\rceil",
        LETTERS,
    ),
    "comparison_power": About(
        "With what chance do so many rows show a difference of two models?",
        "Σ_d P(d) P(p ≤ α | d, b),  d ~ Bin(n, ψ),  b ~ Bin(d, (ψ + δ) / 2ψ)",
        r"\sum_d P(d)\, P(p \leq \alpha \mid d, b), \quad"
        r" d \sim \mathrm{Bin}(n, \psi), \quad"
        r" b \sim \mathrm{Bin}(d, \frac{\psi + \delta}{2 \psi})",
        "ψ the share of rows on which exactly one model is right, δ the difference, d "
        "the number of such rows, b those that A has right, p the p-value of b and d",
    ),
}
