"""`make lighthouse`: what Lighthouse thinks of the demo site, as a student sees it.

Lighthouse is no part of the project: LIGHTHOUSE names its command, else it is looked for on the path.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

PROJECT = Path(__file__).parents[2]
WANTED = {"performance": 99, "accessibility": 100, "best-practices": 100}
STUDENT = re.compile(r"^ +(\S+) +(\S+) +student$", re.MULTILINE)
PATIENCE_SECONDS = 120
CHROMIUM_FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking --no-first-run"


def main() -> int:
    """Print the scores of each page; 1 if one is too low, 2 if nothing could be measured."""
    command, browser = os.environ.get("LIGHTHOUSE") or shutil.which("lighthouse"), chromium()
    if not (command and browser):
        sys.stderr.write("Lighthouse or Chromium is not installed; LIGHTHOUSE=... names the command.\n")
        return 2
    is_reached = True
    with demo_site() as (address, name, password):
        visitor = build_opener(HTTPCookieProcessor(jar := CookieJar()))
        pages = {"login": "/accounts/login/", **pages_of(visitor, jar, address, name, password)}
        for page, path in pages.items():
            cookies = "" if page == "login" else "; ".join(f"{each.name}={each.value}" for each in jar)
            report = judged(command, browser, address + path, cookies)
            sys.stdout.write(f"{page:8} {sentence(report)}\n")
            is_reached &= not too_low(report)
    return 0 if is_reached else 1


def chromium() -> str | None:
    """Where Chromium is installed; None when it is not."""
    names = [os.environ.get("CHROMIUM", "chromium"), "chromium-browser", "google-chrome"]
    return next((path for name in names if (path := shutil.which(name))), None)


def judged(command: str, browser: str, address: str, cookies: str) -> dict:
    """Lighthouse's report on a page."""
    arguments = [address, "--output=json", "--quiet", f"--chrome-flags={CHROMIUM_FLAGS}"]
    arguments += [f"--only-categories={','.join(WANTED)}"]
    if cookies:
        arguments += [f"--extra-headers={json.dumps({'Cookie': cookies})}"]
    environment = {**os.environ, "CHROME_PATH": browser}
    answer = subprocess.run(
        [command, *arguments], env=environment, capture_output=True, check=True, text=True
    )
    report = json.loads(answer.stdout)
    if report["finalDisplayedUrl"] != address:
        raise AssertionError(f"{address} led to {report['finalDisplayedUrl']}")
    return report


def scores(report: dict) -> dict[str, int]:
    """The scores of a report, of a hundred."""
    return {name: round(100 * (report["categories"][name]["score"] or 0)) for name in WANTED}


def too_low(report: dict) -> list[str]:
    """The names of the scores that are lower than they should be."""
    return [name for name, score in scores(report).items() if score < WANTED[name]]


def sentence(report: dict) -> str:
    """The scores in a line, and under it what costs a score that is too low."""
    lines = ["  ".join(f"{name} {score}" for name, score in scores(report).items())]
    for name in too_low(report):
        audits = [each["id"] for each in report["categories"][name]["auditRefs"] if each["weight"]]
        missed = [
            report["audits"][audit] for audit in audits if (report["audits"][audit]["score"] or 0) < 0.9
        ]
        lines += [f"         {name}: {audit['title']} {audit.get('displayValue', '')}" for audit in missed]
    return "\n".join(lines)


@contextmanager
def demo_site() -> Iterator[tuple[str, str, str]]:
    """A new demo site on localhost: its address, and a student's name and password."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder, Path(folder, "said").open("w+") as said:
        environment = {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "LANG": "en_GB.UTF-8",
            "PYTHONUNBUFFERED": "1",
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "SUDOKUSITE_DATA": str(Path(folder, "data")),
        }
        command = [sys.executable, "manage.py", "serve", "--end-with-parent"]
        site = subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=said, stderr=said)
        try:
            address = f"http://localhost:{port}"
            wait_until_answered(address)
            yield (address, *STUDENT.search(Path(said.name).read_text()).groups())
        finally:
            site.terminate()
            site.wait()


def wait_until_answered(address: str) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            build_opener().open(f"{address}/accounts/login/").close()
            return
        except URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def pages_of(
    visitor: OpenerDirector, jar: CookieJar, address: str, name: str, password: str
) -> dict[str, str]:
    """Log in, draw a grid, and give the paths of the pages a student plays on."""

    def send(path: str, **fields: str) -> str:
        token = next(each.value for each in jar if each.name == "csrftoken")
        form = urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        with visitor.open(address + path, form) as answer:
            return str(answer.url).removeprefix(address)

    visitor.open(f"{address}/accounts/login/").close()
    send("/accounts/login/", username=name, password=password)
    return {"home": "/", "play": send("/draw/"), "history": "/history/"}


if __name__ == "__main__":
    sys.exit(main())
