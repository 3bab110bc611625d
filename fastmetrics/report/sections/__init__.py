"""What a report says of each family."""
