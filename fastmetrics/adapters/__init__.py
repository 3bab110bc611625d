"""What other libraries, streams and machines stand on."""
