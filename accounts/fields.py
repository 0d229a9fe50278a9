"""The user name field: many spellings, one stored form."""

import unicodedata
from typing import Any

from django.db import models

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})


def plain_letters(text: str) -> str:
    """Lower case without accents: `Zoë` becomes `zoe`. Letters of other alphabets are kept."""
    # Twice: some letters decompose only after case folding, and some fold only after decomposing.
    for _ in range(2):
        text = unicodedata.normalize("NFKD", text).casefold().translate(LIGATURES)
    return "".join(sign for sign in text if unicodedata.category(sign) not in {"Mn", "Cf"})


def normalize_user_name(text: str) -> str:
    """The stored form of a user name: ` Lea ` and `LÉA`, as a phone may correct it, are `lea`."""
    return plain_letters(text).strip()


class UserNameField(models.CharField):
    """A user name, stored and looked up in its normalized form."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return normalize_user_name(text) if isinstance(text, str) else text

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        name = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, name)
        return name
