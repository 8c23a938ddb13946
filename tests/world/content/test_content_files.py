"""What is published and the files on disk: who wins, what is told, what goes in and out."""

import io
import json
import stat
import zipfile
from unittest import mock

import pytest
from shelved import GREY, refused

from rules.pack.files import WORLD
from world import content
from world.community import staff
from world.content import exchange, publishing, trying
from world.models import PackPolicy, Publication, Revision, StaffAct
from world.shelf import games
from world.shelf.published import head_of

PACKS = sorted(path.parent.name for path in WORLD.glob("*/pack.json5"))


@pytest.fixture(autouse=True)
def few_matches(settings):
    settings.TRIAL_MATCHES = 10
    yield
    trying.stop()


@pytest.fixture
def edit(shelf):
    """Change a text of a file on disk."""

    def change(old, new, file=None):
        file = file or shelf.file
        text = file.read_bytes().decode()
        assert old in text
        file.write_bytes(text.replace(old, new, 1).encode())

    return change


@pytest.fixture
def published(people, done):
    """Somebody publishes a piece, without ado."""

    def by(address, text, folder="pebbles", who=people.ada):
        PackPolicy.objects.get_or_create(folder=folder, review=False)
        draft = content.save_draft(who, folder, address, text)
        if content.has_trial(draft):
            done(content.await_trial(who, draft))
        return done(content.publish_drafts(who, [draft]))

    return by


def grey(weight=4):
    text = content.find_piece("pebbles", GREY).text
    return text.replace('"weight": 1', f'"weight": {weight}')


def start_again():
    games.forget()
    games.keep_good()


def weight(game="pebbles"):
    return games.find_game(game).card("t.stone.grey").facts["weight"]


# -- seeding


def test_the_first_start_writes_down_what_there_is_and_the_next_nothing(shelf):
    head = content.head_of("pebbles")
    addresses = {row.address for row in Revision.objects.filter(publication=head)}
    assert addresses >= {GREY, "card:t.stone.red", "file:pack.json5", "file:RULES.md"}
    assert (head.how, head.by) == ("files", None)
    count = Publication.objects.count(), Revision.objects.count()
    start_again()
    assert (Publication.objects.count(), Revision.objects.count()) == count


@pytest.mark.parametrize("folder", PACKS)
def test_every_shipped_pack_comes_back_byte_for_byte(db, tmp_path, settings, folder):
    settings.PACK_DIRS, settings.CACHE_DIR = [WORLD], str(tmp_path / "cache")
    admin = mock.Mock(is_active=True, is_superuser=True, pk=None, username="admin")
    games.forget()
    with mock.patch.object(games, "folders", return_value=[WORLD / folder]):
        games.keep_good()
        there = {
            path.relative_to(WORLD / folder).as_posix(): path.read_bytes()
            for path in (WORLD / folder).rglob("*")
            if path.is_file()
        }
        assert there
        assert content.export_pack(admin, folder, tmp_path / folder)
        written = {
            path.relative_to(tmp_path / folder).as_posix(): path.read_bytes()
            for path in (tmp_path / folder).rglob("*")
            if path.is_file()
        }
        assert written == there
        with zipfile.ZipFile(io.BytesIO(content.archive_pack(admin, folder))) as packed:
            inside = {name: packed.read(name) for name in packed.namelist()}
        assert inside == {f"{folder}/{name}": data for name, data in there.items()}
    games.forget()


# -- both sides


def test_what_was_published_stays_over_a_restart_and_the_files_are_left_alone(shelf, published):
    before = shelf.file.read_bytes()
    assert published(GREY, grey()).published
    count = Publication.objects.count()
    start_again()
    assert (weight(), weight("heir")) == (4, 4)
    assert shelf.file.read_bytes() == before
    assert Publication.objects.count() == count
    state = content.state_of("pebbles")
    assert state == content.State([], ["pebbles/pack.json5"], [])


def test_a_file_that_changed_alone_is_taken_and_what_was_published_elsewhere_stays(
    shelf, edit, published
):
    published("card:t.stone.new", grey().replace("grey", "new").replace("灰", "新"))
    edit('"weight": 1}', '"weight": 3}')
    assert content.state_of("pebbles") == content.State(
        ["pebbles/pack.json5"], ["pebbles/cards/built.json5"], []
    )
    start_again()
    assert weight() == 3
    assert "t.stone.new" in games.find_game("pebbles").program.catalogue.definitions
    assert "t.stone.new" in games.find_game("heir").program.catalogue.definitions
    assert content.history_of("pebbles", GREY)[0].publication.how == "files"


