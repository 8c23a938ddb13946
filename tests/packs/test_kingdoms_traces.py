"""
The order of events in Kingdoms, T1 to T10 of its rules: who hears what, and when. An event that is
heard before and after what it is about stands once, where it begins.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.pack import load_pack
from rules.scenario import Player
from rules.scenario.given import Trace

KINGDOMS = Path(__file__).parents[2] / "mygame" / "world" / "packs" / "kingdoms"
PHASES = ("start", "judge", "draw", "play", "discard", "finish", "notActive")
DECK = ["ex_nihilo_h7", "ex_nihilo_h8", "ex_nihilo_h9", "ex_nihilo_hj"]


@pytest.fixture(scope="module")
def pack():
    return load_pack(KINGDOMS)


class Recorder(Trace):
    """Writes down the events from the given state on, as `SlashHit 0`: without "on", with seats."""

    def __init__(self, match):
        super().__init__(match)
        self.told: list[str] = []
        self.open: list[tuple[int, int]] = []  # heard before, and not yet after
        self.phases = {match.program.symbol(phase): phase for phase in PHASES}

    def on_event(self, key, context=(), subject=0):
        stops = super().on_event(key, context, subject)
        if self.waiting_for is None:
            self.record(key, context, subject)
        return stops

    def record(self, key, context, subject):
        name = self.event_names[key // 2].removeprefix("on")
        if key % 2:
            self.open.append((key // 2, subject))
        elif (key // 2, subject) in self.open:
            self.open.remove((key // 2, subject))
            return
        phase = f" {self.phases[context[1]]}" if name == "PhaseChange" else ""
        self.told.append(f"{name} {subject - 1}{phase}")


class Watched(Player):
    watch = Recorder


def player(general, role="secretRole", *, is_="rebel", **more):
    return {role: [is_], "general": [general], **more}


LORD = player("huanggai", "role", is_="lord", phase="play")


def events(pack, players, when, *, at="onActions", deck=DECK, **more):
    """What is heard when these answers are given, of a table at which seat 0 acts."""
    given = {"at": at, "seat": 0, "rest": "empty", "match": {"current": 0}, **more}
    given |= {"players": players, "zones": {"deck": deck}}
    scenario = {"name": "a trace", "seats": len(players), "given": given, "when": when}
    watched = Watched(pack, {**scenario, "then": {"over": False}})
    assert watched.play() == []
    return watched.trace.told


def spoken(text):
    return [line.strip() for line in text.replace("·", "\n").splitlines() if line.strip()]


def on(card, *targets):
    return [
        {"choose": "use", "card": card},
        *({"choose": "on", "player": target} for target in targets),
    ]


OTHERS = [player("ganning"), player("lubu", is_="renegade")]
BEGUN = "ChoiceMade 0 · CardUsed 0 · CardLost 0 · CardLostDone 0 · CardEffect 0 · CardEffected 1"
HARMED = "DamageDone 1 · HpChanged 1 · Damage 0 · Damaged 1 · DamageComplete 1"


def test_t1_a_turn_without_skills(pack):
    # the turn's beginning is where the state is laid out: it is not among what follows
    players = [{**LORD, "hp": 1, "phase": "notActive", "hand": ["slash_c2"]}, *OTHERS]
    when = [{"choose": "end"}, {"pick": ["slash_c2", "ex_nihilo_hj"]}]
    told = events(pack, players, when, at="onTurnStart")
    assert told[: told.index("TurnStart 1")] == spoken("""
        PhaseChange 0 start · PhaseChange 0 judge
        PhaseChange 0 draw · DrawNCards 0 · CardDrawnDone 0
        PhaseChange 0 play · Actions 0
        PhaseChange 0 discard · CardLost 0 · CardLostDone 0 · CardLost 0 · CardLostDone 0
        CardDiscarded 0
        PhaseChange 0 finish · PhaseChange 0 notActive · TurnEnd 0""")


def test_t2_a_slash_that_hits(pack):
    told = events(pack, [{**LORD, "hand": ["slash_s7"]}, *OTHERS], on("slash_s7", 1))
    assert told == spoken(f"""{BEGUN}
        SlashEffect 0 · SlashEffected 1 · SlashProceed 0 · CardAsked 1 · ChoiceMade 1
        SlashHit 0 · Predamage 0 · Predamaged 1 · {HARMED} · CardFinished 0""")


def test_t3_a_slash_that_is_met_by_a_jink(pack):
    players = [{**LORD, "hand": ["slash_s7"]}, player("ganning", hand=["jink_d2"]), OTHERS[1]]
    when = [*on("slash_s7", 1), {"by": 1, "choose": "play", "card": "jink_d2"}]
    assert events(pack, players, when) == spoken(f"""{BEGUN}
        SlashEffect 0 · SlashEffected 1 · SlashProceed 0 · CardAsked 1
        CardLost 1 · CardLostDone 1 · ChoiceMade 1 · CardResponsed 1
        SlashMissed 0 · CardFinished 0""")


def test_t4_deadly_damage(pack):
    players = [
        {**LORD, "hand": ["slash_s7"]},
        player("ganning", hp=1, weapon=["axe_d5"]),
        OTHERS[1],
    ]
    told = events(pack, players, on("slash_s7", 1))
    assert told[told.index("DamageDone 1") :] == spoken("""
        DamageDone 1 · HpChanged 1 · Dying 1
        AskForPeaches 0 · AskForPeaches 1 · AskForPeaches 2 · AskForPeachesDone 1
        GameOverJudge 1 · Death 1 · CardLost 1 · CardLostDone 1 · CardDrawnDone 0
        Damage 0 · Damaged 1 · DamageComplete 1 · CardFinished 0""")


def test_t5_a_peach_for_the_dying(pack):
    players = [
        {**LORD, "hand": ["slash_s7"]},
        player("ganning", hp=1),
        {**OTHERS[1], "hand": ["peach_h3"]},
    ]
    when = [*on("slash_s7", 1), {"by": 2, "choose": "save", "card": "peach_h3"}]
    told = events(pack, players, when)
    assert told[told.index("AskForPeaches 2") :] == spoken("""
        AskForPeaches 2 · ChoiceMade 2
        CardUsed 2 · CardLost 2 · CardLostDone 2 · CardEffect 2 · CardEffected 1
        HpRecover 1 · HpChanged 1 · CardFinished 2 · AskForPeachesDone 1
        Damage 0 · Damaged 1 · DamageComplete 1 · CardFinished 0""")


def test_t6_a_judgement_with_a_card_that_replaces_another(pack):
    players = [
        {**LORD, "phase": "notActive", "judging": ["lightning_sa"]},
        player("ganning"),
        player("simayi", is_="renegade", hand=["slash_s7"]),
    ]
    when = [{"by": 2, "choose": "yes"}, {"by": 2, "pick": ["slash_s7"]}]
    told = events(pack, players, when, at="onTurnStart", deck=[*DECK, "slash_d6"])
    # a card of lightning that strikes is discarded, then it does its damage
    assert told[1 : told.index("PhaseChange 0 draw")] == spoken("""
        PhaseChange 0 judge · CardEffected 0 · StartJudge 0
        AskForRetrial 0 · AskForRetrial 1 · AskForRetrial 2 · ChoiceMade 2
        CardLost 2 · CardLostDone 2 · CardResponsed 2 · FinishJudge 0
        CardLost 0 · CardLostDone 0 · Predamaged 0 · DamageDone 0 · HpChanged 0
        Damaged 0 · DamageComplete 0""")


def test_t7_an_indulgence(pack):
    # discarded after the judgement (K41)
    players = [{**LORD, "phase": "notActive", "judging": ["indulgence_s6"]}, *OTHERS]
    told = events(pack, players, [], at="onTurnStart", deck=[*DECK, "slash_d6"])
    assert told[1 : told.index("TurnEnd 0")] == spoken("""
        PhaseChange 0 judge · CardEffected 0 · StartJudge 0
        AskForRetrial 0 · AskForRetrial 1 · AskForRetrial 2 · FinishJudge 0
        CardLost 0 · CardLostDone 0
        PhaseChange 0 draw · DrawNCards 0 · CardDrawnDone 0
        PhaseChange 0 discard · PhaseChange 0 finish · PhaseChange 0 notActive""")


def test_t8_a_duel(pack):
    told = events(pack, [{**LORD, "hand": ["duel_sa"]}, *OTHERS], on("duel_sa", 1))
    assert told == spoken(f"""{BEGUN}
        CardAsked 1 · ChoiceMade 1 · Predamage 0 · Predamaged 1 · {HARMED} · CardFinished 0""")


def test_t9_a_nullification(pack):
    nullifier = {**OTHERS[1], "hand": ["nullification_sj"]}
    when = [*on("duel_sa", 1), {"by": 2, "choose": "nullify", "card": "nullification_sj"}]
    told = events(pack, [{**LORD, "hand": ["duel_sa"]}, OTHERS[0], nullifier], when)
    assert (
        told
        == spoken(f"""{BEGUN}
        ChoiceMade 2 · CardUsed 2 · CardLost 2 · CardLostDone 2
        CardFinished 2 · CardFinished 0""")
    )


def test_t10_chained_fire_damage(pack):
    players = [
        {**LORD, "hand": ["fire_slash_h4"]},
        player("ganning", chained=1),
        player("lubu", is_="renegade", chained=1),
    ]
    told = events(pack, players, on("fire_slash_h4", 1))
    assert told[told.index("Predamage 0") :] == spoken(f"""
        Predamage 0 · Predamaged 1 · {HARMED}
        Predamaged 2 · DamageDone 2 · HpChanged 2 · Damage 0 · Damaged 2 · DamageComplete 2
        CardFinished 0""")


def test_a_card_that_is_taken_is_lost_before_it_is_got(pack):
    players = [{**LORD, "hand": ["slash_s7", "peach_h3"]}, player("simayi"), OTHERS[1]]
    when = [*on("slash_s7", 1), {"by": 1, "choose": "yes"}]
    told = events(pack, players, when)  # K19
    after = told[told.index("Damaged 1") :]
    assert after[:6] == spoken("""
        Damaged 1 · ChoiceMade 1 · CardLost 0 · CardGot 1 · CardLostDone 0 · CardGotDone 1""")
