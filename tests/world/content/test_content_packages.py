"""Packages in Lua: drafts of scripts, from their first line to matches that outlive them."""

import io
import stat
import zipfile

import pytest
from shelved import API, refused

from rules.running.match import Match
from rules.workshop import script_files
from rules.workshop.problems import in_language, report_in
from world import content
from world.content import packages, trying
from world.models import PackPolicy, PackVersion
from world.shelf import games

FOLDER = "pebbles"
WOLF = "file:lua/wolf.lua"

STONE = 'game.stone("moon", 3)\n'


@pytest.fixture(autouse=True)
def few_matches(settings):
    settings.TRIAL_MATCHES = 10
    yield
    trying.stop()


@pytest.fixture
def publish(people, done):
    """Somebody publishes a script, without ado."""

    def by(text, address=WOLF):
        PackPolicy.objects.get_or_create(folder=FOLDER, review=False)
        draft = content.save_draft(people.ada, FOLDER, address, text)
        if content.has_trial(draft):
            done(content.await_trial(people.ada, draft))
        return done(content.publish_drafts(people.ada, [draft]))

    return by


def stones():
    known = games.find_game(FOLDER).program.catalogue.definitions
    return {each for each in known if each.startswith("wolf.")}


def test_a_script_goes_the_way_of_all_drafts(people, scripted, done):
    draft = content.save_draft(people.bob, FOLDER, WOLF, STONE)
    report = done(content.check_draft(people.bob, draft))
    assert report["problems"] == []
    assert "moon" in report["sentences"]["zh"]
    assert "moon" in report["sentences"]["en"]
    done(content.submit_draft(people.bob, draft))
    trial = done(content.await_trial(people.bob, draft))
    assert (trial["matches"], trial["failed"]) == (10, 0)
    content.approve_draft(people.rita, draft)
    first = content.head_of(FOLDER).pk
    assert done(content.publish_drafts(people.rita, [draft])).published
    assert stones() == {"wolf.stone.moon"}
    assert content.find_piece(FOLDER, WOLF).text == STONE
    assert done(content.rollback(people.rita, FOLDER, first)).published
    assert stones() == set()


def test_a_script_stays_over_a_restart_and_is_retired(people, scripted, publish, done):
    assert publish(STONE).published
    games.forget()
    games.keep_good()
    assert stones() == {"wolf.stone.moon"}
    content.retire_piece(people.ada, FOLDER, WOLF)
    draft = content.own_draft(people.ada, FOLDER, WOLF)
    assert not content.has_trial(draft)
    assert done(content.publish_drafts(people.ada, [draft])).published
    assert stones() == set()


def test_a_script_on_disk_is_taken_and_written_back(people, scripted, publish):
    file = scripted.folder / FOLDER / "lua" / "wolf.lua"
    file.write_bytes('\ufeffgame.stone("moon", 3) -- 月\n'.encode())
    games.forget()
    games.keep_good()
    assert stones() == {"wolf.stone.moon"}
    file.write_bytes('game.stone("sun", 3) -- 日\n'.encode("gb18030"))
    games.forget()
    games.keep_good()
    assert stones() == {"wolf.stone.sun"}
    assert publish(STONE, "file:lua/hare.lua").published
    assert content.export_pack(people.ada, FOLDER) == [f"{FOLDER}/lua/hare.lua"]
    assert (scripted.folder / FOLDER / "lua" / "hare.lua").read_text("utf-8") == STONE


@pytest.mark.parametrize(
    ("text", "line", "english", "chinese"),
    [
        ('\ngame.stone("moon")\n', 2, "a stone needs a weight", "石头要有重量"),
        ("game.stone(\n", 2, "unexpected symbol near <eof>", "<eof> 附近有意外的符号"),
        (
            "x = {1\n\n",
            3,
            "'}' expected (to close '{' at line 1) near <eof>",
            "应有 '}'，以结束第 1 行的 '{'",
        ),
        ('\n\nio.open("x")', 3, "there is no io.open here", "这里没有 io.open"),
        ('dofile("x")', 1, "there is no dofile here: files are not read", "这里没有 dofile：不读"),
        ("game.stone(nil + 1)", 1, "attempt to perform arithmetic on a nil value", "空值"),
        ("while true do end", 1, "it does not come to an end", "没有尽头"),
    ],
)
def test_what_is_wrong_is_told_at_its_line_in_both_languages(
    people, scripted, done, text, line, english, chinese
):
    report = done(content.check_text(people.bob, FOLDER, WOLF, text))
    (problem,) = report["problems"]
    assert (problem["line"], problem["text"]) == (line, english)
    (told,) = report_in(report, "zh")["problems"]
    assert chinese in told["text"]


def test_the_rest_of_a_script_is_looked_at_as_well(people, scripted, done):
    text = 'game.stone("a")\ngame.stone("b", 2)\ngame.stone("c")\n'
    report = done(content.check_text(people.bob, FOLDER, WOLF, text))
    assert [each["line"] for each in report["problems"]] == [1, 3]


