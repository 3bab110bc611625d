"""The metrics, a folder per family: formulas, summaries, public functions."""
