KINDS: dict[str, int]
OPTIMA: tuple[str, ...]
