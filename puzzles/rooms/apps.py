from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoomsConfig(AppConfig):
    name = "puzzles.rooms"
    verbose_name = _("Rooms")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the tables with personal data."""
        from .services.privacy import register_rooms

        register_rooms()
