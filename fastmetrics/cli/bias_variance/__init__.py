"""``fastmetrics bias-variance``: what the loss of many models is made of."""
