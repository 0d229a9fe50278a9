"""Where the events of each algorithm stand in the course's text: function, statement, and which one.

One module for each text, under its name: a copy of the engine without a text comes without these lines of it.
"""
