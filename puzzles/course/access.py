"""Who may see which reference text."""
