"""Diagrams of ranks: laid out once, as marks on paper, then drawn or written."""
