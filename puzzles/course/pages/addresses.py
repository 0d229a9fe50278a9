"""Addresses of exercises, as links of several pages need them."""

from django.urls import reverse


def exercise_address(worksheet: str, key: str, work: int | None = None) -> str:
    """The page of an exercise; `work` is the key of the student's part in an assignment."""
    address = reverse("course:exercise", args=[worksheet, key])
    return f"{address}?work={work}" if work else address


def show_reference_address(worksheet: str, key: str) -> str:
    return reverse("course:show_reference", args=[worksheet, key])
