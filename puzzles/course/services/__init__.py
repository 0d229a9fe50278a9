"""Acts of the course: one verb, one transaction."""
