"""Two or more models on the same rows, or on the same data sets: tests of pairs."""
