"""``fastmetrics wer``: the errors of transcripts in files."""
