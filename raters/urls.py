"""The site map: one group for reviewers, one for those who run studies."""

from django.urls import include, path

from raters.views import (
    arrival,
    downloads,
    language,
    messages,
    panel,
    planning,
    planting,
    practice,
    preview,
    protocol,
    rating,
    reliability_file,
    reports,
    scanning,
    setup,
    start,
    studies,
)

rate_urls = [
    path("", start.start, name="start"),
    path("welcome/", start.welcome, name="welcome"),
    path("guide/", start.guide, name="guide"),
    path("practise-again/", practice.again, name="practise_again"),
    path("messages/", messages.note, name="write_to_study"),
    path("<slug:round_name>/<int:position>/ask/", messages.question, name="ask"),
    path("<slug:round_name>/<int:position>/", rating.rate, name="rate"),
    path("<slug:round_name>/<int:position>/feedback/", rating.feedback, name="feedback"),
    path("<slug:round_name>/<int:position>/ahead/", rating.ahead, name="ahead"),
    path("<slug:round_name>/<int:position>/shown/", rating.shown, name="shown"),
    path("<slug:round_name>/<int:position>/draft/", rating.draft, name="draft"),
    path("<slug:round_name>/<int:position>/put-off/", rating.put_off, name="put_off"),
    path("<slug:round_name>/<int:position>/defective/", rating.defective, name="defective"),
]

panel_urls = [
    path("", panel.show, name="panel"),
    path("add/", panel.add, name="add_reviewers"),
    path("<slug:pseudonym>/", panel.reviewer, name="reviewer"),
    path("<slug:pseudonym>/practice/", practice.decide_on, name="decide_on_practice"),
    path("<slug:pseudonym>/link/", panel.issue_link, name="issue_link"),
    path("<slug:pseudonym>/revoke/", panel.revoke_link, name="revoke_link"),
]

setup_urls = [
    path("", setup.show, name="setup"),
    path("question/", setup.question, name="setup_question"),
    path("arms/", setup.arms, name="setup_arms"),
    path("rubric/", setup.rubric, name="setup_rubric"),
    path("panel/", panel.step, name="setup_panel"),
    path("panel/add/", panel.add_at_set_up, name="setup_panel_add"),
    path("panel/add-judge/", panel.add_judge, name="setup_panel_add_judge"),
    path("panel/<slug:pseudonym>/remove/", panel.remove, name="setup_panel_remove"),
    path("items/", scanning.items, name="setup_items"),
    path("items/scan/", scanning.hits, name="setup_scan"),
    path("controls/", planting.controls, name="setup_controls"),
    path("controls/plant/", planting.choose, name="setup_plant"),
    path("controls/plant/<int:pk>/", planting.plant_from, name="setup_plant_from"),
    path("controls/<int:pk>/", planting.control, name="setup_control"),
    path("controls/<int:pk>/remove/", planting.remove, name="setup_control_remove"),
    path("allocation/", setup.allocation, name="setup_allocation"),
    path("coverage.csv", setup.coverage_csv, name="coverage_csv"),
    path("reliability/", setup.reliability, name="setup_reliability"),
    path("judge/", setup.judge, name="setup_judge"),
    path("review/", setup.review, name="setup_review"),
    path("review.txt", setup.review_text, name="review_text"),
    path("lock/", setup.lock_protocol, name="setup_lock"),
    path("confirm/<slug:gate>/", setup.confirm, name="confirm_gate"),
    path("as-reviewer/", preview.show, name="as_reviewer"),
    path("as-reviewer/<int:position>/", preview.show, name="as_reviewer"),
    path("as-reviewer/guide/", preview.guide, name="guide_as_reviewer"),
]

protocol_urls = [
    path("pilot/", protocol.pilot, name="pilot"),
    path("protocol.json", protocol.public, name="setup_protocol_public"),
    path("SECRET-key.json", protocol.key, name="setup_protocol_key"),
    path("SECRET-protocol.yaml", protocol.file, name="protocol_file"),
    path("amend/", protocol.amend, name="amend"),
    path("amend/added/", protocol.reviewer_added, name="reviewer_added"),
    path("amend/left/<slug:pseudonym>/", protocol.reviewer_left, name="reviewer_left"),
]

message_urls = [
    path("", messages.show, name="messages"),
    path("<slug:pseudonym>/", messages.answer, name="answer"),
    path(
        "<slug:pseudonym>/<slug:round_name>/<int:position>/",
        messages.answer_about,
        name="answer_about",
    ),
]

study_urls = [
    path("", studies.show, name="study"),
    path("setup/", include(setup_urls)),
    path("protocol/", include(protocol_urls)),
    path("settings/", studies.settings, name="study_settings"),
    path("items/", studies.items, name="items"),
    path("items/<int:pk>/", studies.item, name="item"),
    path("import/", studies.upload, name="import"),
    path("import/<int:pk>/", studies.preview, name="import_preview"),
    path("round/", studies.change_round, name="change_round"),
    path("round/close/", studies.confirm_closing, name="confirm_closing"),
    path("panel/", include(panel_urls)),
    path("report/", reports.show, name="report"),
    path("report/<slug:key>/<slug:kind>.svg", reports.figure_svg, name="figure_svg"),
    path("report/<slug:key>/<slug:kind>.csv", reports.figure_csv, name="figure_csv"),
    path("report.json", downloads.report_json, name="report_json"),
    path("report.html", downloads.report_html, name="report_html"),
    path("report.pdf", downloads.report_pdf, name="report_pdf"),
    path("report.xlsx", downloads.report_xlsx, name="report_xlsx"),
    path("ratings.csv", downloads.ratings_csv, name="ratings_csv"),
    path("ratings.jsonl", downloads.ratings_jsonl, name="ratings_jsonl"),
    path("scores.csv", downloads.scores_csv, name="scores_csv"),
    path("sessions.yaml", downloads.sessions_yaml, name="sessions_yaml"),
    path("messages/", include(message_urls)),
    path("messages.csv", messages.messages_csv, name="messages_csv"),
    path("log/", reports.log, name="log"),
]

urlpatterns = [
    path("", arrival.home, name="home"),
    path("language/", language.switch, name="switch_language"),
    path("signed-out/", arrival.signed_out, name="signed_out"),
    path("healthy/", arrival.healthy, name="healthy"),
    path("invitation/<slug:token>/", arrival.accept_invitation, name="invitation"),
    path("rate/<slug:code>/", include(rate_urls)),
    path("report.schema.json", downloads.report_schema, name="report_schema"),
    path("records.schema.json", downloads.records_schema, name="records_schema"),
    path("plan/", planning.precision, name="plan_precision"),
    path("reliability/", reliability_file.reliability_file, name="reliability_file"),
    path("new-study/", studies.create, name="new_study"),
    path("studies/<slug:slug>/", include(study_urls)),
]
