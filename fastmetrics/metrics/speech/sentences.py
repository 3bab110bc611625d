"""Whether texts are transcripts or names of classes, as far as they tell.

Names of classes come again; sentences hardly do, and have several words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from fastmetrics._inputs.columns import Categories, convert

# So many texts are looked at, the first ones.
_LOOKED_AT = 1000
# Words of a sentence, at least.
_WORDS = 3
# Of texts, how many have so many words and are like no other one.
_SHARE = 0.9


def look_like_sentences(
    shared: Mapping[str, Any], models: Mapping[str, Mapping[str, Any]]
) -> str:
    """Return nothing: that texts are transcripts must be said.

    Raises
    ------
    ValueError
        If they look like it.
    """
    truth = _texts(shared.get("y_true"))
    if len(truth) < 2 or any("y_pred" not in model for model in models.values()):
        return ""
    sentences = {text for text in truth if len(text.split(maxsplit=_WORDS)) >= _WORDS}
    if len(sentences) >= _SHARE * len(truth):
        raise ValueError(
            f"y_true holds {len(sentences):,} different texts of {_WORDS} words or "
            f"more in its first {len(truth):,} rows, which may be transcripts or "
            "classes: name the task, 'speech' or 'labels'"
        )
    return ""


def _texts(column: Any) -> list[str]:
    """Return the first texts of a column; none where it holds something else."""
    try:
        converted = convert(column, "y_true")
    except (TypeError, ValueError, OverflowError):
        return []  # whoever reads it says what is wrong with it
    if isinstance(converted, Categories):
        first = converted.values[converted.codes[:_LOOKED_AT]].tolist()
    elif isinstance(converted, np.ndarray) and converted.ndim == 1:
        first = converted[:_LOOKED_AT].tolist()
    else:
        return []
    return first if all(isinstance(text, str) for text in first) else []
