"""Accounts, classes, memberships, and what logins need."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Self

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from .fields import UserNameField
from .names import RealName, name_key, parse_name


class UserQuerySet(models.QuerySet["User"]):
    def students(self) -> Self:
        return self.filter(role=User.Role.STUDENT)

    def taught_by(self, teacher: "User") -> Self:
        """Distinct students of this teacher's classes; empty for non-teachers."""
        if not teacher.is_teacher:
            return self.none()
        return self.students().filter(pk__in=Membership.objects.taught_by(teacher).values("student"))

    def read_by(self, teacher: "User") -> Self:
        """The same, with students of classes that the teacher only reads."""
        if not teacher.is_teacher:
            return self.none()
        return self.students().filter(pk__in=Membership.objects.read_by(teacher).values("student"))

    def formerly_taught_by(self, teacher: "User") -> Self:
        """Students without a class who were in one of this teacher's."""
        if not teacher.is_teacher:
            return self.none()
        left = FormerStudent.objects.filter(teacher=teacher).values("student")
        return self.students().filter(pk__in=left).exclude(pk__in=Membership.objects.values("student"))

    def managed_by(self, user: "User") -> Self:
        """Accounts this user may see and change.

        All for an administrator; for a teacher the students of her classes, and her former students who have
        no class now.
        """
        return self.all() if user.is_superuser else self.taught_by(user) | self.formerly_taught_by(user)

    def in_charge(self) -> Self:
        """Teachers and administrators."""
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
    """An account under a pseudonym: no e-mail, no real name (see `Membership`)."""

    class Role(models.TextChoices):
        STUDENT = "student", _("student")
        TEACHER = "teacher", _("teacher")

    class Language(models.TextChoices):
        BROWSER = "", _("the browser's language")
        FRENCH = "fr", "français"
        ENGLISH = "en", "English"

    class Theme(models.TextChoices):
        SYSTEM = "", _("like the device")
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
                _("A user name begins with a letter or digit; dots, hyphens and underscores may follow."),
            )
        ],
        error_messages={"unique": _("This user name is taken.")},
    )
    role = models.CharField(_("role"), max_length=8, choices=Role, default=Role.STUDENT)
    is_superuser = models.BooleanField(
        _("administrator"), default=False, help_text=_("Can see and change everything on the site.")
    )
    display_name = models.CharField(
        _("name that students read"),
        max_length=60,
        blank=True,
        help_text=_("For example “Ms Durand”. Empty: your students read “your teacher”."),
    )
    language = models.CharField(_("language"), max_length=2, choices=Language, default="", blank=True)
    theme = models.CharField(_("colours"), max_length=8, choices=Theme, default="", blank=True)
    extra_time = models.DecimalField(
        _("extra-time factor"),
        max_digits=3,
        decimal_places=2,
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(5)],
        help_text=_("1 is no extra time, 1.33 is a third more."),
    )
    is_active = models.BooleanField(_("may log in"), default=True)
    date_joined = models.DateTimeField(_("created"), default=timezone.now)
    # Part of the session hash: increasing it ends every session of the account.
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
    def shown_name(self) -> str:
        """The name that students read, or the user name."""
        return self.display_name or self.username

    @property
    def is_student(self) -> bool:
        return self.role == self.Role.STUDENT

    @property
    def is_teacher(self) -> bool:
        return self.role == self.Role.TEACHER

    @property
    def is_staff(self) -> bool:
        """Whether the admin is open: teachers see their rows there, administrators manage accounts there."""
        return self.is_teacher or self.is_superuser

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """The hash a session is checked by: of the password and of the count of logouts everywhere."""
        value = f"{self.password}{self.session_round or ''}"
        return salted_hmac("accounts.session", value, secret=secret, algorithm="sha256").hexdigest()


class ClassroomQuerySet(models.QuerySet["Classroom"]):
    def taught_by(self, teacher: User) -> Self:
        """Classes in which this teacher may change everything but the class itself."""
        return self.filter(teachers=teacher)

    def read_by(self, teacher: User) -> Self:
        """Classes that this teacher may see: those taught, and those with `is_read_only`."""
        is_taught = Exists(Classroom.teachers.through.objects.filter(user=teacher, classroom=OuterRef("pk")))
        is_read = Exists(Classroom.readers.through.objects.filter(user=teacher, classroom=OuterRef("pk")))
        return self.filter(is_taught | is_read).annotate(is_read_only=~is_taught)

    def managed_by(self, user: User) -> Self:
        """Classes this user may see and change: a teacher's own, all for an administrator."""
        return self.all() if user.is_superuser else self.taught_by(user)

    def current(self) -> Self:
        return self.filter(archived_at=None)

    def joinable(self) -> Self:
        """Current classes with an open join code."""
        return self.current().exclude(join_code="").filter(join_code_ends_at__gt=timezone.now())


