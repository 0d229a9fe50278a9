"""Students' programs in the browser: what they can do, and that nothing of the site or the page is in their
reach."""

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.signals import request_started
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.course.services.bundle import standard_modules
from puzzles.course.views.sandbox import PAGE, policy
from puzzles.engine.judge import tasks
from puzzles.engine.judge.arrays import NAMES
from puzzles.engine.judge.exercises import exercises_of
from puzzles.engine.worksheets import mini_projet

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.in_process("it counts the requests of the server"),
]

# The policy of a page that runs programs.
PAGE_POLICY = {**settings.CONTENT_SECURITY_POLICY["DIRECTIVES"], "frame-src": ["'self'"]}
SHOWN = '<!doctype html><title>Desk</title><p id="output">nothing</p>'

# Runs a job, answers what it asks, and gives the messages and how it ended.
RUN = """async ([job, answers]) => {
  const { Runner } = await import("/static/js/course/runner.js");
  const heard = [];
  return await new Promise((done) => {
    const runner = new Runner({
      onMessage: (message) => heard.push(message),
      onEnd(reason) {
        if (reason === "asked" && answers.length > 0) runner.answer(answers.shift());
        else done({ reason, heard });
      },
    });
    window.runner = runner;
    runner.start(job);
  });
}"""
# Runs several jobs one after the other, as a page does: each finds the worker that was made ready for it.
RUN_EACH = """async (jobs) => {
  const { Runner } = await import("/static/js/course/runner.js");
  const found = [];
  let heard, done;
  const runner = new Runner({
    onMessage: (message) => heard.push(message),
    onEnd: (reason) => done({ reason, heard }),
  });
  for (const job of jobs) {
    heard = [];
    found.push(
      await new Promise((ended) => {
        done = ended;
        runner.start(job);
      }),
    );
  }
  return found;
}"""
# One job, stopped at the first message of a kind.
RUN_AND_STOP = """async ([job, kind]) => {
  const { Runner } = await import("/static/js/course/runner.js");
  const heard = [];
  const reason = await new Promise((done) => {
    const runner = new Runner({
      onMessage(message) {
        heard.push(message);
        if (message.kind === kind) setTimeout(() => runner.stop());
      },
      onEnd: done,
    });
    runner.start(job);
  });
  const ended = heard.length;
  await new Promise((done) => setTimeout(done, 200));
  return { reason, heard, later: heard.length - ended };
}"""
# Puts any script into the place of the worker, and gives what it says.
IN_WORKER = """async (script) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = "/course/sandbox/";
  const loaded = new Promise((done) => frame.addEventListener("load", done));
  document.body.append(frame);
  await loaded;
  const { port1, port2 } = new MessageChannel();
  return await new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
    frame.contentWindow.postMessage(new Blob([script]), "*", [port2]);
    port1.postMessage(["start", 1, "{}"]);
  });
}"""
# The control: the same script in an ordinary worker of an ordinary page.
IN_ORDINARY_WORKER = """(script) => new Promise((done) => {
  const worker = new Worker(URL.createObjectURL(new Blob([script])));
  worker.onmessage = ({ data }) => done([1, data]);
  worker.postMessage("{}");
})"""

ATTEMPTS_IN_WORKER = """
const SITE = "{site}", ELSEWHERE = "{elsewhere}", reached = [];
const attempts = {
  fetch: () => fetch(SITE + "/reached/fetch/", { mode: "no-cors", credentials: "include" }),
  fetch_elsewhere: () => fetch(ELSEWHERE, { mode: "no-cors" }),
  fetch_of_a_script: () => fetch(SITE + "/static/brython/brython.js?reached", { mode: "no-cors" }),
  request() {
    const request = new XMLHttpRequest();
    request.open("GET", SITE + "/reached/request/", false);
    request.send();
  },
  post: () => fetch(SITE + "/reached/post/", { method: "POST", mode: "no-cors", keepalive: true, body: "x" }),
  socket: () => new Promise((done, fail) => {
    const socket = new WebSocket(ELSEWHERE.replace("http", "ws"));
    socket.onopen = done;
    socket.onerror = fail;
  }),
  event_source: () => new Promise((done, fail) => {
    const source = new EventSource(SITE + "/reached/source/");
    source.onopen = done;
    source.onerror = () => (source.close(), fail());
  }),
  import_scripts: () => importScripts(SITE + "/reached/scripts.js"),
  import_brython: () => importScripts(SITE + "/static/brython/brython.js?reached"),
  import_runner: () => importScripts(SITE + "/static/js/course/sandbox_worker.js?reached"),
  import_elsewhere: () => importScripts(ELSEWHERE),
  import_module: () => import(SITE + "/reached/module.js"),
  import_of_data: () => import("data:text/javascript,1"),
  worker: () => new Promise((done, fail) => {
    const worker = new Worker(SITE + "/reached/worker.js");
    worker.onmessage = done;
    worker.onerror = fail;
  }),
  nested_worker: () => new Promise((done, fail) => {
    const script = `const asked = fetch("${SITE}/reached/nested/", { mode: "no-cors" });
      asked.then(() => postMessage(1), () => postMessage(0));
      try { importScripts("${SITE}/reached/nested.js") } catch {}`;
    const worker = new Worker(URL.createObjectURL(new Blob([script])));
    worker.onmessage = ({ data }) => (data ? done() : fail());
    worker.onerror = fail;
  }),
  shared_worker: () => new SharedWorker(SITE + "/reached/shared.js"),
  beacon: () => navigator.sendBeacon(SITE + "/reached/beacon/") || fail(),
  font: () => new FontFace("x", `url(${SITE}/reached/font.woff)`).load(),
  transport: () => new WebTransport(SITE.replace("http", "https") + "/reached/transport/").ready,
  indexed_db: () => new Promise((done, fail) => {
    const request = indexedDB.open("x");
    request.onsuccess = done;
    request.onerror = fail;
  }),
  caches: () => caches.open("x"),
  files: () => navigator.storage.getDirectory(),
  locks: () => navigator.locks.request("x", () => 1),
  cookie: () => document.cookie,
  cookie_store: () => cookieStore.getAll(),
  storage: () => localStorage.length,
  parent: () => parent.document,
  opened: () => open(SITE + "/reached/opened/").closed,
  service_worker: () => navigator.serviceWorker.getRegistrations(),
  notification: () => Notification.permission === "granted" || Promise.reject(),
};
onmessage = async () => {
  new BroadcastChannel("desk").postMessage("from the worker");
  for (const [name, attempt] of Object.entries(attempts)) {
    const late = new Promise((done, fail) => setTimeout(fail, 3000));
    await Promise.race([(async () => attempt())(), late]).then(() => reached.push(name), () => {});
  }
  postMessage(JSON.stringify(reached));
};
"""

