"""Many models on many data sets, in plain Python."""
