"""What is read off the family's sums: losses, and calibration over bins."""
