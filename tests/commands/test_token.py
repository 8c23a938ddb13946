"""`token`: what programs and editors use in somebody's name."""

import re

from world.accounts import tokens


def test_a_token_is_made_shown_once_listed_and_taken_back(ann):
    assert "You have no tokens" in ann.type("token")
    text = re.search(r"chrono_[\w-]+", ann.type("token new my editor")).group()
    assert tokens.account_with(text) == ann.account
    listed = ann.type("token")
    assert "1. my editor (chrono_" in listed
    assert text not in listed
    assert "taken back" in ann.type("token drop 1")
    assert tokens.account_with(text) is None
    assert "no token number 1" in ann.type("token drop 1")
    assert "token drop NUMBER" in ann.type("token what")
