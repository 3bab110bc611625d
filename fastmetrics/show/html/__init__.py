"""Documents as HTML; what comes from data goes through `escaping` alone."""
