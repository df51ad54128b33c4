"""The report's values as one JSON object, described by report.schema.json."""

from raters.exporting.bundles import Bundle
from raters.exporting.plain import plain
from raters.exporting.schemas import REPORT_FORMAT


def report_values(bundle: Bundle) -> dict:
    """The report's own fields stand at the top, where the pointers of the prose lead to."""
    return {
        "$schema": REPORT_FORMAT,
        "mark": bundle.stamp.mark,
        "software": plain(bundle.stamp.software),
        "grras": plain(bundle.grras),
        "prose": plain(bundle.prose),
        **plain(bundle.report),
    }
