"""From labels and points to tables, scatter and distances."""
