"""The pictures of transcripts: what errors are made of, and where they are."""
