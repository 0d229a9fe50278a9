"""French dates with short names of months in place of numbers, and numbers with a narrow no-break space."""

SHORT_DATE_FORMAT = "j N Y"
SHORT_DATETIME_FORMAT = "j N Y, H:i"
DATETIME_FORMAT = "j F Y, H:i"
THOUSAND_SEPARATOR = "\u202f"
