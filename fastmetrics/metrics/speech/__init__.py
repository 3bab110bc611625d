"""Speech: transcripts compared with what was said, by edits."""
