"""Real names as a French school lists them: `LE GOFF Zoé`, sorted by family name."""

from typing import Self

from .fields import plain_letters


class RealName(str):
    """A real name as it is shown, `LE GOFF Zoé`, with its two parts. Empty without a name."""

    __slots__ = ("family", "given")
    family: str
    given: str

    @classmethod
    def of(cls, family: str, given: str) -> Self:
        name = cls(f"{family.upper()} {given}".strip())
        name.family, name.given = family, given
        return name


def parse_name(text: str, *, is_family_first: bool = False) -> RealName:
    """Split a name: the family name is what is in capitals, else all words but the first.

    Where all words are in capitals, or none with `is_family_first`, the family name is the first word.
    """
    words = text.split()
    family = [word for word in words if is_capitals(word)]
    if len(family) == len(words) > 1:
        family, is_family_first = [], True
    if family:
        given = [word for word in words if word not in family]
    else:
        family, given = (words[:1], words[1:]) if is_family_first else (words[1:], words[:1])
    return RealName.of(" ".join(family), " ".join(given))


def is_capitals(word: str) -> bool:
    """Whether a word is written in capitals. An initial such as `J.` is not."""
    return word.isupper() and sum(map(str.isalpha, word)) > 1


def name_key(name: str) -> str:
    """Sorts people by family name, then by given name, without regard to accents and capitals.

    A person known by one word only, such as a pseudonym, is sorted by that word.
    """
    parts = name if isinstance(name, RealName) else parse_name(name)
    # Two spaces: Martin Zoé comes before Martin Dupont Ada.
    return "  ".join(plain_letters(part) for part in (parts.family, parts.given) if part)
