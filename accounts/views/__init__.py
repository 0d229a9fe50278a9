"""The views of accounts and classes."""
