"""What accounts tell the rest of the site."""

from django.dispatch import Signal

# Sent in the transaction that ends the pause of a class, with `classroom`, `seconds` (how long its boards
# were covered, a whole number) and `paused_at` (since when).
class_resumed = Signal()
