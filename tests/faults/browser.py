"""A browser without a screen: cookies, one connection that is kept open, and real HTTP."""

import contextlib
import http.client
import re
from dataclasses import dataclass
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

SESSION = "sessionid"
CSRF = "csrftoken"


class NoAnswerError(Exception):
    """A request that nobody answered; whether it arrived is not known."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Browser:
    """What a student has open: it sends forms as the pages of the site do."""

    def __init__(self, host: str, port: int, *, timeout_s: float = 15.0) -> None:
        self.host, self.port, self.timeout_s = host, port, timeout_s
        self.cookies: dict[str, str] = {}
        self._connection: http.client.HTTPConnection | None = None

    def another(self) -> "Browser":
        """Another tab: the same cookies, a connection of its own."""
        tab = Browser(self.host, self.port, timeout_s=self.timeout_s)
        tab.cookies = self.cookies
        return tab

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, form: dict[str, object], *, by_script: bool = False) -> Answer:
        """Send a form, with the token in a header as the board does, or in a field as other pages do."""
        token = self.cookies.get(CSRF, "")
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if by_script:
            headers |= {"HX-Request": "true", "X-CSRFToken": token}
        else:
            form = {**form, "csrfmiddlewaretoken": token}
        return self.ask("POST", path, urlencode(form).encode(), headers)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """The answer to a request. Raises NoAnswerError; the next request opens a new connection then."""
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        try:
            connection = self._connected()
            connection.request(method, path, body, sent | (headers or {}))
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise NoAnswerError(repr(error)) from error
        self._keep_cookies(answer)
        return answer

    def close(self) -> None:
        if self._connection:
            with contextlib.suppress(OSError):
                self._connection.close()
        self._connection = None

    def log_in(self, username: str, password: str) -> None:
        """Raises NoAnswerError where the site lets nobody in."""
        self.get("/accounts/login/")
        self.cookies.pop(SESSION, None)
        answer = self.post("/accounts/login/", {"username": username, "password": password})
        if answer.status != 302 or SESSION not in self.cookies:
            raise NoAnswerError(f"the login of {username} was answered {answer.status}")

    def draw(self, collection: int) -> int:
        """Start a grid at random; the attempt's number. Raises NoAnswerError."""
        answer = self.post("/draw/", {"collection": collection})
        found = re.fullmatch(r"/play/(\d+)/", urlsplit(answer.headers.get("Location", "")).path)
        if not found:
            raise NoAnswerError(f"the draw was answered {answer.status} {answer.headers.get('Location')}")
        return int(found[1])

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self.host, self.port, timeout=self.timeout_s)
        return self._connection

    def _keep_cookies(self, answer: Answer) -> None:
        for header in answer.headers.get_all("Set-Cookie", []):
            for name, cookie in SimpleCookie(header).items():
                if cookie.value:
                    self.cookies[name] = cookie.value
                else:
                    self.cookies.pop(name, None)
