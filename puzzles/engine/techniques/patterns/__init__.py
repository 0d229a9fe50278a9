"""What can be read off the candidates alone, before any technique: for several techniques."""
