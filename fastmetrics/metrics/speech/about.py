"""What there is to say of the metrics of speech, and of their intervals."""

from fastmetrics.metrics.about import About, Guide, Measured, Rival

__all__ = ["GUIDE"]

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


# What was measured of intervals: the figures of docs/intervals.md.
def _figures(*shares: str) -> dict[str, str]:
    data = ("50 utterances", "200 utterances", "40 speakers", "100 speakers")
    return dict(zip(data, shares, strict=True))


MEASURED = (
    Measured(
        "word, character and token error rates",
        "jackknife",
        _figures("93.0–94.6 %", "94.0 %", "92.6–93.2 %", "94.0–94.2 %"),
        ("word_error_rate", "character_error_rate", "token_error_rate"),
    ),
    Measured(
        "match error rate",
        "jackknife",
        _figures("93.1–94.6 %", "94.0–94.2 %", "92.8–93.2 %", "94.2 %"),
        ("match_error_rate",),
    ),
    Measured(
        "word information preserved and lost",
        "jackknife",
        _figures("93.0–94.0 %", "94.0–94.2 %", "93.1 %", "94.0–94.4 %"),
        ("word_information_preserved", "word_information_lost"),
    ),
    Measured(
        "share of utterances with an error",
        "wilson",
        {"50 and 200 utterances": "94.2–95.9 %"},
        ("sentence_error_rate",),
    ),
)

GUIDE = Guide(
    about=ABOUT,
    rows={
        "": {
            "y_true": [
                *("turn on the kitchen light", "what is the weather today"),
                *("play some music", "call my sister", "set a timer for ten minutes"),
                *("read me the news", "stop", "how far is the next station"),
                *("good night", "open the window"),
            ],
            "y_pred": [
                *("turn on the kitchen lights", "what is the weather today"),
                *("play music", "call my sister", "set a time for ten minutes"),
                *("read the news", "stop it", "how far is the next station"),
                *("good night", "open window"),
            ],
        },
        "tokens": {
            "y_true": ["k", "ih", "ch", "ah", "n", "l", "ay", "t", "aa", "n"],
            "y_pred": ["k", "ih", "sh", "ah", "n", "l", "ay", "t", "ah", "n"],
        },
    },
    measured=MEASURED,
)
