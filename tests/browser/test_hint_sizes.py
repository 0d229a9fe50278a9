"""Every hint is wholly in sight: each rung of each technique, at five sizes of window, in both languages."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import translation
from playwright.sync_api import expect

from puzzles.engine import CATALOGUE, RUNGS
from puzzles.engine.techniques import example_of
from puzzles.library.pages.difficulty import technique_name
from puzzles.play.models import Attempt
from puzzles.play.pages.hints import DEEPER, HelpView
from puzzles.play.pages.proof_trees import proof_tree
from puzzles.play.pages.sentences import step_sentence

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = [(1366, 650), (1280, 800), (1920, 1080), (390, 844), (360, 640)]

STYLED = """address => new Promise(loaded => {
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: address, onload: loaded });
  document.head.append(link);
})"""

# Puts each hint into its place, and says by how many pixels its sentence, its button or a line of its proof
# are outside the window or the hint, or by how many it covers the keys when it is folded.
MEASURED = """hints => {
  const place = document.getElementById("hint");
  const found = {};
  for (const [name, html] of Object.entries(hints)) {
    place.innerHTML = html;
    const bar = place.querySelector("[data-tree-bar]");
    if (bar) bar.hidden = false;
    const longest = [...place.querySelectorAll(".tree-words")]
      .sort((one, other) => other.textContent.length - one.textContent.length)[0];
    if (longest) {
      place.querySelector("[data-tree-now]").textContent = longest.textContent;
      longest.closest("[data-line]").setAttribute("aria-current", "step");
    }
    const hint = place.querySelector(".hint");
    const edges = hint.getBoundingClientRect();
    const bottom = Math.min(innerHeight, edges.bottom);
    const names = ".hint-title, .hint-text, .hint-deeper, .tree-go, .tree-now";
    const parts = [...hint.querySelectorAll(names)].filter(part => part.getClientRects().length);
    const over = parts.map(part => {
      const box = part.getBoundingClientRect();
      return Math.max(box.bottom - bottom, edges.top - box.top, -box.top, box.right - innerWidth);
    });
    // A sheet over the tools is folded to play on.
    hint.querySelector(".hint-fold").setAttribute("aria-expanded", "false");
    const keys = document.querySelector(".keypad").getBoundingClientRect();
    const folded = hint.getBoundingClientRect();
    const covered = Math.min(keys.bottom, folded.bottom) - Math.max(keys.top, folded.top);
    const beside = folded.left >= keys.right || folded.right <= keys.left;
    found[name] = Math.round(Math.max(...over, beside ? 0 : covered));
  }
  return found;
}"""


def hints(language: str) -> Iterator[tuple[str, str]]:
    """The HTML of each rung of each technique, by name."""
    with translation.override(language):
        for technique in CATALOGUE:
            example = example_of(technique.id)
            for reached, rung in enumerate(RUNGS, 1):
                view = HelpView(
                    title=technique_name(technique.id),
                    text=step_sentence(example.step, rung),
                    lit={},
                    rungs=tuple(each <= reached for each in (1, 2, 3, 4)),
                    deeper=DEEPER[rung],
                    technique=technique.id,
                    tree=proof_tree(example.step, rung, example.position),
                )
                yield f"{technique.id} {rung}", render_to_string("play/_hint.html", {"hint": view})


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_part_of_a_hint_is_out_of_sight(
    open_board: Any, attempt: Attempt, size: tuple[int, int], language: str
) -> None:
    page = open_board(attempt, size=size)
    page.locator("#c2").click()
    page.keyboard.press("h")
    expect(page.locator("#hint .is-revealed")).to_have_count(1)
    # The style of proofs comes with the first of them.
    page.evaluate(STYLED, static("css/tree.css"))
    over = page.evaluate(MEASURED, dict(hints(language)))
    assert {name: by for name, by in over.items() if by > 0} == {}
