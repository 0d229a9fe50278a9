"""Fish: basic, finned and Franken."""