def test_names_that_nothing_has_are_told_and_refuse_nothing(people, scripted, done):
    text = 'game.stone("moon", 3, function(self) game.stome("x") self:tuch() end)\n'
    report = done(content.check_text(people.bob, FOLDER, WOLF, text))
    assert report["problems"] == []
    assert report["warnings"] == [
        "line 1: there is no game.stome, which is used here",
        "line 1: tuch is called here, and nothing has it",
    ]
    assert report_in(report, "zh")["warnings"][0] == "第 1 行: 这里用了 game.stome，没有这个"


def test_they_are_told_beside_what_is_wrong(people, scripted, done):
    text = 'game.stone("moon")\ngame.stome("x")\n'
    report = done(content.check_text(people.bob, FOLDER, WOLF, text))
    assert [each["line"] for each in report["problems"]] == [1, 2]
    assert report["warnings"] == ["line 2: there is no game.stome, which is used here"]


def test_what_scripts_see_is_a_file_of_the_game_like_any_other(people, scripted, done):
    address = "file:lua/api/10_stones.lua"
    refused("mayNot", content.save_draft, people.ann, FOLDER, address, API)
    draft = content.save_draft(people.bob, FOLDER, address, API.replace("weight)", "weighs"))
    assert not content.has_trial(draft)
    (problem,) = done(content.check_draft(people.bob, draft))["problems"]
    assert problem["line"] == 6


# -- deliveries


def archive(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, text in files.items():
            into.writestr(name, text)
    return packed.getvalue()


CLIENT = {
    "extensions/wolf.lua": "\ufeff" + STONE,
    "lua/ai/wolf-ai.lua": "-- nothing yet\n",
    "lang/zh_CN/wolf.lua": 'return {["moon"] = "月"}\n'.encode("gb18030"),
    "image/generals/moon.jpg": b"\xff\xd8",
    "audio/skill/moon.ogg": b"Ogg",
}


def test_a_zip_of_the_client_becomes_drafts_and_pictures_are_left_out(people, scripted):
    for root in ("", "mine/"):
        source = archive({f"{root}{name}": data for name, data in CLIENT.items()})
        taken = content.take_packages(people.bob, source, "wolf.zip")
        assert {draft.address: draft.text for draft in taken.drafts} == {
            WOLF: STONE,
            "file:lua/ai/wolf-ai.lua": "-- nothing yet\n",
            "file:lua/lang/zh_CN/wolf.lua": 'return {["moon"] = "月"}\n',
        }
        assert [path.rpartition("/")[2] for path in taken.left_out] == ["moon.jpg", "moon.ogg"]


def test_a_script_by_itself_or_a_folder_becomes_drafts(people, scripted, tmp_path):
    taken = content.take_packages(people.bob, STONE.encode(), "wolf.lua")
    assert [draft.address for draft in taken.drafts] == [WOLF]
    made = tmp_path / "made" / "extensions"
    made.mkdir(parents=True)
    (made / "hare.lua").write_text(STONE)
    taken = content.take_packages(people.bob, made.parent)
    assert [draft.address for draft in taken.drafts] == ["file:lua/hare.lua"]


def test_what_is_published_already_is_no_draft(people, scripted, publish):
    publish(STONE)
    refused("packagesSame", content.take_packages, people.bob, STONE.encode(), "wolf.lua")


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"../wolf.lua": STONE}, "../wolf.lua leads out of its folder"),
        ({"/extensions/wolf.lua": STONE}, "/extensions/wolf.lua leads out of its folder"),
        ({"C:\\wolf.lua": STONE}, "C:/wolf.lua leads out of its folder"),
        ({"extensions/wolf.dll": "MZ"}, "neither a script nor a picture nor a sound"),
        ({"extensions/more.zip": "PK"}, "is an archive inside an archive"),
        ({"extensions/wolf.lua": b"\x1bLuaR"}, "is compiled Lua"),
        ({"extensions/wolf.lua": "x = '山'".encode("utf-16")}, "neither UTF-8 nor GB18030"),
        ({"extensions/wolf.lua": b"x = '\xff\xff'"}, "neither UTF-8 nor GB18030"),
        ({"extensions/wolf.lua": " \n"}, "extensions/wolf.lua is empty"),
        ({"extensions/wolf.lua": " " * 5_000_000}, "a script has at most 400000 characters"),
        ({"extensions/狼.lua": STONE}, "has only letters, digits, _ and -"),
        ({"scripts/wolf.lua": STONE}, "none of the folders of scripts (extensions, lua/ai, lang)"),
        ({"wolf/extensions/a.lua": "x=1", "hare/extensions/a.lua": "x=1"}, "is there twice"),
        ({"image/moon.png": b"PNG"}, "there is no script among the files"),
    ],
)
def test_each_file_that_cannot_be_taken_has_its_sentence(people, scripted, files, sentence):
    details = refused("packagesRefused", content.take_packages, people.bob, archive(files), "x.zip")
    assert sentence in " ".join(details["sentences"])
    for each in details["sentences"]:
        assert in_language(each, "zh") != each
    assert not content.drafts_of(people.bob, FOLDER)


