/* fm_cpu.c: see fm_cpu.h. */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS /* getenv: read once, nothing kept */
#endif

#include "fm_cpu.h"

#include "fm_base.h"

#if FM_TWINS && defined(_MSC_VER) && !defined(__clang__)
#include <immintrin.h>
#include <intrin.h>
#endif

#define FM_CPU_UNKNOWN (-1)

static int fm_level = FM_CPU_UNKNOWN;

static const char *const fm_level_names[] = {"baseline", "avx2", "avx512"};

/* What the processor has and the operating system saves on a task switch. */
#if FM_TWINS && defined(_MSC_VER) && !defined(__clang__)

#define FM_BIT(word, bit) (((word) >> (bit)) & 1)

static int fm_detect(void)
{
    int r[4]; /* eax, ebx, ecx, edx */
    __cpuid(r, 0);
    if (r[0] < 7)
        return FM_CPU_BASELINE;
    __cpuid(r, 1);
    if (!FM_BIT(r[2], 27) || !FM_BIT(r[2], 28) || !FM_BIT(r[2], 23))
        return FM_CPU_BASELINE; /* osxsave, avx, popcnt */
    unsigned long long saved = _xgetbv(0);
    if ((saved & 0x06) != 0x06)
        return FM_CPU_BASELINE; /* xmm and ymm registers */
    int leaf7[4];
    __cpuidex(leaf7, 7, 0);
    __cpuid(r, (int)0x80000000);
    if ((unsigned)r[0] < 0x80000001u)
        return FM_CPU_BASELINE;
    __cpuid(r, (int)0x80000001);
    if (!FM_BIT(leaf7[1], 5) || !FM_BIT(leaf7[1], 3) || !FM_BIT(leaf7[1], 8)
        || !FM_BIT(r[2], 5))
        return FM_CPU_BASELINE; /* avx2, bmi, bmi2, lzcnt */
    if ((saved & 0xE0) != 0xE0)
        return FM_CPU_AVX2; /* mask and zmm registers */
    if (!FM_BIT(leaf7[1], 16) || !FM_BIT(leaf7[1], 17) || !FM_BIT(leaf7[1], 28)
        || !FM_BIT(leaf7[1], 30) || !FM_BIT(leaf7[1], 31))
        return FM_CPU_AVX2; /* avx512f, dq, cd, bw, vl */
    return FM_CPU_AVX512;
}

#elif FM_TWINS

static int fm_detect(void)
{
    __builtin_cpu_init();
    /* lzcnt has no name in older gcc and clang; whatever has bmi2 has it. */
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi")
        || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt"))
        return FM_CPU_BASELINE;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw")
        || !__builtin_cpu_supports("avx512cd")
        || !__builtin_cpu_supports("avx512dq")
        || !__builtin_cpu_supports("avx512vl"))
        return FM_CPU_AVX2;
    return FM_CPU_AVX512;
}

#else

static int fm_detect(void)
{
    return FM_CPU_BASELINE;
}

#endif

/* The highest level that FASTMETRICS_CPU allows. */
static int fm_cap(void)
{
    const char *wanted = getenv("FASTMETRICS_CPU");
    if (wanted != NULL) {
        for (int level = FM_CPU_BASELINE; level < FM_CPU_AVX512; level++) {
            if (strcmp(wanted, fm_level_names[level]) == 0)
                return level;
        }
    }
    return FM_CPU_AVX512;
}

void fm_cpu_init(void)
{
    int has = fm_detect();
    int cap = fm_cap();
    fm_level = has < cap ? has : cap;
}

int fm_cpu_level(void)
{
    if (fm_level == FM_CPU_UNKNOWN)
        fm_cpu_init();
    return fm_level;
}

const char *fm_cpu_name(int level)
{
    return fm_level_names[level];
}
