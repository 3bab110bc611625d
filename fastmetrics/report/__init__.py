"""Judge models in one call, and show what was found."""
