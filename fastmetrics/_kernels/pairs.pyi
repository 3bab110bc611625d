from numpy import uint32, uint64
from numpy.typing import NDArray

_Keys = NDArray[uint32] | NDArray[uint64]

def count_pairs(positives: _Keys, negatives: _Keys) -> tuple[int, int]: ...
