"""Acts on accounts and classes."""
