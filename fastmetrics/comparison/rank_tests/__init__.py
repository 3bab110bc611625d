"""Many models on many data sets: ranks, and tests of them."""
