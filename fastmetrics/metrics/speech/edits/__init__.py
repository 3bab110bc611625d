"""Edits between transcripts, counted pair by pair."""