class Classroom(models.Model):
    """A class: its students, and the teachers who may see it."""

    # Of a class that `read_by` has found.
    is_read_only = False

    name = models.CharField(_("name"), max_length=80)
    # Who made the class or was given it; see `owner_of` in services/classes.py.
    owner = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("owner")
    )
    teachers = models.ManyToManyField(User, related_name="classrooms", verbose_name=_("teachers"))
    # They see what teachers see and change nothing; never one of the teachers as well.
    readers = models.ManyToManyField(
        User, related_name="classrooms_read", blank=True, verbose_name=_("read-only colleagues")
    )
    students = models.ManyToManyField(User, through="Membership", related_name="studied_in")
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True)
    # "Eyes on me": the boards of the class are covered since then.
    paused_at = models.DateTimeField(_("paused"), null=True, editable=False)
    # A room of the class is open until then, for `puzzles.rooms` if it is installed.
    room_ends_at = models.DateTimeField(null=True, editable=False)
    # What its students have in practice; see puzzles/training/services/switches.py.
    has_storm = models.BooleanField(_("Storm"), default=True)
    has_daily = models.BooleanField(_("Grids of the day"), default=True)
    has_goals = models.BooleanField(_("Weekly goal"), default=True)
    has_ratings = models.BooleanField(_("Just right for me, and growth"), default=True)
    # See puzzles/rooms/services/races.py.
    has_races = models.BooleanField(_("Races"), default=True)
    # The QR codes of its login cards log in; see services/card_codes.py.
    has_card_codes = models.BooleanField(_("Cards log in by their QR code"), default=True)
    # Students with an account join the class with it; "" when there is none.
    join_code = models.CharField(_("join code"), max_length=8, blank=True, default="", editable=False)
    join_code_ends_at = models.DateTimeField(_("join code valid until"), null=True, editable=False)

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
        """Whether the join code works now."""
        is_open = self.join_code_ends_at is not None and self.join_code_ends_at > timezone.now()
        return is_open and bool(self.join_code) and self.archived_at is None


class OfClass:
    """For querysets: rows of a class, to which `to_class` leads."""

    to_class = "classroom"

    def read_by(self, teacher: User) -> Self:
        """Rows of classes that this teacher may see, those that are only read among them."""
        rows: Any = self
        found: Self = rows.filter(**{f"{self.to_class}__in": Classroom.objects.read_by(teacher).values("pk")})
        return found


class MembershipQuerySet(OfClass, models.QuerySet["Membership"]):
    def taught_by(self, teacher: User) -> Self:
        return self.filter(classroom__teachers=teacher)

    def managed_by(self, user: User) -> Self:
        """Memberships this user may see and change: those of her classes, all for an administrator."""
        return self.all() if user.is_superuser else self.taught_by(user)

    def named(self) -> Self:
        """Memberships with a real name."""
        return self.exclude(family_name="", given_name="")

    def real_names(self) -> dict[int, RealName]:
        """Student -> real name, empty if none was entered."""
        rows = self.values_list("student", "family_name", "given_name")
        return {student: RealName.of(family, given) for student, family, given in rows}

    def names_for_class(self, classroom_id: int, students: Iterable[int]) -> dict[int, RealName]:
        """Student -> real name for the teachers of the class, students who have left it included."""
        names = self.filter(classroom=classroom_id).real_names()
        return names | self.names_of_former(classroom_id, set(students) - names.keys())

    def names_of_former(self, classroom_id: int, students: Collection[int]) -> dict[int, RealName]:
        """Student -> real name of those who have left the class for another one of all its teachers."""
        if not students:
            return {}
        teachers = User.objects.filter(classrooms=classroom_id).values_list("pk", flat=True)
        others = self.named().filter(student__in=students) if teachers else self.none()
        for teacher in teachers:
            others = others.filter(classroom__teachers=teacher)
        return others.real_names()


