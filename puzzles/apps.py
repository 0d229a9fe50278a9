from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PuzzlesConfig(AppConfig):
    name = "puzzles"
    verbose_name = _("puzzles")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what accounts tell, and tell them which tables hold persons."""
        from accounts.signals import class_resumed

        from .services.assignments.pausing import resume_exams
        from .services.following import go_on_after_pause
        from .services.privacy import enter_puzzles

        class_resumed.connect(resume_exams, dispatch_uid="give the pause back")
        class_resumed.connect(go_on_after_pause, dispatch_uid="nobody is stuck because of a pause")
        enter_puzzles()
