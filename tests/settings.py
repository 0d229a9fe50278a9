"""The site's settings as the tests use them: nothing from the developer's environment but DATABASE_URL."""

import os
import tempfile
from pathlib import Path

for name in ("ALLOWED_HOSTS", "DEBUG", "HTTPS", "SECRET_KEY_FALLBACKS", "SUDOKUSITE_PRODUCTION", "TIME_ZONE"):
    os.environ.pop(name, None)
os.environ["SECRET_KEY"] = "known to everybody, and good enough for tests only"
os.environ.setdefault("SUDOKUSITE_DATA", tempfile.mkdtemp(prefix="sudokusite-tests-"))

from sudokusite.settings import *  # noqa: E402, F403
from sudokusite.settings import ALLOWED_HOSTS, DATA_DIR, DATABASES, STORAGES  # noqa: E402

# A file, as in life: in memory, simultaneous moves on a live server get lost. Each xdist worker gets its own.
if "sqlite" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["TEST"] = {"NAME": str(Path(DATA_DIR) / "test.sqlite3")}

# Quick to make: a cast of six is made for nearly every test.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", "accounts.hashers.ClassroomArgon2Hasher"]

# Static files as they lie in the tree, not collected.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
ALLOWED_HOSTS += ["testserver", "school.test"]
