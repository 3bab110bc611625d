"""Slices of rows as summaries know them, which do not count the positives of each."""


def uncounted(found):
    """Forget the positives of each slice, and return the slices, or what has them."""
    slices = getattr(found, "slices", None) or found
    slices._rows.n_positive = None
    return found
