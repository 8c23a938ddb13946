"""
What it costs to ask a card a question, beside the same test as a defined condition: `python
benchmarks/questions.py`.

Eight skills accept cards by their cost. They are asked of each card in turn: by `answer`; by a
condition of the pack that looks which skill it is, which is how such games were written before; by
a condition that knows the skill already, the bare test; and by a doable of the pack that is called.
Rounds of all take turns; a figure is of the quickest round, for other work only makes one slower.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "mygame"), str(ROOT / "tests")]

from tiny import build, spell  # noqa: E402

from rules.running.match import Match  # noqa: E402

SKILLS, CARDS, ROUNDS = 8, 40, 15
OF_SKILL = ("{it.kind} == spell", "{it.manaCost} > %d")
ANSWERS = [OF_SKILL[n % 2] % n if n % 2 else OF_SKILL[0] for n in range(SKILLS)]
GIVEN = {"who": "player", "it": "card"}
LOOP = {"skill": "{skill.target}", "it": "{card.target}"}


def asking(condition: Any, *before: Any) -> list[Any]:
    """A flow that asks all skills about all cards, and counts who says yes."""
    yes = {"type": "set", "of": "{match}", "field": "total", "mode": "add", "amount": 1}
    test = [*before, {"type": "if", "condition": condition, "do": [yes]}]
    about = {"type": "loop", "id": "card", "target": "{cards}", "do": test}
    return [
        {"type": "let", "id": "skills", "value": {"chooser": "cards", "zone": "box",
                                                  "where": "{it.school} == fire"}},
        {"type": "let", "id": "cards", "value": {"chooser": "cards", "zone": "box",
                                                 "where": "{it.school} == none"}},
        {"type": "loop", "times": 20, "do": [
            {"type": "loop", "id": "skill", "target": "{skills}", "do": [about]}]},
    ]  # fmt: skip


def define(value: Any, family: str = "conditions") -> dict[str, Any]:
    """A word of the pack that does the same."""
    body = {"do": [], "result": {"yes": value}} if family == "doables" else {"value": value}
    word = {"doc": "x", "source": "x", "params": {"skill": "card", "it": "card"}, **body}
    return {"define": {family: {"Fits": word}}}


def ways() -> dict[str, dict[str, Any]]:
    """The sections of the packs, by what they are about."""
    switch = " or ".join(
        f"{{skill.id}} == t.spell.s{n} and {test}" for n, test in enumerate(ANSWERS)
    )
    ask = {"type": "answer", "question": "fits", "of": "{skill.target}",
           "with": {"who": "{match.startPlayer}", "it": "{card.target}"}}  # fmt: skip
    use = {"type": "Fits", **LOOP}
    called = {"type": "Fits", "id": "said", **LOOP}
    return {
        "nothing asked": {"main": asking(False)},
        "the bare test": {"main": asking(use), **define("{it.manaCost} > 3")},
        "answer": {"main": asking(ask), "questions": {"fits": {"context": GIVEN}}},
        "a condition that looks which skill": {"main": asking(use), **define(switch)},
        "a doable with the bare test": {
            "main": asking("{said.yes}", called), **define("{it.manaCost} > 3", "doables")},
    }  # fmt: skip


def main() -> None:
    """Print what one question costs in each way."""
    cards = [
        spell(f"s{n}", school="fire", answers={"fits": test}) for n, test in enumerate(ANSWERS)
    ]
    cards.append(spell("card", manaCost=3, count=CARDS))
    packs, seconds = {}, {name: [] for name in ways()}
    for name, sections in ways().items():
        made = cards if "questions" in sections else [
            {key: each[key] for key in each if key != "answers"} for each in cards
        ]  # fmt: skip
        folder = Path(tempfile.mkdtemp())
        packs[name] = build(folder, cards=made, **sections)
    for _ in range(ROUNDS):
        for name, pack in packs.items():
            begun = time.process_time()
            Match.new(pack, 2, 1)
            seconds[name].append(time.process_time() - begun)
    times = SKILLS * CARDS * 20
    base = min(seconds["nothing asked"])
    found = {name: (min(of) - base) / times * 1e9 for name, of in seconds.items()}
    for name, nanoseconds in found.items():
        print(f"{name:36} {nanoseconds:7.0f} ns a question")
    print(
        json.dumps({"of answer": {n: round(found["answer"] / v, 2) for n, v in found.items() if v}})
    )


if __name__ == "__main__":
    main()
