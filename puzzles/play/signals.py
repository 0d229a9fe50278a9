"""Signals from play to the topics above it."""

from django.dispatch import Signal

# Sent in the transaction of the review of a finished attempt. `is_first`: its player did not know the grid
# before; `is_believed`: it was played to be solved, in human time, and by what the grid asks for.
game_reviewed = Signal()

# Sent with a `student` before a solver runs on a board: receivers return the `HiddenPosition`s that the
# student still has to answer for assignments.
hidden_positions_asked = Signal()
