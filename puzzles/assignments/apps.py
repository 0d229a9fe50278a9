from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AssignmentsConfig(AppConfig):
    name = "puzzles.assignments"
    verbose_name = _("Assignments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what happens to classes."""
        from accounts.signals import (
            class_deleting,
            class_end_asked,
            class_resumed,
            former_deletion_asked,
            running_exams_asked,
        )

        from .services.class_deletion import detach_attempts, unreleased_work_reason
        from .services.following import go_on_after_pause
        from .services.lifecycle import exam_in_the_way
        from .services.pauses import resume_exams
        from .services.running_exams import students_in_exams

        class_resumed.connect(resume_exams, dispatch_uid="give the pause back")
        class_resumed.connect(go_on_after_pause, dispatch_uid="nobody is stuck because of a pause")
        class_end_asked.connect(exam_in_the_way, dispatch_uid="an exam is not released yet")
        former_deletion_asked.connect(unreleased_work_reason, dispatch_uid="work in an unreleased exam")
        class_deleting.connect(detach_attempts, dispatch_uid="games outlive their class")
        running_exams_asked.connect(students_in_exams, dispatch_uid="who is in an exam")
