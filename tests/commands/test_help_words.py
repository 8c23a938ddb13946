"""`help word damage`: the card language explained in the game, in both languages."""


def test_help_tells_of_a_word_in_either_language(ann, an):
    assert "Shuffle" in ann.type("help word shuffle")
    assert "所有游戏" in an.type("帮助 词 shuffle")
    assert "所有游戏" in an.type("帮助词shuffle")
    assert "No game here has a word" in ann.type("help word |rnothing")
