"""What was measured of intervals of speech: the figures of docs/intervals.md."""

from fastmetrics.metrics.about import Measured

__all__ = ["MEASURED"]


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
