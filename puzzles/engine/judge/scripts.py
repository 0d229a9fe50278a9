"""Run a student's whole file as a script, in a namespace of its own."""

from . import loading, world


def run_file(program, case, text=None, names=None):
    """Run the file, or another text in its place, as `__main__`, with some names given: an Outcome."""
    kept = program.namespace
    program.namespace = loading.new_namespace("__main__")
    program.namespace.update(names or {})
    try:
        return world.attempt(
            program,
            lambda: loading.execute(program.text if text is None else text, program),
            world.World(case.answers, case.files),
            program.steps,
        )
    finally:
        program.namespace = kept
