"""Run our scripts without a browser, on the node that Playwright brings along."""

import json
import subprocess
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

from sudokusite.scripts import written_catalog

SCRIPTS = Path(__file__).parents[4] / "sudokusite" / "static" / "js"
NODE = compute_driver_executable()[0]


def run_node(*arguments: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    """What node says to these arguments; scripts speak English in it."""
    catalog = str(written_catalog("viewer", "en"))
    return subprocess.run(
        [NODE, "--require", catalog, *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def evaluate(function: str, argument: Any) -> Any:
    """The answer of an asynchronous function of JavaScript; `/static/js/` is where our scripts are."""
    source = f"""
      const {{ readFileSync }} = await import("node:fs");
      const answer = await ({function.replace("/static/js/", SCRIPTS.as_uri() + "/")})(
        JSON.parse(readFileSync(0, "utf-8")));
      process.stdout.write(JSON.stringify(answer));
    """
    found = run_node("--input-type=module", "--eval", source, given=json.dumps(argument))
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)