ATTEMPTS_IN_FRAME = """
const SITE = "{site}", ELSEWHERE = "{elsewhere}", reached = [];
const add = (name, fields) => new Promise((done, fail) => {
  const element = Object.assign(document.createElement(name), fields);
  element.onload = done;
  element.onerror = fail;
  document.body.append(element);
});
const attempts = {
  image: () => add("img", { src: SITE + "/reached/image.png" }),
  script: () => add("script", { src: SITE + "/reached/script.js" }),
  own_script: () => add("script", { src: SITE + "/static/js/course/runner.js?reached" }),
  style: () => add("link", { rel: "stylesheet", href: SITE + "/reached/style.css" }),
  frame: () => add("iframe", { src: SITE + "/reached/frame/" }),
  fetch: () => fetch(SITE + "/reached/fetch/", { mode: "no-cors" }),
  beacon: () => navigator.sendBeacon(SITE + "/reached/beacon/") && Promise.reject(),
  form: () => {
    const form = document.createElement("form");
    Object.assign(form, { action: SITE + "/reached/form/", method: "post" });
    document.body.append(form);
    form.submit();
    return Promise.reject();
  },
  opened: () => open(SITE + "/reached/opened/").closed,
  top: () => ((top.location.href = SITE + "/reached/top/"), Promise.reject()),
  parent: () => parent.document.title,
  cookie: () => document.cookie,
  storage: () => localStorage.length,
  session: () => sessionStorage.length,
  indexed_db: () => new Promise((done, fail) => {
    const request = indexedDB.open("x");
    request.onsuccess = done;
    request.onerror = fail;
  }),
  caches: () => caches.open("x"),
  alert: () => alert("x") ?? Promise.reject(),
  elsewhere: () => ((location.href = ELSEWHERE), Promise.reject()),
};
(async () => {
  for (const [name, attempt] of Object.entries(attempts)) {
    const late = new Promise((done, fail) => setTimeout(fail, 3000));
    await Promise.race([(async () => attempt())(), late]).then(() => reached.push(name), () => {});
  }
  parent.postMessage(JSON.stringify(reached), "*");
})();
"""


@pytest.fixture
def desk(page_of: Callable[..., Page], student: User) -> Page:
    """A page that runs programs, with the policy that such pages have."""
    return desk_in(page_of(student))


def desk_in(page: Page) -> Page:
    """The same, in this window."""
    words = "; ".join(f"{name} {' '.join(sources)}" for name, sources in PAGE_POLICY.items())
    body = SHOWN + render_to_string("course/_sandbox.html")
    headers = {"Content-Security-Policy": words}
    page.route("**/desk/", lambda route: route.fulfill(body=body, content_type="text/html", headers=headers))
    page.goto("/desk/")
    return page


@pytest.fixture
def asked(live_server: Any) -> Iterator[list[str]]:
    """Each address that the server is asked for."""
    addresses: list[str] = []

    def add(environ: dict[str, Any], **_: Any) -> None:
        addresses.append(f"{environ['PATH_INFO']}?{environ['QUERY_STRING']}")

    request_started.connect(add, weak=False, dispatch_uid="asked")
    yield addresses
    request_started.disconnect(dispatch_uid="asked")


