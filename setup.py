"""What an installed engine holds beside its modules: its sentences in each language, and the sample grids.

All else is in pyproject.toml.
"""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

# A build does not always look for modules in the project's folder.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from puzzles.engine.archive import engine_catalogues
from puzzles.engine.files import SAMPLE_FILE


class BuildEngine(build_py):
    """Copies the modules, then adds what lies outside the engine's folder in the project."""

    def run(self) -> None:
        super().run()
        # An editable install uses the project's own files.
        if not self.editable_mode:
            build = Path(self.build_lib, "puzzles")
            _write(build / "samples" / SAMPLE_FILE.name, SAMPLE_FILE.read_bytes())
            for name, contents in engine_catalogues().items():
                _write(build / "engine" / "locale" / name, contents)


def _write(path: Path, contents: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(contents)


setup(cmdclass={"build_py": BuildEngine})
