"""The pages of accounts, one module a room."""
