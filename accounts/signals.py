"""Signals from accounts to the other apps."""

from django.dispatch import Signal

# Sent in the transaction that ends the pause of a class, with `classroom`, `seconds` (length of the pause, an
# integer) and `paused_at`.
class_resumed = Signal()

# Sent before a class is archived or deleted, with `classroom`. A receiver that objects returns the reason.
class_end_asked = Signal()

# Sent in the transaction that deletes a class, before its rows go, with `classroom`.
class_deleting = Signal()

# Sent before students get new passwords, which log them out, with `students`. Receivers return the keys of
# the students who are in an exam now.
running_exams_asked = Signal()

# Sent to draw the page of a class, with `classroom`. The one receiver returns what its students did.
class_roster_asked = Signal()

# Sent before a former teacher deletes a student without a class, with `student`. A receiver that objects
# returns the reason.
former_deletion_asked = Signal()

# Sent in the transaction that creates the first teacher of a new site, with `teacher`.
first_teacher_made = Signal()
