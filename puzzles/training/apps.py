from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrainingConfig(AppConfig):
    name = "puzzles.training"
    verbose_name = _("Training")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the tables with personal data; count the games that are reviewed; hide positions."""
        from puzzles.play.signals import game_reviewed, hidden_positions_asked

        from .services.assigned_positions import hidden_positions
        from .services.privacy import register_training
        from .services.ratings import take_game

        register_training()
        game_reviewed.connect(take_game, dispatch_uid="reviewed games count in ratings")
        hidden_positions_asked.connect(hidden_positions, dispatch_uid="solvers rest on assigned positions")
