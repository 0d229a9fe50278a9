"""What accounts tell the rest of the site."""

from django.dispatch import Signal

# Sent in the transaction that ends the pause of a class, with `classroom`, `seconds` (how long its boards
# were covered, a whole number) and `paused_at` (since when).
class_resumed = Signal()

# Asked before a class is archived or deleted, with `classroom`. A receiver with a reason against it returns
# the sentence.
class_end_asked = Signal()

# Sent in the transaction that deletes a class, before its rows go, with `classroom`.
class_deleting = Signal()

# Asked before students get new passwords, which log them out, with `students`: who knows of exams that run
# now returns the keys of those who are in one.
running_exams_asked = Signal()

# Asked before a former teacher deletes the account of a student in no class, with `student`: who has a reason
# against it returns the sentence.
former_deletion_asked = Signal()

# Sent in the transaction that makes the first teacher of a new site, with `teacher`.
first_teacher_made = Signal()
