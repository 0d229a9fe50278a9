"""The topic training: technique pages, the bank of positions, drills."""
