"""Personal data: where it is stored, how it is exported, and how it is deleted."""
