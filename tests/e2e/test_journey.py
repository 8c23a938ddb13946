"""
A newcomer's first evening outside, by telnet in both languages: out of the door, a knave, the
smith, down and back again, a bed, a sale, a game of cards for coins, the first quest. The newcomer
types what the screens say (`newcomer`); how long that takes people is `benchmarks/newcomers.py`.
"""

import pytest

from e2e.newcomer import STAKE, Newcomer


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_first_evening_outside_leads_through_the_door_down_and_to_a_game_of_cards(
    game, no_accident, language
):
    client = game.player("Linnet" if language == "en" else "Zhi")
    client.ask(f"language {language}", "." if language == "en" else "中文")
    newcomer = Newcomer(client, language)
    newcomer.want("door", plainly=True)
    newcomer.become_knave(plainly=True)
    assert newcomer.task == "home"  # the last line of the making says what to do first
    newcomer.want("quests", plainly=True)
    for step in ("talk", "bye", "map", "mouth"):
        newcomer.want(step, plainly=True)
    newcomer.go_down(plainly=True)
    for step in ("inn", "rest", "bye", "market"):
        newcomer.want(step, plainly=True)
    newcomer.sell()
    newcomer.ask_for_job()
    before = newcomer.coins()
    newcomer.duel(plainly=True)
    won = "duel won" in newcomer.reached
    assert newcomer.coins() - before == (STAKE if won else -STAKE)
    newcomer.want("quests", plainly=True)
    assert ("prize" in newcomer.reached) == won
    if newcomer.task == "report":
        newcomer.report(plainly=True)
        assert {"report", "level"} <= newcomer.reached.keys()
    newcomer.want("hall", plainly=True)
    assert {"door", "knave", "first room", "out", "duel begins"} <= newcomer.reached.keys()
    assert not newcomer.wrong
    assert len(newcomer.story) < 180
