"""Who uses the site: accounts, classes, and who belongs to which class."""

from datetime import datetime, timedelta
from typing import Any, Self

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from .fields import UserNameField


class UserQuerySet(models.QuerySet["User"]):
    def students(self) -> Self:
        return self.filter(role=User.Role.STUDENT)

    def taught_by(self, teacher: "User") -> Self:
        """Students who are in a class of this teacher, each once; none of who is a teacher no longer."""
        if not teacher.is_teacher:
            return self.none()
        return self.students().filter(pk__in=Membership.objects.taught_by(teacher).values("student"))

    def formerly_taught_by(self, teacher: "User") -> Self:
        """Students who are in no class any more and were in one of this teacher's."""
        if not teacher.is_teacher:
            return self.none()
        left = FormerStudent.objects.filter(teacher=teacher).values("student")
        return self.students().filter(pk__in=left).exclude(pk__in=Membership.objects.values("student"))

    def managed_by(self, user: "User") -> Self:
        """Accounts this user may see and repair; every account for an administrator.

        A teacher's are the students of her classes, and those who left them and are in no class now.
        """
        return self.all() if user.is_superuser else self.taught_by(user) | self.formerly_taught_by(user)

    def in_charge(self) -> Self:
        """Those who can let others in: teachers and administrators."""
        return self.filter(Q(role=User.Role.TEACHER) | Q(is_superuser=True))


