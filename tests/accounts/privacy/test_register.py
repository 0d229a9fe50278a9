"""The register knows every table, every field and every background task of the site."""

import inspect
from importlib import import_module
from pkgutil import walk_packages

import pytest
from django.apps import apps
from django.db import models
from django_tasks.base import Task

from accounts.models import User
from accounts.privacy import register
from accounts.privacy.register import Impersonal

MODELS = {model._meta.label: model for model in apps.get_models(include_auto_created=True)}
PERSONAL = {table.model: table for table in register.personal_tables()}
IMPERSONAL = {label: table for label, table in register.TABLES.items() if isinstance(table, Impersonal)}
FREE = (models.CharField, models.TextField, models.JSONField, models.BinaryField, models.UUIDField)


def holders() -> set[type[models.Model]]:
    """The tables that can hold a person: those with a key to an account, or to a row that goes with one."""
    named = {model for model in MODELS.values() if register.naming_keys(model)}
    return set(register.walk()) | named


def fields_of(model: type[models.Model]) -> set[str]:
    return {each.name for each in model._meta.concrete_fields}


def free_texts(model: type[models.Model]) -> set[str]:
    """The fields in which anything might stand, a name or the number of a row among them."""
    return {
        each.name
        for each in model._meta.concrete_fields
        if not each.is_relation
        and not each.choices
        and (isinstance(each, FREE) or (each.name.endswith("_id") and not each.primary_key))
    }


def test_every_table_is_in_the_register_once_and_no_other() -> None:
    assert set(register.TABLES) == set(MODELS)


def test_a_table_that_hangs_on_an_account_is_personal_and_no_other_is() -> None:
    assert {model._meta.label for model in holders()} == set(PERSONAL)


@pytest.mark.parametrize("label", PERSONAL)
def test_every_field_of_a_personal_table_is_told_or_kept_back_for_a_reason(label: str) -> None:
    table = PERSONAL[label]
    entered = [*table.told.split(), *table.later.split(), *table.by_teacher.split(), *table.never]
    assert len(entered) == len(set(entered))
    assert set(entered) == fields_of(MODELS[label])
    assert bool(table.later) == bool(table.gate)
    assert all(str(reason) for reason in table.never.values())


@pytest.mark.parametrize(
    "table",
    [each for each in register.TABLES.values() if isinstance(each, Impersonal)],
    ids=lambda t: t.model,
)
def test_every_free_text_of_an_impersonal_table_was_judged(table: Impersonal) -> None:
    assert set(table.texts.split()) == free_texts(MODELS[table.model])


def test_no_solution_is_ever_told() -> None:
    for label, table in PERSONAL.items():
        for key in register.foreign_keys(MODELS[label]):
            entry = register.TABLES[key.related_model._meta.label]
            assert entry.shown not in {"solution", "username", "real_name"}, (label, key.name)
        assert "solution" not in f"{table.told} {table.later}".split()


def test_every_background_task_is_in_the_register_with_its_arguments() -> None:
    found = {}
    for config in (apps.get_app_config("accounts"), apps.get_app_config("puzzles")):
        for module in walk_packages([f"{config.path}/services"], f"{config.name}.services."):
            names = vars(import_module(module.name)).values()
            found |= {each.module_path: each for each in names if isinstance(each, Task)}
    assert found
    assert set(register.TASKS) == set(found)
    for path, task in found.items():
        assert list(register.TASKS[path].arguments) == list(inspect.signature(task.func).parameters)


def test_a_table_cannot_be_entered_twice() -> None:
    with pytest.raises(ValueError, match=r"accounts\.User"):
        register.enter(Impersonal("accounts.User"))


def test_only_what_goes_with_an_account_is_walked(teacher: User) -> None:
    walked = {model._meta.label: keys for model, keys in register.walk().items()}
    # A game outlives the work that it was played for.
    assert walked["puzzles.Attempt"] == ("player",)
    assert walked["puzzles.Move"] == ("attempt",)
    assert "puzzles.Assignment" not in walked
    assert "puzzles.Puzzle" not in walked


def test_a_forgotten_table_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = {label: table for label, table in register.TABLES.items() if label != "puzzles.Move"}
    monkeypatch.setattr(register, "TABLES", tables)
    assert "puzzles.Move" not in {table.model for table in register.personal_tables()}
    assert "puzzles.Move" in {model._meta.label for model in holders()}


def test_every_entry_is_told_in_words() -> None:
    entries = [*register.personal_tables(), *register.PLACES.values()]
    assert all(str(each.title) and str(each.words) for each in entries)
