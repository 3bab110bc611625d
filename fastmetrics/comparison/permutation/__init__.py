"""Metrics of two models that swap their outputs.

Without a difference between the models each row, or group of rows, might as well have
had their outputs the other way round. Swaps that do the same to the sums that a metric
is read off are of one kind, and of each kind the number that happen is binomial.
"""
