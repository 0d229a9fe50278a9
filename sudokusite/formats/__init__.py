"""Formats of dates and times where Django's own do not fit."""
