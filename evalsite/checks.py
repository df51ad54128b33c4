"""Do the settings that tell the site its own address fit each other? For `check --deploy`.

Where they do not, every form is refused, sign-in first: nobody can do anything about it in the
browser.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.http.request import validate_host


@register(Tags.security, deploy=True)
def check_addresses(app_configs=None, **kwargs) -> list[CheckMessage]:
    return [*_site_address(), *_trusted_origins(), *_behind_a_proxy()]


def _site_address() -> Iterator[CheckMessage]:
    address = urlsplit(settings.SITE_ADDRESS)
    if not _is_served(address.hostname or ""):
        yield Warning(
            f"SITE_ADDRESS is {settings.SITE_ADDRESS}, a name that ALLOWED_HOSTS does not have: "
            "whoever follows a link that a command printed is refused.",
            hint=f"Add {address.hostname} to ALLOWED_HOSTS, or mend SITE_ADDRESS.",
            id="evalsite.W001",
        )
    scheme = "http" if settings.PLAIN_HTTP else "https"
    if address.scheme != scheme:
        yield Warning(
            f"SITE_ADDRESS is {settings.SITE_ADDRESS}, and the site is served by {scheme}.",
            hint=f"Let SITE_ADDRESS begin with {scheme}://.",
            id="evalsite.W002",
        )


def _trusted_origins() -> Iterator[CheckMessage]:
    for origin in settings.CSRF_TRUSTED_ORIGINS:
        host = (urlsplit(origin).hostname or "").removeprefix("*")
        if host and not _is_served(f"any{host}" if host.startswith(".") else host):
            yield Warning(
                f"CSRF_TRUSTED_ORIGINS trusts {origin}, a name that ALLOWED_HOSTS does not have.",
                hint="Add the name to ALLOWED_HOSTS if it is this site's; trust no other site.",
                id="evalsite.W003",
            )


def _behind_a_proxy() -> Iterator[CheckMessage]:
    """The site itself then hears plain HTTP, and takes the page's own https:// for another's."""
    if not settings.PLAIN_HTTP and not settings.TRUST_PROXY_HEADER:
        yield Warning(
            "TRUST_PROXY_HEADER is false: behind a proxy that speaks HTTPS pages are redirected "
            "for ever, and every form is refused as another site's, sign-in first.",
            hint="Let the proxy set X-Forwarded-Proto itself, and set TRUST_PROXY_HEADER=true. "
            "Where it passes another Host on, name the address in CSRF_TRUSTED_ORIGINS too.",
            id="evalsite.W004",
        )


def _is_served(host: str) -> bool:
    return validate_host(host, settings.ALLOWED_HOSTS)
