"""What models are chosen by, in plain Python."""
