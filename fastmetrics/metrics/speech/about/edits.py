"""What there is to say of edits between transcripts, and of what is made of them."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "edit_counts": About(
        "How many tokens are right, substituted, deleted and inserted?",
        "H + S + D = N",
        "H + S + D = N",
        "of N tokens of the reference H are hits, S substituted and D deleted",
    ),
    "edit_distance": About(
        "How many edits lead from the reference to the hypothesis?",
        "S + D + I",
        "S + D + I",
        "S substitutions, D deletions, I insertions",
    ),
    "align": About(
        "Which token of the hypothesis stands for which of the reference?",
        "min(S + D + I)",
        r"\min (S + D + I)",
        "over all alignments with S substitutions, D deletions and I insertions",
    ),
    "confusion_pairs": About(
        "Which words are taken for which, left out, and put in?",
        "n(a, b)",
        "n(a, b)",
        "how often a of the reference is aligned with another word b",
    ),
    "matched_pair_sentence_segment_test": About(
        "Does one of two systems make more errors on the same speech?",
        "z = d / (s / √n)",
        r"z = \frac{d}{s / \sqrt{n}}",
        "of n segments with an error, d and s are the mean and standard deviation "
        "of the errors of A less those of B",
        "fewer than two segments have an error, or the differences do not vary: NaN, "
        "with a warning",
    ),
}
