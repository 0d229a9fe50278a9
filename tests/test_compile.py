"""Compiling the search where that can be, and going on without it where it cannot."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lengths import IS_LONG

PROJECT = Path(__file__).parents[1]
# What a script of the shell needs, and no compiler.
COMMANDS = ["sh", "cat", "date", "dirname", "mktemp", "rm"]

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@pytest.fixture
def without_compiler(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine that has no C compiler."""
    for name in COMMANDS:
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    return {"PATH": str(tmp_path)}


def run(*command: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", *command], cwd=PROJECT, env=environment, capture_output=True, text=True)


def test_without_a_compiler_setting_up_goes_on_and_says_so(without_compiler: dict[str, str]) -> None:
    answer = run(".ci/compile", sys.executable, environment=without_compiler)
    assert (answer.returncode, answer.stdout) == (0, "")
    assert answer.stderr == (
        "The search is not compiled: there is no C compiler. The one in Python is used, which is slower.\n"
    )


@needs_compiler
def test_without_the_headers_of_python_it_goes_on_and_names_them(tmp_path: Path) -> None:
    bare = tmp_path / "python"
    bare.write_text("#!/bin/sh\nexit 1\n")
    bare.chmod(0o755)
    answer = run(".ci/compile", str(bare), environment=dict(os.environ))
    assert answer.returncode == 0
    assert "the headers of Python are missing (on Debian: python3-dev)" in answer.stderr


def test_the_fuzzing_fails_without_a_compiler(without_compiler: dict[str, str]) -> None:
    answer = run("tests/fuzz/run", "10", environment=without_compiler)
    assert (answer.returncode, answer.stderr) == (2, "There is no C compiler.\n")


@needs_compiler
def test_some_thousand_grids_leave_the_sanitizers_silent(tmp_path: Path) -> None:
    probe = ["cc", "-fsanitize=address,undefined", "-x", "c", "-", "-o", str(tmp_path / "probe")]
    if subprocess.run(probe, input=b"int main(void) { return 0; }", capture_output=True).returncode:
        pytest.skip("the C compiler has no sanitizers here")
    inputs = "4000" if IS_LONG else "2000"
    answer = run(
        "tests/fuzz/run", inputs, "1", environment=os.environ | {"CFLAGS": "-O2" if IS_LONG else "-O0"}
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith(f"{inputs} inputs from seed 1\nclean: ")
