"""Where teachers bring in files of grids and look after their collections."""

from itertools import islice
from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin.helpers import AdminForm
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.admin.deleting import CountedDeletion
from accounts.admin.roles import ByRole, is_staff, row_key, user_of
from accounts.audit_log import Action, log_action
from accounts.models import Classroom, User

from .. import services as library
from ..forms.imports import CollectionForm, HelpRules, UploadForm
from ..models import Collection, Entry, PuzzleImport
from ..pages.difficulty import about, hardest_name, tier_counts, tier_name
from ..pages.imports import counts, failure_sentence, rejected_line, report_csv, similar_line
from .filters import HardestFilter, SolutionsFilter, TierFilter, solutions_word
from .pages import MOST_LISTED, FirstGrids, PagesByNumber

REJECTED_PER_PAGE = 50
SIMILAR_SHOWN = 50
# To sort a collection by something else than its numbers, all of its grids are read.
SORTED_AT_MOST = 5_000
# What moves of an import's page while it comes in.
FRAGMENT = "admin/library/puzzleimport/_import.html"
# htmx takes this answer in and asks no more.
STOP_POLLING = 286

HELP_RULES: Any = (gettext_lazy("Help while playing"), {"fields": HelpRules.RULES})


class LibraryAdmin(ByRole, admin.ModelAdmin):
    """Rows that a teacher sees when they are hers; looked at, not written, unless a subclass says more."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """An administrator also reads whose row it is."""
        columns: list[Any] = list(super().get_list_display(request))
        return [*columns, "whose"] if cast(User, request.user).is_superuser else columns

    @admin.display(description=gettext_lazy("owner"))
    def whose(self, row: Any) -> str:
        return str(row.owner)


@admin.register(Collection)
class CollectionAdmin(CountedDeletion, LibraryAdmin):
    """Collections: renamed, opened to students, given their rules of help, deleted."""

    form = CollectionForm
    list_display = ("name", "entry_count", "drawable_count", "graded_count", "audience", "created_at")
    list_select_related = ("owner",)
    search_fields = ("name",)
    readonly_fields = ("entry_count", "drawable_count", "tiers", "contents")
    fieldsets = (
        (None, {"fields": ("name", "audience", "entry_count", "drawable_count", "tiers", "contents")}),
        HELP_RULES,
    )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def view_on_site(self, collection: Collection) -> str:
        """The page itself: Django's way there would tell of every row of the site whether it exists."""
        return collection.get_absolute_url()

    @admin.display(description=gettext_lazy("tiers"))
    def tiers(self, collection: Collection) -> str:
        """How many grids of each tier there are, and how many wait for theirs."""
        return tier_counts(collection)

    @admin.display(description=gettext_lazy("contents"))
    def contents(self, collection: Collection) -> SafeString:
        """Ways to the grids and the files of a collection, and to more grids."""
        query = f"?collection__id__exact={collection.pk}"
        return format_html(
            '<a href="{}">{}</a> · <a href="{}">{}</a> · <a href="{}">{}</a>',
            reverse("admin:library_entry_changelist") + query,
            _("the grids"),
            reverse("admin:library_puzzleimport_changelist") + query,
            _("the files"),
            reverse("admin:library_puzzlegeneration_add", query={"collection": collection.pk}),
            _("generate more grids"),
        )

    def save_model(self, request: HttpRequest, obj: Collection, form: Any, change: bool) -> None:
        before = Collection.objects.filter(pk=obj.pk).values_list("policy", flat=True).first()
        super().save_model(request, obj, form, change)
        if obj.policy_id != before:
            by = cast(User, request.user).pk
            log_action(Action.POLICY_CHANGED, by=by, collection=obj.pk, policy=obj.policy_id)

    def delete_model(self, request: HttpRequest, obj: Collection) -> None:
        library.delete_collection(collection=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Collection]) -> None:
        for collection in queryset:
            library.delete_collection(collection=collection)


def listed_collection(request: HttpRequest) -> Collection | None:
    """The collection whose grids are asked for, if this person may see it."""
    key = row_key(request.GET.get("collection__id__exact", ""))
    return Collection.objects.managed_by(user_of(request)).filter(pk=key).first() if key else None


