"""The report's page as one file that needs nothing else: no script, no link, no other file."""

import re
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from raters.exporting.bundles import Bundle

# A link to the site, or to the list of downloads, leads nowhere once the file is elsewhere; others
# inside the page stay.
_LINK = re.compile(r'<a\b[^>]*\bhref="(?!#(?!downloads"))[^"]*"[^>]*>(.*?)</a>', re.DOTALL)


def offline_page(bundle: Bundle) -> str:
    context = {"bundle": bundle, "report": bundle.report, "style": site_style(), "is_file": True}
    return _LINK.sub(r"\1", render_to_string("raters/report/standalone.html", context))


@lru_cache(maxsize=1)
def site_style() -> str:
    return Path(finders.find("site.css")).read_text(encoding="utf-8")
