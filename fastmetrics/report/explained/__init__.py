"""What a metric is, in words: gathered from the catalog, shown as anything."""
