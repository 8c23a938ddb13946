// Matches played inside: at random, as benchmarks need it, and by bots (`recording.h`).
#include "recording.h"

enum { STATES_A_SLICE = 16 };
Player players[MAX_PLAYERS];

static V below(uint64_t *random, V count) { return (V)(next_random(random) % (uint64_t)count); }

// Answer at random until the match is over, or so often; how many answers that were.
V play_at_random(Match *m, V seed, V most) {
    uint64_t random = (uint64_t)seed;
    V played = 0, picks[MAX_OPTIONS];
    for (; m->standings == NONE && m->choice_count && played < most; played++) {
        Choice *c = &m->choice[0];
        int count = length(m, c->options) / 2, taken = c->minimum;
        if (c->maximum > c->minimum) taken += (int)below(&random, c->maximum - c->minimum + 1);
        for (int i = 0; i < count; i++) picks[i] = i;
        for (int i = 0; i < taken; i++) {
            V other = i + below(&random, count - i), kept = picks[i];
            picks[i] = picks[other];
            picks[other] = kept;
        }
        answer(m, c->seat, picks, taken);
    }
    return played;
}

// Let a bot think for a slice; how many options it picks, or -1: it has to go on.
static int think_on(Match *m, Choice *c, Player *who, V *picks) {
    if (who->level.kind == BOT_RANDOM) return think_at_random(m, c->seat, &who->random, picks);
    int slice = record.thinking == PHASE_FORCED ? STATES_A_SLICE : 1;
    record.thinking = record.thinking ? go_on_thinking(0, slice)
                                      : begin_thinking(m, c->seat, who->dice, &who->level);
    if (record.thinking != PHASE_DONE) return -1;
    for (int i = 0; i < line[0].count; i++) picks[i] = line_picks[line[0].first + i];
    return line[0].count;
}

int play_on(Match *m, int count, int checks) {
    static V picks[MAX_OPTIONS];
    for (; count > 0 && m->standings == NONE; count--) {
        Choice *c = &m->choice[0];
        if (!m->choice_count) fail(m, FAIL_INDEX, 0, 0, 0);
        if (!record.thinking) record_question(m, c);
        int seat = c->seat, size = think_on(m, c, &players[seat], picks);
        if (size < 0) continue;
        record_answer(m, c, picks, size);
        answer(m, seat, picks, size);
        record.decisions++;
        if (checks && !is_in_order(m)) return PLAYED_WRONG;
    }
    if (m->standings == NONE) return PLAYED_ON;
    finish_record(m);
    return PLAYED_OUT;
}