class Membership(models.Model):
    """A student in a class, with fields that only the teachers of that class may read."""

    classroom = models.ForeignKey(
        Classroom, models.CASCADE, related_name="memberships", verbose_name=_("class")
    )
    student = models.ForeignKey(User, models.CASCADE, related_name="memberships", verbose_name=_("student"))
    family_name = models.CharField(_("family name"), max_length=120, blank=True)
    given_name = models.CharField(_("given name"), max_length=120, blank=True)
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

    @property
    def real_name(self) -> RealName:
        """`LE GOFF Zoé`. What is assigned to it is split into the two names."""
        return RealName.of(self.family_name, self.given_name)

    @real_name.setter
    def real_name(self, name: str) -> None:
        parsed = name if isinstance(name, RealName) else parse_name(name)
        self.family_name, self.given_name = parsed.family, parsed.given

    @property
    def shown_name(self) -> str:
        """The name for the teachers: the real name, else the pseudonym."""
        return self.real_name or self.student.username

    @property
    def sort_key(self) -> tuple[str, str]:
        """By family name, given name and pseudonym, alike on every database."""
        return name_key(self.shown_name), self.student.username


class RaisedHand(models.Model):
    """A student who asks the teacher for help, until one of them takes the hand down."""

    # An older one is forgotten: the lesson is over.
    LASTS = timedelta(hours=1)

    student = models.OneToOneField(User, models.CASCADE, related_name="raised_hand")
    raised_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("raised hand")
        verbose_name_plural = _("raised hands")

    def __str__(self) -> str:
        return f"the hand of {self.student_id}"


class FormerStudent(models.Model):
    """A student who left a class of this teacher, so that an account without a class can be found.

    The real name was deleted with the membership; the class's name helps to recognise the account.
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
    """The one-time token, printed in the console, that allows creating the first teacher."""

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"setup token of {self.created_at:%Y-%m-%d %H:%M}"


class LoginThrottle(models.Model):
    """Counter of recent failed logins with one name, or from one address; of wrong codes too.

    `key` is a keyed hash of the name as typed or of the address: neither is stored. Names without an account
    are counted like any other; `user` is set if the account exists.
    """

    MEMORY = timedelta(days=1)

    key = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="login_throttles")
    failures = models.PositiveIntegerField(default=0)
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(default=timezone.now, db_index=True)
    locked_until = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("failed login")
        verbose_name_plural = _("failed logins")

    def __str__(self) -> str:
        return f"{self.failures} failures"

    @property
    def is_unlocked(self) -> bool:
        """Whether a teacher has unlocked the account and no login was tried since.

        A counter created by an attempt is at least 1; `user` is set as soon as it is saved.
        """
        return self.failures == 0 and self.user_id is not None


class KnownDevice(models.Model):
    """A browser that has logged in to an account before: failed logins elsewhere do not lock it out.

    `token_hash` is a keyed hash of the browser's cookie and the account, so that two accounts used in one
    browser cannot be linked.
    """

    MEMORY = timedelta(days=180)

    user = models.ForeignKey(User, models.CASCADE, related_name="known_devices")
    token_hash = models.CharField(max_length=64, unique=True)
    failures = models.PositiveIntegerField(default=0)
    last_used_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("known browser")
        verbose_name_plural = _("known browsers")

    def __str__(self) -> str:
        return f"a browser of {self.user}"


class LoginCodeQuerySet(models.QuerySet["LoginCode"]):
    def unused(self) -> Self:
        """Neither used nor revoked; may have expired."""
        return self.filter(used_at=None, revoked_at=None)

    def valid(self) -> Self:
        """Codes with which their student can log in now."""
        return self.unused().filter(
            ends_at__gt=timezone.now(),
            student__is_active=True,
            student__role=User.Role.STUDENT,
            classroom__archived_at=None,
            classroom__memberships__student=F("student"),
        )


class LoginCode(models.Model):
    """A short code with which one student can log in once, soon after the teacher created it.

    The code itself is not stored: `code_hash` is a keyed hash of it, `front_hash` one of its first half, for
    which wrong codes are counted.
    """

    MEMORY = timedelta(days=1)

    class State(models.TextChoices):
        UNUSED = "unused", _("not used yet")
        USED = "used", _("used")
        REVOKED = "revoked", _("revoked")
        EXPIRED = "expired", _("expired")

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="login_codes")
    student = models.ForeignKey(User, models.CASCADE, related_name="login_codes")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    front_hash = models.CharField(max_length=64)
    code_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
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
        return self.State.UNUSED if self.ends_at > timezone.now() else self.State.EXPIRED


class CardSheet(models.Model):
    """Login cards just created, which the same teacher can open again for some minutes.

    No password is stored: each is derived from a key that only the teacher's browser has. `refused` are the
    lines of a list of names for which no student was created: [line, text, reason, is_double]. `card_count`
    is how many cards were created; a card is deleted when its password changes.
    """

    LIFETIME = timedelta(minutes=15)

    created_by = models.ForeignKey(User, models.CASCADE, related_name="card_sheets")
    classroom = models.ForeignKey(Classroom, models.CASCADE, null=True, related_name="card_sheets")
    is_report = models.BooleanField(default=False)
    refused = models.JSONField(default=list)
    card_count = models.PositiveSmallIntegerField(default=0)
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("sheet of login cards")
        verbose_name_plural = _("sheets of login cards")

    def __str__(self) -> str:
        return f"cards of {self.created_by}"

    @property
    def created_at(self) -> datetime:
        return self.ends_at - self.LIFETIME


class Card(models.Model):
    """A student's card on such a sheet. The password is derived from `number`."""

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


