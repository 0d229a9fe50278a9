"""All settings of the site, from environment variables, with safe defaults.

README.md lists the variables. Nothing here needs to be edited to run a class on a laptop or a school on a
server.
"""

import os
import socket
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import get_random_string

from sudokusite.logs import is_not_busy_response

BASE_DIR = Path(__file__).resolve().parents[1]
MIB = 1024 * 1024


def flag(name: str, *, default: bool = False) -> bool:
    """A boolean environment variable. Empty counts as not set."""
    answer = os.environ.get(name, "").strip().lower()
    if answer in {"", "0", "1", "no", "yes", "false", "true", "off", "on"}:
        return default if answer == "" else answer in {"1", "yes", "true", "on"}
    raise ImproperlyConfigured(f"{name} is {answer!r}; expected 1 or 0.")


def number(name: str, default: int, *, least: int = 0) -> int:
    """An integer environment variable. Empty counts as not set."""
    text = os.environ.get(name, "").strip() or str(default)
    if not (text.isascii() and text.isdecimal() and len(text) < 16 and int(text) >= least):
        raise ImproperlyConfigured(f"{name} is {text!r}; expected a whole number, {least} or more.")
    return int(text)


def words(name: str) -> list[str]:
    """A comma-separated environment variable."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def kept_secret(path: Path) -> str:
    """The secret key from a file that only its owner can read; created on first use."""
    try:
        with open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(get_random_string(64))
    except FileExistsError:
        pass
    secret = path.read_text().strip()
    if not secret:
        raise ImproperlyConfigured(f"{path} is empty. Delete it and a new secret key will be made.")
    return secret


# Data of this installation: secret key, database, collected static files.
DATA_DIR = Path(os.environ.get("SUDOKUSITE_DATA") or BASE_DIR / "var").absolute()
try:
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
except OSError as error:
    raise ImproperlyConfigured(f"The data folder cannot be made (SUDOKUSITE_DATA): {error}") from None

# HTTPS=1: a proxy in front of the site speaks https to the browsers and sets X-Forwarded-Proto.
HTTPS = flag("HTTPS")
PRODUCTION = HTTPS or flag("SUDOKUSITE_PRODUCTION")
DEBUG = flag("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY") or kept_secret(DATA_DIR / "secret_key")
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")

# `serve` adds the names and addresses it prints; a server with a name of its own sets ALLOWED_HOSTS.
HOSTNAME = socket.gethostname()
ALLOWED_HOSTS = words("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]", HOSTNAME, f"{HOSTNAME}.local"]
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "accounts",
    "puzzles.library",
    "puzzles.play",
    "puzzles.course",
    "puzzles.training",
    "puzzles.assignments",
    "puzzles.rooms",
    "puzzles.lessons",
    "puzzles.home",
    "sudokusite",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
]

MIDDLEWARE = [
    "sudokusite.middleware.trim_static_headers",
    "django.middleware.security.SecurityMiddleware",
    "sudokusite.static_files.StaticFilesMiddleware",
    # After static files: on each of twenty scripts the header would be as large as the script.
    "csp.middleware.CSPMiddleware",
    "sudokusite.middleware.isolate_origin",
    "django_htmx.middleware.HtmxMiddleware",
    # Before everything expensive: floods are refused here.
    "sudokusite.request_limit.RequestLimitMiddleware",
    # Adds random padding against the BREACH attack; static files are compressed when collected.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    # The browser's language; the account's is activated after AuthenticationMiddleware.
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.account_language",
    "accounts.middleware.LoginRequiredMiddleware",
    "accounts.middleware.renew_sessions",
    "accounts.middleware.private_pages",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.middleware.RefusalMiddleware",
    "puzzles.play.middleware.AccessMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "sudokusite.middleware.RejectInvalidRequests",
]

ROOT_URLCONF = "sudokusite.urls"
WSGI_APPLICATION = "sudokusite.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["accounts.dates"],
        },
    },
]


# Database


def database(url: str) -> Any:
    """Django's settings for a database URL: sqlite:///path or postgres://user@host/name."""
    if url.partition(":")[0] not in {"sqlite", "postgres", "postgresql"}:
        raise ImproperlyConfigured(
            "DATABASE_URL names no database that this site knows; "
            "expected sqlite:///path or postgres://user:password@host/name."
        )
    try:
        config: Any = dj_database_url.parse(url)
    except ValueError as error:
        raise ImproperlyConfigured(f"DATABASE_URL: {error}") from None
    options = config.setdefault("OPTIONS", {})
    if "sqlite" in config["ENGINE"]:
        if config["NAME"] == ":memory:":
            raise ImproperlyConfigured(
                "DATABASE_URL names a database in memory, which server and worker cannot share; "
                "expected sqlite:///path."
            )
        config["NAME"] = str(BASE_DIR / config["NAME"])
        config |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
        options.update(SQLITE_OPTIONS)
    elif "postgresql" in config["ENGINE"]:
        if find_spec("psycopg_pool") is None:
            raise ImproperlyConfigured(
                "DATABASE_URL asks for PostgreSQL, whose driver is not installed. Run:\n"
                "  python -m pip install --require-hashes -r requirements-postgres.txt"
            )
        # The pool keeps connections open, so Django must not.
        config |= {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}
        config["OPTIONS"] = options = POSTGRES_OPTIONS | options
        # A worker has three lanes, a sweeper and a poller; a server one thread more, for streams of events.
        options["pool"] = {"min_size": 1, "max_size": max(SERVER_THREADS + 3, 6), "timeout": 10}
    return config


