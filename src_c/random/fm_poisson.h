/* fm_poisson.h: the steps of the distribution function of Poisson(1).
 *
 * X = the number of steps that a uniform 64-bit number reaches. The tests compute
 * the steps anew from e.
 */
#ifndef FM_POISSON_H
#define FM_POISSON_H

#include "fm_base.h"

/* floor(2^64 P(X <= k)) for k = 0..19; beyond lies less than 2^-64. */
#define FM_STEPS64 20
static const uint64_t fm_steps64[FM_STEPS64] = {
    0x5E2D58D8B3BCDF1A, 0xBC5AB1B16779BE35, 0xEB715E1DC1582DC2,
    0xFB23979734A252F1, 0xFF1025F59174DC3D, 0xFFD90F3BA4055E19,
    0xFFFA8B71FC72C913, 0xFFFF540C0914B3C9, 0xFFFFED1F4AA8F120,
    0xFFFFFE216E641462, 0xFFFFFFD4D85D3183, 0xFFFFFFFC6DA262B4,
    0xFFFFFFFFBA12D178, 0xFFFFFFFFFB07C64C, 0xFFFFFFFFFFAB8EA5,
    0xFFFFFFFFFFFABE22, 0xFFFFFFFFFFFFB11A, 0xFFFFFFFFFFFFFBA1,
    0xFFFFFFFFFFFFFFC5, 0xFFFFFFFFFFFFFFFD,
};

/* Their leading 16 bits. The last one is 0xFFFF, as for every k above 7: so no
 * number exceeds it, and equalling it means a value of at least 7. */
#define FM_STEPS16 8
static const uint16_t fm_steps16[FM_STEPS16] = {
    0x5E2D, 0xBC5A, 0xEB71, 0xFB23, 0xFF10, 0xFFD9, 0xFFFA, 0xFFFF,
};

#endif
