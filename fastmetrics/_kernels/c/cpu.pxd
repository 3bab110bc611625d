# Instruction set in use: declarations of fm_cpu.h.
cdef extern from "fm_cpu.h" nogil:
    void fm_cpu_init()
    int fm_cpu_level()
    const char *fm_cpu_name(int level)
