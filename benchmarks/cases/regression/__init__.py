"""Cases of fastmetrics/metrics/regression."""
