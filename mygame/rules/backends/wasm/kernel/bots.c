// The bots as hosts call them: `playing/bots/random.py`, and what `SearchBot` does one after the
// other. A search goes on in slices, so that the host can look at its clock.
#include "bots.h"

enum { CERTAIN = 1000000, DEALS = 4 };

static struct {
    Match *match;
    Dice *dice;
    Level level;
    int seat, phase;
} thought;

int think_at_random(Match *m, int seat, uint64_t *state, V *picks) {
    static V left[MAX_OPTIONS];
    Choice *c = choice_asked(m, seat);
    if (!c) return -1;
    int size = length(m, c->options) / 2, span = c->maximum - c->minimum + 1;
    int count = c->minimum + (int)(next_random(state) % (uint64_t)span);
    for (int i = 0; i < size; i++) left[i] = i;
    for (int i = 0; i < count; i++) {
        int at = (int)(next_random(state) % (uint64_t)size);
        picks[i] = left[at];
        size--;
        for (int j = at; j < size; j++) left[j] = left[j + 1];
    }
    return count;
}

static int end_thinking(void) {
    if (dice_below(thought.dice, 100) < thought.level.slips) {
        int at = (int)dice_below(thought.dice, line_count);
        Line slip = line[at];
        for (; at; at--) line[at] = line[at - 1];
        line[0] = slip;
    }
    return thought.phase = PHASE_DONE;
}

static int enter_search(void) {
    begin_search(thought.match, thought.seat, thought.dice, thought.level.iterations,
                 thought.level.kind == BOT_TREE);
    return thought.phase = PHASE_SEARCH;
}

int begin_thinking(Match *m, int seat, Dice *d, const Level *level) {
    Choice *c = choice_asked(m, seat);
    if (!c) return -1;
    thought.match = m, thought.dice = d, thought.level = *level, thought.seat = seat;
    if (level->kind == BOT_GREEDY) {
        consider_greedily(m, seat, d);
        return thought.phase = PHASE_DONE;
    }
    if (!level->forced || !bot_tables.lacking || forced_count(m, c) >= 0) return enter_search();
    begin_forced(m, seat, d, level->iterations, level->forced);
    return thought.phase = PHASE_FORCED;
}

int go_on_thinking(double used, int count) {
    static V picks[MAX_OPTIONS];
    if (thought.phase == PHASE_FORCED) {
        int goes_on = go_on_forced(used, count);
        if (goes_on > 0) return PHASE_FORCED;
        if (!goes_on) return enter_search();
        clear_lines();
        Line *win = add_line(picks, first_forced(thought.match, picks));
        win->total = (double)CERTAIN * DEALS;
        win->worlds = win->won = DEALS;
        return thought.phase = PHASE_DONE;
    }
    if (thought.phase == PHASE_SEARCH && !go_on_searching(used, count)) return end_thinking();
    return thought.phase;
}

int think(Match *m, int seat, Dice *d, const Level *level) {
    int phase = begin_thinking(m, seat, d, level);
    if (phase < 0) return -1;
    while (phase != PHASE_DONE) phase = go_on_thinking(0, 1 << 20);
    return line_count;
}
