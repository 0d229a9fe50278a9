"""The data registry knows every table, every field and every background task of the site."""

import inspect
import re
from importlib import import_module
from pkgutil import walk_packages

import pytest
from django.apps import apps
from django.db import models
from django_tasks.base import Task

from accounts.models import User
from accounts.privacy import registry
from accounts.privacy.registry import Impersonal

MODELS = {model._meta.label: model for model in apps.get_models(include_auto_created=True)}
PERSONAL = {table.model: table for table in registry.personal_tables()}
IMPERSONAL = {label: table for label, table in registry.TABLES.items() if isinstance(table, Impersonal)}
# Fields that are secrets by their name, and those that only sound like it.
SECRET = re.compile(r"password|hash|secret|token|(^|_)key($|_)|solution")
HARMLESS = {
    "course.PredictionRound": {"token"},
    "library.PuzzleImport": {"no_solution", "several_solutions"},
}
FREE = (models.CharField, models.TextField, models.JSONField, models.BinaryField, models.UUIDField)


def holders() -> set[type[models.Model]]:
    """The tables that can hold a person: those with a key to an account, or to a row that goes with one."""
    named = {model for model in MODELS.values() if registry.naming_keys(model)}
    return set(registry.cascading_tables()) | named


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


def test_the_registry_has_every_table_once_and_no_other() -> None:
    assert set(registry.TABLES) == set(MODELS)


def test_a_table_that_hangs_on_an_account_is_personal_and_no_other_is() -> None:
    assert {model._meta.label for model in holders()} == set(PERSONAL)


@pytest.mark.parametrize("label", PERSONAL)
def test_every_field_of_a_personal_table_is_exported_or_withheld_for_a_reason(label: str) -> None:
    table = PERSONAL[label]
    held_back = [*table.by_teacher, *table.never]
    assert len(held_back) == len(set(held_back))
    assert set(held_back) < fields_of(MODELS[label])
    assert all(str(reason) for reason in table.never.values())


def test_no_secret_is_exported() -> None:
    for label, table in PERSONAL.items():
        secret = {name for name in fields_of(MODELS[label]) if SECRET.search(name)}
        assert secret <= {*table.never} | HARMLESS.get(label, set()), label


@pytest.mark.parametrize(
    "table",
    [each for each in registry.TABLES.values() if isinstance(each, Impersonal)],
    ids=lambda t: t.model,
)
def test_every_free_text_of_an_impersonal_table_was_judged(table: Impersonal) -> None:
    assert set(table.texts.split()) == free_texts(MODELS[table.model])


def test_no_solution_is_ever_exported() -> None:
    for label, table in PERSONAL.items():
        for key in registry.foreign_keys(MODELS[label]):
            entry = registry.TABLES[key.related_model._meta.label]
            assert entry.label_field not in {"solution", "username", "real_name"}, (label, key.name)
        assert "solution" not in fields_of(MODELS[label]) - {*table.never}


def test_the_registry_has_every_background_task_with_its_arguments() -> None:
    found = {}
    for config in apps.get_app_configs():
        if not config.name.startswith(("accounts", "puzzles.")):
            continue
        for module in walk_packages([f"{config.path}/services"], f"{config.name}.services."):
            names = vars(import_module(module.name)).values()
            found |= {each.module_path: each for each in names if isinstance(each, Task)}
    assert found
    assert set(registry.TASKS) == set(found)
    for path, task in found.items():
        assert list(registry.TASKS[path].arguments) == list(inspect.signature(task.func).parameters)


def test_a_table_cannot_be_registered_twice() -> None:
    with pytest.raises(ValueError, match=r"accounts\.User"):
        registry.register(Impersonal("accounts.User"))


def test_only_what_goes_with_an_account_is_walked(teacher: User) -> None:
    walked = {model._meta.label: keys for model, keys in registry.cascading_tables().items()}
    # A game outlives the work that it was played for.
    assert walked["play.Attempt"] == ("player",)
    assert walked["play.Move"] == ("attempt",)
    assert "assignments.Assignment" not in walked
    assert "library.Puzzle" not in walked


def test_a_forgotten_table_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = {label: table for label, table in registry.TABLES.items() if label != "play.Move"}
    monkeypatch.setattr(registry, "TABLES", tables)
    assert "play.Move" not in {table.model for table in registry.personal_tables()}
    assert "play.Move" in {model._meta.label for model in holders()}


def test_every_entry_has_a_title_and_a_description() -> None:
    entries = [*registry.personal_tables(), *registry.LOCATIONS.values()]
    assert all(str(each.title) and str(each.description) for each in entries)
