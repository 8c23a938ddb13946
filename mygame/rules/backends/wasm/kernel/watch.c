// What a host is told of a match in which it tries something: `playing/preview.py`.
#include "kernel.h"

Watch watch;

static void add_heard(Match *m, int watched, V subject, V amount) {
    for (int i = 0; i < watch.heard_count; i++) {
        Heard *h = &watch.heard[i];
        if (h->watched != watched || h->subject != subject) continue;
        if (watch.watched[watched].amount >= 0) h->amount = added(h->amount, amount);
        return;
    }
    if (watch.heard_count >= MAX_HEARD) fail(m, FAIL_MEMORY, MAX_HEARD, 0, 0);
    watch.heard[watch.heard_count++] = (Heard){watched, 0, subject, amount};
}

void hear_watched(Match *m, V key, V context, V subject) {
    int after = !(key & 1);
    for (int i = 0; i < watch.watched_count; i++) {
        const WatchedEvent *w = &watch.watched[i];
        if (w->key != (key & ~1LL)) continue;
        if (w->by >= 0 && item(m, context, w->by) != watch.player) continue;
        if (w->amount >= 0)  // heard before and then prevented, it is 0
            add_heard(m, i, subject, after ? item(m, context, w->amount) : 0);
        else if (after)
            add_heard(m, i, subject, 1);
    }
}

void watch_pool(V player, V pool, int kind, V least) {
    if (watch.pool != NONE || player != watch.player || !least) return;
    if (pack.option[kind].is_card || pack.option[kind].about == ABOUT_PLAYER) watch.pool = pool;
}