def test_where_both_changed_neither_wins_until_somebody_decides(
    people, shelf, edit, published, done
):
    published(GREY, grey(4))
    edit('"weight": 1}', '"weight": 3}')
    start_again()
    assert weight() == 4
    assert games.undecided_files() == {"pebbles": ["pebbles/pack.json5"]}
    assert content.state_of("pebbles").both == ["pebbles/pack.json5"]
    told = staff.undecided_lines(people.bob)
    assert "content take pebbles files" in " ".join(" ".join(told).split())
    start_again()  # and it is not forgotten
    assert games.undecided_files()
    refused("mayNot", content.take_side, people.bob, "pebbles", "files")
    refused("badSide", content.take_side, people.rita, "pebbles", "both")
    refused("exportBoth", content.export_pack, people.rita, "pebbles")
    outcome = done(content.take_side(people.rita, "pebbles", "files"))
    assert outcome.published
    assert (weight(), weight("heir")) == (3, 3)
    assert content.state_of("pebbles") == content.State([], [], [])
    refused("nothingToTake", content.take_side, people.rita, "pebbles", "files")
    start_again()
    assert (weight(), games.undecided_files()) == (3, {})


def test_deciding_for_the_database_keeps_what_is_published_and_the_files(
    people, shelf, edit, published, done
):
    published(GREY, grey(4))
    edit('"weight": 1}', '"weight": 3}')
    before = shelf.file.read_bytes()
    done(content.take_side(people.rita, "pebbles", "database"))
    assert content.state_of("pebbles") == content.State([], ["pebbles/pack.json5"], [])
    start_again()
    assert (weight(), games.undecided_files()) == (4, {})
    assert shelf.file.read_bytes() == before


def test_the_command_that_reads_files_follows_the_same_rule(shelf, edit, published, done):
    published(GREY, grey(4))
    edit('"weight": 1}', '"weight": 3}')
    edit("# Pebbles", "# Stones", shelf.folder / "pebbles" / "RULES.md")
    outcomes = {each.folder.name: each for each in done(publishing.publish_game("pebbles"))}
    assert outcomes["pebbles"].both == ["pebbles/pack.json5"]
    assert weight() == 4
    assert content.find_piece("pebbles", "file:RULES.md").text == "# Stones\n"
    assert games.undecided_files()


def test_export_writes_what_is_published_into_the_files(people, shelf, published):
    published(GREY, grey(4))
    published("card:t.stone.new", grey().replace("grey", "new").replace("灰", "新"))
    published("file:RULES.md", "")
    refused("mayNot", content.export_pack, people.bob, "pebbles")
    refused("mayNot", content.archive_pack, people.bob, "pebbles")
    paths = content.export_pack(people.rita, "pebbles")
    names = ["RULES.md", "cards/built.json5", "pack.json5"]
    assert paths == [f"pebbles/{name}" for name in names]
    assert not (shelf.folder / "pebbles" / "RULES.md").exists()
    assert '"weight": 4' in shelf.file.read_text("utf-8")
    assert content.state_of("pebbles") == content.State([], [], [])
    assert content.export_pack(people.rita, "pebbles") == []
    count = Publication.objects.count()
    start_again()
    assert (weight(), Publication.objects.count()) == (4, count)
    assert StaffAct.objects.filter(act="export", by=people.rita).count() == 2


def test_a_mistake_in_a_file_leaves_what_is_published_on_the_shelf(shelf, edit, published):
    published(GREY, grey(4))
    edit('"main"', '"mian"')
    edit('"weight": 1}', '"weight": 3}')
    (shelf.folder / "pebbles" / "more.json5").write_text("{", encoding="utf-8")
    with mock.patch.object(games.logger, "log_err"):
        start_again()
    assert "pebbles" in games.mistakes()
    assert weight() == 4


# -- installing


