"""The site map: one group for reviewers, one for those who run studies."""

from django.urls import include, path

from raters.views import arrival, panel, planning, rating, reports, studies

rate_urls = [
    path("", rating.start, name="start"),
    path("guide/", rating.guide, name="guide"),
    path("<int:round_number>/<int:position>/", rating.rate, name="rate"),
    path("<int:round_number>/<int:position>/draft/", rating.draft, name="draft"),
    path("<int:round_number>/<int:position>/defective/", rating.defective, name="defective"),
]

panel_urls = [
    path("", panel.show, name="panel"),
    path("add/", panel.add, name="add_reviewers"),
    path("<slug:pseudonym>/", panel.reviewer, name="reviewer"),
    path("<slug:pseudonym>/link/", panel.issue_link, name="issue_link"),
    path("<slug:pseudonym>/revoke/", panel.revoke_link, name="revoke_link"),
]

study_urls = [
    path("", studies.show, name="study"),
    path("settings/", studies.settings, name="study_settings"),
    path("items/", studies.items, name="items"),
    path("items/<int:pk>/", studies.item, name="item"),
    path("import/", studies.upload, name="import"),
    path("import/<int:pk>/", studies.preview, name="import_preview"),
    path("round/", studies.change_round, name="change_round"),
    path("panel/", include(panel_urls)),
    path("report/", reports.show, name="report"),
    path("report.json", reports.as_json, name="report_json"),
    path("ratings.csv", reports.ratings_csv, name="ratings_csv"),
    path("scores.csv", reports.scores_csv, name="scores_csv"),
    path("sessions.yaml", reports.sessions_yaml, name="sessions_yaml"),
    path("log/", reports.log, name="log"),
]

urlpatterns = [
    path("", arrival.home, name="home"),
    path("healthy/", arrival.healthy, name="healthy"),
    path("invitation/<slug:token>/", arrival.accept_invitation, name="invitation"),
    path("rate/<slug:code>/", include(rate_urls)),
    path("plan/", planning.precision, name="plan_precision"),
    path("new-study/", studies.create, name="new_study"),
    path("studies/<slug:slug>/", include(study_urls)),
]
