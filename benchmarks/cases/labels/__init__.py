"""Cases of fastmetrics/metrics/labels."""
