"""What the course does: one verb, one transaction."""
