"""What stands beside links to our pages elsewhere: titles, sentences, pictures (`web.pictures`)."""

import html
import json
import re
import struct
import subprocess
from shutil import which

import pytest
from django.core.cache import caches

from rules.ground.width import display_width as width
from rules.running.decks import deck_rules, encode_deck
from server.buckets import Rate
from web import drawing, emblem, pictures, raster
from world.accounts import limits
from world.models import MatchRecord, MatchSeat, PackVersion
from world.shelf import games

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_asked():
    limits.forget()
    yield
    limits.forget()


@pytest.fixture
def match(shelf, anna):
    """A match that is over, of Anna and a bot, at a table for everybody."""
    version, _ = PackVersion.objects.get_or_create(
        pack_id="race", content_hash=games.games_by_id()["race"].hash, defaults={"version": "1"}
    )
    record = MatchRecord.objects.create(
        pack_version=version, seed=1, status=MatchRecord.Status.FINISHED, options={}
    )
    MatchSeat.objects.create(match=record, seat=0, name="Anna", account=anna, place=2)
    MatchSeat.objects.create(match=record, seat=1, name="Rook", place=1)
    return record


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG")
    return struct.unpack(">II", picture[16:24])


def shared(page: str) -> dict[str, str]:
    """What a page says of itself to who shows a link to it."""
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


@pytest.mark.parametrize("language", ["en", "zh", "zh-hant"])
def test_a_page_names_a_picture_of_what_it_shows(client, shelf, anna, match, language):
    card = next(iter(shelf["race"].cards)).id
    for address in (
        "/games/race/",
        f"/cards/race/{card}/",
        f"/matches/{match.pk}/",
        f"/people/{anna.username}/",
        "/decks/duel/",
    ):
        page = client.get(f"{address}?lang={language}").content.decode()
        told = shared(page)
        assert told["title"], address
        assert told["description"], address
        assert told["url"].endswith(address)
        assert f'<link rel="canonical" href="{told["url"]}">' in page
        picture = client.get(told["image"].removeprefix("http://testserver"))
        assert picture.status_code == 200, told["image"]
        assert picture["Content-Type"] == "image/png"
        assert size_of(picture.content) == (1200, 630)
        assert len(picture.content) < 100_000


def test_a_deck_that_is_passed_on_has_its_own_picture_and_says_what_it_is_made_of(
    client, shelf, monkeypatch
):
    drawn = []
    draw = pictures._answer
    monkeypatch.setattr(pictures, "_answer", lambda *job: drawn.append(job[2]) or draw(*job))
    for pack in ("race", "duel"):
        for ready in deck_rules(shelf[pack].program).ready.values():
            code = encode_deck(shelf[pack].program, ready.deck)
            page = client.get(f"/decks/{pack}/shared/", {"code": code, "lang": "en"})
            told = shared(page.content.decode())
            assert re.search(r"\d+ cards", told["description"])
            address = html.unescape(told["image"]).removeprefix("http://testserver")
            assert client.get(address).status_code == 200
    assert len({(each.title, each.told, *each.bars) for each in drawn}) == len(drawn)
    assert any(each.bars for each in drawn)


@pytest.mark.parametrize("code", ["", "deck:", "deck:AAAA", "Spark, Spark", "deck:" + "A" * 9000])
def test_of_what_is_no_deck_is_no_picture(client, shelf, code):
    assert client.get("/pictures/deck/race/en.png", {"code": code}).status_code == 404
    assert client.get("/pictures/deck/chrono/en.png", {"code": code}).status_code == 404


def test_the_picture_of_a_replay_shows_how_far_everybody_was(client, match):
    points = [{"values": [0, 0]}, {"values": [3, 1]}, {"values": [4, 9]}]
    match.summary = {"curve": {"points": points}}
    assert pictures._curves_of_match(match, 2) == [[0, 3, 4], [0, 1, 9]]
    with_it, _ = drawing.draw_sheet(drawing.Sheet("", "x", curves=[[0, 3, 4], [0, 1, 9]]), "x")
    seats = [drawing._seat_colour(seat) for seat in (0, 1)]
    assert all(f'stroke="{colour}"' in with_it for colour in seats)
    match.summary = None
    assert pictures._curves_of_match(match, 2) == []


def test_what_is_private_has_no_picture(client, match, anna):
    MatchRecord.objects.filter(pk=match.pk).update(private=True)
    address = f"/pictures/match/{match.pk}/en.png"
    assert client.get(address).status_code == 404
    client.force_login(anna)
    assert "private" in client.get(address)["Cache-Control"]


def test_a_table_tells_of_itself_unless_it_is_private(client, shelf, monkeypatch):
    from web import table
    from web.now import Seen

    seen = {7: Seen(7, "race", "open", ["Anna", "Rook"])}
    monkeypatch.setattr(table, "told_of_table", seen.get)
    told = shared(client.get("/table/7/", headers={"accept-language": "en"}).content.decode())
    assert "7" in told["title"]
    assert "Anna" in told["description"]
    assert client.get(told["image"].removeprefix("http://testserver")).status_code == 200
    secret = shared(client.get("/table/8/").content.decode())
    assert "card.png" in secret["image"]
    assert client.get("/pictures/table/8/en.png").status_code == 404
    assert '"errand": "watch 8"' in client.get("/table/8/").content.decode()


