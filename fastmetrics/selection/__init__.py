"""What models are chosen by."""
