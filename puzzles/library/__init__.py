"""The topic library: puzzles, collections, imports, difficulty."""
