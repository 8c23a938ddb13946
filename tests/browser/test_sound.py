"""
The sounds of the table, by numbers: each is rendered without a loudspeaker, and its samples are
looked at. And who hears them when.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from playwright.sync_api import expect

RATE = 44_100
FLOOR, FULL = 0.005, 1.0  # how loud a sound has to be, and how loud all can be together
TOGETHER = 3  # sounds that are heard at the same time
LONGEST = 1.2  # seconds of a sound
ALIKE = 0.9  # cosine of two spectra, from which on one would take one sound for the other
MOST = 20  # of an amount, by which pitches change

# Samples of each sound, as numbers: how loud, how long, and how much there is in bands of pitch, in
# thirds of its time.
RENDER = """async ({ rate, amount }) => {
  const { SOUNDS, Sounds } = await import("/static/table/sound.js");
  const bands = Array.from({ length: 28 }, (_, index) => 50 * 1.2 ** index);
  const power = (part, frequency) => {
    const turn = 2 * Math.cos((2 * Math.PI * frequency) / rate);
    let [one, two] = [0, 0];
    for (const sample of part) [one, two] = [sample + turn * one - two, one];
    return one * one + two * two - turn * one * two;
  };
  const told = {};
  for (const [name, sound] of Object.entries(SOUNDS)) {
    const sounds = new Sounds(() => 1);
    sounds.context = new OfflineAudioContext(1, rate * 4, rate);
    sounds.lay(sound, amount, 1);
    const samples = (await sounds.context.startRendering()).getChannelData(0);
    const loudest = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    const end = samples.findLastIndex((each) => Math.abs(each) > loudest / 200);
    const heard = samples.slice(0, end + 1);
    const thirds = [0, 1, 2].map((part) => heard.slice((part * end) / 3, ((part + 1) * end) / 3));
    told[name] = {
      loudest,
      rms: Math.sqrt(heard.reduce((sum, each) => sum + each * each, 0) / heard.length),
      seconds: end / rate,
      stated: Math.max(...sound.layers.map(({ at = 0, long }) => at + long)),
      every: sound.every ?? 0,
      spectrum: thirds.flatMap((part) => bands.map((each) => Math.sqrt(power(part, each)))),
    };
  }
  return told;
}"""


@pytest.fixture
def sounds(visitor):
    """What the sounds are like with an amount: `sounds(3)`."""
    ann = visitor()
    ann.goto("/faces/duel/?size=small")
    return lambda amount=0: ann.page.evaluate(RENDER, {"rate": RATE, "amount": amount})


def test_each_sound_can_be_heard_and_is_short(sounds):
    for amount in (0, MOST):
        for name, told in sounds(amount).items():
            assert told["rms"] > FLOOR, name
            assert told["stated"] <= LONGEST, name
            if not told["every"]:
                assert told["seconds"] <= told["stated"] + 0.02, name


def test_the_loudest_sounds_together_are_not_cut_off(sounds):
    for amount in (0, MOST):
        loudest = sorted(told["loudest"] for told in sounds(amount).values())
        assert sum(loudest[-TOGETHER:]) <= FULL


def test_no_two_sounds_can_be_taken_for_each_other(sounds):
    spectra = {name: told["spectrum"] for name, told in sounds().items()}
    alike = {
        (one, other): likeness
        for one, other in combinations(spectra, 2)
        if (likeness := cosine(spectra[one], spectra[other])) > ALIKE
    }
    assert alike == {}


def cosine(one, other):
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return product / (sum(a * a for a in one) * sum(b * b for b in other)) ** 0.5


# Counts what is begun to be heard, and how many there are who could make it heard.
COUNT = """
  window.begun = 0;
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...given) {
    window.begun += 1;
    return start.apply(this, given);
  };
"""
PLAY = """async (volume) => {
  const { Sounds } = await import("/static/table/sound.js");
  new Sounds(() => volume).play("bell");
  return window.begun;
}"""


@pytest.mark.parametrize(("volume", "begun"), [(0, 0), (0.25, 2)])
def test_at_no_volume_nothing_is_made(visitor, volume, begun):
    ann = visitor()
    ann.page.add_init_script(COUNT)
    ann.goto("/faces/duel/?size=small")
    ann.page.mouse.click(5, 5)
    assert ann.page.evaluate(PLAY, volume) == begun


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_settings_can_be_read_by_day_and_by_night(player, dark, width):
    ann = player(width=width, dark=dark)
    ann.visitor.goto("/webclient/")
    ann.page.get_by_text(ann.word("settings.title"), exact=True).click()
    expect(ann.page.locator("select[name=sound]")).to_be_visible()
    assert ann.visitor.too_wide() <= 0
    assert ann.visitor.unreadable() == []
