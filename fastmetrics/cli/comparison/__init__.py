"""Commands that compare models, and plan comparisons."""
