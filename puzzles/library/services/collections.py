"""Collections: create and delete. Puzzles are shared and stay."""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refusal

from ..models import Collection, HelpPolicy, PuzzleImport
from .policies import policy_with

NAME_LENGTH = Collection._meta.get_field("name").max_length or 120


class CollectionNameError(Refusal):
    """The collection cannot have this name; the reason is for its owner."""


@dataclass(frozen=True)
class NewCollection:
    """A collection to create for files; without a name each file gets a collection of its own."""

    name: str
    audience: str
    rules: dict[str, Any]

    def open_for(self, *, owner: User, file_name: str) -> Collection:
        """Create it. Raises CollectionNameError."""
        name = self.name or free_name(owner=owner, wanted=PurePath(file_name).stem or file_name)
        policy = policy_with(**self.rules)
        return open_collection(owner=owner, name=name, audience=self.audience, policy=policy)


@transaction.atomic
def open_collection(
    *,
    owner: User,
    name: str,
    audience: str = Collection.Audience.CLASSES,
    policy: HelpPolicy | None = None,
) -> Collection:
    """Create an empty collection. Raises CollectionNameError if its owner has one with that name."""
    values = {"audience": audience, "policy": policy or policy_with()}
    collection, is_new = Collection.objects.get_or_create(owner=owner, name=name, defaults=values)
    if not is_new:
        raise CollectionNameError(
            _("You already have a collection with this name: choose it from the list, or enter another name.")
        )
    return collection


def free_name(*, owner: User, wanted: str) -> str:
    """The wanted name, or the first of `wanted (2)`, `wanted (3)` ... that the owner has not used."""
    base = wanted[: NAME_LENGTH - 8]
    taken = set(
        Collection.objects.owned_by(owner).filter(name__startswith=base).values_list("name", flat=True)
    )
    number, name = 1, base
    while name in taken:
        number += 1
        name = f"{base} ({number})"
    return name


@transaction.atomic
def delete_collection(*, collection: Collection) -> None:
    """Delete a collection with its entries and imports. Puzzles and games stay.

    A puzzle without an entry is kept too: another file that contains it need not search it again.
    """
    # Locked in the order of `lock_both`, so that a running import ends before its rows go.
    list(Collection.objects.select_for_update().filter(pk=collection.pk))
    list(PuzzleImport.objects.select_for_update().filter(collection=collection).values_list("pk"))
    collection.delete()
