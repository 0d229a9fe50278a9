"""Help of every kind, within the bounds of the attempt's policy; all of it recorded as moves.

What tells anything is decided under the lock of the attempt and answered after the commit; a refusal is a
HelpError, changes nothing and tells nothing but the rule. Right or wrong is told only where the policy lets
the grid be checked.
"""

from .bounds import LONG_WAIT, HelpError, HelpLeft, help_left, minutes_until
from .deduction import Claim, Verdict, judge_deduction
from .hint import Told, give_hint, told_last
from .reveal import Check, SimpleRun, check_grid, show_cell, show_simple, show_solution
from .rewind import Rewind, rewind
from .search_jobs import continue_search, forget_searches
from .solution_path import (
    Explanation,
    explain_board,
    explain_puzzle,
    explain_solution,
    may_order,
    order_explanation,
)
from .step_list import MAX_LISTED, Listing, list_steps

__all__ = [
    "LONG_WAIT",
    "MAX_LISTED",
    "Check",
    "Claim",
    "Explanation",
    "HelpError",
    "HelpLeft",
    "Listing",
    "Rewind",
    "SimpleRun",
    "Told",
    "Verdict",
    "check_grid",
    "continue_search",
    "explain_board",
    "explain_puzzle",
    "explain_solution",
    "forget_searches",
    "give_hint",
    "help_left",
    "judge_deduction",
    "list_steps",
    "may_order",
    "minutes_until",
    "order_explanation",
    "rewind",
    "show_cell",
    "show_simple",
    "show_solution",
    "told_last",
]
