<<<<<<< HEAD
"""Cases of metrics of probabilities and of scores of several classes or labels."""
=======
"""Cases of fastmetrics/metrics/probability."""
>>>>>>> bins
