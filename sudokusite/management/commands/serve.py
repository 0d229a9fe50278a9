"""`python manage.py serve`: the whole site, with its background worker, under one command."""

import os
import signal
import threading
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.services.demo import DemoAccount, create_demo_cast
from accounts.services.setup import issue_setup_token, needs_setup
from puzzles.library.services import import_samples
from sudokusite.serving import addresses, preparation
from sudokusite.serving.supervisor import Child, stop

TICK_SECONDS = 0.2
ROLES = {"web": gettext_noop("The web server"), "worker": gettext_noop("The background worker")}


class Command(BaseCommand):
    help = "Prepare the database, then run the site and its background worker until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--no-demo", action="store_true", help="Start an empty site, without demo accounts."
        )
        parser.add_argument(
            "--end-with-parent", action="store_true", help="Stop when the process that started this one ends."
        )

    def handle(self, *, no_demo: bool, end_with_parent: bool, **options: Any) -> None:
        parent = os.getppid() if end_with_parent else None
        stopping = stop_signals()
        with translation.override(console_language()):
            host, port = listening_address()
            self.warn_of_requirements()
            token = self.prepare_database(demo=not (no_demo or settings.PRODUCTION))
            if not settings.DEBUG:
                preparation.collect_static_files()
            self.supervise(host, port, token, stopping, parent=parent)

    def warn_of_requirements(self) -> None:
        """Name the packages that are not installed as pinned."""
        unmet = preparation.unmet_requirements(settings.BASE_DIR / "requirements.txt")
        if unmet:
            sentence = _(
                "Not installed as pinned: %(packages)s. "
                "Run: python -m pip install --require-hashes -r requirements.txt"
            )
            self.stderr.write(sentence % {"packages": ", ".join(unmet)})

    def prepare_database(self, *, demo: bool) -> str:
        """Apply migrations and fill a new site; returns the token of `fill_new_site`.

        Raises CommandError if the database does not answer.
        """
        try:
            with preparation.one_at_a_time():
                preparation.migrate()
                return self.fill_new_site(demo=demo)
        except OperationalError as error:
            sentence = _("The database does not answer: %(reason)s")
            raise CommandError(sentence % {"reason": str(error).strip()}, returncode=2) from None

    def fill_new_site(self, *, demo: bool) -> str:
        """Create the demo accounts and puzzles, or return the token for the first teacher; "" if neither."""
        if not needs_setup():
            return ""
        if User.objects.exists() or not demo:
            return issue_setup_token()
        # In one transaction: accounts whose passwords were never printed would be useless.
        with transaction.atomic():
            cast = create_demo_cast()
            import_samples(owner=User.objects.get(username=cast[1].username))
            self.print_logins(cast)
        return ""

    def print_logins(self, cast: list[DemoAccount]) -> None:
        """Print the names and passwords of the demo accounts, which are not stored."""
        titles = {"administrator": _("administrator"), "teacher": _("teacher"), "student": _("student")}
        self.stdout.write(_("Demo accounts (the passwords are shown only now):"))
        for account in cast:
            self.stdout.write(f"  {account.username:<12} {account.password:<16} {titles[account.role]}")
        self.stdout.flush()

    def supervise(
        self, host: str, port: int, token: str, stopping: threading.Event, *, parent: int | None
    ) -> None:
        """Start the site's processes and restart them until asked to stop."""
        environment = child_environment(host, port)
        children = [Child(role, environment) for role in ROLES]
        is_announced = False
        try:
            while not stopping.wait(TICK_SECONDS) and parent in (None, os.getppid()):
                for child in children:
                    if child.revive():
                        self.stderr.write(
                            _("%(part)s ended; starting it again.") % {"part": _(ROLES[child.role])}
                        )
                if not is_announced and addresses.answers(host, port, as_host=a_known_host()):
                    self.announce(host, port, token)
                    is_announced = True
        finally:
            stop(children)

    def announce(self, host: str, port: int, token: str) -> None:
        """Print the addresses of the site, once it answers."""
        urls = [addresses.url(name, port) for name in addresses.reached_hosts(host)]
        lines = [_("The site is at %(urls)s (Ctrl-C stops it)") % {"urls": "  ".join(urls)}]
        if token:
            # Behind an https proxy the site has a name of its own.
            site = f"https://{a_known_host()}/" if settings.HTTPS else urls[0]
            first = f"{site.rstrip('/')}{reverse('accounts:setup')}?token={token}"
            lines.append(_("Create the first teacher at %(url)s") % {"url": first})
        if host in addresses.WILDCARDS and len(urls) > 1 and not settings.PRODUCTION:
            lines.append(self.drawn_if_possible(addresses.qr_code(urls[0])))
        self.stdout.write("\n".join(lines))
        self.stdout.flush()

    def drawn_if_possible(self, drawing: str) -> str:
        """The drawing; "" if the terminal cannot encode it."""
        try:
            drawing.encode(self.stdout.encoding or "ascii")
        except UnicodeEncodeError:
            return ""
        return drawing


def stop_signals() -> threading.Event:
    """An event set by Ctrl-C, SIGTERM and a closed terminal (unless `nohup` ignores that)."""
    stopping = threading.Event()

    def ask_to_stop(number: int, frame: FrameType | None) -> None:
        stopping.set()

    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number and not (name == "SIGHUP" and signal.getsignal(number) == signal.SIG_IGN):
            signal.signal(number, ask_to_stop)
    return stopping


def console_language() -> str:
    """The language of the terminal; French if unknown."""
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    spoken = next((name for name in names if name), "")[:2].lower()
    return spoken if spoken in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def listening_address() -> tuple[str, int]:
    """HOST and PORT. Raises CommandError if they are invalid or in use."""
    host, text = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    if not (text.isdecimal() and 0 < int(text) < 65536):
        sentence = _("PORT is %(port)s; expected a number from 1 to 65535.")
        raise CommandError(sentence % {"port": repr(text)}, returncode=2)
    try:
        is_free = addresses.is_free(addresses.numeric(host), int(text))
    except OSError as error:
        sentence = _("Cannot listen on %(host)s, port %(port)s: %(reason)s.")
        values = {"host": host, "port": text, "reason": error.strerror}
        raise CommandError(sentence % values, returncode=2) from None
    if not is_free:
        sentence = _("Port %(port)s is taken by another program. Choose another one, such as PORT=8001.")
        raise CommandError(sentence % {"port": text}, returncode=2)
    return host, int(text)


def child_environment(host: str, port: int) -> dict[str, str]:
    """The environment of the child processes: where to listen, and under which host names."""
    environment = {"HOST": addresses.numeric(host), "PORT": str(port)}
    if not os.environ.get("ALLOWED_HOSTS"):
        reached = [f"[{name}]" if ":" in name else name for name in addresses.reached_hosts(host)]
        environment["ALLOWED_HOSTS"] = ",".join(dict.fromkeys([*settings.ALLOWED_HOSTS, *reached]))
    return environment


def a_known_host() -> str:
    """A host name of the site."""
    name = settings.ALLOWED_HOSTS[0]
    return "localhost" if name == "*" else name.lstrip(".")
