"""Parameters: grids, samplers, and the search among them."""
