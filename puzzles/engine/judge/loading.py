"""A student's source becomes a namespace."""


class Program:
    """A loaded program: its names, and what is to be said about the file."""

    def __init__(self, namespace, notes):
        self.namespace = namespace
        self.notes = notes


def load(source):
    namespace = {"__name__": "sudoku"}
    exec(compile(source, "sudoku.py", "exec"), namespace)
    return Program(namespace, [])
