"""The statement of the course's text that does each operation: function, statement, and which one.

There is a module for each text, so that an archive without a text comes without its statements too.
"""
