"""``fastmetrics retrieve``: judges runs, the ranked lists of systems."""
