"""Cases of fastmetrics/metrics/scores."""