class Elsewhere:
    """A server of somebody else, which counts who comes."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}/"
        self.visits = 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        """Count connections, and end them."""
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.visits += 1
            connection.close()


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    """A server of somebody else."""
    server = Elsewhere()
    yield server
    server.socket.close()


def run(page: Page, source: str, *answers: str, **job: Any) -> tuple[str, list[dict[str, Any]]]:
    """How a program ends, and its messages."""
    asked = {"task": "run", "source": source, "limit_ms": 60_000, **job}
    answer = page.evaluate(RUN, [asked, list(answers)])
    return answer["reason"], answer["heard"]


def run_each(page: Page, sources: list[str], **job: Any) -> dict[str, tuple[str, list[dict[str, Any]]]]:
    """How each of these programs ends, and its messages."""
    jobs = [{"task": "run", "source": source, "limit_ms": 60_000, **job} for source in sources]
    answers = page.evaluate(RUN_EACH, jobs)
    return {
        source: (answer["reason"], answer["heard"]) for source, answer in zip(sources, answers, strict=True)
    }


def printed(heard: list[dict[str, Any]]) -> str:
    """All that was printed."""
    return "".join(message["text"] for message in heard if message["kind"] == "printed")


def use_judge(page: Page, tasks: str) -> None:
    """Give the worker a judge that is only this module, in the place of `judge.tasks`."""
    modules = {"$timestamp": 0, **standard_modules(), "judge": [".py", "", [], 1]}
    modules |= {name: [".py", "", []] for name in ("copy", "random", "time")}
    modules["judge.tasks"] = [".py", tasks, []]
    script = f"__BRYTHON__.use_VFS = true;\n__BRYTHON__.update_VFS({json.dumps(modules)});"
    page.route(
        "**/brython/modules.js", lambda route: route.fulfill(body=script, content_type="text/javascript")
    )


# What works


def test_a_program_prints(desk: Page) -> None:
    reason, heard = run(desk, "for digit in range(1, 4):\n    print('digit', digit)\n")
    assert reason == "finished"
    assert printed(heard) == "digit 1\ndigit 2\ndigit 3\n"


def test_an_error_is_reported_with_its_line(desk: Page) -> None:
    reason, heard = run(desk, "def box(grid):\n    return grid[9:][0]\n\nbox([])\n")
    [raised] = [message for message in heard if message["kind"] == "raised"]
    assert (reason, raised["error"], raised["line"]) == ("finished", "IndexError: list index out of range", 2)
    assert 'File "sudoku.py", line 4, in <module>' in raised["traceback"]


def test_a_syntax_error_is_reported_with_its_line(desk: Page) -> None:
    _reason, heard = run(desk, "x = 1\ndef f(:\n    pass\n")
    assert [message["line"] for message in heard if message["kind"] == "raised"] == [2]


def test_a_program_that_asks_goes_on_with_the_answers_and_draws_the_same(desk: Page) -> None:
    source = """
import random
drawn = random.randint(0, 10**9)
print("drawn", drawn)
first = input("First? ")
print("first", first, drawn)
second = input("Second? ")
print("second", second, drawn)
"""
    reason, heard = run(desk, source, "one", "two")
    words = printed(heard).split()
    assert reason == "finished"
    assert [message["prompt"] for message in heard if message["kind"] == "ask"] == ["First? ", "Second? "]
    assert words[0::2][:1] == ["drawn"]
    assert [words[2], words[3], words[5], words[6]] == ["first", "one", "second", "two"]
    assert words[1] == words[4] == words[7]


def test_a_program_that_catches_every_error_still_asks_once(desk: Page) -> None:
    source = "while True:\n    try:\n        print(int(input('n? ')))\n    except:\n        pass\n"
    reason, heard = run(desk, source)
    assert (reason, [message["kind"] for message in heard]) == ("asked", ["ready", "ask"])


def test_the_same_program_runs_again_and_finds_nothing_of_the_run_before(desk: Page) -> None:
    source = "import copy\nprint(getattr(copy, 'left', 'clean'))\ncopy.left = 'left'\n"
    assert printed(run(desk, source)[1]) == "clean\n"
    assert printed(run(desk, source)[1]) == "clean\n"


def test_a_program_finds_the_files_of_its_run(desk: Page) -> None:
    source = "import os\nprint(os.path.exists('grids.txt'), os.listdir(), open('grids.txt').readlines())"
    _reason, heard = run(desk, source, files={"grids.txt": "1\n2\n"})
    assert printed(heard) == "True ['grids.txt'] ['1\\n', '2\\n']\n"


def test_numpys_stand_in_has_all_of_its_names(desk: Page) -> None:
    source = f"""
import numpy as np
M = np.zeros((9, 9), int)
M[0, 3] = 5
print([name for name in {sorted(NAMES)} if not hasattr(np, name)])
print(np.any(M[:, 3] == 5), np.sum(M), any([0]))
def use():
    from numpy import max
    return max(M)
print(use())
"""
    assert printed(run(desk, source)[1]) == "[]\nTrue 5 False\n5\n"


def test_slices_and_classes_survive_compilation(desk: Page) -> None:
    source = """
