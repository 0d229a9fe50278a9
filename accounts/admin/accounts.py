"""Accounts in the admin: made from a list, unlocked, given a fresh password."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import models, transaction
from django.db.models import Prefetch, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from .. import services
from ..audit import Act, note
from ..models import ClassEvent, Membership, TryCount, User
from ..privacy import deletion
from .roles import ByRole, ClassFilter, asking
from .students import add_students

MOST_AT_ONCE = 200


class AccountClassFilter(ClassFilter):
    path = "memberships__classroom"


@admin.register(User)
class UserAdmin(ByRole, admin.ModelAdmin):
    """A teacher finds the students of her classes here and nobody else; an administrator everybody."""

    list_display = ["username", "role", "real_names", "class_names", "is_active", "last_login", "closed"]
    search_fields = ["username"]
    readonly_fields = ["real_names", "class_names", "closed", "last_login", "date_joined"]
    actions = ["reset_passwords", "unlock", "deactivate", "activate"]
    change_list_template = "accounts/admin_accounts.html"
    change_form_template = "accounts/admin_account.html"

    # What is hers

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        memberships = Membership.objects.managed_by(asking(request)).select_related("classroom")
        closed = TryCount.objects.filter(closed_until__gt=timezone.now())
        return (
            super()
            .get_queryset(request)
            .prefetch_related(
                Prefetch("memberships", memberships, to_attr="seen_memberships"),
                Prefetch("try_counts", closed, to_attr="closed_counts"),
            )
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Accounts found by user name, or by the real name they bear in a class of hers."""
        by_user_name, may_have_doubles = super().get_search_results(request, queryset, search_term)
        members = Membership.objects.managed_by(asking(request)).filter(real_name__icontains=search_term)
        return by_user_name | queryset.filter(pk__in=members.values("student")), may_have_doubles

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # A filter on the beginning of the hash would give the hash away, letter by letter.
        return not lookup.startswith("password") and super().lookup_allowed(lookup, value, request)

    # Who may

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """A teacher deletes who is in no class but hers; out of hers she may take anybody."""
        if obj is None or not super().has_delete_permission(request, obj):
            return super().has_delete_permission(request, obj)
        if asking(request).is_superuser:
            return obj != asking(request)
        return obj.is_student and not obj.memberships.exclude(classroom__teachers=asking(request)).exists()

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions = super().get_actions(request)
        if not asking(request).is_superuser:
            actions.pop("delete_selected", None)
        return actions

    def get_list_display(self, request: HttpRequest) -> Any:
        shown = list(self.list_display)
        return shown if asking(request).is_superuser else [name for name in shown if name != "role"]

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        return [AccountClassFilter, *(["role"] if asking(request).is_superuser else []), "is_active"]

    def get_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """A teacher's form has no field that makes a teacher or an administrator."""
        rights = ["role", "is_superuser"] if asking(request).is_superuser else []
        if obj is None:
            return ["username", *rights, "language"]
        return ["username", *rights, "is_active", "language", "extra_time", *self.readonly_fields]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        # Nobody locks themselves out.
        return self.readonly_fields + (
            ["role", "is_superuser", "is_active"] if obj == asking(request) else []
        )

    # Pages

    def get_urls(self) -> list[URLPattern]:
        def page(view: Any) -> Any:
            return self.admin_site.admin_view(view)

        return [
            path("students/", page(self.students_view), name="accounts_user_students"),
            path("<int:pk>/reset/", page(require_POST(self.reset_view)), name="accounts_user_reset"),
            path("<int:pk>/unlock/", page(require_POST(self.unlock_view)), name="accounts_user_unlock"),
            *super().get_urls(),
        ]

    def students_view(self, request: HttpRequest) -> HttpResponse:
        return add_students(request, asking(request), self.admin_site.each_context(request))

    def add_view(self, request: Any, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """A teacher makes students, from a list of one or many."""
        if not asking(request).is_superuser:
            return redirect("admin:accounts_user_students")
        return super().add_view(request, form_url, extra_context)

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if obj.is_teacher or {"role", "is_superuser"} & {*form.changed_data}:
            note(Act.RIGHTS_CHANGED, by=asking(request).pk, account=obj.pk)
        if not change:
            obj.fresh = services.reset_passwords(users=[obj], by=asking(request))  # type: ignore[attr-defined]

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        deletion.delete_account(user=obj, by=asking(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        with transaction.atomic():
            for user in queryset:
                deletion.delete_account(user=user, by=asking(request))

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> HttpResponse:
        return self.told(request, obj.fresh)

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
        """The account of this number, if it is among hers; 404 otherwise."""
        accounts = self.get_queryset(request).filter(pk=pk)
        if others_only:
            accounts = accounts.exclude(pk=asking(request).pk)
        get_object_or_404(accounts)
        return accounts

    def told(self, request: HttpRequest, fresh: list[tuple[User, str]]) -> HttpResponse:
        """The page that tells fresh passwords, once: they are nowhere else."""
        real_names = Membership.objects.managed_by(asking(request)).exclude(real_name="")
        users = [user for user, _password in fresh]
        known = dict(real_names.filter(student__in=users).values_list("student", "real_name"))
        rows = [
            {"real_name": known.get(user.pk, ""), "username": user.username, "password": password}
            for user, password in fresh
        ]
        context = {**self.admin_site.each_context(request), "title": _("New passwords"), "rows": rows}
        return TemplateResponse(request, "accounts/admin_passwords.html", context)

    # Acts on the chosen ones

    @admin.action(description=gettext_lazy("Give a fresh password"), permissions=["change"])
    def reset_passwords(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        """One's own password is changed on one's own page, where the old one is asked."""
        chosen = list(users.exclude(pk=asking(request).pk)[: MOST_AT_ONCE + 1])
        if len(chosen) > MOST_AT_ONCE:
            text = _("Choose %(most)s accounts at most.") % {"most": MOST_AT_ONCE}
            self.message_user(request, text, messages.ERROR)
            return None
        fresh = services.reset_passwords(users=chosen, by=asking(request))
        self.log_all(request, chosen, "Fresh password.")
        return self.told(request, fresh)

    @admin.action(description=gettext_lazy("Unlock after wrong passwords"), permissions=["change"])
    def unlock(self, request: HttpRequest, users: QuerySet[User]) -> None:
        chosen = list(users)
        services.unlock(users=chosen)
        self.log_all(request, chosen, "Unlocked.")
        text = ngettext("%d account can log in at once.", "%d accounts can log in at once.", len(chosen))
        self.message_user(request, text % len(chosen))

    @admin.action(description=gettext_lazy("Close: may not log in"), permissions=["change"])
    def deactivate(self, request: HttpRequest, users: QuerySet[User]) -> None:
        chosen = list(users.exclude(pk=asking(request).pk))
        users.exclude(pk=asking(request).pk).update(is_active=False)
        services.record_accounts(kind=ClassEvent.Kind.ACCOUNT_CLOSED, actor=asking(request), users=chosen)
        self.log_all(request, chosen, "Closed.")

    @admin.action(description=gettext_lazy("Open: may log in"), permissions=["change"])
    def activate(self, request: HttpRequest, users: QuerySet[User]) -> None:
        chosen = list(users)
        users.update(is_active=True)
        services.record_accounts(kind=ClassEvent.Kind.ACCOUNT_OPENED, actor=asking(request), users=chosen)
        self.log_all(request, chosen, "Opened.")

    def log_all(self, request: HttpRequest, users: list[User], message: str) -> None:
        LogEntry.objects.log_actions(asking(request).pk, users, CHANGE, message)

    def get_deleted_objects(
        self, objs: Any, request: Any
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        """What goes with these accounts, in numbers: a list of every move would be no help."""
        users = list(objs)
        counts = {str(User._meta.verbose_name_plural): len(users)} | dict(self.going_along(users))
        told = [str(user) for user in users] + [f"{name}: {count}" for name, count in counts.items()]
        forbidden = {user.username for user in users if not self.has_delete_permission(request, user)}
        reasons = [deletion.reason_to_stay(user, asking(request)) for user in users]
        return told, counts, forbidden, [str(reason.message) for reason in reasons if reason]

    @staticmethod
    def going_along(users: list[User]) -> Iterator[tuple[str, int]]:
        """Every kind of row that is deleted with these accounts, by its name, and how many."""
        for relation in User._meta.related_objects:
            if relation.on_delete is models.CASCADE:
                count = relation.related_model._base_manager.filter(
                    **{f"{relation.field.name}__in": users}
                ).count()
                if count:
                    yield str(relation.related_model._meta.verbose_name_plural), count

    # Columns

    @admin.display(description=gettext_lazy("real name"))
    def real_names(self, user: Any) -> str:
        names = dict.fromkeys(membership.real_name for membership in user.seen_memberships)
        return ", ".join(name for name in names if name)

    @admin.display(description=gettext_lazy("classes"))
    def class_names(self, user: Any) -> str:
        return ", ".join(membership.classroom.name for membership in user.seen_memberships)

    @admin.display(description=gettext_lazy("waits until, after wrong passwords"))
    def closed(self, user: Any) -> str:
        ends = [count.closed_until for count in user.closed_counts]
        return time_format(timezone.localtime(max(ends))) if ends else ""
