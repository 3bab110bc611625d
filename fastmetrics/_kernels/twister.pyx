"""The Mersenne Twister, and what is shuffled by it (fm_mt19937.h).

The draws are those of ``numpy.random.RandomState``, in the same order: a shuffle, a
permutation and an integer here are its own.
"""

import numpy as np

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from fastmetrics._kernels.c.twister cimport (
    FM_MT_WORDS,
    fm_mt19937,
    fm_mt_interval,
    fm_mt_places,
    fm_mt_resume,
    fm_mt_seed,
    fm_mt_shuffle_u8,
    fm_mt_shuffle_u16,
    fm_mt_shuffle_u32,
    fm_mt_shuffle_u64,
    fm_mt_unshuffle_u8,
    fm_mt_unshuffle_u16,
    fm_mt_unshuffle_u32,
)

cdef object empty = np.empty

# What is copied: only its bits matter.
ctypedef fused item_t:
    uint8_t
    uint16_t
    uint32_t
    uint64_t

ctypedef fused id_t:
    uint8_t
    uint16_t
    uint32_t


@cython.final
@cython.auto_pickle(False)
cdef class Twister:
    """A stream of draws that starts from a seed."""

    cdef fm_mt19937 *mt

    def __cinit__(self, uint32_t seed):
        self.mt = <fm_mt19937 *>PyMem_Malloc(sizeof(fm_mt19937))
        if self.mt == NULL:
            raise MemoryError("no memory for the state of a twister")
        fm_mt_seed(self.mt, seed)

    def __dealloc__(self):
        PyMem_Free(self.mt)

    def resume(self, const uint32_t[::1] key not None, size_t used):
        """Go on from another one's state: its words, and how many have been used."""
        if key.shape[0] != FM_MT_WORDS or used > FM_MT_WORDS:
            raise ValueError("not a state of MT19937")
        fm_mt_resume(self.mt, &key[0], used)

    def state(self):
        """Return the words of the state, and how many of them have been used."""
        cdef Py_ssize_t i
        key = empty(FM_MT_WORDS, np.uint32)
        cdef uint32_t[::1] words = key
        for i in range(FM_MT_WORDS):
            words[i] = self.mt.key[i]
        return key, self.mt.next

    def interval(self, uint64_t largest):
        """Draw a whole number from 0 to ``largest``, which can be drawn too."""
        return fm_mt_interval(self.mt, largest)

    def places(self, size_t first, size_t last):
        """Draw what items ``first``, ..., ``last`` of a shuffle change places with.

        Item i's place, drawn from 0 to i, is at ``i - last``.
        """
        if not 1 <= last <= first <= 0xFFFFFFFF:
            raise ValueError("places of items from 1 to 2**32 - 1")
        out = empty(first - last + 1, np.uint32)
        cdef uint32_t[::1] places = out
        with nogil:
            fm_mt_places(self.mt, first, last, &places[0])
        return out

    def shuffle(self, items not None):
        """Shuffle an array of one dimension, its items adjacent, in place."""
        width = items.dtype.itemsize
        if width not in (1, 2, 4, 8) or items.dtype.hasobject:
            raise TypeError(f"cannot shuffle items of {items.dtype}")
        bits = items.view(f"u{width}")
        if len(bits) == 0:
            return
        if width == 1:
            self._shuffle[uint8_t](bits)
        elif width == 2:
            self._shuffle[uint16_t](bits)
        elif width == 4:
            self._shuffle[uint32_t](bits)
        else:
            self._shuffle[uint64_t](bits)

    cdef int _shuffle(self, item_t[::1] items) except -1:
        cdef size_t n = items.shape[0]
        with nogil:
            if item_t is uint8_t:
                fm_mt_shuffle_u8(self.mt, n, &items[0])
            elif item_t is uint16_t:
                fm_mt_shuffle_u16(self.mt, n, &items[0])
            elif item_t is uint32_t:
                fm_mt_shuffle_u32(self.mt, n, &items[0])
            else:
                fm_mt_shuffle_u64(self.mt, n, &items[0])
        return 0

    def unshuffle(self, items not None):
        """Put each item of an array where a shuffle of 0, 1, ... would name its place.

        ``items[permutation] = items.copy()``, without the permutation. The array is of
        uint8, uint16 or uint32, and changed in place.
        """
        if len(items) == 0:
            return
        if items.dtype == np.uint8:
            self._unshuffle[uint8_t](items)
        elif items.dtype == np.uint16:
            self._unshuffle[uint16_t](items)
        else:
            self._unshuffle[uint32_t](items)

    cdef int _unshuffle(self, id_t[::1] items) except -1:
        cdef size_t n = items.shape[0], n_low = min(n - 1, <size_t>0xFFFFFFFF)
        # One too many, so that there is an address.
        cdef uint32_t[::1] low = empty(n_low + 1, np.uint32)
        cdef uint64_t[::1] high = empty(n - n_low, np.uint64)
        with nogil:
            if id_t is uint8_t:
                fm_mt_unshuffle_u8(self.mt, n, &items[0], &low[0], &high[0])
            elif id_t is uint16_t:
                fm_mt_unshuffle_u16(self.mt, n, &items[0], &low[0], &high[0])
            else:
                fm_mt_unshuffle_u32(self.mt, n, &items[0], &low[0], &high[0])
        return 0

    def order(self, Py_ssize_t n):
        """Return 0, ..., n - 1 in random order: as uint32, or uint64 from 2**32 on."""
        if n < 0:
            raise ValueError("a negative number of items")
        out = np.arange(n, dtype=np.uint32 if n <= 0xFFFFFFFF else np.uint64)
        self.shuffle(out)
        return out

    def permutation(self, Py_ssize_t n):
        """Return the same as intp."""
        return self.order(n).astype(np.intp)
