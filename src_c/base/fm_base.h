/* fm_base.h: what every C file of the library shares.
 *
 * Holds the fixed-width types, the status codes, the few macros that hide the
 * differences between compilers, and the one way to ask for memory.
 *
 * Conventions of this folder: no Python.h, no global mutable state except the
 * CPU level (fm_cpu.h), functions that can fail return a status and fill
 * out-pointers, and sizes are size_t counts of elements, not bytes.
 */
#ifndef FM_BASE_H
#define FM_BASE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

/* Status codes: the caller, who can raise, turns them into exceptions. */
#define FM_OK 0
#define FM_NO_MEMORY (-1)

/* Pointers marked FM_RESTRICT do not overlap any other argument. */
#if defined(_MSC_VER)
#define FM_RESTRICT __restrict
#define FM_INLINE static __forceinline
#define FM_NOINLINE __declspec(noinline)
#define FM_PREFETCH(address) ((void)(address))
#else
#define FM_RESTRICT restrict
#define FM_INLINE static inline __attribute__((always_inline, unused))
#define FM_NOINLINE __attribute__((noinline))
#define FM_PREFETCH(address) __builtin_prefetch(address)
#endif

#if defined(__GNUC__) || defined(__clang__)
#define FM_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define FM_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define FM_LIKELY(condition) (condition)
#define FM_UNLIKELY(condition) (condition)
#endif

/* Twins: a function body compiled once per instruction set, the one to call
 * being chosen by fm_cpu_level(). Where FM_TWINS is 0 only the baseline exists.
 * MSVC has no per-function targets, but takes the intrinsics anywhere, so a
 * twin written with intrinsics works there too. FMA is left out on purpose:
 * twins must agree bit for bit.
 */
#if defined(__x86_64__) || defined(_M_X64)
#define FM_TWINS 1
#if defined(_MSC_VER) && !defined(__clang__)
#define FM_TARGET_AVX2
#define FM_TARGET_AVX512
#elif defined(__clang__)
#define FM_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#define FM_TARGET_AVX512                                                       \
    __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512bw,"       \
                          "avx512cd,avx512dq,avx512vl")))
#else
#define FM_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#define FM_TARGET_AVX512                                                       \
    __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512bw,"       \
                          "avx512cd,avx512dq,avx512vl,"                        \
                          "prefer-vector-width=512")))
#endif
#else
#define FM_TWINS 0
#define FM_TARGET_AVX2
#define FM_TARGET_AVX512
#endif

/* fm_alloc(count, size): uninitialised room for `count` elements of `size`
 * bytes, or NULL when there is none or the product does not fit (a silent
 * wrap-around would hand out too little). Never NULL for a count of 0.
 * Release with fm_free, which takes NULL too.
 *
 * Where Linux gives large pages to who asks for them, large blocks do: fresh memory
 * costs a fault per page when it is first written, and with pages of 4 kB that takes
 * longer than much of what is done here. A refusal does no harm.
 */
#define FM_LARGE_BLOCK ((size_t)1 << 22)

FM_INLINE void *fm_alloc(size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX >> 1) / size)
        return NULL;
    void *block = malloc(count * size != 0 ? count * size : 1);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (block != NULL && count * size >= FM_LARGE_BLOCK) {
        const size_t page = 4096, apart = (page - (uintptr_t)block % page) % page;
        (void)madvise((char *)block + apart, count * size - apart, MADV_HUGEPAGE);
    }
#endif
    return block;
}

FM_INLINE void fm_free(void *block)
{
    free(block);
}

#endif
