"""The words of hints: each with a meaning, and marked where a sentence first uses it."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import translation
from django.utils.safestring import SafeString

from accounts.models import User
from puzzles.engine import CATALOGUE, RUNGS
from puzzles.engine.techniques import example_of
from puzzles.play.pages.sentences import step_sentence
from puzzles.play.pages.terms import TERMS, glossary, terms_in


def test_a_term_is_a_button_at_its_first_use_alone() -> None:
    html, terms = terms_in(SafeString("A strong link, and a strong link again."))
    assert html == (
        'A <button type="button" class="term" popovertarget="term-strong-link">strong link</button>'
        ", and a strong link again."
    )
    assert [term.id for term in terms] == ["strong-link"]


def test_the_names_of_cells_stay_as_they_are() -> None:
    ref = '<span class="ref" data-frame="chain">r1c1</span>'
    html, terms = terms_in(SafeString(f"{ref} ends the chain."))
    assert html.startswith(f"{ref} ends the <button")
    assert [term.id for term in terms] == ["chain"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_term_that_sentences_mark_is_in_one(language: str) -> None:
    with translation.override(language):
        sentences = [
            step_sentence(example_of(technique.id).step, rung) for technique in CATALOGUE for rung in RUNGS
        ]
        found = {term.id for sentence in sentences for term in sentence.terms}
        marked = {term.id for term in TERMS if str(term.forms)}
    # Notes and contradictions are words of other hints, and of the lines of a proof.
    assert marked - found <= {"note", "contradiction"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_explained_sentence_says_the_same(language: str) -> None:
    with translation.override(language):
        for technique in CATALOGUE:
            sentence = step_sentence(example_of(technique.id).step, "why")
            assert re.sub(r"</?button[^>]*>", "", sentence.explained) == sentence.marked


def test_the_glossary_is_in_the_order_of_the_readers_language() -> None:
    with translation.override("fr"):
        names = [str(term.name) for term in glossary()]
    assert names[0] == "annotation"
    assert len(names) == len(TERMS) == len({term.id for term in TERMS})


def test_the_page_of_the_words_names_each(client_of: Callable[[User], Client], student: User) -> None:
    client = client_of(student)
    page = client.get("/help/words/", headers={"accept-language": "en"}).text
    for term in TERMS:
        assert f'<dt id="{term.id}">' in page
