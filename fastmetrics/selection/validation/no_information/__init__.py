"""What a metric would be if predictions had nothing to do with the rows."""
