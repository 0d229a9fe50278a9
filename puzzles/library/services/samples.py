"""The sample collection that a new site begins with."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine.files import SAMPLE_FILE

from ..models import Collection, PuzzleImport
from .collections import open_collection
from .uploads import store_upload


@transaction.atomic
def import_samples(*, owner: User) -> PuzzleImport:
    """Hand in the sample grids, for everybody, as any file is handed in; the worker takes them in."""
    collection = open_collection(owner=owner, name=_("Sample grids"), audience=Collection.Audience.EVERYONE)
    with SAMPLE_FILE.open("rb") as stream:
        return store_upload(owner=owner, collection=collection, file=stream, file_name=SAMPLE_FILE.name)
