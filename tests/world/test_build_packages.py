"""Packages in Lua on the pages of builders and of the admin: sent, written, told at their lines."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from shelved import page

from world.admin import exchange
from world.models import Draft, StaffAct

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
