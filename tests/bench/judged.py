"""`python -m tests.bench.judged`: the judge, exercise by exercise, in CPython and in Chromium, as a table.

Reference, mutants caught, digits of the smallest counterexample, seconds. The worker is the one of
the site, without frame and server around it; the seconds begin when it has loaded.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import django

from puzzles.engine.judge.cases import QUESTIONS
from puzzles.engine.judge.child_process import judge_in_child
from puzzles.engine.judge.exercises import WORKSHEETS, exercises_of
from puzzles.engine.judge.verdicts import judge
from puzzles.engine.worksheets.mutants import MUTANTS, Mutant
from puzzles.engine.worksheets.sources import source_of

Message = dict[str, Any]

WORKER = Path(__file__).parents[2] / "sudokusite" / "static" / "js" / "course" / "sandbox_worker.js"
SITE = "http://judge.invalid/"
# Runs a job in a worker; each message comes with the seconds since the worker had loaded.
IN_WORKER = """async (job) => {
  window.script ??= URL.createObjectURL(await (await fetch("/worker.js")).blob());
  return await new Promise((done) => {
    const heard = [];
    let ready = 0;
    const began = performance.now();
    const worker = new Worker(window.script);
    const end = (kind) => {
      worker.terminate();
      clearTimeout(clock);
      done({ heard, kind, loading: (ready - began) / 1000 });
    };
    const clock = setTimeout(() => end("too_slow"), job.limit_ms);
    worker.onerror = () => end("failed");
    worker.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.kind === "ready") ready = performance.now();
      heard.push({ ...message, at: (performance.now() - ready) / 1000 });
      if (message.kind === "done" || message.kind === "failed") end(message.kind);
    };
    worker.postMessage(JSON.stringify(job));
  });
}"""
HEADINGS = (
    "worksheet/exercise",
    "reference",
    "mutants caught",
    "caught in Chromium, same verdict",
    "smallest counterexample, digits (most)",
    "s CPython",
    "s Chromium",
)


class Workers:
    """Workers of Chromium, a new one for each job."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def messages(
        self, source: str, worksheet: str, keys: list[str], limit_ms: int = 120_000
    ) -> list[Message]:
        """What the judge says of a program; too slow where it does not end."""
        job = {
            "task": "judge",
            "source": source,
            "worksheet": worksheet,
            "exercises": keys,
            "language": "en",
            "limit_ms": limit_ms,
        }
        answer = self.page.evaluate(IN_WORKER, job)
        heard = answer["heard"]
        if answer["kind"] == "too_slow":
            begun = next(each for each in reversed(heard) if each["kind"] == "begin")
            heard.append({"kind": "verdict", "verdict": "too_slow", **_of(begun, "exercise")})
        elif answer["kind"] == "failed":
            raise AssertionError(heard[-1])
        return heard


def _of(message: Message, *names: str) -> Message:
    return {name: message[name] for name in names}


@contextmanager
def workers() -> Iterator[Workers]:
    """The machine's Chromium with a page from which workers start."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from .board_pages import chromium

    with chromium() as browser:
        page = browser.new_page()
        page.route(
            "**/*",
            lambda route: route.fulfill(
                content_type="text/javascript" if route.request.url.endswith(".js") else "text/html",
                body=worker_script()
                if route.request.url.endswith(".js")
                else "<!doctype html><title>x</title>",
            ),
        )
        page.goto(SITE)
        yield Workers(page)


@cache
def worker_script() -> str:
    """What a worker runs, as runner.js puts it together."""
    from puzzles.course.services import bundle

    ahead = json.dumps(
        ["judge.verdicts", "judge.wording", *(f"judge.exercises.{name}" for name in WORKSHEETS)]
    )
    parts = [
        f'self.__BRYTHON__ = {{ brython_path: "sandbox:/" }};\nself.importAhead = {ahead};\n',
        (bundle.brython_folder() / "brython.js").read_text(),
        bundle.bundle(),
        WORKER.read_text(),
    ]
    return "\n;\n".join(parts)


def in_cpython(source: str, worksheet: str, keys: list[str]) -> list[Message]:
    """The same in this process."""
    heard: list[Message] = []
    began = perf_counter()
    judge(source, worksheet, keys, lambda each: heard.append({**each, "at": perf_counter() - began}))
    return heard


def keys_of(worksheet: str) -> list[str]:
    """The exercises of a worksheet that a program can answer."""
    return [exercise.key for exercise in exercises_of(worksheet) if exercise.kind != QUESTIONS]


def seconds(heard: list[Message]) -> dict[str, float]:
    """Seconds from the beginning of an exercise to its verdict."""
    began = {each["exercise"]: each["at"] for each in heard if each["kind"] == "begin"}
    return {each["exercise"]: each["at"] - began[each["exercise"]] for each in verdicts(heard)}


def verdicts(heard: list[Message]) -> list[Message]:
    """The verdicts among messages."""
    return [each for each in heard if each["kind"] == "verdict"]


def verdict_on(mutant: Mutant) -> Message:
    """The verdict on a mutant, in a child process: some never end."""
    heard: list[Message] = []
    judge_in_child(mutant.program(), mutant.worksheet, [mutant.key], heard.append)
    return verdicts(heard)[0]


def table_of(worksheet: str, page: Workers | None, *, all_in_chromium: bool) -> Iterator[tuple[str, ...]]:
    """A line of the table for each exercise, and one for the worksheet."""
    keys = keys_of(worksheet)
    source = source_of(worksheet)
    here = in_cpython(source, worksheet, keys)
    there = page.messages(source, worksheet, keys) if page else []
    passed = {each["exercise"]: each["verdict"] for each in verdicts(here)}
    passed_there = {each["exercise"]: each["verdict"] for each in verdicts(there)} if page else passed
    for key in keys:
        mutants = [mutant for mutant in MUTANTS[worksheet] if mutant.key == key]
        found = [verdict_on(mutant) for mutant in mutants]
        caught = [verdict for verdict in found if verdict["verdict"] != "passed"]
        same = ""
        if page and all_in_chromium:
            again = [
                verdicts(page.messages(mutant.program(), worksheet, [key], 20_000))[0]["verdict"]
                for mutant in mutants
            ]
            number = sum(one["verdict"] == other for one, other in zip(found, again, strict=True))
            same = f"{number}/{len(mutants)}"
        digits = [each["digits"] for each in caught if each.get("digits") is not None]
        yield (
            f"{worksheet}/{key}",
            passed[key] if passed[key] == passed_there[key] else f"{passed[key]}, {passed_there[key]}",
            f"{len(caught)}/{len(mutants)}" if mutants else "none made",
            same if mutants else "",
            f"{max(digits)}" if digits else "",
            f"{seconds(here)[key]:.2f}",
            f"{seconds(there)[key]:.2f}" if page else "",
        )
    there_s = f"{there[-1]['at']:.2f}" if page else ""
    yield f"**{worksheet}**, all", "", "", "", "", f"{here[-1]['at']:.2f}", there_s


def main(arguments: list[str]) -> int:
    """Print the table of some worksheets, of all if none is named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.judged", description=__doc__)
    parser.add_argument("worksheets", nargs="*", metavar="WORKSHEET", help=f"of {', '.join(WORKSHEETS)}")
    parser.add_argument("--mutants", action="store_true", help="judge the mutants in Chromium too: minutes")
    options = parser.parse_args(arguments)
    out = sys.stdout.write
    out(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}\n")
    with workers() as page:
        for worksheet in options.worksheets or WORKSHEETS:
            for line in table_of(worksheet, page, all_in_chromium=options.mutants):
                out(f"| {' | '.join(line)} |\n")
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
