"""Games and outboxes of two pages against the real server: both end with the replay of the stored moves."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts.models import User
from puzzles.engine import Board
from puzzles.play.game import Change, replay
from puzzles.play.models import Attempt
from puzzles.play.pages.play import game_data, whole_state

pytestmark = pytest.mark.django_db(transaction=True)

# Two pages of one browser type, send, reload and lose what they are answered, as a seeded chance has it.
PLAY = """async ({ url, user, attempt, seed, steps }) => {
  const [{ SyncedGame }, { Outbox, postOps }, { checksum }] = await Promise.all(
    ["board_state", "outbox", "reducer"].map((name) => import(`/static/js/${name}.js`)));
  const rules = { cleanNotes: true, fillNotes: true, judges: true };
  const chance = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const among = (list) => list[Math.floor(chance() * list.length)];
  const dataIn = (text) => {
    const found = new DOMParser().parseFromString(text, "text/html").getElementById("game-data");
    return found && JSON.parse(found.textContent);
  };

  class Window {
    async load() {
      const answer = await fetch(url);
      this.outbox = new Outbox(user, attempt);
      this.game = new SyncedGame(dataIn(await answer.text()), rules, this.outbox.ops);
      this.wantsWhole = false;
      return this;
    }
    type(op) {
      const before = this.game.shown;
      this.game.play(op);
      if (this.game.shown === before) return 0;
      this.outbox.add(op, 20);
      return 1;
    }
    letter() {
      const version = this.wantsWhole ? -1 : this.game.confirmed.version;
      return { ...this.outbox.batch(1 + Math.floor(chance() * 6)), version };
    }
    async take(answer) {
      const stored = JSON.parse(answer.headers.get("HX-Trigger"))["moves-stored"];
      const whole = dataIn(await answer.text());
      this.wantsWhole = this.game.takeIn({ stored, whole }, this.outbox).wantsWhole;
    }
    async settle() {
      let last = -2;
      while (this.outbox.size || this.wantsWhole || this.game.confirmed.version !== last) {
        last = this.outbox.size ? -2 : this.game.confirmed.version;
        await this.take(await send(this.letter()));
      }
    }
  }

  const send = (letter) => postOps(`${url}moves/`, letter);
  const cells = [0, 2, 3, 5, 10, 11];
  const randomOp = () => {
    const kind = among([..."dddinnocelxuuurrfgb"]);
    if ("urfgb".includes(kind)) return { kind, cell: null, digit: 0 };
    const op = { kind, cell: among(cells), digit: 1 + Math.floor(chance() * 4) };
    return !"di".includes(kind) && chance() < 0.3 ? { ...op, cell: 2, more: [3, 5] } : op;
  };

  const windows = [await new Window().load(), await new Window().load()];
  const seen = { typed: 0, lost: 0, late: 0, twice: 0, reloads: 0, requests: 0 };
  const old = [];
  for (let step = 0; step < steps; step += 1) {
    const page = among(windows);
    for (let count = Math.floor(chance() * 4); count >= 0; count -= 1) seen.typed += page.type(randomOp());
    const letter = page.letter();
    const fate = chance();
    seen.requests += 1;
    if (fate < 0.1) {
      await page.load();
      seen.reloads += 1;
    } else if (fate < 0.25) {
      await send(letter);
      seen.lost += 1;
    } else if (fate < 0.4) {
      const [, answer] = await Promise.all([send(letter), send(letter)]);
      await page.take(answer);
      seen.twice += 1;
    } else if (fate < 0.5 && old.length) {
      await send(among(old));
      seen.late += 1;
    } else if (fate < 0.6) old.push(letter);
    else await page.take(await send(letter));
    old.push(letter);
  }
  for (const page of [...windows, windows[0]]) await page.settle();
  const kept = Object.keys(localStorage).filter((key) => key.startsWith("sudoku-op:")).length;
  return { seen, kept, states: windows.map(({ game }) => [game.confirmed, game.shown]) };
}"""


def numbers(text: str) -> list[int]:
    return [int(sign) if sign.isdigit() else 0 for sign in text]


def marks(text: str) -> list[int]:
    width = len(text) // 81
    return [int(text[width * cell : width * (cell + 1)] or "0", 16) for cell in range(81)]


def game_of(attempt: Attempt) -> dict[str, Any]:
    """The server's game as the script holds it."""
    attempt.refresh_from_db()
    data = json.loads(json.dumps(game_data(attempt, whole_state(attempt))))
    checkpoint = data["checkpoint"] and {
        "digits": numbers(data["checkpoint"]["digits"]),
        "marks": marks(data["checkpoint"]["marks"]),
    }
    grids = {name: numbers(data[name]) for name in ("givens", "digits")}
    kept = {name: data[name] for name in ("undo", "redo", "version")}
    return {**grids, **kept, "marks": marks(data["marks"]), "checkpoint": checkpoint}


def test_two_windows_on_a_bad_line_end_with_the_servers_game_and_each_op_counts_once(
    page_of: Callable[..., Page], student: User, attempt: Attempt
) -> None:
    page = page_of(student)
    page.goto("/help/")
    asked = {"url": f"/play/{attempt.pk}/", "user": student.pk, "attempt": attempt.pk}
    found = page.evaluate(PLAY, {**asked, "seed": 81, "steps": 60})
    wanted = game_of(attempt)
    assert [[confirmed, shown] for confirmed, shown in found["states"]] == [[wanted, wanted]] * 2
    assert found["kept"] == 0
    assert sum(attempt.clients.values_list("last_seq", flat=True)) == found["seen"]["typed"] > 60
    assert all(count > 0 for count in found["seen"].values())
    rows = attempt.moves.order_by("number").values_list("effect", flat=True)
    effects = [tuple([Change(*change) for change in effect]) for effect in rows]
    again = replay(Board.from_line(attempt.puzzle.givens).digits, effects)
    assert (list(again.digits), list(again.marks)) == (wanted["digits"], wanted["marks"])
