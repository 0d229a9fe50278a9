"""What accounts tell the rest of the site."""

from django.dispatch import Signal

# Sent with `classroom` and `seconds`, how long its boards were covered, in the transaction that ends the pause.
class_resumed = Signal()
