"""Accounts in the admin: create from a list, unlock, reset passwords."""

from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from ..audit_log import Action, log_action
from ..forms import StudentsForm
from ..models import LoginThrottle, Membership, User
from ..privacy import deletion
from ..requests import UserRequest, posted
from ..services.activity_log import Kind, record_account_activity
from ..services.cards import cards_on, reset_passwords
from ..services.passwords import new_card_key
from ..services.students import create_students
from ..services.throttle import unlock
from ..views.cards import keep_report, sheet_and_key, students_in_exams, to_cards
from .deleting import TypedDeletion
from .roles import ByRole, ClassFilter, day_column, user_of

MAX_AT_ONCE = 200


class AccountClassFilter(ClassFilter):
    path = "memberships__classroom"


@admin.register(User)
class UserAdmin(ByRole, TypedDeletion):
    """A teacher sees the students of her classes here and nobody else; an administrator everybody."""

    list_display = [
        "username",
        "role",
        "real_names",
        "class_names",
        "is_active",
        day_column("last_login", gettext_lazy("last login")),
        "closed",
    ]
    search_fields = ["username"]
    readonly_fields = ["real_names", "class_names", "closed", "last_login", "date_joined"]
    actions = ["reset_passwords", "unlock", "deactivate", "activate"]
    change_list_template = "accounts/admin_accounts.html"
    change_form_template = "accounts/admin_account.html"

    # Rows she may see

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        memberships = Membership.objects.managed_by(user_of(request)).select_related("classroom")
        closed = LoginThrottle.objects.filter(locked_until__gt=timezone.now())
        return (
            super()
            .get_queryset(request)
            .prefetch_related(
                Prefetch("memberships", memberships, to_attr="seen_memberships"),
                Prefetch("login_throttles", closed, to_attr="active_throttles"),
            )
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Search by user name, or by the real name in a class of hers."""
        by_user_name, may_have_doubles = super().get_search_results(request, queryset, search_term)
        members = Membership.objects.managed_by(user_of(request))
        for word in search_term.split():
            members = members.filter(Q(family_name__icontains=word) | Q(given_name__icontains=word))
        return by_user_name | queryset.filter(pk__in=members.values("student")), may_have_doubles

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # A filter on the beginning of the hash would reveal it letter by letter.
        return not lookup.startswith("password") and super().lookup_allowed(lookup, value, request)

    # Permissions

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Administrators only; teachers delete students on the site, where the user name is typed."""
        return user_of(request).is_superuser and obj != user_of(request)

    def get_list_display(self, request: HttpRequest) -> Any:
        shown = list(self.list_display)
        return shown if user_of(request).is_superuser else [name for name in shown if name != "role"]

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        return [AccountClassFilter, *(["role"] if user_of(request).is_superuser else []), "is_active"]

    def get_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """A teacher's form has no fields for rights."""
        rights = ["role", "is_superuser"] if user_of(request).is_superuser else []
        if obj is None:
            return ["username", *rights, "language"]
        return ["username", *rights, "is_active", "language", "extra_time", *self.readonly_fields]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        # Nobody can lock themselves out.
        return self.readonly_fields + (
            ["role", "is_superuser", "is_active"] if obj == user_of(request) else []
        )

    # Pages

    def get_urls(self) -> list[URLPattern]:
        def page(view: Any) -> Any:
            return self.admin_site.admin_view(view)

        return [
            path("students/", page(self.students_view), name="accounts_user_students"),
            path("cards/<int:number>/", page(require_safe(self.cards_view)), name="accounts_user_cards"),
            path("<int:pk>/reset/", page(self.reset_view), name="accounts_user_reset"),
            path("<int:pk>/unlock/", page(require_POST(self.unlock_view)), name="accounts_user_unlock"),
            *super().get_urls(),
        ]

    def students_view(self, request: HttpRequest) -> HttpResponse:
        """Create the students of a list; the next page shows their passwords."""
        teacher = user_of(request)
        form = StudentsForm(posted(request), teacher=teacher)
        if not form.is_valid():
            context = {
                **self.admin_site.each_context(request),
                "title": _("Students from a list"),
                "form": form,
            }
            return TemplateResponse(request, "accounts/admin_students.html", context)
        key, names = new_card_key(), form.cleaned_data["names"]
        lines = create_students(
            teacher=teacher,
            classroom=form.cleaned_data["classroom"] or form.cleaned_data["new_class"],
            lines=names,
            lines_are_user_names=form.cleaned_data["kind"] == StudentsForm.USER_NAMES,
            key=key,
        )
        sheet = keep_report(teacher, None, names, lines)
        return to_cards(reverse("admin:accounts_user_cards", args=[sheet.pk]), key)

    def add_view(self, request: Any, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Teachers create students, from a list of one or many."""
        if not user_of(request).is_superuser:
            return redirect("admin:accounts_user_students")
        return super().add_view(request, form_url, extra_context)

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if obj.is_teacher or {"role", "is_superuser"} & {*form.changed_data}:
            log_action(Action.RIGHTS_CHANGED, by=user_of(request).pk, account=obj.pk)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        deletion.delete_account(user=obj, by=user_of(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        with transaction.atomic():
            for user in queryset:
                deletion.delete_account(user=user, by=user_of(request))

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> HttpResponse:
        return self.give_passwords(request, [obj])

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context["show_save_and_add_another"] = False
        return super().render_change_form(request, context, *args, **kwargs)

    def reset_view(self, request: HttpRequest, pk: int) -> HttpResponse | None:
        return self.reset_passwords(request, self.one(request, pk, others_only=True))

    def unlock_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        self.unlock(request, self.one(request, pk))
        return redirect("admin:accounts_user_change", pk)

    def one(self, request: HttpRequest, pk: int, *, others_only: bool = False) -> QuerySet[User]:
        """The account, if she may see it; 404 otherwise."""
        accounts = self.get_queryset(request).filter(pk=pk)
        if others_only:
            accounts = accounts.exclude(pk=user_of(request).pk)
        get_object_or_404(accounts)
        return accounts

    def cards_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """New passwords, for some minutes; after that an explanation."""
        context = {**self.admin_site.each_context(request), "title": _("New passwords")}
        found = sheet_and_key(cast(UserRequest, request), number, None)
        if found is None:
            return TemplateResponse(request, "accounts/admin_passwords.html", context, status=410)
        sheet, key = found
        context |= {"sheet": sheet, "rows": cards_on(sheet, key=key), "refused": sheet.refused}
        return TemplateResponse(request, "accounts/admin_passwords.html", context)

    def give_passwords(self, request: HttpRequest, users: list[User]) -> HttpResponse:
        """Reset these passwords, and redirect to the page that shows them."""
        key = new_card_key()
        sheet = reset_passwords(users=users, by=user_of(request), key=key)
        return to_cards(reverse("admin:accounts_user_cards", args=[sheet.pk]), key)

    def ask_to_reset(self, request: HttpRequest, users: list[User]) -> HttpResponse:
        """The page that explains what new passwords do, before they are created."""
        in_exam = students_in_exams(users)
        context = {
            **self.admin_site.each_context(request),
            "title": _("New passwords"),
            "users": users,
            "in_exam": [user for user in users if user.pk in in_exam],
            "action_checkbox_name": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "accounts/admin_reset.html", context)

    # Actions

    @admin.action(description=gettext_lazy("New password…"), permissions=["change"])
    def reset_passwords(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        """New passwords, after a confirmation. One's own is changed under Settings, with the old one."""
        chosen = list(users.exclude(pk=user_of(request).pk)[: MAX_AT_ONCE + 1])
        if len(chosen) > MAX_AT_ONCE:
            text = _("Choose at most %(most)s accounts.") % {"most": MAX_AT_ONCE}
            self.message_user(request, text, messages.ERROR)
            return None
        if "sure" not in request.POST:
            return self.ask_to_reset(request, chosen)
        self.log_all(request, chosen, "New password.")
        return self.give_passwords(request, chosen)

    @admin.action(description=gettext_lazy("Unlock after failed logins"), permissions=["change"])
    def unlock(self, request: HttpRequest, users: QuerySet[User]) -> None:
        chosen = list(users)
        unlock(users=chosen)
        self.log_all(request, chosen, "Unlocked.")
        text = ngettext("%d account was unlocked.", "%d accounts were unlocked.", len(chosen))
        self.message_user(request, text % len(chosen))

    @admin.action(description=gettext_lazy("Deactivate: cannot log in"), permissions=["change"])
    def deactivate(self, request: HttpRequest, users: QuerySet[User]) -> None:
        chosen = list(users.exclude(pk=user_of(request).pk))
        users.exclude(pk=user_of(request).pk).update(is_active=False)
        record_account_activity(kind=Kind.ACCOUNT_DEACTIVATED, actor=user_of(request), users=chosen)
        self.log_all(request, chosen, "Deactivated.")

    @admin.action(description=gettext_lazy("Activate: can log in"), permissions=["change"])
    def activate(self, request: HttpRequest, users: QuerySet[User]) -> None:
        chosen = list(users)
        users.update(is_active=True)
        record_account_activity(kind=Kind.ACCOUNT_ACTIVATED, actor=user_of(request), users=chosen)
        self.log_all(request, chosen, "Activated.")

    def log_all(self, request: HttpRequest, users: list[User], message: str) -> None:
        LogEntry.objects.log_actions(user_of(request).pk, users, CHANGE, message)

    # Deletion

    def consequences_of(self, rows: QuerySet[User], request: HttpRequest) -> deletion.Consequences:
        return deletion.account_consequences(*rows, by=user_of(request))

    def reasons_against(self, rows: list[Any], request: HttpRequest) -> list[str]:
        reasons = [deletion.deletion_refusal(user, user_of(request)) for user in rows]
        return [str(reason) for reason in reasons if reason]

    # Columns

    @admin.display(description=gettext_lazy("real name"))
    def real_names(self, user: Any) -> str:
        names = dict.fromkeys(membership.real_name for membership in user.seen_memberships)
        return ", ".join(name for name in names if name)

    @admin.display(description=gettext_lazy("classes"))
    def class_names(self, user: Any) -> str:
        return ", ".join(membership.classroom.name for membership in user.seen_memberships)

    @admin.display(description=gettext_lazy("locked until"))
    def closed(self, user: Any) -> str:
        ends = [count.locked_until for count in user.active_throttles]
        return time_format(timezone.localtime(max(ends))) if ends else ""