class Grid:
    def __init__(self, line="12345", size=None):
        self.line = line
    def part(self, *, start=1, **options):
        return self.line[start:][:2]
print(Grid().part(), [1, 2, 3][::-1], None)
"""
    assert printed(run(desk, source)[1]) == "23 [3, 2, 1] None\n"


RECURSIONS = [
    "def f(n):\n    return f(n + 1)\n",
    "def f(n):\n    return max(map(lambda m: f(m), [n + 1]))\n",
    "def f(n):\n    return [f(m) for m in [n + 1]]\n",
]


def test_endless_recursion_is_the_error_that_it_is_elsewhere(desk: Page) -> None:
    twice = """
for _ in range(2):
    try:
        f(0)
    except RecursionError as error:
        print(error)
"""
    for source, (_reason, heard) in run_each(desk, [each + twice for each in RECURSIONS]).items():
        assert (source, printed(heard)) == (source, "maximum recursion depth exceeded\n" * 2)


def test_a_solver_may_call_itself_for_every_cell_with_copies_and_helpers(desk: Page) -> None:
    source = """
from copy import deepcopy
def candidates(grid, cell):
    return [digit for digit in range(1, 10) if digit not in (grid[0][0],)]
def solve(grid, cell):
    if cell == 4 * 81:
        return True
    for digit in candidates(grid, cell):
        if cell % 40 == 0:
            grid = deepcopy(grid)
        if solve(grid, cell + 1):
            return True
    return False
print(solve([[0] * 9 for _ in range(9)], 0))
"""
    assert printed(run(desk, source)[1]) == "True\n"


def test_a_million_prints_reach_the_page_as_a_few_messages(desk: Page) -> None:
    reason, heard = run(desk, "for number in range(1_000_000):\n    print(number)\n", limit_ms=300_000)
    texts = [message["text"] for message in heard if message["kind"] == "printed"]
    assert reason == "finished"
    assert "".join(texts).startswith("0\n1\n2\n")
    assert sum(map(len, texts)) == 200_000
    assert [message["kind"] for message in heard].count("cut") == 1
    assert len(heard) < 1_000


def test_programs_run_with_the_files_as_the_site_sends_them(
    site_as_sent: str, page_of: Callable[..., Page], student: User, asked: list[str]
) -> None:
    page = desk_in(page_of(student, base_url=site_as_sent))
    assert printed(run(page, "import copy\nprint(copy.deepcopy([1])[0:])")[1]) == "[1]\n"
    names = [re.sub(r"\.[0-9a-f]{12}\.", ".*.", address) for address in asked if "runner" not in address]
    scripts = ["brython/brython", "brython/modules", "js/course/sandbox_worker"]
    assert sorted(names) == ["/course/sandbox/?", *(f"/static/{script}.*.js?" for script in scripts)]


def test_a_second_run_fetches_nothing(desk: Page, asked: list[str]) -> None:
    run_again = """async (job) => {
      const { Runner } = await import("/static/js/course/runner.js");
      const ends = [];
      const runner = new Runner({ onEnd: (reason) => ends.push(reason) });
      for (let number = 1; number < 4; number += 1) {
        runner.start(job);
        while (ends.length < number) await new Promise((done) => setTimeout(done, 10));
      }
      return ends;
    }"""
    assert desk.evaluate(run_again, {"task": "run", "source": "print(1)"}) == ["finished"] * 3
    assert len([address for address in asked if "brython" in address]) == 2
    assert asked.count("/course/sandbox/?") == 1


def test_a_worker_is_ready_before_the_first_run(desk: Page, eventually: Callable[..., None]) -> None:
    desk.evaluate(
        """async () => {
          const { Runner } = await import("/static/js/course/runner.js");
          window.runner = new Runner({ onMessage: ({ text }) => (window.heard ??= text), onEnd: () => {} });
          runner.prepare();
        }"""
    )
    eventually(lambda: len(desk.workers) == 1)
    desk.evaluate("runner.start({ task: 'run', source: 'print(1)' })")
    eventually(lambda: desk.evaluate("window.heard") == "1\n")


def test_a_run_fails_without_a_network_and_the_next_one_succeeds(desk: Page) -> None:
    desk.route("**/brython/brython.js", lambda route: route.abort())
    assert run(desk, "print(1)") == ("failed", [])
    desk.unroute("**/brython/brython.js")
    assert run(desk, "print(1)")[0] == "finished"


def test_one_long_line_comes_in_pieces(desk: Page) -> None:
    _reason, heard = run(desk, "print('\\x07' * 10**6)")
    assert printed(heard) == "\x07" * 200_000
    assert [message["kind"] for message in heard][-2:] == ["cut", "end"]


@pytest.mark.parametrize(
    "source",
    [
        "numbers = [0]\nwhile True:\n    numbers += numbers\n",
        "text = 'a'\nwhile True:\n    text += text\n",
        # Each of these would end the page with its memory.
        "a = list(range(1_000_000))\nlists = []\nwhile True:\n    lists.append(a[:])\n",
        "lists = []\nwhile True:\n    lists.append([0] * 1_000_000)\n",
        "a = list(range(1_000_000))\nlists = []\nwhile True:\n    lists.append(a.copy())\n",
        "a = list(range(1_000_000))\nlists = []\nwhile True:\n    lists.append(list(a))\n",
        "a = list(range(1_000_000))\nlists = []\nwhile True:\n    lists.append(a + a)\n",
    ],
)
def test_growing_too_large_raises_a_memory_error(desk: Page, source: str) -> None:
    _reason, heard = run(desk, source)
    assert [message["error"] for message in heard if message["kind"] == "raised"] == ["MemoryError"]


# What ends


ENDLESS = [
    "while True:\n    pass\n",
    "numbers = []\nwhile True:\n    numbers.append(len(numbers))\n",
    "while True:\n    print('again')\n",
    "import time\ntime.sleep(10**6)\n",
    "while True:\n  try:\n    while True:\n      pass\n  except BaseException:\n    pass\n",
]


def test_endless_programs_are_ended_by_the_limit(desk: Page) -> None:
    for source, (reason, heard) in run_each(desk, ENDLESS, limit_ms=300).items():
        assert (source, reason) == (source, "too_slow")
        assert (source, heard[-1]) == (source, {"kind": "too_slow"})


STOPPED_CLOCKS = """
import time
for name in dir(time):
    if not name.startswith("_"):
        setattr(time, name, lambda *arguments: 0)
