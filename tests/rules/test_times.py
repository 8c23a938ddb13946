"""How long players have, as a pack says it: `away` and `limits` of its manifest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import build

from rules.ground.errors import PackError
from rules.pack.times import Limit, Times

WORDS = {"words": {"en": {"prompt": {"plan": "?", "nullify": "?"}}}}


def test_a_pack_says_how_long_its_prompts_are_and_how_long_who_is_away_is_waited_for(
    tmp_path: Path,
) -> None:
    given = {"away": {"grace": 10}, "limits": {"nullify": 15, "plan": "150%"}}
    pack = build(tmp_path, pack=given, **WORDS)
    assert pack.times == Times(10, {"nullify": Limit(15), "plan": Limit(percent=150)})
    assert [pack.times.limits[each].of_limit(30) for each in ("nullify", "plan")] == [15, 45]


def test_a_pack_says_at_which_prompts_people_may_camp(tmp_path: Path) -> None:
    pack = build(tmp_path, pack={"camp": ["plan"]}, **WORDS)
    assert pack.times == Times(camp=frozenset({"plan"}))


def test_a_pack_that_says_nothing_leaves_it_to_the_house(tmp_path: Path) -> None:
    assert build(tmp_path).times == Times(None, {})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"away": {"grace": 0}}, r"pack.away.grace: a grace is 1 to 3600 seconds, not 0"),
        ({"away": {"grce": 9}}, r"pack.away.grce: nothing reads 'grce' here; did you mean grace"),
        ({"limits": {"nulify": 15}}, r"pack.limits.nulify: there is no prompt.*mean nullify"),
        ({"limits": {"plan": "5%"}}, r"pack.limits.plan: a limit is 1 to 3600 seconds, or per"),
        ({"limits": {"plan": "soon"}}, r"'50%', not 'soon'"),
        ({"limits": {"plan": -1}}, r"'50%', not -1"),
        ({"camp": ["plann"]}, r"pack.camp: there is no prompt 'plann'; did you mean plan"),
    ],
)
def test_times_are_checked(tmp_path: Path, given: dict[str, Any], message: str) -> None:
    with pytest.raises(PackError, match=message):
        build(tmp_path, pack=given, **WORDS)