class CardCodeQuerySet(models.QuerySet["CardCode"]):
    def valid(self) -> Self:
        """Codes with which their student can log in now."""
        return self.filter(
            student__is_active=True,
            student__role=User.Role.STUDENT,
            student__is_superuser=False,
            classroom__archived_at=None,
            classroom__has_card_codes=True,
            classroom__memberships__student=F("student"),
        )


class CardCode(models.Model):
    """The secret in the QR code of a student's login card, which logs in as its password does.

    The secret itself is not stored: `code_hash` is a keyed hash of it. It ends with the password of the card.
    """

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="card_codes")
    student = models.OneToOneField(User, models.CASCADE, related_name="card_code")
    code_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = CardCodeQuerySet.as_manager()

    class Meta:
        verbose_name = _("QR code of a login card")
        verbose_name_plural = _("QR codes of login cards")

    def __str__(self) -> str:
        return f"the QR code of {self.student}"


class ClassActivity(models.Model):
    """A line of the activity log: what somebody did to a class or to a student in it, for its teachers.

    `detail` names nobody: rows about a person are deleted with the account.
    """

    MEMORY = timedelta(days=365)

    class Kind(models.TextChoices):
        CLASS_CREATED = "class-created", _("class created")
        CLASS_RENAMED = "class-renamed", _("class renamed")
        CLASS_ARCHIVED = "class-archived", _("class archived")
        CLASS_RESTORED = "class-restored", _("class restored")
        TEACHER_ADDED = "teacher-added", _("teacher added")
        READER_ADDED = "reader-added", _("read-only colleague added")
        TEACHER_REMOVED = "teacher-removed", _("teacher removed")
        OWNER_CHANGED = "owner-changed", _("class handed over")
        MEMBER_CREATED = "member-created", _("account created")
        MEMBER_JOINED = "member-joined", _("joined with the code")
        MEMBER_MOVED_IN = "member-moved-in", _("moved here from another class")
        MEMBER_MOVED_OUT = "member-moved-out", _("moved to another class")
        MEMBER_REMOVED = "member-removed", _("removed from the class")
        PASSWORD_RESET = "password-reset", _("new password")
        CODE_CREATED = "code-created", _("login code created")
        CODE_REVOKED = "code-revoked", _("login code revoked")
        CARD_CODES_ON = "card-codes-on", _("QR codes of cards switched on")
        CARD_CODES_OFF = "card-codes-off", _("QR codes of cards switched off")
        CARD_CODE_REVOKED = "card-code-revoked", _("QR code of the card revoked")
        JOIN_OPENED = "join-opened", _("join code opened")
        JOIN_CLOSED = "join-closed", _("join code closed")
        EXTRA_TIME = "extra-time", _("extra time changed")
        ACCOUNT_DEACTIVATED = "account-deactivated", _("account deactivated")
        ACCOUNT_ACTIVATED = "account-activated", _("account activated")
        ACCOUNT_DELETED = "account-deleted", _("account deleted")

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="activities")
    kind = models.CharField(max_length=20, choices=Kind)
    # None once that account is deleted.
    actor = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    # The student or colleague it was done to.
    subject = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    detail = models.CharField(max_length=120, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("activity in a class")
        verbose_name_plural = _("activities in a class")
        indexes = [models.Index(fields=["classroom", "-at"], name="class_activity_of_class")]

    def __str__(self) -> str:
        return f"{self.kind} ({self.classroom})"
