"""A grid for backtracking: finds the next digit that fits into a cell.

Row, column and box each have a mask of taken digits, so that a digit costs a few bit operations.
"""

from collections.abc import Iterable

from ..cells import HOUSES_OF


class FittingGrid:
    """81 digits, and the digits taken in each house as a mask."""

    def __init__(self, digits: Iterable[int]) -> None:
        self.digits = bytearray(digits)
        self._taken = [0] * 27
        for cell, digit in enumerate(self.digits):
            for house in HOUSES_OF[cell] if digit else ():
                self._taken[house] |= 1 << digit

    def next_digit(self, cell: int) -> int:
        """Replace the digit of a cell by the next greater one that fits, or by 0 if none does; return it."""
        taken = self._taken
        row, column, box = HOUSES_OF[cell]
        before = self.digits[cell]
        if before:
            bit = 1 << before
            taken[row] ^= bit
            taken[column] ^= bit
            taken[box] ^= bit
        blocked = taken[row] | taken[column] | taken[box]
        digit = before + 1
        # Bit 10 is never set, so the search ends there.
        while blocked >> digit & 1:
            digit += 1
        if digit > 9:
            self.digits[cell] = 0
            return 0
        bit = 1 << digit
        taken[row] |= bit
        taken[column] |= bit
        taken[box] |= bit
        self.digits[cell] = digit
        return digit
