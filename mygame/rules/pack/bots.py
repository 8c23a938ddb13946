"""The section `bot` of a pack: what its bots play for (docs/language/bots.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ground.data import Json
from ..ground.errors import suggest
from ..language.compile import Compiler
from ..language.declared import Declarations
from ..running.program import BotValues, ForcedWin
from .asked import MATCH, PLAYER, Asked, unit_of_values

OPTION = "you, 0, 0, None", "m you it"
#: The types of {it} by what options are about; it is read as a card where it is something else.
KINDS = {"": "", "player": "player", "number": "number"}
MOST_SPANS = 8  # that bots look ahead
FORCED = {"until": MATCH, "lacking": PLAYER}  # `bot.forcedWin`


class BotSection:
    """Compiles the section; what is wrong with it is told to `problem`."""

    def __init__(
        self,
        declared: Declarations,
        compiler: Compiler,
        words: dict[str, Any],
        problem: Callable[[str, str], None],
    ):
        """`words` are those of the pack: an heir may have some for prompts that it never asks."""
        self.declared, self.compiler, self.problem = declared, compiler, problem
        self.prompts = {name for of in words.values() for name in of.get("prompt", ())}

    def compile(self, section: dict[str, Any]) -> BotValues:
        """
        `bot.worth`: how well a player, {it} and {you}, stands; `bot.weighsOthers`: that it says
        already how the others stand. `bot.prefer`: by prompt, what picking an option {it} is worth
        to {you} beyond that, or what by option. `bot.cards`: by card id what both can read as
        {card.botWorth}. `bot.until`: what of the match changes when bots look no further;
        `bot.spans`: how often it has to, for bots that search a tree.
        `bot.forcedWin`: the same for wins that are certain, and what {it} lacks for one.
        """
        known = {"worth", "weighsOthers", "prefer", "cards", "until", "spans", "forcedWin"}
        for key in section.keys() - known:
            message = "bots have worth, weighsOthers, prefer, cards, until, spans and forcedWin"
            self.problem(f"bot.{key}", message)
        for card, worth in (section.get("cards") or {}).items():
            self.value_card(card, worth)
        spans = section.get("spans", 1)
        if not 1 <= spans <= MOST_SPANS:
            self.problem("bot.spans", f"bots look 1 to {MOST_SPANS} spans ahead")
        asked: list[Asked] = []
        if "worth" in section:
            asked.append(Asked("bot.worth", section["worth"], *PLAYER))
        if "until" in section:
            asked.append(Asked("bot.until", section["until"], *MATCH))
        forced: dict[str, Any] = section.get("forcedWin", {})
        if forced and not self.check_forced_win(forced):
            return BotValues()
        for key, about in FORCED.items() if forced else ():
            asked.append(Asked(f"bot.forcedWin.{key}", forced[key], *about))
        preferred = {
            (prompt, about, word): Asked(
                _preference_name(prompt, about, word),
                node,
                self.type_of_option(word, about),
                *OPTION,
            )
            for prompt, given in (section.get("prefer") or {}).items()
            for word, node in self.preferences_by_option(prompt, given).items()
            for about in self.types_picked_at(prompt)
        }
        asked += preferred.values()
        source = [(each.node, each.about) for each in asked]
        unit = self.compiler.compile_unit("bot", source, unit_of_values(asked))
        if unit is None:
            return BotValues()
        forced_win = None
        if forced:
            until, lacking = [unit.values[f"bot.forcedWin.{key}"] for key in FORCED]
            forced_win = ForcedWin(until, lacking, forced.get("within"))
        return BotValues(
            unit.values.get("bot.worth"),
            unit.values.get("bot.until"),
            {option: unit.values[each.name] for option, each in preferred.items()},
            forced_win,
            section.get("weighsOthers", False),
            spans,
        )

    def type_of_option(self, word: str, usual: str) -> str:
        """What {it} is for an option by name: nothing for one about nothing, else as `KINDS`."""
        kinds = self.compiler.spoken.option_words.get(word, set())
        return KINDS.get(next(iter(kinds)), usual) if len(kinds) == 1 else usual

    def preferences_by_option(self, prompt: str, given: Json) -> dict[str, Json]:
        """What `bot.prefer` says of a prompt, by option; "": of all others (`*`)."""
        if prompt not in (known := {*self.compiler.spoken.prompts, *self.prompts}):
            message = f"there is no prompt {prompt!r}{suggest(prompt, known)}"
            self.problem(f"bot.prefer.{prompt}", message)
        if not isinstance(given, dict) or {"type", "chooser"} & given.keys():
            return {"": given}
        for word in given.keys() - self.compiler.spoken.option_words - {"*"}:
            message = (
                f"there is no option {word!r}{suggest(word, self.compiler.spoken.option_words)}"
            )
            self.problem(f"bot.prefer.{prompt}.{word}", message)
        return {"" if word == "*" else word: node for word, node in given.items()}

    def types_picked_at(self, prompt: str) -> list[str]:
        """The types of what is picked at a prompt: definitions, and cards as all else is read."""
        kinds = self.compiler.spoken.prompts.get(prompt, set())
        return [
            *(["card"] if kinds != {"definition"} else []),
            *(["definition"] if "definition" in kinds else []),
        ]

    def check_forced_win(self, section: dict[str, Any]) -> bool:
        """Whether `bot.forcedWin` has what belongs there; what is wrong is told."""
        unknown, missing = section.keys() - {*FORCED, "within"}, FORCED.keys() - section.keys()
        for key in unknown:
            self.problem(f"bot.forcedWin.{key}", "a forced win has until, lacking and within")
        for key in missing:
            self.problem("bot.forcedWin", f"{key} is missing")
        return not unknown and not missing

    def value_card(self, card_id: str, worth: Json) -> None:
        """`bot.cards`: what a card is worth beyond what can be said of all cards."""
        cards, place = self.declared.catalogue.definitions, f"bot.cards.{card_id}"
        definition = cards.get(card_id)
        if definition is None:
            self.problem(place, f"there is no card of this id{suggest(card_id, cards)}")
        elif not isinstance(worth, int):
            self.problem(place, f"a worth is a whole number, not {worth!r}")
        else:
            index = self.declared.properties["botWorth"].index
            self.declared.catalogue.print_fact(definition, index, worth)


def _preference_name(prompt: str, about: str, word: str) -> str:
    """
    The name of what is asked for `bot.prefer` of a prompt, about cards or definitions, of an option
    or ("") of all.
    """
    return f"bot.prefer.{prompt}{word and f'.{word}'} {about}"
