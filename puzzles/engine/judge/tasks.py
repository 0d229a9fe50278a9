"""The tasks of the worker in the browser: one job at a time, a dictionary that names its task.

Each task emits messages, dictionaries fit for JSON. Modules are imported when they are needed: a program that
runs needs no exercises.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .messages import Emit, Message


def judge(job: "Message", emit: "Emit") -> None:
    """Judge a program against exercises of a worksheet; verdicts and notes come with their sentence."""
    from . import verdicts, wording

    language = job.get("language") or "fr"

    def emit_with_words(message: "Message") -> None:
        if message["kind"] == "verdict":
            message = {**message, "sentence": wording.sentence(message, language)}
        elif message["kind"] == "note":
            message = {**message, "sentence": wording.note(message, language)}
        emit(message)

    verdicts.judge(job["source"], job["worksheet"], job.get("exercises"), emit_with_words, language=language)


def run(job: "Message", emit: "Emit") -> None:
    """Run a program with the answers given so far."""
    from . import console_run

    console_run.run(
        job["source"],
        emit,
        answers=job.get("answers") or (),
        seed=job.get("seed") or 0,
        files=job.get("files"),
    )


def record(job: "Message", emit: "Emit") -> None:
    """Record a run of the program's own solver."""
    from . import recording

    limit_ms = job.get("limit_ms")
    recording.record(
        job["source"],
        job["worksheet"],
        job["grid"],
        emit,
        solver=job.get("solver") or "",
        # Before the page ends it from outside, which would lose how the run ends.
        limit_s=0.9 * limit_ms / 1000 if limit_ms else None,
    )


def count(job: "Message", emit: "Emit") -> None:
    """Count what the program's own solver writes on several grids."""
    from . import recording

    recording.count(job["source"], job["worksheet"], job["grids"], emit, solver=job.get("solver") or "")


def compare(job: "Message", emit: "Emit") -> None:
    """Call the program's function and another version of it on one case."""
    from . import bug_gallery

    bug_gallery.compare(job["source"], job["other"], job["worksheet"], job["exercise"], job["case"], emit)


TASKS = {"judge": judge, "run": run, "record": record, "count": count, "compare": compare}


def perform(job: "Message", emit: "Emit") -> None:
    """Do one job. Errors of the program become messages; an error raised here is a bug of the judge."""
    TASKS[job["task"]](job, emit)
