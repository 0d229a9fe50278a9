"""Help of every kind, within the attempt's policy; all of it recorded as moves.

Help is decided under the lock of the attempt and answered after the commit. A refusal is a HelpError, changes
nothing and reveals nothing but the rule. Right or wrong is revealed only where the policy allows checking.
"""

from .bounds import LONG_WAIT, HelpError, HelpLeft, help_left, minutes_until
from .deduction import Claim, DeductionResult, judge_deduction
from .hint import RevealedHint, give_hint, open_hint
from .positions import position_of
from .reveal import SimpleRun, check_grid, rewind, show_cell, show_simple, show_solution
from .solution_path import Explanation, explain, may_order, order_explanation
from .step_list import MAX_LISTED, StepList, list_steps
from .step_search import continue_search, forget_searches

__all__ = [
    "LONG_WAIT",
    "MAX_LISTED",
    "Claim",
    "DeductionResult",
    "Explanation",
    "HelpError",
    "HelpLeft",
    "RevealedHint",
    "SimpleRun",
    "StepList",
    "check_grid",
    "continue_search",
    "explain",
    "forget_searches",
    "give_hint",
    "help_left",
    "judge_deduction",
    "list_steps",
    "may_order",
    "minutes_until",
    "open_hint",
    "order_explanation",
    "position_of",
    "rewind",
    "show_cell",
    "show_simple",
    "show_solution",
]
