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
    "auc_sample_size": About(
        "How many rows does one area under the ROC curve take?",
        "2 z √v(A) ≤ width, or z_α √v(A₀) + z_β √v(A) ≤ |A − A₀|",
        r"2 z \sqrt{v(A)} \leq \mathrm{width} \quad\text{or}\quad"
        r" z_\alpha \sqrt{v(A_0)} + z_\beta \sqrt{v(A)} \leq |A - A_0|",
        "A the area that is expected and A₀ the one to be refuted, v the variance of "
        "an area of so many rows, z normal quantiles",
    ),
    "proportion_sample_size": About(
        "How many rows does one share take?",
        "high − low ≤ width, or z_α √(p₀(1 − p₀)/n) + z_β √(p(1 − p)/n) ≤ |p − p₀|",
        r"\mathrm{high} - \mathrm{low} \leq \mathrm{width} \quad\text{or}\quad"
        r" z_\alpha \sqrt{p_0 (1 - p_0) / n} + z_\beta \sqrt{p (1 - p) / n}"
        r" \leq |p - p_0|",
        "p the share that is expected and p₀ the one to be refuted, z normal quantiles",
    ),
    "error_rate_sample_size": About(
        "How many utterances does one error rate of words take?",
        "v = D r/(n m) or (c r)²/n;  2 z √v(r) ≤ width, or z_α √v(r₀) + z_β √v(r) ≤ "
        "|r − r₀|",
        r"v = \frac{D r}{n m} \quad\text{or}\quad \frac{(c r)^2}{n}; \quad"
        r" 2 z \sqrt{v(r)} \leq \mathrm{width} \quad\text{or}\quad"
        r" z_\alpha \sqrt{v(r_0)} + z_\beta \sqrt{v(r)} \leq |r - r_0|",
        "r the rate that is expected and r₀ the one to be refuted, D the design "
        "effect, m the words of an utterance, c the coefficient of variation of its "
        "errors, n the utterances, z normal quantiles",
    ),
}
