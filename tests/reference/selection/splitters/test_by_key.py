"""The plain-Python fingerprint has the values that others print."""

from helpers.one_case import one_case

from fastmetrics.reference.selection.splitters import (
    HashKFold,
    fingerprint,
    hash_split,
)

# BigQuery's documentation of FARM_FINGERPRINT.
PUBLISHED = {
    "1footrue": -1541654101129638711,
    "2applefalse": 2794438866806483259,
    "3true": -4880158226897771312,
}

# pip install pyfarmhash==0.5.1, which wraps Google's own FarmHash:
# python -c "import farmhash
# print([(n, farmhash.fingerprint64(
#     ''.join(chr(33 + (7 * i + 13 * n) % 90) for i in range(n))))
#     for n in (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 100,
#               127, 128, 129, 192, 193, 500)])"
OF_GOOGLE = [
    (1, 15830612087174379815),
    (2, 9644503360989038470),
    (3, 12751637078978862188),
    (4, 6825115548867260501),
    (5, 1513106193040576169),
    (7, 3314432929794337220),
    (8, 11077798114831410057),
    (9, 12157660527033518007),
    (15, 1127657120681105795),
    (16, 16999183908648948023),
    (17, 15359626597931526848),
    (24, 8992841243570112681),
    (31, 5777875081927280010),
    (32, 16941513429967282908),
    (33, 15789720804643626858),
    (48, 4048294825125920331),
    (63, 10598598474883622793),
    (64, 11262066157113272870),
    (65, 7513899808629335486),
    (100, 14540059505127326463),
    (127, 11470061608340168527),
    (128, 5837100553241441215),
    (129, 15916312061357904420),
    (192, 2969069456785366332),
    (193, 17504746445239733167),
    (500, 9448960107801914769),
]


def text_of(n):
    return "".join(chr(33 + (7 * i + 13 * n) % 90) for i in range(n))


@one_case(("text", "value"), PUBLISHED.items())
def test_fingerprints_are_those_of_bigquery(text, value):
    assert fingerprint(text.encode()) == value % 2**64


@one_case(("n", "value"), OF_GOOGLE)
def test_fingerprints_are_those_of_farmhash(n, value):
    assert fingerprint(text_of(n).encode()) == value


def test_no_text_is_a_prime():
    assert fingerprint(b"") == 0x9AE16A3B2F90404F


def test_folds_are_sizes_of_fingerprints():
    keys = ["1footrue", "2applefalse", "3true"]
    sizes = [abs(PUBLISHED[key]) for key in keys]
    assert HashKFold(7).fold_ids(None, groups=keys) == [size % 7 for size in sizes]
    splits = list(HashKFold(2).split(None, groups=keys))
    assert splits == [([0, 1], [2]), ([2], [0, 1])]


def test_columns_are_joined_and_the_salt_comes_first():
    plain = HashKFold(99)
    assert plain.fold_ids(None, groups=[(1, "a"), (True, 2.0)]) == plain.fold_ids(
        None, groups=["1\x1fa", "true\x1f2"]
    )
    salted = HashKFold(99, salt="ab").fold_ids(None, groups=["c"])
    assert salted == plain.fold_ids(None, groups=["abc"])


def test_the_test_part_has_small_remainders():
    keys = ["1footrue", "2applefalse", "3true"]
    remainders = [abs(PUBLISHED[key]) % 10**6 for key in keys]
    assert remainders == [638711, 483259, 771312]
    assert hash_split(keys, [1, 2, 3], key=keys, test_size=0.5) == [
        ["1footrue", "3true"],
        ["2applefalse"],
        [1, 3],
        [2],
    ]
    assert hash_split(keys, key=keys, test_size=0.638711) == [keys[::2], keys[1:2]]
    assert hash_split(keys, key=keys, test_size=0.638712) == [keys[2:], keys[:2]]
