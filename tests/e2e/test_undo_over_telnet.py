"""Two people at a table with a clock: what is taken back stays so, also after kill -9."""

from e2e.at_the_table import Inspector, answers, next_prompt


def test_taking_back_the_clock_and_kill_9(game, no_accident):
    una, udo = game.player("Una"), game.player("Udo")
    una.send("open pebbles players 2 timelimit 10 timebank 10")
    number = una.expect(r"Table (\d+)")[1]
    udo.send(f"join {number}", "ready")
    una.expect("Udo is ready")
    una.send("start")
    prompt = next_prompt(una)
    assert "(10 s, then 0:10 of your time bank)" in prompt.text
    admin = Inspector(game)
    before = admin.tables("Una")["Una"][0]

    # At once, as nobody has seen anything; and for good.
    una.send(prompt.number_of("pass"))
    next_prompt(udo)
    una.ask("back", r"Taken back\.")
    pid = game.kill_server()
    game.wait_for_new_server(pid)
    una.expect("the game goes on where it was")
    udo.expect("the game goes on where it was")
    assert answers(game, "Una")[1:] == ["[-2, 1]"]
    assert admin.tables("Una")["Una"][0] == before

    # By consent, when the other one has answered.
    una.read_all(0.3)
    una.send("?")
    una.send(next_prompt(una).number_of("pass"))
    udo.send(next_prompt(udo).number_of("pass"))
    una.expect("Give one away")
    una.ask("undo", "needs the consent of Udo")
    udo.expect("Una asks to take back")
    udo.send("yes")
    una.expect(r"Taken back\.")
    udo.expect("Una takes back the last answer")
    assert admin.tables("Una")["Una"][0] == before

    # Whoever is waited for for too long is told what was done.
    una.expect("your time bank runs now")
    una.expect(r"Your time is up; the default was done for you: pass\.")
    udo.expect("Una let the time run out")