# Threads of a server process: requests answered at once.
SERVER_THREADS = number("SERVER_THREADS", 8, least=1)
# Concurrent requests of one session, and of one account, in a process. A board sends moves one request at a
# time, and polls for news and help besides; the viewer asks for two traces. Browsers open up to six
# connections, but most requests take milliseconds. A class may share the demo account, with a session for
# each pupil: an account may use half of the threads.
REQUESTS_PER_SESSION = number("REQUESTS_PER_SESSION", 3, least=1)
REQUESTS_PER_ACCOUNT = max(SERVER_THREADS // 2, REQUESTS_PER_SESSION)
# Open connections of a server process. A browser has up to six while a page loads, and one or two for half a
# minute after each request: a school of a thousand needs several thousand.
SERVER_CONNECTIONS = number("SERVER_CONNECTIONS", 8192, least=1)
# Complete requests waiting for a thread; one more is answered 503.
SERVER_QUEUE = number("SERVER_QUEUE", 1024, least=1)
# Timeouts in seconds: for a connection without a complete request head; and for a client that sends nothing
# of a body, or reads nothing of a response.
SERVER_HEADER_SECONDS = number("SERVER_HEADER_SECONDS", 30, least=1)
SERVER_PROGRESS_SECONDS = number("SERVER_PROGRESS_SECONDS", 10, least=1)

# IMMEDIATE: a transaction takes the write lock at its start, and waits up to `timeout` seconds for it; one
# that starts as a reader and then writes fails with "database is locked". FULL: an acknowledged move survives
# a power cut.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 30,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}

# Keep-alive: a server or database that vanishes, as by a pulled plug, is noticed within a minute; until then
# its locks are held, or a thread waits for its answer.
NOTICED = {"idle": 30, "interval": 10, "count": 3}
POSTGRES_OPTIONS = {
    "connect_timeout": 5,
    **{f"keepalives_{name}": value for name, value in NOTICED.items()},
    "options": " ".join(f"-c tcp_keepalives_{name}={value}" for name, value in NOTICED.items()),
}

DATABASES = {"default": database(os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'db.sqlite3'}")}
ON_SQLITE = "sqlite" in DATABASES["default"]["ENGINE"]
# One interpreter uses one processor. Writers to SQLite wait for each other, but writing is a small part of a
# request: on two processors, two processes answer more.
SERVER_PROCESSES = number("SERVER_PROCESSES", min(2, os.cpu_count() or 1) if ON_SQLITE else 2, least=1)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The worker has a lane for each queue, the most urgent first: see puzzles/library/services/task_queues.py.
TASKS = {
    "default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["hints", "default", "later"]},
}


# Accounts and logins

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "accounts:login"
PASSWORD_HASHERS = [
    "accounts.hashers.ClassroomArgon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
# Failed logins from one address in ten minutes before it is locked. A whole school may share one address.
LOGIN_FAILURES_PER_ADDRESS = number("LOGIN_FAILURES_PER_ADDRESS", 300, least=1)
# Number of trusted proxies that add to X-Forwarded-For; 0: the header is ignored.
PROXY_COUNT = number("PROXY_COUNT", 0)
# Days after which the students of an archived class are deleted; empty or 0: never.
RETENTION_DAYS = number("RETENTION_DAYS", 0) or None
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]


# Language and time

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", "Français"), ("en", "English")]
FORMAT_MODULE_PATH = "sudokusite.formats"
LOCALE_PATHS = [BASE_DIR / "sudokusite" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
TIME_ZONE = os.environ.get("TIME_ZONE") or "Europe/Paris"
try:
    ZoneInfo(TIME_ZONE)
except (KeyError, ValueError, OSError):
    raise ImproperlyConfigured(f"TIME_ZONE is {TIME_ZONE!r}; expected a name like Europe/Paris.") from None
USE_I18N = True
USE_TZ = True


# Files

STATIC_URL = "static/"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "puzzles.course.services.bundle.BrythonFinder",
    "sudokusite.scripts.CatalogFinder",
]
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_STORAGE_NAME = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
    if DEBUG
    else "sudokusite.static_files.ModuleStaticFilesStorage"
)
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATICFILES_STORAGE_NAME},
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * MIB
# The admin page of a class has four fields for each student; a whole year of a school may be one class.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * MIB
# Upload limit of teachers: 200 MB are about 2,400,000 puzzles.
PUZZLE_FILE_MAX_BYTES = number("PUZZLE_FILE_MAX_BYTES", 200_000_000, least=1)
# Upload limit of students, who upload one puzzle at a time.
OWN_GRID_FILE_MAX_BYTES = 256 * 1024
# Moves of one player stored in a minute by all processes; more are delayed. No human makes as many.
MOVES_PER_MINUTE = number("MOVES_PER_MINUTE", 600, least=1)
FILE_UPLOAD_HANDLERS = ["sudokusite.uploads.LimitedFileUploadHandler"]


# Browser security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        # What is not listed below is blocked: fonts, frames, media, plug-ins.
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
# On plain http browsers ignore this header, with a warning, except for localhost.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None

# A class reaches a laptop by plain http on a local name, so secure cookies require https. Scripts read the
# CSRF cookie at each send, but must not read the session cookie.
SESSION_COOKIE_HTTPONLY = True
# A session ends with the browser, and at the latest after this many seconds without a request; on a device of
# one's own it lasts longer (accounts/sessions.py).
SESSION_COOKIE_AGE = 12 * 3600
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = False
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS

SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS


# Logging

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "sudokusite.logs.LineFormatter", "with_messages": DEBUG}},
    "filters": {"no_wait": {"()": "django.utils.log.CallbackFilter", "callback": is_not_busy_response}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["no_wait"]},
        # See accounts/audit_log.py.
        "audit": {"()": "sudokusite.logs.MonthlyFilesHandler", "folder": DATA_DIR / "audit"},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "audit": {"handlers": ["audit"], "level": "INFO", "propagate": False},
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # It warns about every normal stop; failed tasks are logged by django_tasks.
        "django_tasks_db": {"level": "ERROR"},
        "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
    },
}
