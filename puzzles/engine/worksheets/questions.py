"""The questions of the fifth worksheet's Exercise 7, with choices that can be marked."""

from dataclasses import dataclass

from ..translation import gettext_noop


@dataclass(frozen=True, slots=True)
class Question:
    """A question about `resoudre(S, i, j)`: its text, its choices by key, the right keys, and the reason.

    `nearly` is a choice that is taken as right too: the worksheet's own answer, whose weakness the reason
    explains.
    """

    key: str
    text: str
    choices: dict[str, str]
    right: frozenset[str]
    reason: str
    nearly: str = ""

    def mark(self, chosen: set[str]) -> bool:
        """Whether exactly the right choices were chosen, or the one that is nearly right."""
        return frozenset(chosen) == self.right or self.is_nearly_right(chosen)

    def is_nearly_right(self, chosen: set[str]) -> bool:
        """Whether the choice that is nearly right was chosen, and no other."""
        return bool(self.nearly) and chosen == {self.nearly}


EXERCISE_7 = (
    Question(
        key="type",
        text=gettext_noop("What is the type of the result of resoudre(S, i, j)?"),
        choices={
            "list": gettext_noop("a list: the grid, solved"),
            "bool": gettext_noop("a Boolean: whether the grid could be filled from this cell on"),
            "tuple": gettext_noop("a tuple: the next cell"),
            "none": gettext_noop("none: the function returns nothing"),
        },
        right=frozenset({"bool"}),
        reason=gettext_noop("Each branch returns True or False; the grid S itself is filled on the way."),
    ),
    Question(
        key="first_call",
        text=gettext_noop("Which call solves the whole grid S?"),
        choices={
            "first_cell": "resoudre(S, 0, 0)",
            "one_one": "resoudre(S, 1, 1)",
            "last_cell": "resoudre(S, 8, 8)",
            "row_nine": "resoudre(S, 9, 0)",
        },
        right=frozenset({"first_cell"}),
        reason=gettext_noop(
            "The function fills from cell (i, j) to the end, so it must begin at cell (0, 0)."
        ),
    ),
    Question(
        key="recursive_calls",
        text=gettext_noop("Where does the function call itself? Choose every right answer."),
        choices={
            "filled_cell": gettext_noop("when the cell is already filled, for the next cell"),
            "after_digit": gettext_noop("in the loop, after a digit is written, for the next cell"),
            "after_emptying": gettext_noop("after the loop, once the cell is emptied"),
            "row_nine": gettext_noop("when i is 9"),
        },
        right=frozenset({"filled_cell", "after_digit"}),
        reason=gettext_noop("Both calls are for the next cell; the two other branches return at once."),
    ),
    Question(
        key="base_case",
        text=gettext_noop("When does the function answer True at once, without another call?"),
        choices={
            "row_nine": "i = 9",
            "last_cell": "i = 8, j = 8",
            "filled_cell": gettext_noop("when the cell is already filled"),
            "no_digit": gettext_noop("when the cell has no possible digit"),
        },
        right=frozenset({"row_nine"}),
        reason=gettext_noop(
            "i = 9 lies behind the last row: every cell is filled. The last cell (8, 8) may still be empty."
        ),
    ),
    Question(
        key="termination",
        text=gettext_noop("Which quantity shows that the calls come to an end?"),
        choices={
            "rows_left": "9 - i",
            "cells_left": "81 - (9i + j)",
            "empty_cells": gettext_noop("the number of empty cells"),
            "possible_digits": gettext_noop("the number of possible digits of the cell"),
        },
        right=frozenset({"cells_left"}),
        reason=gettext_noop(
            "81 - (9i + j) is the number of cells left: one less at each call, 0 at the end. The worksheet "
            "answers 9 - i, which never grows and ends at 0 too; but it stays the same within a row, so "
            "alone it does not prove that the calls end. A filled cell leaves as many empty cells as before."
        ),
        nearly="rows_left",
    ),
)
