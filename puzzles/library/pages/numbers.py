"""Numbers as pages write them."""

from django.utils.formats import number_format

# A narrow no-break space.
THIN = "\u202f"


def grouped(number: int) -> str:
    """`12 480`, with a narrow no-break space between the thousands."""
    return number_format(number, force_grouping=True)


def out_of(part: int, whole: int) -> str:
    """`31 / 116`, with narrow no-break spaces."""
    return f"{grouped(part)}{THIN}/{THIN}{grouped(whole)}"
