/* fm_cpu.h: which instruction set to use, decided once.
 *
 * A module that has twins (fm_base.h) calls fm_cpu_init() when it is imported
 * and picks by fm_cpu_level() afterwards. Every extension module links its own
 * copy of this file and so holds its own level; they agree because all read
 * the same processor and the same environment.
 *
 * FASTMETRICS_CPU=baseline|avx2|avx512 caps the level; it never raises it, and
 * any other value is ignored. Twins agree bit for bit, so the cap is for tests
 * and for hunting bugs, not for results.
 */
#ifndef FM_CPU_H
#define FM_CPU_H

/* Ordered: a higher level can run the twins of every lower one. */
#define FM_CPU_BASELINE 0
#define FM_CPU_AVX2 1
#define FM_CPU_AVX512 2

/* Detects the level and keeps it. Call it at import, before any thread could
 * be running a kernel of the module; calling it again reads the environment
 * anew, which is what the tests do. */
void fm_cpu_init(void);

/* The level kept; detects it first if fm_cpu_init was never called. */
int fm_cpu_level(void);

/* "baseline", "avx2" or "avx512". */
const char *fm_cpu_name(int level);

#endif
