// Matches played at random inside, as benchmarks and searches need it.
#include "kernel.h"

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
