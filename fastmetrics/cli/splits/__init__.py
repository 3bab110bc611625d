"""Commands about splits into training and test parts."""
