"""Techniques of almost locked sets."""
