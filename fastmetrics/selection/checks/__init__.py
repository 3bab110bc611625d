"""What is wrong with a split."""
