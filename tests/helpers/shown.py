"""Everything that a result shows."""


def full(result):
    """Return the full text of a report, or the text of another result."""
    made = getattr(result, "to_text", None)
    return str(result) if made is None else made(full=True)
