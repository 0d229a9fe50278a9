"""What can be done to accounts and classes."""
