"""The rubric editor: stored rubrics to look at, drafts to work on, side by side with the very form
that reviewers will get."""

from collections import Counter
from dataclasses import replace
from functools import wraps

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from rubrics import drafting
from rubrics.asked import AskedQuestion
from rubrics.diff import diff
from rubrics.editor import Editor
from rubrics.faults import RubricRefused
from rubrics.guide import guide_to
from rubrics.marking import mark
from rubrics.models import Rubric, RubricDraft
from rubrics.widgets import question_form
from rubrics.yaml_files import rubric_to_yaml

LARGEST_FILE = 1_000_000


def rubric_editor_required(view):
    """Whoever may add a rubric; the site's staff grants it."""

    @wraps(view)
    def wrapped(request, *args, **kwargs):
        if not request.user.has_perm("rubrics.add_rubric"):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    wrapped.role = "rubric editor"
    return wrapped


@require_GET
@rubric_editor_required
def index(request):
    context = {
        "rubrics": Rubric.objects.filter(for_one_item=False).order_by("name", "-version"),
        "drafts": [(draft, drafting.check(draft)) for draft in request.user.rubric_drafts.all()],
    }
    return render(request, "rubrics/index.html", context)


@require_GET
@rubric_editor_required
def show(request, name: str, version: int):
    """A stored rubric as reviewers will read and answer it."""
    rubric = get_object_or_404(Rubric, name=name, version=version)
    context = {
        "rubric": rubric,
        "guide": guide_to(rubric.spec),
        "previews": preview_of(rubric.spec),
        "versions": Rubric.objects.filter(name=name).order_by("-version"),
    }
    return render(request, "rubrics/show.html", context)


@require_GET
@rubric_editor_required
def download(request, name: str, version: int):
    rubric = get_object_or_404(Rubric, name=name, version=version)
    response = HttpResponse(
        rubric_to_yaml(rubric.spec), content_type="application/yaml; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{name}-v{version}.yaml"'
    return response


@require_GET
@rubric_editor_required
def compare(request, name: str, older: int, newer: int):
    before, after = (get_object_or_404(Rubric, name=name, version=v) for v in (older, newer))
    context = {"before": before, "after": after, "groups": diff(before.spec, after.spec)}
    return render(request, "rubrics/compare.html", context)


@require_POST
@rubric_editor_required
def start(request):
    """A new draft: empty, from a file, or the next version of a stored rubric."""
    base = None
    if pk := drafting.whole_number(request.POST.get("base", "")):
        base = get_object_or_404(Rubric, pk=pk)
    text = None
    if file := request.FILES.get("file"):
        try:
            text = _text_of(file)
        except ValueError as refusal:
            messages.error(request, str(refusal))
            return redirect("rubrics")
    draft = drafting.start_draft(request.user, base=base, text=text)
    return redirect("rubric_draft", draft.pk)


def _text_of(file) -> str:
    if file.size > LARGEST_FILE:
        raise ValueError(_("%(name)s is larger than a rubric can be.") % {"name": file.name})
    try:
        return file.read().decode("utf-8-sig").replace("\x00", "")
    except UnicodeDecodeError:
        message = _("%(name)s is not a UTF-8 text file.") % {"name": file.name}
        raise ValueError(message) from None


@require_http_methods(["GET", "POST"])
@rubric_editor_required
def edit(request, pk: int):
    """The form; every change is kept, and the preview follows."""
    draft = _draft(request, pk)
    if request.method == "GET":
        return render(request, "rubrics/edit.html", _form_and_preview(draft, Editor(draft)))
    editor = Editor(draft, request.POST)
    try:
        editor.save()
    except drafting.ChangedElsewhere:
        return _changed_elsewhere(request, draft)
    if "publish" in request.POST:
        return _publish(request, draft)
    if request.htmx and not editor.has_changed_shape:
        return _preview_alone(request, _form_and_preview(draft, editor))
    template = "rubrics/_editor.html" if request.htmx else "rubrics/edit.html"
    return render(request, template, _form_and_preview(draft, Editor(draft)))


@require_http_methods(["GET", "POST"])
@rubric_editor_required
def edit_text(request, pk: int):
    draft = _draft(request, pk)
    if request.method == "GET":
        return render(request, "rubrics/edit_text.html", {"draft": draft, **_preview(draft)})
    text = request.POST.get("text", "").replace("\r\n", "\n").replace("\x00", "")
    base = drafting.whole_number(request.POST.get("version", ""))
    page = request.POST.get("page", "")[:40]
    try:
        drafting.keep(draft, text[:LARGEST_FILE], base_version=base, page=page)
    except drafting.ChangedElsewhere:
        return _changed_elsewhere(request, draft)
    if "publish" in request.POST:
        return _publish(request, draft)
    if request.htmx:
        return _preview_alone(request, _preview(draft))
    return render(request, "rubrics/edit_text.html", {"draft": draft, **_preview(draft)})


def _preview_alone(request, context: dict):
    """The form stays as it is, under the fingers; only the preview follows."""
    return reswap(render(request, "rubrics/_preview.html", context), "none")


def _changed_elsewhere(request, draft: RubricDraft):
    """Nothing was written; what was typed stays on the page."""
    if not request.htmx:
        return render(request, "rubrics/changed_elsewhere.html", {"draft": draft}, status=409)
    notice = render(request, "rubrics/_changed_elsewhere.html", {"draft": draft})
    return reswap(retarget(notice, "#notice"), "innerHTML")


def _publish(request, draft: RubricDraft):
    try:
        rubric = drafting.publish(draft)
    except RubricRefused:
        messages.error(request, _("It is not stored: the list beside the form says what is wrong."))
        target = redirect("rubric_draft", draft.pk)
    else:
        messages.success(request, _("%(rubric)s is stored.") % {"rubric": rubric})
        target = redirect("rubric", rubric.name, rubric.version)
    return HttpResponseClientRedirect(target.url) if request.htmx else target


@require_POST
@rubric_editor_required
def discard(request, pk: int):
    _draft(request, pk).delete()
    messages.info(request, _("The draft is gone; stored rubrics are as they were."))
    return redirect("rubrics")


def _draft(request, pk: int) -> RubricDraft:
    return get_object_or_404(request.user.rubric_drafts.select_related("base"), pk=pk)


def _preview(draft: RubricDraft) -> dict:
    checked = drafting.check(draft)
    return {
        "draft": draft,
        "checked": checked,
        "previews": preview_of(checked.shown) if checked.shown else [],
    }


def _form_and_preview(draft: RubricDraft, editor: Editor) -> dict:
    context = _preview(draft)
    return context | {"editor": editor, "marks": mark(editor, context["checked"].faults)}


def preview_of(spec) -> list[tuple[str, list]]:
    """(condition, the question forms a reviewer gets in it)."""
    counted = Counter()
    return [
        (condition.label, [_form_of(asked, counted) for asked in condition.questions])
        for condition in guide_to(spec).conditions
    ]


def _form_of(asked: AskedQuestion, counted: Counter):
    """One page may ask a question in several conditions; no two of its fields share a name."""
    counted[asked.code] += 1
    n = counted[asked.code]
    return question_form(None, asked=replace(asked, code=f"{asked.code}-{n}") if n > 1 else asked)
