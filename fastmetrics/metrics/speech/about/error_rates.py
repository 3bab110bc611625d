"""What there is to say of rates of errors in transcripts."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

EDITS = (
    "of the reference H words are hits, S substituted and D deleted; of the hypothesis "
    "I inserted"
)
RATE = "(S + D + I) / (H + S + D)"
RATE_LATEX = r"\frac{S + D + I}{H + S + D}"
PRESERVED = "H/(H + S + D) · H/(H + S + I)"
PRESERVED_LATEX = r"\frac{H}{H + S + D} \cdot \frac{H}{H + S + I}"

EMPTY = (
    "the reference is empty: the insertions; NaN or an error with empty='nan' "
    "or 'error'"
)

ABOUT = {
    "word_error_rate": About(
        "How many words are wrong, left out or put in, per word that was said?",
        RATE,
        RATE_LATEX,
        EDITS,
        EMPTY,
        rivals=(
            Rival(
                "Papers that average over utterances",
                "mean of the rates of all utterances",
                0.22833333333333333,
                "weighs a sentence of one word as much as one of twenty; here it is "
                "average='mean'",
                equals="fastmetrics.word_error_rate(y_true, y_pred, average='mean')",
            ),
        ),
    ),
    "character_error_rate": About(
        "How many characters are wrong, left out or put in, per character of the text?",
        RATE,
        RATE_LATEX,
        EDITS.replace("words", "characters"),
        EMPTY,
        rivals=(
            Rival(
                "NIST: sclite",
                "sclite -c",
                0.08666666666666667,
                "leaves out the spaces between words, and aligns with other costs",
                equals="fastmetrics.character_error_rate("
                "[text.replace(' ', '') for text in y_true], "
                "[text.replace(' ', '') for text in y_pred], costs='sclite')",
            ),
        ),
    ),
    "token_error_rate": About(
        "How many tokens are wrong, left out or put in, per token of the reference?",
        RATE,
        RATE_LATEX,
        EDITS.replace("words", "tokens"),
        EMPTY,
        of="tokens",
    ),
    "match_error_rate": About(
        "What share of the matches of both sides is wrong?",
        "(S + D + I) / (H + S + D + I)",
        r"\frac{S + D + I}{H + S + D + I}",
        EDITS,
        "both sides are empty: 0",
    ),
    "word_information_preserved": About(
        "How much do the words of the two sides tell of each other?",
        PRESERVED,
        PRESERVED_LATEX,
        EDITS,
        "one side is empty: 0; both are: 1",
    ),
    "word_information_lost": About(
        "How much do the words of the two sides not tell of each other?",
        f"1 − {PRESERVED}",
        f"1 - {PRESERVED_LATEX}",
        EDITS,
        "one side is empty: 1; both are: 0",
    ),
    "sentence_error_rate": About(
        "What share of the utterances has any error?",
        "w / n",
        r"\frac{w}{n}",
        "of n utterances w have an edit",
    ),
}
