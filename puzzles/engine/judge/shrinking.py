"""Make a counterexample smaller: take digits away as long as the same kind of failure stays."""


class Failure:
    """A case a program fails: the case, what came, what was expected, the verdict's code and detail."""

    __slots__ = ("case", "code", "detail", "expected", "outcome")

    def __init__(self, case, outcome, expected, code, detail=None):
        self.case, self.outcome, self.expected = case, outcome, expected
        self.code, self.detail = code, detail

    @property
    def kind(self):
        """What must stay the same while the case shrinks: the code and the type of the error."""
        return self.code, self.detail == "type", (self.outcome.error or "").split(":")[0]

    @property
    def size(self):
        """How many digits the grid has."""
        return 0 if self.case.grid is None else 81 - self.case.grid.count(".")


class Bound:
    """How many more calls may be spent."""

    __slots__ = ("calls",)

    def __init__(self, calls):
        self.calls = calls


def shrink(failure, fails, bound):
    """The smallest failure of the same kind that greedy removal of digits finds within the bound.

    `fails(case)` runs a case: a Failure or None. Pieces of many digits go first, then single ones, until no
    single digit can be taken away.
    """
    if not failure.case.shrinks:
        return failure
    piece = max(1, failure.size // 2)
    while True:
        failure, has_shrunk = _without_pieces(failure, fails, bound, piece)
        if bound.calls <= 0 or (piece == 1 and not has_shrunk):
            return failure
        if piece > 1:
            piece = max(1, min(piece // 2, failure.size // 2))


def _without_pieces(failure, fails, bound, piece):
    cells = [cell for cell in range(81) if failure.case.grid[cell] != "."]
    has_shrunk = False
    for start in range(0, len(cells), piece):
        if bound.calls <= 0:
            break
        bound.calls -= 1
        gone = cells[start : start + piece]
        line = "".join("." if cell in gone else failure.case.grid[cell] for cell in range(81))
        smaller = fails(failure.case.with_grid(line))
        if smaller is not None and smaller.kind == failure.kind:
            failure, has_shrunk = smaller, True
    return failure, has_shrunk


def smallest(failures, fails, bound, tries=4):
    """The smallest of several failures, the first few with the fewest digits shrunk."""
    best = None
    for failure in sorted(failures, key=lambda failure: failure.size)[:tries]:
        shrunk = shrink(failure, fails, bound)
        if best is None or shrunk.size < best.size:
            best = shrunk
        if best.size == 0:
            break
    return best
