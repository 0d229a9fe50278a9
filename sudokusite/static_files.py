"""Static files under names that change with their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """The imports between our own scripts follow the new names too, so each module is fetched once and kept.

    Django's own switch for this reads every script there is, and stumbles over comments in others' scripts.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            (
                (r"""(?P<matched>from "(?P<url>\.{1,2}/[^"]+)")""", 'from "%(url)s"'),
                (r"""(?P<matched>import\("(?P<url>\.{1,2}/[^"]+)"\))""", 'import("%(url)s")'),
            ),
        ),
    )
