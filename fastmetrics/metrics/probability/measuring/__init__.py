"""What is summed over rows of probabilities, and what each row contributes."""
