"""Chinese (simplified): the sentences of a report by their English templates."""

TEXTS = {
    "Notes": "说明",
}
