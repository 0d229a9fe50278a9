"""The parts of `manage.py serve`: preparation, first start, processes and their supervisor."""
