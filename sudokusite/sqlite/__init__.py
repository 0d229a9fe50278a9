"""SQLite as the site uses it: Django's backend, whose writers wait in the order of their coming."""
