"""What is measured of the rows: sums of errors, what each row loses, order, pairs."""