def test_all_that_is_wrong_with_a_delivery_is_told_at_once(people, scripted):
    link = zipfile.ZipInfo("extensions/link.lua")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    packed = io.BytesIO(archive(CLIENT | {"../x.lua": STONE, "extensions/x.exe": "MZ"}))
    with zipfile.ZipFile(packed, "a") as into:
        into.writestr(link, "/etc/passwd")
    details = refused("packagesRefused", content.take_packages, people.bob, packed.getvalue())
    assert len(details["sentences"]) == 3
    assert "extensions/link.lua is a link" in details["sentences"]


def test_a_bomb_and_what_is_no_archive_are_refused(people, scripted, monkeypatch):
    bomb = archive({f"extensions/a{n}.lua": "-" * 399_000 for n in range(25)})
    assert len(bomb) < 100_000
    details = refused("packagesRefused", content.take_packages, people.bob, bomb, "x.zip")
    assert "all scripts have at most" in details["sentences"][0]
    details = refused("packagesRefused", content.take_packages, people.bob, b"no zip", "x.zip")
    assert details["sentences"] == ["this is no zip file that can be read"]
    monkeypatch.setattr(packages, "MOST_PACKED", 10)
    refused("packagesRefused", content.take_packages, people.bob, archive(CLIENT), "x.zip")
    monkeypatch.setattr(script_files, "MOST_FILES", 2)
    monkeypatch.setattr(packages, "MOST_PACKED", 10**6)
    refused("packagesRefused", content.take_packages, people.bob, archive(CLIENT), "x.zip")


def test_who_may_not_write_and_games_without_scripts_take_nothing(people, shelf):
    refused("noPackages", content.take_packages, people.bob, STONE.encode(), "wolf.lua")
    refused("noPackages", content.take_packages, people.bob, b"", "wolf.lua", FOLDER)
    refused("mayNot", content.take_packages, people.ann, b"", "wolf.lua", FOLDER)


def test_packs_and_packages_are_told_apart(scripted, tmp_path):
    assert content.is_pack(archive({"marbles/pack.json5": "{}", "marbles/lua/a.lua": ""}))
    assert not content.is_pack(archive(CLIENT))
    assert not content.is_pack(STONE.encode(), "wolf.lua")
    assert content.is_pack(b"nothing", "x.zip")


# -- matches that run


def test_a_match_ends_with_the_scripts_that_it_began_with(people, scripted, publish, done):
    publish(STONE)
    old = games.find_game(FOLDER)
    match = Match.new(old, old.program.seats[0], 1)
    saved = match.save()
    publish('game.stone("sun", 3)\n')
    assert stones() == {"wolf.stone.sun"}
    assert "wolf.stone.moon" in match.program.catalogue.definitions
    games.forget()
    games.keep_good()
    again = games.pack_of(PackVersion.objects.get(content_hash=old.hash))
    assert {file.name for file in again.program.scripts.files} == {"api/10_stones.lua", "wolf.lua"}
    assert Match.load(again, saved).hash() == match.hash()


def test_a_script_and_what_tells_the_bot_how_to_play_it_are_tried_together(people, scripted, done):
    guide = content.save_draft(people.bob, FOLDER, "file:lua/ai/wolf-ai.lua", "-- howl\n")
    draft = content.save_draft(people.bob, FOLDER, WOLF, STONE)
    assert trying._companions_of(draft) == []  # nobody has checked it
    done(content.check_draft(people.bob, guide))
    content.save_draft(people.ben, FOLDER, "file:lua/ai/wolf-ai.lua", "-- bark\n")
    content.save_draft(people.bob, FOLDER, "file:lua/hare.lua", STONE)
    draft.refresh_from_db()
    assert [put.text for put in trying._companions_of(draft)] == ["-- howl\n"]
    found = done(content.await_trial(people.bob, draft))
    assert (found["matches"], found["guided"]) == (10, None)  # this game has no such bot


def test_pairs_of_matches_with_and_without_the_files_for_the_bot_count_as_two(
    people, scripted, done, monkeypatch
):
    draft = content.save_draft(people.bob, FOLDER, WOLF, STONE)
    monkeypatch.setattr(trying.weighing, "has_guides", lambda *_: True)
    told = []
    done(content.await_trial(people.bob, draft, lambda *part: told.append(part)))
    assert told == [(10, 18), (18, 18)]


def test_a_match_goes_on_when_its_package_is_rolled_back_over_a_restart(
    people, scripted, publish, done
):
    first = content.head_of(FOLDER).pk
    publish(STONE)
    old = games.find_game(FOLDER)
    match = Match.new(old, old.program.seats[0], 1)
    match.answer(match.choices[0].seat, match.choices[0].default)
    saved = match.save()
    assert done(content.rollback(people.rita, FOLDER, first)).published
    assert stones() == set()
    games.forget()
    games.keep_good()
    assert stones() == set()
    again = Match.load(games.pack_of(PackVersion.objects.get(content_hash=old.hash)), saved)
    assert "wolf.stone.moon" in again.program.catalogue.definitions
    while not match.is_over:
        for each in (match, again):
            each.answer(each.choices[0].seat, each.choices[0].default)
        assert again.hash() == match.hash()
    assert again.is_over