class UserManager(BaseUserManager["User"].from_queryset(UserQuerySet)):  # type: ignore[misc]
    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(username=username, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> "User":
        fields.setdefault("role", User.Role.TEACHER)
        return self.create_user(username, password, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """An account under a pseudonym: no e-mail, no real name (that lives in `Membership`)."""

    class Role(models.TextChoices):
        STUDENT = "student", _("student")
        TEACHER = "teacher", _("teacher")

    class Language(models.TextChoices):
        BROWSER = "", _("the browser's language")
        FRENCH = "fr", "français"
        ENGLISH = "en", "English"

    class Theme(models.TextChoices):
        SYSTEM = "", _("as the device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")
        CONTRAST = "contrast", _("high contrast")

    username = UserNameField(
        _("user name"),
        max_length=40,
        unique=True,
        validators=[
            RegexValidator(
                r"^[a-z0-9][a-z0-9._-]*\Z",
                _("A user name starts with a letter or digit and holds letters, digits, dots and hyphens."),
            )
        ],
        error_messages={"unique": _("This user name is taken.")},
    )
    role = models.CharField(_("role"), max_length=8, choices=Role, default=Role.STUDENT)
    is_superuser = models.BooleanField(
        _("administrator"), default=False, help_text=_("Sees and changes everything on the site.")
    )
    language = models.CharField(_("language"), max_length=2, choices=Language, default="", blank=True)
    theme = models.CharField(_("colours"), max_length=8, choices=Theme, default="", blank=True)
    extra_time = models.DecimalField(
        _("extra-time factor"),
        max_digits=3,
        decimal_places=2,
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(5)],
        help_text=_("1 for no extra time, 1.33 for a third more."),
    )
    is_active = models.BooleanField(_("may log in"), default=True)
    date_joined = models.DateTimeField(_("created"), default=timezone.now)
    # Goes into what a session is checked by: one more, and every session of the account has ended.
    session_round = models.PositiveIntegerField(default=0, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "username"

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        ordering = ["username"]
        constraints = [
            models.CheckConstraint(condition=Q(username=Lower("username")), name="user_name_in_lower_case"),
            models.CheckConstraint(condition=Q(extra_time__range=(1, 5)), name="user_extra_time_1_to_5"),
            # A teacher may reset a student's password: that must never open an administrator's account.
            models.CheckConstraint(
                condition=Q(is_superuser=False) | Q(role="teacher"),
                name="user_administrator_is_a_teacher",
                violation_error_message=_("An administrator has the role of a teacher."),
            ),
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def is_student(self) -> bool:
        return self.role == self.Role.STUDENT

    @property
    def is_teacher(self) -> bool:
        return self.role == self.Role.TEACHER

    @property
    def is_staff(self) -> bool:
        """Whether the admin opens: teachers import there, administrators repair there."""
        return self.is_teacher or self.is_superuser

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session is checked by: the password, and how often one has logged out of everywhere."""
        value = f"{self.password}{self.session_round or ''}"
        return salted_hmac("accounts.session", value, secret=secret, algorithm="sha256").hexdigest()


class ClassroomQuerySet(models.QuerySet["Classroom"]):
    def taught_by(self, teacher: User) -> Self:
        return self.filter(teachers=teacher)

    def managed_by(self, user: User) -> Self:
        """Classes this user may see and change: a teacher's own; all for an administrator."""
        return self.all() if user.is_superuser else self.taught_by(user)

    def current(self) -> Self:
        return self.filter(archived_at=None)

    def joinable(self) -> Self:
        """Classes in use whose join code is open now."""
        return self.current().exclude(join_code="").filter(join_code_ends_at__gt=timezone.now())


class Classroom(models.Model):
    """A class of students and the teachers who may see it."""

    name = models.CharField(_("name"), max_length=80)
    teachers = models.ManyToManyField(User, related_name="classrooms", verbose_name=_("teachers"))
    students = models.ManyToManyField(User, through="Membership", related_name="studied_in")
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True)
    # "Eyes on me": since then the boards of the class are covered.
    paused_at = models.DateTimeField(_("paused"), null=True, editable=False)
    # With it, students who have an account come into the class by themselves; "" when there is none.
    join_code = models.CharField(_("join code"), max_length=8, blank=True, default="", editable=False)
    join_code_ends_at = models.DateTimeField(_("join code good until"), null=True, editable=False)

    objects = ClassroomQuerySet.as_manager()

    class Meta:
        verbose_name = _("class")
        verbose_name_plural = _("classes")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["join_code"], condition=~Q(join_code=""), name="classroom_join_code_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_joinable(self) -> bool:
        """Whether the join code lets somebody in now."""
        is_open = self.join_code_ends_at is not None and self.join_code_ends_at > timezone.now()
        return is_open and bool(self.join_code) and self.archived_at is None


class MembershipQuerySet(models.QuerySet["Membership"]):
    def taught_by(self, teacher: User) -> Self:
        return self.filter(classroom__teachers=teacher)

    def managed_by(self, user: User) -> Self:
        """Memberships this user may see and change: a teacher's classes'; all for an administrator."""
        return self.all() if user.is_superuser else self.taught_by(user)

    def real_names(self) -> dict[int, str]:
        """Student -> real name, "" where nobody has entered one."""
        return dict(self.values_list("student", "real_name"))


class Membership(models.Model):
    """A student in a class, with what only the teachers of that class may read."""

    classroom = models.ForeignKey(
        Classroom, models.CASCADE, related_name="memberships", verbose_name=_("class")
    )
    student = models.ForeignKey(User, models.CASCADE, related_name="memberships", verbose_name=_("student"))
    real_name = models.CharField(_("real name"), max_length=120, blank=True)
    note = models.TextField(_("teacher's note"), blank=True)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = _("member of a class")
        verbose_name_plural = _("members of a class")
        constraints = [
            models.UniqueConstraint(fields=["classroom", "student"], name="membership_once_per_class"),
        ]

    def __str__(self) -> str:
        return f"{self.student} ({self.classroom})"


class FormerStudent(models.Model):
    """A student who left a class of this teacher: by it an account without a class is found again.

    The real name was the class's and is gone; the name of the class stays, to recognise the account by.
    """

    teacher = models.ForeignKey(User, models.CASCADE, related_name="former_students")
    student = models.ForeignKey(User, models.CASCADE, related_name="former_teachers")
    class_name = models.CharField(_("class"), max_length=80)
    left_at = models.DateTimeField(_("left"), default=timezone.now)

    class Meta:
        verbose_name = _("former student")
        verbose_name_plural = _("former students")
        ordering = ["-left_at", "student"]
        constraints = [
            models.UniqueConstraint(fields=["teacher", "student"], name="former_student_once_per_teacher"),
        ]

    def __str__(self) -> str:
        return f"{self.student} ({self.class_name})"


class SetupToken(models.Model):
    """The one-time key, printed in the console, that lets the first visitor make the first teacher."""

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"setup token of {self.created_at:%Y-%m-%d %H:%M}"


class TryCount(models.Model):
    """How often a password was tried lately for one name, or from one address, without success.

    `key` is a keyed hash of the name as typed or of the address: neither is kept. A name nobody bears is
    counted like any other; `user` is set where somebody does.
    """

    MEMORY = timedelta(days=1)

    key = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="try_counts")
    tries = models.PositiveIntegerField(default=0)
    first_try_at = models.DateTimeField(default=timezone.now)
    last_try_at = models.DateTimeField(default=timezone.now, db_index=True)
    closed_until = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("count of wrong passwords")
        verbose_name_plural = _("counts of wrong passwords")

    def __str__(self) -> str:
        return f"{self.tries} tries"

    @property
    def is_unlocked(self) -> bool:
        """Whether a teacher has unlocked the account and nothing has been tried since.

        A count that a try has made is at least 1; `user` is known as soon as it is saved.
        """
        return self.tries == 0 and self.user_id is not None


class KnownDevice(models.Model):
    """A browser that has logged into an account before: others' wrong guesses do not shut it out.

    `token_hash` is a keyed hash of the browser's cookie and the account, so two accounts used on one machine
    cannot be linked here.
    """

    MEMORY = timedelta(days=180)

    user = models.ForeignKey(User, models.CASCADE, related_name="known_devices")
    token_hash = models.CharField(max_length=64, unique=True)
    tries = models.PositiveIntegerField(default=0)
    last_used_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("known browser")
        verbose_name_plural = _("known browsers")

    def __str__(self) -> str:
        return f"a browser of {self.user}"


class LoginCodeQuerySet(models.QuerySet["LoginCode"]):
    def unused(self) -> Self:
        """Neither used nor taken back; it may have run out."""
        return self.filter(used_at=None, revoked_at=None)

    def good(self) -> Self:
        """Codes that let their student in now."""
        return self.unused().filter(
            ends_at__gt=timezone.now(),
            student__is_active=True,
            student__role=User.Role.STUDENT,
            classroom__archived_at=None,
            classroom__memberships__student=F("student"),
        )


class LoginCode(models.Model):
    """A short code that lets one student in once, soon after the teacher made it.

    The code itself is not kept: `code_hash` is a keyed hash of it, `front_hash` one of its first half, by
    which wrong guesses are counted.
    """

    MEMORY = timedelta(days=1)

    class State(models.TextChoices):
        UNUSED = "unused", _("not used yet")
        USED = "used", _("used")
        REVOKED = "revoked", _("taken back")
        OVER = "over", _("run out")

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="login_codes")
    student = models.ForeignKey(User, models.CASCADE, related_name="login_codes")
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    front_hash = models.CharField(max_length=64)
    code_hash = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    objects = LoginCodeQuerySet.as_manager()

    class Meta:
        verbose_name = _("login code")
        verbose_name_plural = _("login codes")
        constraints = [
            models.UniqueConstraint(
                fields=["student"],
                condition=Q(used_at=None, revoked_at=None),
                name="login_code_one_unused_per_student",
            ),
            models.UniqueConstraint(
                fields=["front_hash"],
                condition=Q(used_at=None, revoked_at=None),
                name="login_code_front_once",
            ),
        ]

    def __str__(self) -> str:
        return f"a code of {self.student}"

    @property
    def state(self) -> "LoginCode.State":
        if self.used_at:
            return self.State.USED
        if self.revoked_at:
            return self.State.REVOKED
        return self.State.UNUSED if self.ends_at > timezone.now() else self.State.OVER


