"""Assignments: create, hand out, begin, end, and their results."""
