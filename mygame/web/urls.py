"""Addresses of the web site, all of them. The rest is not found."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from web import book, bundle, oembed, pictures, practice, push, replay, schemas, table, views
from web.pages import (
    build,
    cards,
    decks,
    games,
    hall,
    help,
    home,
    outside,
    packs,
    people,
    showcase,
    tokens,
)

_webclient = ([path("", table.table_page, name="index")], "webclient")

urlpatterns = [
    path("", home.home_page, name="index"),
    path("games/", games.games_page, name="games"),
    path("games/<slug:pack_id>/", games.game_page, name="game"),
    path("cards/", RedirectView.as_view(pattern_name="games")),
    path("decks/", RedirectView.as_view(pattern_name="games")),
    path("cards/<slug:pack_id>/", cards.cards_page, name="cards"),
    path("cards/<slug:pack_id>/<str:card_id>/", cards.card_page, name="card"),
    path("faces/<slug:pack_id>/", cards.faces_data, name="faces"),
    path("decks/<slug:pack_id>/", decks.decks_page, name="decks"),
    path("decks/<slug:pack_id>/shared/", decks.shared_page, name="deck_shared"),
    path("decks/<slug:pack_id>/<int:number>/", decks.deck_page, name="deck"),
    path("showcase/", showcase.showcase_page, name="showcase"),
    path("showcase/steps.json", showcase.showcase_steps, name="showcase_steps"),
    path("records/", hall.records_page, name="records"),
    path("matches/", hall.matches_page, name="matches"),
    path("people/", people.people_page, name="people"),
    path("map/", outside.map_page, name="map"),
    path("people/<str:name>/", people.person_page, name="person"),
    path("help/", help.help_index, name="help"),
    path("help/words/", help.words_index, name="words"),
    path("help/words/<slug:pack_id>/", help.words_page, name="words_of"),
    path("help/word/<str:name>/", help.word_page, name="word"),
    path("help/<slug:name>/", help.topic_page, name="help_topic"),
    path("manifest.webmanifest", home.manifest, name="manifest"),
    path("robots.txt", home.robots, name="robots"),
    path("practice/", practice.practice_page, name="practice"),
    path("practice/decks/", practice.own_decks, name="practice_decks"),
    path("practice/host/<str:name>", practice.host_script, name="practice_host"),
    path(
        "practice/<slug:pack_id>/<slug:version>.wasm",
        practice.machine_file,
        name="practice_machine",
    ),
    path(
        "practice/<slug:pack_id>/<slug:version>/<slug:language>.json",
        practice.words_file,
        name="practice_words",
    ),
    path("webclient/", include(_webclient)),
    path("matches/<int:number>/", replay.replay_page, name="match"),
    path("matches/<int:number>/embed/", replay.embed_page, name="match_embed"),
    path("matches/<int:number>/steps.json", replay.steps_data, name="match_steps"),
    path("matches/<int:number>/book/<slug:language>.json", replay.match_book, name="match_book"),
    path("oembed/", oembed.embedding, name="oembed"),
    path("table/<int:number>/", table.watch_page, name="table"),
    path("auth/login/", views.SignIn.as_view(), name="login"),
    path("auth/logout/", LogoutView.as_view(), name="logout"),
    path("auth/register/", views.Register.as_view(), name="register"),
    path("auth/guest/", views.Guest.as_view(), name="guest"),
    path("auth/listed/", people.listing_change, name="listing"),
    path("auth/tokens/", tokens.tokens_page, name="tokens"),
    path("auth/password/", views.ChangePassword.as_view(), name="password_change"),
    path(
        "auth/reset/<str:number>/<str:token>/",
        views.ResetPassword.as_view(),
        name="password_reset",
    ),
    # One door: who signs in for the admin's pages obeys the same rules as everybody.
    path("admin/login/", RedirectView.as_view(pattern_name="login", query_string=True)),
    path("admin/password_change/", RedirectView.as_view(pattern_name="password_change")),
    path("admin/", admin.site.urls),
    path("book/<slug:pack>/<slug:version>/<slug:language>.json", book.show_book, name="book"),
    path(
        "pictures/game/<slug:pack_id>/<slug:language>.png",
        pictures.game_picture,
        name="picture_game",
    ),
    path(
        "pictures/card/<slug:pack_id>/<str:card_id>/<slug:language>.png",
        pictures.card_picture,
        name="picture_card",
    ),
    path(
        "pictures/deck/<slug:pack_id>/<slug:language>.png",
        pictures.deck_picture,
        name="picture_deck",
    ),
    path(
        "pictures/match/<int:number>/<slug:language>.png",
        pictures.match_picture,
        name="picture_match",
    ),
    path(
        "pictures/table/<int:number>/<slug:language>.png",
        pictures.table_picture,
        name="picture_table",
    ),
    path(
        "pictures/person/<str:name>/<slug:language>.png",
        pictures.person_picture,
        name="picture_person",
    ),
    path("worker.js", push.worker, name="worker"),
    path("offline/", push.offline, name="offline"),
    path("auth/push/", push.subscription, name="push"),
    path("bundle/<str:name>", bundle.show_bundle, name="bundle"),
    path("build/", build.build_index, name="build_games"),
    path("build/install/", packs.install_page, name="build_install"),
    path("build/<slug:pack_id>/", build.build_game, name="build"),
    path("build/<slug:pack_id>/piece/", build.piece_page, name="build_piece"),
    path("build/<slug:pack_id>/archive/", packs.download_archive, name="build_archive"),
    path("build/<slug:pack_id>/packages/", packs.packages_page, name="build_packages"),
    path("build/<slug:pack_id>/policy/", packs.policy_page, name="build_policy"),
    path("build/<slug:pack_id>/<int:number>/", build.draft_page, name="build_draft"),
    path("build/<slug:pack_id>/<int:number>/try/", build.sandbox_page, name="build_try"),
    path("schema/<slug:game>/<slug:kind>.json", schemas.show_schema, name="schema"),
    path("api/1/", include("web.api.urls")),
    path("favicon.ico", RedirectView.as_view(url=static("site/icon.svg"))),
]

handler400 = "web.errors.bad_request"
handler403 = "web.errors.forbidden"
handler404 = "web.errors.not_found"
handler500 = "web.errors.server_error"