class CardSheet(models.Model):
    """Login cards just made, which their maker can look at again for some minutes.

    No password is kept: each is derived again from a key that only the maker's browser has.
    `refused` are the lines of a list of names that made no student: [line, text, reason, is_double].
    `card_count` is how many cards were made: one whose password was changed since is gone.
    """

    LIFETIME = timedelta(minutes=15)

    made_by = models.ForeignKey(User, models.CASCADE, related_name="card_sheets")
    classroom = models.ForeignKey(Classroom, models.CASCADE, null=True, related_name="card_sheets")
    is_report = models.BooleanField(default=False)
    refused = models.JSONField(default=list)
    card_count = models.PositiveSmallIntegerField(default=0)
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("sheet of login cards")
        verbose_name_plural = _("sheets of login cards")

    def __str__(self) -> str:
        return f"cards of {self.made_by}"

    @property
    def made_at(self) -> datetime:
        return self.ends_at - self.LIFETIME


class Card(models.Model):
    """A student's card on such a sheet. `number` is what the password is derived by."""

    sheet = models.ForeignKey(CardSheet, models.CASCADE, related_name="cards")
    student = models.ForeignKey(User, models.CASCADE, related_name="cards")
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("login card")
        verbose_name_plural = _("login cards")
        ordering = ["sheet", "number"]
        constraints = [models.UniqueConstraint(fields=["sheet", "number"], name="card_number_once")]

    def __str__(self) -> str:
        return f"a card of {self.student}"


