"""The site's settings as the tests use them: nothing from the developer's environment but DATABASE_URL.

With CLUSTER_URL (`make cluster`) the tests' browser asks servers beside them, with settings of their own:
what both must agree on is as those have it.
"""

import atexit
import os
import shutil
import tempfile

for name in (
    "ALLOWED_HOSTS",
    "DEBUG",
    "HTTPS",
    "RETENTION_DAYS",
    "SECRET_KEY_FALLBACKS",
    "SUDOKUSITE_PRODUCTION",
    "TIME_ZONE",
):
    os.environ.pop(name, None)
IS_BESIDE_A_CLUSTER = "CLUSTER_URL" in os.environ
if not IS_BESIDE_A_CLUSTER:
    os.environ["SECRET_KEY"] = "known to everybody, and good enough for tests only"
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["SUDOKUSITE_DATA"] = tempfile.mkdtemp(prefix="sudokusite-tests-")
    atexit.register(shutil.rmtree, os.environ["SUDOKUSITE_DATA"], ignore_errors=True)

from sudokusite.settings import *  # noqa: E402, F403
from sudokusite.settings import ALLOWED_HOSTS, DATA_DIR, DATABASES, STATIC_ROOT, STORAGES  # noqa: E402

# A file, as in life: in memory, simultaneous moves on a live server get lost. Each xdist worker adds its
# name. Power cuts are not tested, so the disk is not waited for.
if "sqlite" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
else:
    # The tests' live server answers in as many threads as are asked for, the site in SERVER_THREADS.
    DATABASES["default"]["OPTIONS"]["pool"]["max_size"] = 40

# Quick to make: a cast of six is made for many a test.
if not IS_BESIDE_A_CLUSTER:
    PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher",
        "accounts.hashers.ClassroomArgon2Hasher",
    ]

# Static files as they lie in the tree, not collected.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT.mkdir(exist_ok=True)

# Tests play faster than people; those of the limit have one of their own.
MOVES_PER_MINUTE = 10**9

# `testserver` is the test client's name, `school.test` a name that the tests' browser finds on this machine.
ALLOWED_HOSTS += ["testserver", "school.test"]
