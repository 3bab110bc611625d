"""Statistics of benchmarks: judges in place of labels, ratings from battles, planning.

They take labels, scores of items or outcomes of battles, never models.
"""
