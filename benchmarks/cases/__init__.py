"""The cases, a folder per family with a file per topic."""
