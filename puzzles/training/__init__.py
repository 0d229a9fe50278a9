"""The topic training: technique pages."""