"""


def test_a_program_that_stops_its_clocks_is_ended_by_the_limit(desk: Page) -> None:
    reason, heard = run(desk, STOPPED_CLOCKS + "while True:\n    pass\n", limit_ms=300)
    assert (reason, heard[-1]) == ("too_slow", {"kind": "too_slow"})


def test_the_limit_ends_an_exercise_though_the_judges_clocks_stop(desk: Page) -> None:
    endless = "def ligne(S, i):\n    while True:\n        pass\n\n"
    source = STOPPED_CLOCKS + endless + "def suivante(i, j):\n    return 0\n"
    exercises = ["ligne", "suivante"]
    reason, heard = run(
        desk,
        source,
        limit_ms=3_000,
        task="judge",
        worksheet="mini_projet",
        exercises=exercises,
        language="en",
    )
    found = [(m["exercise"], m["verdict"]) for m in heard if m["kind"] == "verdict"]
    assert (reason, found[0]) == ("finished", ("ligne", "too_slow"))
    assert [key for key, _verdict in found] == exercises


# A worker that got hold of JavaScript: it stops the clocks, and says again and again that an exercise begins.
ALWAYS_BEGINNING = """
const now = performance.now.bind(performance);
performance.now = Date.now = () => 0;
self.setTimeout = self.setInterval = () => 0;
self.onmessage = () => {
  const say = (message) => postMessage(JSON.stringify(message));
  for (;;) {
    say({ kind: "ready" });
    for (const exercise of ["a", "b", "c"]) say({ kind: "begin", exercise });
    for (const until = now() + 50; now() < until; );
  }
};
"""


def test_a_worker_that_begins_again_and_again_is_ended_by_the_limit(desk: Page) -> None:
    desk.route(
        "**/sandbox_worker.js",
        lambda route: route.fulfill(body=ALWAYS_BEGINNING, content_type="text/javascript"),
    )
    job = {"task": "judge", "source": "", "worksheet": "w", "exercises": ["a", "b"], "limit_ms": 300}
    escaped = "new Promise((done) => setTimeout(done, 20_000, {reason: 'escaped', heard: []}))"
    answer = desk.evaluate(f"(job) => Promise.race([{escaped}, ({RUN})(job)])", [job, []])
    assert answer["reason"] == "finished"
    verdicts = {(m["exercise"], m["verdict"]) for m in answer["heard"] if m["kind"] == "verdict"}
    assert verdicts == {("a", "too_slow"), ("b", "too_slow")}


def test_stop_ends_a_loop_and_nothing_is_heard_of_it_afterwards(
    desk: Page, eventually: Callable[..., None]
) -> None:
    source = "while True:\n    print('again')\n"
    job = {"task": "run", "source": source, "limit_ms": 60_000}
    answer = desk.evaluate(RUN_AND_STOP, [job, "printed"])
    assert (answer["reason"], answer["later"]) == ("stopped", 0)
    # What is left is the worker that waits for the next job.
    eventually(lambda: len(desk.workers) <= 1)


ENDLESS_SECOND = """
def perform(job, emit):
    emit({"kind": "loading"})
    for key in job["exercises"]:
        emit({"kind": "begin", "exercise": key})
        emit({"kind": "case", "exercise": key, "call": key + "(S)"})
        while key == "second":
            pass
        emit({"kind": "verdict", "exercise": key, "verdict": "passed"})
    emit({"kind": "end"})
