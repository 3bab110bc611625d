"""Cases of fastmetrics/metrics/clustering."""
