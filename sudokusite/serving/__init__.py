"""What `manage.py serve` is made of: getting ready, the first start, the processes and their watch."""