@pytest.mark.parametrize(
    "address",
    [
        "game/nothing/en",
        "card/race/nothing/en",
        "match/99999999999999999999/en",
        "table/99999999999999999999/en",
        "person/nobody/en",
        "game/race/fr",
    ],
)
def test_of_what_is_not_there_is_no_picture(client, shelf, address):
    assert client.get(f"/pictures/{address}.png").status_code == 404


def test_a_picture_that_is_kept_is_not_drawn_again(client, shelf, settings, monkeypatch):
    settings.CACHES = {**settings.CACHES, "pictures": settings.CACHES["throttle"]}
    drawn = []
    monkeypatch.setattr(raster, "draw", lambda *job: drawn.append(job) or b"\x89PNG")
    client.get("/pictures/game/race/en.png")
    client.get("/pictures/game/race/en.png")
    assert len(drawn) == 1
    caches["pictures"].clear()


def test_who_wants_too_many_is_told_to_come_back(client, shelf, settings, monkeypatch):
    monkeypatch.setattr(raster, "draw", lambda *job: b"\x89PNG")
    most = 5
    settings.ACTION_LIMITS = {**settings.ACTION_LIMITS, "picture": Rate(most, 60)}
    limits.forget()
    answers = [client.get("/pictures/game/race/en.png").status_code for _ in range(most + 1)]
    assert answers == [200] * most + [503]


def test_a_line_of_which_a_letter_is_missing_is_left_out():
    if not raster.is_drawable(raster.Line("a", 0, 0, 20, "#000")):
        pytest.skip("no fonts here")
    missing = raster.Line(f"a{raster.NOBODY_HAS}", 50, 50, 20, "#fff")
    assert not raster.is_drawable(missing)
    assert raster.draw("", [missing]) == raster.draw("", [])
    assert raster.draw("", [missing._replace(text="a")]) != raster.draw("", [])


def test_names_of_people_are_text_and_nothing_else():
    said = '<image href="/etc/passwd"/>&'
    shapes, lines = drawing.draw_sheet(drawing.Sheet(said, said, said), said)
    assert said not in shapes
    assert size_of(raster.draw(shapes, lines)) == (1200, 630)


def test_a_sheet_holds_what_is_long():
    long = "一个很长很长的名字" * 40
    people = [drawing.Row(long, seat, "1") for seat in range(12)]
    _, lines = drawing.draw_sheet(drawing.Sheet(long, long, long, people), "x")
    for line in lines:
        assert line.x + width(line.text) * line.size * 0.5 <= 1200
        assert line.y < 600


def test_signs_and_chance_are_those_of_the_table(tmp_path):
    node = which("node")
    if node is None:
        pytest.skip("needs Node")
    folder = emblem.GLYPHS.parent
    text = f"""
      // Whatever is drawn on the page while modules are read.
      const any = new Proxy(() => any, {{
        get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : any), set: () => true,
      }});
      globalThis.document = any;
      const {{ GLYPHS }} = await import("{folder / "glyphs.js"}");
      const {{ hash, glyphsOf }} = await import("{folder / "art.js"}");
      const ctx = {{ book: {{ board: {{ table: {{ glyphs: {{ bash: "sword" }} }} }} }} }};
      const face = {{ art: {{ by: ["school"] }} }};
      const ids = ["fire_eater", "xyzzy", "archmages_pocket_watch", "p.bash", "old_person_moon"];
      console.log(JSON.stringify([Object.keys(GLYPHS).length, hash("逆时 wizard"),
        ids.map((id) => GLYPHS[glyphsOf({{ id, kind: "k", school: "frost" }}, face, ctx)[0]].d)]));
    """
    done = subprocess.run([node, "--input-type=module", "-e", text], capture_output=True, text=True)
    assert not done.returncode, done.stderr

    class Pack:
        board = {
            "table": {"glyphs": {"bash": "sword"}, "faces": {"k": {"art": {"by": ["school"]}}}}
        }

    ids = ("fire_eater", "xyzzy", "archmages_pocket_watch", "p.bash", "old_person_moon")
    ours = [emblem.emblem_of(Pack, each, "k", {"school": "frost"}).path for each in ids]
    assert json.loads(done.stdout) == [
        len(emblem.glyphs()),
        emblem.hash_text("逆时 wizard"),
        ours,
    ]


def test_colours_are_those_of_the_style_sheets():
    assert emblem.oklch(1, 0, 0) == "#ffffff"
    assert emblem.oklch(0, 0, 0) == "#000000"
    assert emblem.oklch(0.628, 0.2577, 29.23) == "#ff0000"


def test_the_cards_of_a_picture_are_the_same_ones_each_time(shelf):
    assert pictures._cards(shelf["duel"], "x") == pictures._cards(shelf["duel"], "x")
    assert len(pictures._cards(shelf["duel"], "x")) == 3
