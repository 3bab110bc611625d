"""How fast: ours, the peers and the floor, in turn in one process.

``python -m benchmarks`` prints the table; ``pytest benchmarks`` hands the same cases to
pytest-benchmark. The modules with cases bear the names of the package's topics;
``case`` says what a case is, ``measure`` how it is timed, ``table`` how it is shown.
"""

import os

# Peers are timed on one thread, as ours is: Polars reads this when it is imported.
os.environ.setdefault("POLARS_MAX_THREADS", "1")
