"""Decks over real sockets: built, passed on as text, brought to a table, there after a crash."""


def test_a_deck_is_passed_on_brought_and_survives_the_death_of_the_server(game):
    builder, friend = game.player("Builder"), game.player("Freund")
    friend.send("language zh")
    friend.expect("中文")
    builder.send("deck copy storm as Mine", "deck move 23 to 1")
    builder.expect(r"Echoing Marsh is now number 1\.")
    code = builder.ask("deck export", r"(deck:[A-Z2-7]+)")[1]
    friend.send(code)
    friend.expect("可以使用")
    table = builder.ask("open race", r"Table (\d+): The Speed Race")[1]
    builder.ask("deck use Mine", r"Your deck here: Mine\.")
    friend.send(f"加入 {table}", "牌组 使用 1", "准备")
    friend.expect("你在这里的牌组：新牌组。")
    game.wait_for_new_server(game.kill_server())
    builder.send("look")
    builder.expect(r"Your deck here: Mine\.")
    builder.send("start")
    builder.expect(r"You play: Mine\..*?1\) [^\n]*Echoing Marsh")
    friend.expect(r"你使用：新牌组。.*?1\) [^\n]*回声沼")
