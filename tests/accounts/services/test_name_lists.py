"""Lists of names as schools have them."""

import pytest

from accounts.models import Classroom, User
from accounts.services.name_lists import NameListError, decode_names, names_of
from accounts.services.students import create_students


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_file_is_read_in_the_encodings_of_schools(encoding: str) -> None:
    text = "PETIT Léa\r\nZoé Œuvrard\r\n"
    assert decode_names(text.encode(encoding)) == text


@pytest.mark.parametrize("data", [b"PK\x03\x04\x00\x00", b"\xff\xfe\x00", b"\x81\x8d\x8f"])
def test_a_file_that_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(NameListError, match="CSV"):
        decode_names(data)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Léa Petit\nTom Roux", ["PETIT Léa", "ROUX Tom"]),
        ("PETIT Léa\nTom ROUX", ["PETIT Léa", "ROUX Tom"]),
        ("PETIT LÉA", ["PETIT LÉA"]),
        ("Petit;Léa\nRoux;Tom", ["PETIT Léa", "ROUX Tom"]),
        ("Léa;PETIT\nRoux;Tom", ["PETIT Léa", "ROUX Tom"]),
        ("Petit, Léa\nRoux, Tom", ["PETIT Léa", "ROUX Tom"]),
        ("Petit\tLéa\t12/03/2014", ["PETIT Léa"]),
        ("Nom;Prénom;Classe\nPetit;Léa;6e B", ["", "PETIT Léa"]),
        ("N°;PRÉNOM;NOM\n1;Léa;Petit", ["", "PETIT Léa"]),
        ("Nom\nPetit", ["", "PETIT"]),
        ("Classe;Élève\n6e B;PETIT Léa", ["", "PETIT Léa"]),
        ("Nom et prénom\nPetit Léa", ["", "PETIT Léa"]),
        ('"Petit; dit Le Grand";Léa', ["PETIT; DIT LE GRAND Léa"]),
        ("\ufeffLéa\n\n \nTom\n", ["Léa", "", "", "Tom"]),
        ("", []),
        ("\n\n", ["", ""]),
    ],
)
def test_each_line_gives_a_name(text: str, names: list[str]) -> None:
    assert names_of(text) == names


def test_a_line_without_a_name_under_a_heading_is_rejected(teacher: User, classroom: Classroom) -> None:
    lines = names_of("Nom;Classe\n;6e B\n;;\nPetit;6e B")
    answers = create_students(teacher=teacher, classroom=classroom, lines=lines)
    assert [(answer.number, answer.user is None, bool(answer.refusal)) for answer in answers] == [
        (2, True, True),
        (3, True, True),
        (4, False, False),
    ]


def test_a_quote_left_open_swallows_no_other_line() -> None:
    assert names_of('"Petit;Léa\nRoux;Tom')[1] == "ROUX Tom"


def test_a_list_without_capitals_is_sorted_by_its_family_names() -> None:
    listed = ["Abadie Zoé", "Bernard Tom", "Colin Ada", "Durand Max", "Évrard Léa", "Faure Ivy"]
    by_family = names_of("\n".join(listed))
    assert [name.split()[0] for name in by_family] == [
        "ABADIE", "BERNARD", "COLIN", "DURAND", "ÉVRARD", "FAURE"
    ]  # fmt: skip
    by_given = names_of("\n".join(" ".join(reversed(name.split())) for name in listed))
    assert by_given == by_family
