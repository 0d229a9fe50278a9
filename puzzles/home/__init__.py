"""The topic home: first pages, history and class overview."""
