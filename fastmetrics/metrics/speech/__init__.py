"""Speech: transcripts compared with reference transcripts, by edits."""
