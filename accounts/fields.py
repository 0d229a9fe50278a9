"""The user name as a column: written in many ways, kept in one."""

import unicodedata
from typing import Any

from django.db import models

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})


def plain_letters(text: str) -> str:
    """Lower case without accents: `Zoë` gives `zoe`. Letters of other alphabets stay."""
    # Twice: a letter may come apart only when folded, and may be folded only when it has come apart.
    for _ in range(2):
        text = unicodedata.normalize("NFKD", text).casefold().translate(LIGATURES)
    return "".join(sign for sign in text if unicodedata.category(sign) not in {"Mn", "Cf"})


def normalize_user_name(text: str) -> str:
    """The one spelling of a user name: what a phone makes of `lea` (` Lea `, `LÉA`) is still `lea`."""
    return plain_letters(text).strip()


class UserNameField(models.CharField):
    """A name kept, and looked up, in its one spelling."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return normalize_user_name(text) if isinstance(text, str) else text

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        name = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, name)
        return name
