"""Packages in Lua on the pages of builders and of the admin: sent, written, told at their lines."""

import io
import stat
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from shelved import page

from rules.pack.files import WORLD
from rules.workshop import script_command
from web.api import archives
from world import content
from world.admin import exchange
from world.errors import TableError
from world.locale.reader import Reader
from world.models import Draft, StaffAct
from world.render.announce import sentence_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("scripted", "pages_wait")]
WOLF = "file:lua/wolf.lua"
STONE = 'game.stone("moon", 3)\n'


def sent(client, name, data, language="en"):
    upload = SimpleUploadedFile(name, data)
    header = {"HTTP_ACCEPT_LANGUAGE": language}
    return client.post("/build/pebbles/packages/", {"packages": upload}, follow=True, **header)


def test_a_script_that_is_sent_becomes_a_draft(at):
    assert 'name="packages"' in page(at("bob").get("/build/pebbles/"))
    assert "Drafts begun: file:lua/wolf.lua." in page(sent(at("bob"), "wolf.lua", STONE.encode()))
    row = Draft.objects.get()
    assert (row.address, row.text, row.author_name) == (WOLF, STONE, "Bob")
    assert StaffAct.objects.get().act == "takePackages"


def test_what_is_wrong_with_what_is_sent_is_told_in_the_readers_language(at):
    told = page(sent(at("bob"), "wolf.lua", b""))
    assert "Nothing was taken. wolf.lua is empty." in told
    told = page(sent(at("bob"), "wolf.zip", b"no zip", "zh"))
    assert "什么都没有收入。这不是能读的 zip 文件。" in told
    assert not Draft.objects.exists()
    assert sent(at("ann"), "wolf.lua", STONE.encode()).status_code == 403


def test_a_script_is_written_with_its_mistakes_at_their_lines(at):
    answer = at("bob").post("/build/pebbles/", {"open": WOLF})
    address = answer.headers["Location"]
    html = page(at("bob").get(address))
    assert "Lua</label>" in html
    assert "build/app" in html
    form = {"act": "check", "text": '\ngame.stone("moon")\ngame.stone(\n'}
    header = {"HTTP_ACCEPT_LANGUAGE": "zh"}
    html = page(at("bob").post(address, form, follow=True, **header))
    assert "<li>4 &lt;eof&gt; 附近有意外的符号</li>" in html
    form["text"] = '\ngame.stone("moon")\n'
    assert "<li>2 石头要有重量</li>" in page(at("bob").post(address, form, follow=True, **header))
    form["text"] = STONE
    html = page(at("bob").post(address, form, follow=True))
    assert "It is in order." in html
    assert "moon" in html.partition('id="sentences"')[2]


def test_the_admin_takes_packages_where_it_installs_games(at, waits):
    waits("in_game", exchange)
    address = reverse("admin:world_publication_install")
    for name, data in (("wolf.lua", STONE.encode()), ("hare.lua", b"\xff\xff")):
        upload = SimpleUploadedFile(name, data)
        html = page(at("ada").post(address, {"archive": upload}, follow=True))
        told = {"wolf.lua": "1 drafts: file:lua/wolf.lua.", "hare.lua": "neither UTF-8 nor GB18030"}
        assert told[name] in html
    assert [row.address for row in Draft.objects.all()] == [WOLF]


def test_the_api_takes_packages(at, waits):
    waits("run_in_reactor", archives)
    packed = archive({"extensions/wolf.lua": STONE, "image/moon.png": "PNG"})
    answer = posted(at("bob"), "wolf.zip", packed)
    assert answer.status_code == 201
    told = answer.json()
    assert [(each["address"], each["text"]) for each in told["drafts"]] == [(WOLF, STONE)]
    assert told["left_out"] == ["image/moon.png"]
    assert StaffAct.objects.get().way == "api"
    assert posted(at("ann"), "wolf.lua", STONE.encode()).status_code == 403
    assert posted(at("bob"), "wolf.lua", None).json()["error"] == "invalid"


# -- every door says the same


def archive(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as into:
        for name, data in files.items():
            into.writestr(name, data)
    return packed.getvalue()


def link():
    info = zipfile.ZipInfo("extensions/link.lua")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def posted(client, name, data, language="en"):
    form = {"packages": SimpleUploadedFile(name, data)} if data is not None else {}
    header = {"HTTP_ACCEPT_LANGUAGE": language}
    return client.post("/api/1/games/pebbles/packages/", form, **header)


def by_the_command_line(at, people, tmp_path, name, data, language):
    (tmp_path / name).write_bytes(data)
    lines, count = script_command.check_files(
        WORLD / "kingdoms_packages", [tmp_path / name], language
    )
    assert count
    return "\n".join(lines).replace(f"{tmp_path}/{name}: ", "")


def by_incoming(at, people, tmp_path, name, data, language):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(TableError) as error:
        content.take_packages(people.bob, tmp_path / name, folder="pebbles")
    return sentence_of(error.value, Reader(language))


def by_the_admin(at, people, tmp_path, name, data, language):
    address = reverse("admin:world_publication_install")
    form = {"archive": SimpleUploadedFile(name, data)}
    header = {"HTTP_ACCEPT_LANGUAGE": language}
    return page(at("ada").post(address, form, follow=True, **header))


def by_the_page(at, people, tmp_path, name, data, language):
    return page(sent(at("bob"), name, data, language))


def by_the_api(at, people, tmp_path, name, data, language):
    answer = posted(at("bob"), name, data, language)
    assert answer.status_code == 409
    return answer.json()["sentence"]


DOORS = [by_the_command_line, by_incoming, by_the_admin, by_the_page, by_the_api]
BAD = {
    "empty.lua": (b"", ["empty.lua is empty"], ["empty.lua是空的"]),
    "long.lua": (
        b"-" * 5_000_000,
        ["long.lua is too long: a script has at most 400000 characters"],
        ["long.lua太长：一个脚本最多400000个字符"],
    ),
    "wide.lua": (
        "x = 1".encode("utf-16"),
        ["wide.lua is neither UTF-8 nor GB18030: byte 3"],
        ["wide.lua既不是 UTF-8 也不是 GB18030：第3个字节"],
    ),
    "bad.zip": (
        archive(
            {
                "../out.lua": "x = 1",
                "extensions/wolf.dll": "MZ",
                "extensions/made.lua": b"\x1bLuaQ",
                link(): "/etc/passwd",
                "extensions/fine.lua": STONE,
            }
        ),
        [
            "../out.lua leads out of its folder",
            "extensions/wolf.dll is neither a script nor a picture nor a sound",
            "extensions/made.lua is compiled Lua; only source texts are taken",
            "extensions/link.lua is a link",
        ],
        ["指向了文件夹之外", "既不是脚本", "是编译过的 Lua", "link.lua是一个链接"],
    ),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("door", DOORS)
def test_every_door_says_the_same_of_what_it_cannot_take(at, people, waits, tmp_path, door, name):
    waits("in_game", exchange)
    waits("run_in_reactor", archives)
    data, *sentences = BAD[name]
    for language, expected in zip(("en", "zh"), sentences, strict=True):
        told = door(at, people, tmp_path, name, data, language)
        for each in expected:
            assert each in told
    assert not Draft.objects.exists()
