"""The app's own migrations, and one more."""

from puzzles.library import migrations

__path__ = [*migrations.__path__, *__path__]