def archive(files, folder="marbles"):
    """A zip file of a pack."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, text in files.items():
            into.writestr(name if name.startswith("!") else f"{folder}/{name}", text)
    return packed.getvalue()


@pytest.fixture
def marbles(shelf):
    """The files of a pack that was made elsewhere."""
    text = shelf.file.read_text("utf-8").replace('"id": "pebbles"', '"id": "marbles"')
    return {"pack.json5": text.replace('"en": "Pebbles"', '"en": "Marbles"'), "RULES.md": "# M\n"}


def test_a_pack_from_elsewhere_is_installed_and_stays(people, done, marbles):
    outcome = done(content.install_pack(people.ada, archive(marbles)))
    assert (outcome.problems, outcome.published) == ([], True)
    assert content.folder_of("Marbles") == "marbles"
    assert content.find_piece("marbles", "file:RULES.md").text == "# M\n"
    assert content.head_of("marbles").how == "install"
    start_again()
    assert games.find_game("marbles").name["en"] == "Marbles"
    assert content.state_of("marbles").both == []
    refused("installSame", content.install_pack, people.ada, archive(marbles))
    more = marbles | {"RULES.md": "# More\n"}
    done(content.install_pack(people.ada, archive(more)))
    assert content.find_piece("marbles", "file:RULES.md").text == "# More\n"


def test_a_folder_is_installed_as_well_and_one_that_inherits(people, done, tmp_path, published):
    folder = tmp_path / "made" / "boulders"
    folder.mkdir(parents=True)
    pack = {"pack": {"id": "boulders", "inherits": "pebbles", "name": {"zh": "石", "en": "B"}}}
    (folder / "pack.json5").write_text(json.dumps(pack), encoding="utf-8")
    assert done(content.install_pack(people.ada, folder)).published
    assert weight("boulders") == 1
    assert published(GREY, grey(4)).published
    assert weight("boulders") == 4
    start_again()
    assert weight("boulders") == 4


def test_only_admins_install(people, marbles):
    refused("mayNot", content.install_pack, people.rita, archive(marbles))


def test_a_pack_with_mistakes_is_refused_whole(people, done, marbles):
    marbles["cards/more.json5"] = '{"cards": [{"id": "t.stone.bad", "wieght": 1}]}'
    outcome = done(content.install_pack(people.ada, archive(marbles)))
    assert any("wieght" in problem for problem in outcome.problems)
    assert "marbles" not in games.games_by_id()
    assert head_of("marbles") is None


def test_a_pack_whose_id_or_folder_is_taken_is_refused(people, done, marbles):
    refused("installTaken", content.install_pack, people.ada, archive(marbles, "pebbles"))
    stolen = {"pack.json5": marbles["pack.json5"].replace('"id": "marbles"', '"id": "pebbles"')}
    outcome = done(content.install_pack(people.ada, archive(stolen)))
    assert any("pebbles" in problem for problem in outcome.problems)
    assert head_of("marbles") is None


@pytest.mark.parametrize(
    "names",
    [
        ["../out.json5"],
        ["a/../../out.json5"],
        ["run.py"],
        [".hidden.json5"],
        ["a\\b.json5"],
        ["CON\x01.json5"],
    ],
)
def test_no_file_of_an_archive_leads_elsewhere_or_is_no_part_of_a_pack(people, marbles, names):
    files = marbles | dict.fromkeys(names, "{}")
    refused("installBadFile", content.install_pack, people.ada, archive(files))


def test_what_is_no_pack_is_refused(people, tmp_path):
    refused("installUnreadable", content.install_pack, people.ada, b"no zip file")
    refused("installUnreadable", content.install_pack, people.ada, tmp_path / "nothing.zip")
    refused("installNoPack", content.install_pack, people.ada, archive({"RULES.md": "x"}))
    refused("installNoPack", content.install_pack, people.ada, archive({}))
    refused(
        "installNoPack",
        content.install_pack,
        people.ada,
        archive({"!other/pack.json5": "{}", "pack.json5": "{}"}),
    )
    refused(
        "installBadFile", content.install_pack, people.ada, archive({"pack.json5": b"\xff\xfe"})
    )


def test_a_bomb_is_measured_before_it_goes_off(people, marbles, monkeypatch):
    bomb = archive(marbles | {"big.json5": " " * (exchange.MOST_BYTES + 1)})
    assert len(bomb) < exchange.MOST_PACKED
    refused("installTooLarge", content.install_pack, people.ada, bomb)
    many = archive(dict.fromkeys((f"f{n}.json5" for n in range(exchange.MOST_FILES + 1)), "{}"))
    refused("installTooLarge", content.install_pack, people.ada, many)
    monkeypatch.setattr(exchange, "MOST_PACKED", 10)
    refused("installTooLarge", content.install_pack, people.ada, archive(marbles))


def test_links_are_not_followed(people, tmp_path, marbles):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as into:
        link = zipfile.ZipInfo("marbles/pack.json5")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        into.writestr(link, "/etc/passwd")
    refused("installBadFile", content.install_pack, people.ada, packed.getvalue())
    folder = tmp_path / "made" / "marbles"
    folder.mkdir(parents=True)
    (folder / "pack.json5").write_text(marbles["pack.json5"], encoding="utf-8")
    (folder / "secret.json5").symlink_to("/etc/passwd")
    refused("installBadFile", content.install_pack, people.ada, folder)
