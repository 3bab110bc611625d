"""Documents as HTML; texts from data are escaped."""
