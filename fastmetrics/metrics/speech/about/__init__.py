"""What there is to say of the metrics of speech."""

from fastmetrics.metrics.about import Guide
from fastmetrics.metrics.speech.about import edits, error_rates
from fastmetrics.metrics.speech.about.coverage import MEASURED

__all__ = ["GUIDE"]

GUIDE = Guide(
    about={**error_rates.ABOUT, **edits.ABOUT},
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
