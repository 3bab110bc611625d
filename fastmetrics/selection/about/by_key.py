"""What there is to say of splits by the keys of rows."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

_HASH = "h FarmHash's Fingerprint64 of the salt and the key, a signed number of 64 bits"

ABOUT = {
    "HashKFold": About(
        "Which rows are tested together, if new rows are to change nothing?",
        "fold = |h(salt, key)| mod k",
        r"\mathrm{fold} = |h(\mathrm{salt}, \mathrm{key})| \ \mathrm{mod}\ k",
        f"k folds; {_HASH}",
    ),
    "hash_split": About(
        "Which rows are to test, if new rows are to change nothing?",
        "|h(salt, key)| mod 10⁶ < round(10⁶ t)",
        r"|h(\mathrm{salt}, \mathrm{key})| \ \mathrm{mod}\ 10^6 <"
        r" \mathrm{round}(10^6 t)",
        f"of the rows for the test; t is their share of the keys; {_HASH}",
    ),
}
