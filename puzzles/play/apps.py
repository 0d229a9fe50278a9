from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    name = "puzzles.play"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Slow imports down while somebody plays, and register the tables with personal data."""
        from puzzles.library.signals import newest_move_asked

        from .services.play import newest_move
        from .services.privacy import register_play

        register_play()

        newest_move_asked.connect(newest_move, dispatch_uid="imports leave room for moves")