"""


def test_an_exercise_that_never_ends_is_too_slow_and_those_after_it_are_judged(desk: Page) -> None:
    use_judge(desk, ENDLESS_SECOND)
    exercises = ["first", "second", "third"]
    _reason, heard = run(desk, "", task="judge", worksheet="w", exercises=exercises, limit_ms=500)
    verdicts = [(m["exercise"], m["verdict"], m.get("call")) for m in heard if m["kind"] == "verdict"]
    assert verdicts == [
        ("first", "passed", None),
        ("second", "too_slow", "second(S)"),
        ("third", "passed", None),
    ]
    assert [message["kind"] for message in heard].count("end") == 1


def test_stop_while_an_exercise_is_judged_is_its_verdict(desk: Page) -> None:
    use_judge(desk, ENDLESS_SECOND)
    job = {"task": "judge", "source": "", "worksheet": "w", "exercises": ["second"], "limit_ms": 60_000}
    answer = desk.evaluate(RUN_AND_STOP, [job, "case"])
    assert answer["reason"] == "stopped"
    assert answer["heard"][-1]["verdict"] == "stopped"


def test_a_program_that_does_not_even_load_makes_every_exercise_too_slow(desk: Page) -> None:
    use_judge(desk, 'def perform(job, emit):\n    emit({"kind": "loading"})\n    while True:\n        pass\n')
    _reason, heard = run(desk, "", task="judge", worksheet="w", exercises=["a", "b"], limit_ms=300)
    verdicts = [(m["exercise"], m["verdict"]) for m in heard if m["kind"] == "verdict"]
    assert verdicts == [("a", "too_slow"), ("b", "too_slow")]


# The judge


WRONG_BOX = """
def bloc(S, i, j):
    digits = []
    for line in range(3 * (j // 3), 3 * (j // 3) + 3):
        for column in range(3 * (i // 3), 3 * (i // 3) + 3):
            if S[line][column] != 0:
                digits.append(S[line][column])
    return digits
"""
TABS = "def ligne(S, i):\n\tr = []\n        for x in S[i]:\n\t\tif x: r.append(x)\n\treturn r\n"
TABS_OF_FOUR = "def ligne(S, i):\n    r = []\n    for x in S[i]:\n\t\tif x: r.append(x)\n\treturn r\n"
BETWEEN = "def ligne(S, i):\n    r = []\n  return r\n"
OTHER_TYPES = """
def ligne(S, i):
    return [x / 1 for x in S[i] if x]
def colonne(S, j):
    return [x[j] if x[j] > 1 else True for x in S if x[j]]
def suivante(i, j):
    return divmod(9.0 * i + j + 1, 9)
def resoudre(S, i, j):
    for i in range(9):
        for j in range(9):
            S[i][j] = False
    return 0.0
"""
ENDLESS_ROW = "def ligne(S, i):\n    return ligne(S, i)\n"


def verdicts(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The verdicts; after a first failure, time decides how many more cases are tried."""
    return [
        {name: value for name, value in message.items() if name != "cases" or message["verdict"] == "passed"}
        for message in messages
        if message["kind"] == "verdict"
    ]


@pytest.mark.parametrize(
    "source",
    [
        Path(mini_projet.__file__).read_text(),
        WRONG_BOX + ENDLESS_ROW,
        "print(input('? '))\ndef bloc(S, i):\n  pass",
        TABS,
        TABS_OF_FOUR,
        BETWEEN,
        OTHER_TYPES,
    ],
    ids=["reference", "wrong", "signature", "tabs", "tabs_of_four", "between", "other_types"],
)
def test_a_verdict_in_the_browser_is_the_verdict_elsewhere(desk: Page, source: str) -> None:
    exercises = [exercise.key for exercise in exercises_of("mini_projet") if exercise.key != "questions"]
    expected: list[dict[str, Any]] = []
    job = {"task": "judge", "source": source, "worksheet": "mini_projet", "exercises": exercises}
    tasks.perform({**job, "language": "fr"}, expected.append)
    _reason, heard = run(desk, language="fr", limit_ms=300_000, **job)
    assert verdicts(heard) == verdicts(expected)
    assert len(verdicts(heard)) == (0 if source == BETWEEN else len(exercises))
    assert [m for m in heard if m["kind"] == "note"] == [m for m in expected if m["kind"] == "note"]


# What does not get out


JAVASCRIPT = [
    "from browser import window",
    "from browser import self",
    "from browser import ajax",
    "import browser.websocket",
    "import javascript",
    "from javascript import import_js",
    "from interpreter import Interpreter",
    "import _ajax",
    "import urllib.request",
    "window.eval('1')",
    "self.postMessage('1')",
    "__BRYTHON__.runPythonSource('1')",
    "print.__globals__['__BRYTHON__'].js_eval",
    "import sys\nsys.scope.eval('1')",
    "import sys\nsys.vfs.constructor.constructor('return self')()",
    "import sys\nsys.modules['_sys'].vfs.constructor",
    "import sys\nsys.modules['begin'].scope.eval('1')",
    "import sys\ndel sys.modules['sys']\nimport sys",
]


def test_a_program_finds_no_javascript(desk: Page, asked: list[str]) -> None:
    errors = {"ModuleNotFoundError", "ImportError", "NameError", "AttributeError", "KeyError"}
    for source, (_reason, heard) in run_each(
        desk, [f"print('begin')\n{each}" for each in JAVASCRIPT]
    ).items():
        raised = [message["error"].partition(":")[0] for message in heard if message["kind"] == "raised"]
        assert raised[0] in errors, source
    assert not [address for address in asked if "urllib" in address or "browser" in address]


@pytest.mark.parametrize("function", ["time.clock", "sys._getframe", "sys.gettrace.apply"])
def test_no_function_is_made_of_a_text_of_javascript(desk: Page, function: str) -> None:
    """A function of JavaScript has a constructor; it leads to none that takes JavaScript."""
    source = f"import sys, time\nmade = {function}.constructor\n"
    for more in ("", ".constructor"):
        _reason, heard = run(desk, f"{source}print(made{more}('return 6 * 7')())")
        assert "42" not in printed(heard)
        assert [message for message in heard if message["kind"] == "raised"]


def test_no_module_is_asked_of_the_server(desk: Page, asked: list[str]) -> None:
    _reason, heard = run(
        desk, "try:\n    import sudoku_secret\nexcept ModuleNotFoundError as error:\n    print(error)\n"
    )
    assert printed(heard) == "No module named 'sudoku_secret'\n"
    assert not [address for address in asked if "secret" in address]


def test_whatever_javascript_runs_in_the_worker_reaches_no_server_and_nothing_kept(
    desk: Page, live_server: Any, asked: list[str], elsewhere: Elsewhere
) -> None:
    desk.evaluate("() => (new BroadcastChannel('desk').onmessage = ({ data }) => (window.heard = data))")
    script = filled(ATTEMPTS_IN_WORKER, live_server, elsewhere)
    _run, text = desk.evaluate(IN_WORKER, script)
    assert json.loads(text) == []
    assert [address for address in asked if "reached" in address] == []
    assert elsewhere.visits == 0
    assert desk.evaluate("() => window.heard") is None


def test_the_same_attempts_do_reach_servers_from_an_ordinary_worker(
    page_of: Callable[..., Page], student: User, live_server: Any, asked: list[str], elsewhere: Elsewhere
) -> None:
    page = page_of(student)
    page.route("**/ordinary/", lambda route: route.fulfill(body=SHOWN, content_type="text/html"))
    page.goto("/ordinary/")
    _run, text = page.evaluate(IN_ORDINARY_WORKER, filled(ATTEMPTS_IN_WORKER, live_server, elsewhere))
    assert {"fetch", "post", "import_brython", "indexed_db", "nested_worker"} <= set(json.loads(text))
    reached = " ".join(address for address in asked if "reached" in address)
    for name in ("fetch", "request", "post", "source", "scripts.js", "module.js", "worker.js", "nested/"):
        assert f"/reached/{name}" in reached
    assert elsewhere.visits > 0


def test_not_even_a_script_in_the_frame_reads_opens_or_navigates_anything(
    desk: Page, live_server: Any, asked: list[str], elsewhere: Elsewhere
) -> None:
    """A program does not get there: the frame runs one script, known by its digest. Here that is hostile."""
    script = filled(ATTEMPTS_IN_FRAME, live_server, elsewhere)
    headers = {"Content-Security-Policy": policy(script)}
    body = PAGE.replace("{}", "%s") % script
    desk.route(
        "**/sandbox/", lambda route: route.fulfill(body=body, content_type="text/html", headers=headers)
    )
    text = desk.evaluate(
        """() => new Promise((done) => {
          addEventListener("message", ({ data }) => done(data));
          const frame = document.createElement("iframe");
          frame.setAttribute("sandbox", "allow-scripts");
          frame.src = "/course/sandbox/";
          document.body.append(frame);
        })"""
    )
    assert json.loads(text) == []
    assert [address for address in asked if "reached" in address] == []
    assert elsewhere.visits == 0
    assert desk.url.endswith("/desk/")
    assert len(desk.context.pages) == 1


def filled(script: str, live_server: Any, elsewhere: Elsewhere) -> str:
    """The script with the addresses that it tries."""
    return script.replace("{site}", live_server.url).replace("{elsewhere}", elsewhere.address)


def test_a_document_in_the_frame_has_no_origin_even_in_a_window_of_its_own(
    page_of: Callable[..., Page], student: User
) -> None:
    page = page_of(student)
    page.goto("/course/sandbox/")
    assert page.evaluate("origin") == "null"


# What comes out is data


def test_messages_are_shown_as_text(desk: Page) -> None:
    """The page shows a message with `textContent`; this shows that it comes through unchanged, and inert."""
    hostile = "<img src=x onerror=\"document.title='hit'\"><script>document.title='hit'</script>"
    _reason, heard = run(desk, f"print({hostile!r})")
    desk.evaluate("text => (document.getElementById('output').textContent = text)", printed(heard))
    assert desk.locator("#output").text_content() == hostile + "\n"
    assert desk.locator("#output *").count() == 0
    assert desk.title() == "Desk"


NO_MESSAGES = [
    "not JSON",
    "null",
    "[]",
    '"text"',
    "{}",
    '{"kind": 1}',
    '{"kind": "__proto__"}x',
    '{"kind": "printed"}',
    '{"kind": "printed", "text": {"toString": 1}}',
    '{"kind": "ask", "prompt": null}',
    '{"kind": "verdict", "exercise": "a", "verdict": "perfect"}',
    '{"kind": "verdict", "exercise": ["a"], "verdict": "passed"}',
    '{"kind": "verdict", "exercise": "a", "verdict": "wrong", "grid": "<b>"}',
    '{"kind": "verdict", "exercise": "a", "verdict": "wrong", "line": "1"}',
    '{"kind": "verdict", "exercise": "a", "verdict": "wrong", "cases": -1}',
    '{"kind": "verdict", "exercise": "a", "verdict": "wrong", "answers": [{"toString": 1}]}',
    '{"kind": "verdict", "exercise": "a", "verdict": "wrong", "answers": "1"}',
    '{"kind": "verdict", "exercise": "a", "verdict": "wrong", "detail": {}}',
    '{"kind": "case", "exercise": "a", "call": 3}',
    '{"kind": "KIND"}',
    json.dumps({"kind": "printed", "text": "x" * 70_000}),
]


def test_other_texts_are_not_read_as_messages(desk: Page) -> None:
    asked = """async (texts) => {
  const { messageIn } = await import("/static/js/course/runner.js");
  return texts.map((text) => messageIn(text));
}"""
    a_message = '{"kind": "printed", "text": "x"}'
    *found, taken = desk.evaluate(asked, [*NO_MESSAGES, a_message])
    assert [text for text, message in zip(NO_MESSAGES, found, strict=True) if message is not None] == []
    assert taken == {"kind": "printed", "text": "x"}


def test_a_long_value_that_is_nearly_a_list_is_drawn(page_of: Callable[..., Page], student: User) -> None:
    """In a worker, so that the page goes on where this takes for ever."""
    page = page_of(student)
    page.route("**/ordinary/", lambda route: route.fulfill(body=SHOWN, content_type="text/html"))
    page.goto("/ordinary/")
    page.evaluate(
        """() => {
  const script = `const { pictureOf } = await import("${location.origin}/static/js/course/counterexample.js");
    const at = { house: "box", row: 1, column: 2, lists: true, isCell: true };
    const verdict = { grid: ".".repeat(81), call: "bloc(S, 0, 0)", expected: "[1]" };
    const values = ["[1, 2]", "[" + "1 ".repeat(60) + "0]"];
    postMessage(values.map((value) => pictureOf({ ...verdict, value }, at).marks.size).join(" "));`;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data }) => (document.getElementById("output").textContent = data);
}"""
    )
    expect(page.locator("#output")).to_have_text("9 9")


def test_a_verdict_is_taken_once_and_for_exercises_that_were_asked(desk: Page) -> None:
    use_judge(
        desk,
        """
def perform(job, emit):
    for key, verdict in [("other", "passed"), ("asked", "wrong"), ("asked", "passed")]:
        emit({"kind": "verdict", "exercise": key, "verdict": verdict})
""",
    )
    _reason, heard = run(desk, "", task="judge", worksheet="w", exercises=["asked"])
    verdicts = [(m["exercise"], m["verdict"]) for m in heard if m["kind"] == "verdict"]
    assert verdicts == [("asked", "wrong")]


def test_a_flood_of_messages_ends_the_worker_not_the_page(desk: Page) -> None:
    flood = "onmessage = () => { for (;;) postMessage('x') };"
    heard = desk.evaluate(
        IN_WORKER.replace("done(data)", "data[1] === null && done(data)"),
        flood,
    )
    assert heard == [1, None, "failed"]


def test_a_long_message_is_read_where_a_trace_is_asked_for(desk: Page) -> None:
    asked = """async (mayTrace) => {
  const { messageIn } = await import('/static/js/course/runner.js');
  return messageIn(JSON.stringify({ kind: "trace", x: "x".repeat(70_000) }), { mayTrace }) !== null;
}"""
    assert [desk.evaluate(asked, each) for each in (False, True)] == [False, True]


def test_long_texts_end_a_worker_that_records_nothing(desk: Page) -> None:
    use_judge(
        desk,
        """
def perform(job, emit):
    for each in range(2000):
        emit({"kind": "note", "sentence": "x" * 3000})
""",
    )
    reason, heard = run(desk, "")
    assert reason == "failed"
    assert len(heard) < 1500


def test_no_other_window_can_speak_for_the_frame(desk: Page) -> None:
    """The page listens to the port that it gave to the frame, and to nothing else."""
    forge = """([job, answers]) => {
      const text = JSON.stringify({ kind: "printed", text: "forged" });
      const timer = setInterval(() => {
        for (let run = 0; run < 5; run += 1) window.postMessage([run, text], "*");
      });
      return (%s)([job, answers]).finally(() => clearInterval(timer));
    }"""
    job = {"task": "run", "source": "print('own')"}
    answer = desk.evaluate(forge % RUN, [job, []])
    assert printed(answer["heard"]) == "own\n"