@admin.register(Entry)
class EntryAdmin(LibraryAdmin):
    """The grids of a collection, to be looked at; their solutions are not shown."""

    list_display = ("number", "tier", "score", "hardest", "rating", "clue_count", "solutions", "line", "grid")
    list_display_links = None
    list_filter = (
        TierFilter,
        HardestFilter,
        SolutionsFilter,
        ("puzzle__solving_class", admin.ChoicesFieldListFilter),
    )
    list_select_related = ("puzzle", "collection__owner")
    list_per_page = 50
    # The order of the index; the model's own goes through the collections' names.
    ordering = ("collection_id", "number")
    search_fields = ("number",)
    fields = (
        "collection",
        "number",
        "line",
        "grid",
        "clue_count",
        "solving_class",
        "tier",
        "score",
        "hardest",
        "rating",
        "solutions",
    )

    def whose(self, row: Entry) -> str:
        return str(row.collection.owner)

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        """None: grids are reached through their collection, so the front page does not list them."""
        return {}

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup == "collection__id__exact" or super().lookup_allowed(lookup, value, request)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Entry], search_term: str
    ) -> tuple[QuerySet[Entry], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        if term.isdecimal() and len(term) < 10:
            return queryset.filter(number=int(term)), False
        return queryset.filter(puzzle__givens=term.translate(str.maketrans("0*_-", "...."))), False

    def changelist_view(self, request: Any, extra_context: Any = None) -> HttpResponse:
        """The list says whose grids these are."""
        collection = listed_collection(request)
        title = _("Grids of %(collection)s") % {"collection": collection} if collection else _("Grids")
        return super().changelist_view(request, {"title": title, "most_listed": MOST_LISTED})

    def get_paginator(
        self, request: HttpRequest, queryset: Any, per_page: int, *rest: Any, **more: Any
    ) -> Any:
        """A whole collection by its numbers; of what is searched or sorted, the beginning."""
        collection = listed_collection(request)
        if collection and request.GET.keys() <= {"collection__id__exact", "p"}:
            return PagesByNumber(collection, queryset, per_page)
        return FirstGrids(queryset, per_page)

    def get_sortable_by(self, request: HttpRequest) -> Any:
        collection = listed_collection(request)
        is_small = collection is not None and collection.entry_count <= SORTED_AT_MOST
        return super().get_sortable_by(request) if is_small else ("number",)

    @admin.display(description=gettext_lazy("grid"))
    def grid(self, entry: Entry) -> SafeString:
        return format_html("<code>{}</code>", entry.puzzle.givens)

    @admin.display(description=gettext_lazy("clues"), ordering="puzzle__clue_count")
    def clue_count(self, entry: Entry) -> int:
        return entry.puzzle.clue_count

    @admin.display(description=gettext_lazy("class"), ordering="puzzle__solving_class")
    def solving_class(self, entry: Entry) -> str:
        return entry.puzzle.get_solving_class_display()

    @admin.display(description=gettext_lazy("tier"), ordering="puzzle__tier")
    def tier(self, entry: Entry) -> str:
        if entry.puzzle.tier is None:
            return _("not graded yet") if entry.puzzle.is_offered else ""
        return tier_name(entry.puzzle.tier)

    @admin.display(description=gettext_lazy("score"), ordering="puzzle__score")
    def score(self, entry: Entry) -> int | None:
        return entry.puzzle.score

    @admin.display(description=gettext_lazy("hardest technique"))
    def hardest(self, entry: Entry) -> str:
        return hardest_name(entry.puzzle) if entry.puzzle.is_graded else ""

    @admin.display(description=gettext_lazy("rating"), ordering="puzzle__rating")
    def rating(self, entry: Entry) -> str:
        return about(entry.puzzle) if entry.puzzle.is_graded else ""

    @admin.display(description=gettext_lazy("solutions"))
    def solutions(self, entry: Entry) -> str:
        return solutions_word(entry.puzzle.solution_count)


@admin.register(PuzzleImport)
class PuzzleImportAdmin(LibraryAdmin):
    """Files that were handed in: the upload page, their progress, their report."""

    list_display = (
        "file_name",
        "collection",
        "state",
        "grid_count",
        "accepted",
        "known",
        "rejected",
        "created_at",
    )
    list_select_related = ("collection", "owner")
    list_filter = ("state",)
    search_fields = ("file_name",)

    def get_queryset(self, request: Any) -> QuerySet[PuzzleImport]:
        return super().get_queryset(request).defer("checkpoint")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup == "collection__id__exact" or super().lookup_allowed(lookup, value, request)

    def get_urls(self) -> list[URLPattern]:
        own = [
            ("<int:pk>/progress/", self.progress_view, "progress"),
            ("<int:pk>/report.csv", self.report_view, "report"),
        ]
        return [
            path(route, self.admin_site.admin_view(require_safe(view)), name=f"library_puzzleimport_{name}")
            for route, view, name in own
        ] + super().get_urls()

    def import_of(self, request: HttpRequest, pk: str | int) -> PuzzleImport:
        """The import of this key, if this person may see it."""
        puzzle_import = self.get_object(request, str(pk))
        if puzzle_import is None:
            raise Http404
        return cast(PuzzleImport, puzzle_import)

    # The upload

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        owner = cast(User, request.user)
        if not self.has_add_permission(request):
            raise Http404
        form = UploadForm(request.POST or None, request.FILES or None, owner=owner)
        if request.method == "POST" and form.is_valid():
            try:
                imports = library.start_imports(
                    owner=owner, files=form.cleaned_data["file"], collection=form.place()
                )
            except (library.UploadError, library.CollectionNameError) as error:
                form.add_error(None, str(error))
            else:
                return self.after_upload(request, imports)
        return self.upload_page(request, form)

    def upload_page(self, request: HttpRequest, form: UploadForm) -> HttpResponse:
        fieldsets: Any = (
            (None, {"fields": ("file", "collection")}),
            (
                gettext_lazy("New collection"),
                {"fields": ("name", "audience"), "classes": ("new-collection",)},
            ),
            (HELP_RULES[0], {**HELP_RULES[1], "classes": ("new-collection",)}),
        )
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Import grids"),
            "form": form,
            "adminform": AdminForm(cast(Any, form), fieldsets, {}, model_admin=self),
        }
        return TemplateResponse(request, "admin/library/puzzleimport/upload.html", context)

    def after_upload(self, request: HttpRequest, imports: list[PuzzleImport]) -> HttpResponse:
        """To the import's own page, or to the list when there are several."""
        for puzzle_import in imports:
            self.log_addition(request, puzzle_import, [{"added": {}}])
        if len(imports) == 1:
            return HttpResponseRedirect(imports[0].get_absolute_url())
        messages.success(request, _("The files are being taken in."))
        return HttpResponseRedirect(reverse("admin:library_puzzleimport_changelist"))

    # One import

    @method_decorator(require_safe)
    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        puzzle_import = self.import_of(request, object_id)
        context = {
            **self.admin_site.each_context(request),
            **self.import_context(request, puzzle_import),
            "opts": self.opts,
            "title": puzzle_import.file_name,
            "original": puzzle_import,
            "fragment": FRAGMENT,
        }
        return TemplateResponse(request, "admin/library/puzzleimport/import.html", context)

    def progress_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """How far an import is: nothing when nothing has changed, and the report, once, when it has ended."""
        puzzle_import = self.import_of(request, pk)
        if not puzzle_import.is_finished and request.GET.get("batches") == str(puzzle_import.batches):
            return HttpResponse(status=204)
        response = render(request, FRAGMENT, self.import_context(request, puzzle_import))
        response.status_code = STOP_POLLING if puzzle_import.is_finished else 200
        return response

    def report_view(self, request: HttpRequest, pk: int) -> StreamingHttpResponse:
        """The report as a CSV file."""
        puzzle_import = self.import_of(request, pk)
        log_action(Action.EXPORT, by=cast(User, request.user).pk, file=pk)
        response = StreamingHttpResponse(
            report_csv(puzzle_import, get_language() or "fr"), content_type="text/csv; charset=utf-8"
        )
        name = slugify(puzzle_import.file_name.rsplit(".", 1)[0]) or "import"
        response["Content-Disposition"] = f'attachment; filename="{name}-{puzzle_import.pk}.csv"'
        return response

    def import_context(self, request: HttpRequest, puzzle_import: PuzzleImport) -> dict[str, Any]:
        """What the page of an import and its moving part are drawn from."""
        pages = Paginator(puzzle_import.rejected_lines.order_by("line", "pk"), REJECTED_PER_PAGE)
        page = pages.get_page(request.GET.get("page"))
        similar = library.similar_entries(puzzle_import) if puzzle_import.is_finished else iter(())
        return {
            "import": puzzle_import,
            "counts": counts(puzzle_import),
            "failure": failure_sentence(puzzle_import),
            "page": page,
            "rejected_lines": [rejected_line(rejected) for rejected in page],
            "similar_lines": [similar_line(each) for each in islice(similar, SIMILAR_SHOWN)],
            "classrooms": self.classrooms_for(request, puzzle_import),
        }

    def classrooms_for(self, request: HttpRequest, puzzle_import: PuzzleImport) -> list[Classroom]:
        """The classes that the grids of a finished import can be given to."""
        if not (puzzle_import.is_finished and puzzle_import.collection.drawable_count):
            return []
        return list(Classroom.objects.taught_by(cast(User, request.user)).current().order_by("name"))
