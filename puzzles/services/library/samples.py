"""The sample collection that a new site begins with."""

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from ...models import Collection, PuzzleImport
from .collections import open_collection
from .uploads import store_upload


@transaction.atomic
def import_samples(*, owner: User) -> PuzzleImport:
    """Hand in the sample grids, for everybody, as any file is handed in; the worker takes them in."""
    file = settings.BASE_DIR / "puzzles" / "samples" / "sudoku.txt"
    collection = open_collection(owner=owner, name=_("Sample grids"), audience=Collection.Audience.EVERYONE)
    with file.open("rb") as stream:
        return store_upload(owner=owner, collection=collection, file=stream, file_name=file.name)
