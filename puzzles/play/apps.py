from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    name = "puzzles.play"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the library who plays: imports then leave room for moves."""
        from puzzles.library.services import throttle

        from .services.play import newest_move

        throttle.newest_move = newest_move
