from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PuzzlesConfig(AppConfig):
    name = "puzzles"
    verbose_name = _("puzzles")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what accounts tell, and tell them which tables hold persons."""
        from accounts.signals import (
            class_deleting,
            class_end_asked,
            class_resumed,
            first_teacher_made,
            former_deletion_asked,
            running_exams_asked,
        )

        from .services.assignments.class_deletion import detach_attempts, unreleased_work_reason
        from .services.assignments.lifecycle import exam_in_the_way
        from .services.assignments.pausing import resume_exams
        from .services.assignments.running_exams import students_in_exams
        from .services.following import go_on_after_pause
        from .services.library.tasks import begin_with_samples
        from .services.privacy import register_puzzles

        class_resumed.connect(resume_exams, dispatch_uid="give the pause back")
        class_resumed.connect(go_on_after_pause, dispatch_uid="nobody is stuck because of a pause")
        class_end_asked.connect(exam_in_the_way, dispatch_uid="an exam is not released yet")
        former_deletion_asked.connect(unreleased_work_reason, dispatch_uid="work in an unreleased exam")
        class_deleting.connect(detach_attempts, dispatch_uid="games outlive their class")
        running_exams_asked.connect(students_in_exams, dispatch_uid="who is in an exam")
        first_teacher_made.connect(begin_with_samples, dispatch_uid="a new site has grids")
        register_puzzles()
