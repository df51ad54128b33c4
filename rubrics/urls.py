from django.urls import path

from rubrics import views

urlpatterns = [
    path("", views.index, name="rubrics"),
    path("drafts/start/", views.start, name="start_rubric"),
    path("drafts/<int:pk>/", views.edit, name="rubric_draft"),
    path("drafts/<int:pk>/text/", views.edit_text, name="rubric_text"),
    path("drafts/<int:pk>/discard/", views.discard, name="discard_rubric"),
    path("stored/<slug:name>/<int:version>/", views.show, name="rubric"),
    path("stored/<slug:name>/<int:version>/file/", views.download, name="rubric_file"),
    path("stored/<slug:name>/<int:older>/to/<int:newer>/", views.compare, name="compare_rubrics"),
]
