"""Durations: as a clock in tables and on cards, in words within a sentence, and since when."""

from django.utils.translation import gettext as _


def clock(ms: int) -> str:
    """`0:52`, `6:52`, `1:05:09`: for tables and cards."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def duration(ms: int) -> str:
    """`52 s`, `6 min 52 s`, `1 h 05 min`, for sentences: never more than two units."""
    seconds = ms // 1000
    if seconds < 60:
        return _("%(seconds)d s") % {"seconds": seconds}
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return _("%(minutes)d min %(seconds)02d s") % {"minutes": minutes, "seconds": seconds}
    hours, minutes = divmod(minutes, 60)
    return _("%(hours)d h %(minutes)02d min") % {"hours": hours, "minutes": minutes}


def since(seconds: int) -> str:
    """`7 min`, `2 h`, `6 d`: how long something has lasted, in its largest unit."""
    minutes = max(0, seconds) // 60
    if minutes < 60:
        return _("%(minutes)d min") % {"minutes": minutes}
    hours = minutes // 60
    if hours < 24:
        return _("%(hours)d h") % {"hours": hours}
    return _("%(days)d d") % {"days": hours // 24}
