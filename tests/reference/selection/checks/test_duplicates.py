"""Equal rows, by hand."""

from helpers.one_case import one_case

from fastmetrics.reference.selection.checks import duplicate_groups

NAN = float("nan")


@one_case(
    ("rows", "options", "codes"),
    [
        ([[1, 2], [3, 4], [1, 2]], {}, [0, 1, 0]),
        (["b", "a", "b", "c"], {}, [0, 1, 0, 2]),
        ([[0.0], [-0.0], [1], [1.0]], {}, [0, 0, 1, 1]),
        ([[NAN, 1], [None, 1], [1, NAN]], {}, [0, 0, 1]),
        # 0 and 2 are equal, 1 and 2 of one group, 3 and 4 of another: a chain and a
        # pair.
        ([1, 2, 1, 3, 4], {"groups": "xyyzz"}, [0, 0, 0, 1, 1]),
        # Halves go to the even neighbour.
        ([0.5, 1.5, 2.5, 0.49, 3.0], {"decimals": 0}, [0, 1, 1, 0, 2]),
        ([0.125, 0.12, 0.13], {"decimals": 2}, [0, 0, 1]),
        ([12, 14.9, 15.1, 20], {"decimals": -1}, [0, 0, 1, 1]),
        ([12, 14], {"decimals": 0}, [0, 1]),
        # No digit is left to round, or scaling leaves the floats.
        ([1e300, 1.0000000000000002e300], {"decimals": 3}, [0, 1]),
        ([NAN, float("inf"), float("-inf")], {"decimals": 2}, [0, 1, 2]),
    ],
)
def test_codes_in_order_of_appearance(rows, options, codes):
    assert duplicate_groups(rows, **options) == codes
