"""What is stored about a person: where it is, how it is told to them, and how it ends."""
