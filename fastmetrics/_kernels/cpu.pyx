"""Which instruction set the kernels use.

Every kernel module that has faster twins picks by the same rule when it is imported:
the best the processor has, capped by the environment variable ``FASTMETRICS_CPU``
(``baseline``, ``avx2`` or ``avx512``). All levels give the same bits.
"""

from fastmetrics._kernels.c.cpu cimport fm_cpu_init, fm_cpu_level, fm_cpu_name

fm_cpu_init()


def level():
    """Return the level chosen at import: "baseline", "avx2" or "avx512"."""
    return fm_cpu_name(fm_cpu_level()).decode("ascii")
