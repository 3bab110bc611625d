"""Cases of fastmetrics/metrics/probability."""
