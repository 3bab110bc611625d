# Bits of a row's flags, rows lying in canonical order: score descending and, inside a
# tie, positives before negatives.
cdef enum:
    POSITIVE = 1
    LAST_OF_TIE = 2
