"""What may be folded before texts are compared: case, forms, punctuation and spaces."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["normalized"]

APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}"


def without_punctuation(text: str) -> str:
    """Drop what Unicode calls punctuation; an apostrophe between two letters stays.

    A letter may be written as one and the marks on it.
    """
    kept = []
    for at, sign in enumerate(text):
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        inside = (
            sign in APOSTROPHES
            and unicodedata.category(before or " ")[0] in "LM"
            and unicodedata.category(after or " ")[0] == "L"
        )
        if inside or unicodedata.category(sign)[0] != "P":
            kept.append(sign)
    return "".join(kept)


STEPS: dict[str, Callable[[str], str]] = {
    "nfc": lambda text: unicodedata.normalize("NFC", text),
    "nfkc": lambda text: unicodedata.normalize("NFKC", text),
    "lower": str.lower,
    "casefold": str.casefold,
    "punctuation": without_punctuation,
    "whitespace": lambda text: " ".join(text.split()),
}

Normalize = Callable[[str], str] | str | Sequence[Any] | None


def normalized(text: str, normalize: Normalize) -> str:
    """Return the text after a function, after named steps in their order, or as it is.

    Raises ValueError for a name that is none of `STEPS`, TypeError where a function
    makes no string of the text.
    """
    if normalize is None:
        return text
    steps = [normalize] if isinstance(normalize, str) else normalize
    for step in [steps] if callable(steps) else steps:
        if not callable(step) and step not in STEPS:
            raise ValueError(f"normalize: {step!r} is none of {[*STEPS]}")
        made = step(text) if callable(step) else STEPS[step](text)
        if not isinstance(made, str):
            raise TypeError(f"normalize has made {made!r} of {text!r}")
        text = made
    return text
