"""Real names are shown as a French school lists them, and sorted by family name."""

import pytest

from accounts.models import Classroom, Membership, User
from accounts.names import RealName, name_key, parse_name


@pytest.mark.parametrize(
    ("text", "family", "given"),
    [
        ("Zoé Le Goff", "Le Goff", "Zoé"),
        ("LE GOFF Zoé", "LE GOFF", "Zoé"),
        ("Zoé LE GOFF", "LE GOFF", "Zoé"),
        ("DE LA FONTAINE Jean Éloi", "DE LA FONTAINE", "Jean Éloi"),
        ("MARTIN ZOÉ", "MARTIN", "ZOÉ"),
        ("MARTIN", "MARTIN", ""),
        ("J. DUPONT", "DUPONT", "J."),
        ("Zoé", "", "Zoé"),
        ("", "", ""),
    ],
)
def test_the_family_name_is_what_is_in_capitals(text: str, family: str, given: str) -> None:
    name = parse_name(text)
    assert (name.family, name.given) == (family, given)


def test_the_first_word_is_the_family_name_where_the_list_says_so() -> None:
    name = parse_name("Martin Zoé", is_family_first=True)
    assert (name, name.family, name.given) == ("MARTIN Zoé", "Martin", "Zoé")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Zoé Le Goff", "le goff  zoe"),
        ("LE GOFF Zoé", "le goff  zoe"),
        (RealName.of("O", "Min-jun"), "o  min-jun"),
        ("Zoé", "zoe"),
        ("tigre-lucide", "tigre-lucide"),
        ("", ""),
    ],
)
def test_people_are_sorted_by_family_name(name: str, key: str) -> None:
    assert name_key(name) == key


def test_accents_and_capitals_do_not_change_the_order() -> None:
    names = [RealName.of("Étienne", "Ada"), RealName.of("Eve", "Bob"), RealName.of("Zola", "Cid")]
    names += [RealName.of("Martin", "Zoé"), RealName.of("Martin Dupont", "Ada"), RealName.of("eden", "Dan")]
    shown = [str(name) for name in sorted(names, key=name_key)]
    assert shown == ["EDEN Dan", "ÉTIENNE Ada", "EVE Bob", "MARTIN Zoé", "MARTIN DUPONT Ada", "ZOLA Cid"]


def test_a_student_who_moves_keeps_the_name_where_all_teachers_of_the_old_class_teach_the_new_one(
    teacher: User, other_teacher: User, student: User, classroom: Classroom
) -> None:
    new = Classroom.objects.create(name="6e C")
    new.teachers.add(teacher)
    Membership.objects.filter(student=student).update(classroom=new)
    names = Membership.objects.names_for_class(classroom.pk, [student.pk])
    assert names[student.pk] == "PETIT Léa"
    classroom.teachers.add(other_teacher)
    assert student.pk not in Membership.objects.names_for_class(classroom.pk, [student.pk])
