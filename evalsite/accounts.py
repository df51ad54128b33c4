"""Who may have an account: people who were invited, and nobody else."""

from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from django.urls import reverse

from raters.kept import kept_by


class ClosedSignupAdapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request):
        return False

    def get_logout_redirect_url(self, request):
        """Asked before she is signed out: her mark lets the page there remove what is hers."""
        address = reverse("signed_out")
        if not request.user.is_authenticated:
            return address
        return f"{address}?{urlencode({'of': kept_by(request.user.pk)})}"
