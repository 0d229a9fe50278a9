"""Signals from the library to the topics above it."""

from django.dispatch import Signal

# Sent before each batch of an import. Receivers return when somebody last played, or None.
newest_move_asked = Signal()
