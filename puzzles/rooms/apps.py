from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoomsConfig(AppConfig):
    name = "puzzles.rooms"
    verbose_name = _("Rooms")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the tables with personal data, and receive the end of a pause."""
        from accounts.signals import class_resumed

        from .services.privacy import register_rooms
        from .services.relay_moves import restart_turns

        register_rooms()
        class_resumed.connect(restart_turns, dispatch_uid="begin the turns of relays anew")
