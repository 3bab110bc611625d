/* fm_twins.h: calling the twin of a function for the processor at hand.
 *
 * For functions that come as name_baseline and, where FM_TWINS is 1, as name_avx2:
 * FM_BY_LEVEL(name, arguments...) is a statement that calls one of them.
 */
#ifndef FM_TWINS_H
#define FM_TWINS_H

#include "fm_base.h"
#include "fm_cpu.h"

#define FM_JOIN_(a, b) a##b
#define FM_JOIN(a, b) FM_JOIN_(a, b)

#if FM_TWINS
#define FM_BY_LEVEL(name, ...)                                                 \
    do {                                                                       \
        if (fm_cpu_level() >= FM_CPU_AVX2)                                     \
            FM_JOIN(name, _avx2)(__VA_ARGS__);                                 \
        else                                                                   \
            FM_JOIN(name, _baseline)(__VA_ARGS__);                             \
    } while (0)
#else
#define FM_BY_LEVEL(name, ...) FM_JOIN(name, _baseline)(__VA_ARGS__)
#endif

#endif
