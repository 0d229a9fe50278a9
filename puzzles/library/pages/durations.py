"""Durations: as a clock in tables and on cards, and in words within a sentence."""

from django.utils.translation import gettext as _


def clock(ms: int) -> str:
    """`0:52`, `6:52`, `1:05:09`: for tables and cards."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def duration(ms: int) -> str:
    """`52 s`, `6 min 52 s`, `1 h 05 min`: never more than two units."""
    seconds = ms // 1000
    if seconds < 60:
        return _("%(seconds)d s") % {"seconds": seconds}
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return _("%(minutes)d min %(seconds)02d s") % {"minutes": minutes, "seconds": seconds}
    hours, minutes = divmod(minutes, 60)
    return _("%(hours)d h %(minutes)02d min") % {"hours": hours, "minutes": minutes}
