from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("raters.urls")),
    path("rubrics/", include("rubrics.urls")),
    path("account/", include("allauth.urls")),
    path("site-admin/", admin.site.urls),
]
