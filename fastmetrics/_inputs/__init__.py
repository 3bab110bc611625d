"""The one door: every array-like in, checked typed arrays out.

All errors about data are raised here, as ``ValueError`` or ``TypeError`` that name the
argument. Nothing that comes in is modified.
"""
