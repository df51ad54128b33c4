from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# The admin's own sign-in knows no rate limit; allauth's does.
admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)

urlpatterns = [
    path("", include("raters.urls")),
    path("rubrics/", include("rubrics.urls")),
    path("account/", include("allauth.urls")),
    path("site-admin/", admin.site.urls),
]