class ClassEvent(models.Model):
    """What somebody did to a class or to a student in it, for the teachers of the class to read.

    `detail` names nobody: what is told about a person stands in a row of theirs and goes with them.
    """

    MEMORY = timedelta(days=365)

    class Kind(models.TextChoices):
        CLASS_MADE = "class-made", _("class made")
        CLASS_RENAMED = "class-renamed", _("class renamed")
        CLASS_ARCHIVED = "class-archived", _("class put into the archive")
        CLASS_RESTORED = "class-restored", _("class taken out of the archive")
        TEACHER_ADDED = "teacher-added", _("teacher added")
        TEACHER_REMOVED = "teacher-removed", _("teacher removed")
        MEMBER_MADE = "member-made", _("account made")
        MEMBER_JOINED = "member-joined", _("joined by the code")
        MEMBER_MOVED_IN = "member-moved-in", _("came from another class")
        MEMBER_MOVED_OUT = "member-moved-out", _("went to another class")
        MEMBER_RELEASED = "member-released", _("taken out of the class")
        PASSWORD_RESET = "password-reset", _("fresh password")
        CODE_MADE = "code-made", _("login code made")
        CODE_REVOKED = "code-revoked", _("login code taken back")
        JOIN_OPENED = "join-opened", _("join code opened")
        JOIN_CLOSED = "join-closed", _("join code closed")
        EXTRA_TIME = "extra-time", _("extra time set")
        ACCOUNT_CLOSED = "account-closed", _("account closed")
        ACCOUNT_OPENED = "account-opened", _("account opened")
        ACCOUNT_DELETED = "account-deleted", _("account deleted")

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=20, choices=Kind)
    # Who did it; nobody's, once that account is deleted.
    actor = models.ForeignKey(User, models.SET_NULL, null=True, related_name="class_acts")
    # Whom it was done to: a student, or a colleague.
    subject = models.ForeignKey(User, models.CASCADE, null=True, related_name="class_events")
    detail = models.CharField(max_length=120, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("event of a class")
        verbose_name_plural = _("events of a class")
        indexes = [models.Index(fields=["classroom", "-at"], name="class_event_of_class")]

    def __str__(self) -> str:
        return f"{self.kind} ({self.classroom})"
