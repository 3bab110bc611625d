"""How far decisions differ between groups, by definition."""
