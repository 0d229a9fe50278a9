"""The topic play: attempts, moves, hints, draws, own grids, reviews."""
