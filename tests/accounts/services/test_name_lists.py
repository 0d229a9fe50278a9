"""Lists of names as schools have them."""

import pytest

from accounts.models import Classroom, User
from accounts.services.name_lists import NameListError, decode_names, names_of
from accounts.services.students import create_students


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_file_is_read_in_the_encodings_of_schools(encoding: str) -> None:
    text = "Léa Petit\r\nZoé Œuvrard\r\n"
    assert decode_names(text.encode(encoding)) == text


@pytest.mark.parametrize("data", [b"PK\x03\x04\x00\x00", b"\xff\xfe\x00", b"\x81\x8d\x8f"])
def test_a_file_that_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(NameListError, match="CSV"):
        decode_names(data)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Léa Petit\nTom Roux", ["Léa Petit", "Tom Roux"]),
        ("Petit;Léa\nRoux;Tom", ["Petit Léa", "Roux Tom"]),
        ("Petit, Léa\nRoux, Tom", ["Petit Léa", "Roux Tom"]),
        ("Petit\tLéa\t12/03/2014", ["Petit Léa"]),
        ("Nom;Prénom;Classe\nPetit;Léa;6e B", ["", "Léa Petit"]),
        ("N°;PRÉNOM;NOM\n1;Léa;Petit", ["", "Léa Petit"]),
        ("Nom\nPetit", ["", "Petit"]),
        ("Classe;Élève\n6e B;Petit Léa", ["", "Petit Léa"]),
        ('"Petit; dit Le Grand";Léa', ["Petit; dit Le Grand Léa"]),
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
    assert names_of('"Petit;Léa\nRoux;Tom')[1] == "Roux Tom"
