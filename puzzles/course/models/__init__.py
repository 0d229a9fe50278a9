"""What the course keeps in the database."""
