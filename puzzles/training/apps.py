from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrainingConfig(AppConfig):
    name = "puzzles.training"
    verbose_name = _("Training")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the tables with personal data."""
        from .services.privacy import register_training

        register_training()
