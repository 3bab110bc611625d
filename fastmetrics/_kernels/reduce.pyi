KINDS: dict[str, tuple[int, int]]
