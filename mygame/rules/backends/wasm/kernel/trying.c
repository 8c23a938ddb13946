// What an option would do, tried in all ways: `playing/trials.py`. Each outcome (a leaf) is reached
// from the deal by answering anew, which is as quick as to keep copies of what lies on the way.
#include "bots.h"

enum { LEAVES = 60, WIDTH = 24, PATIENCE = 60, PATH = 1 << 10 };

typedef struct {
    V entity, amount;
    int32_t fact, spare;
} Heard;

Tried option_tried;
static Heard heard[OUTCOMES];  // on the way to one leaf
static int heard_count;

static struct {
    Match *deal;
    int seat, floor, pick, luck, levels, has_asked;
    int16_t answer[PATH];     // the number of what is answered on the way to this leaf
    uint8_t is_last[PATH];    // whether there is no other
} trying;

// ---- what is heard ------------------------------------------------------------------------------

static void add_heard(Match *m, int fact, V entity, V amount) {
    int at = 0;
    while (at < heard_count && (heard[at].fact != fact || heard[at].entity != entity)) at++;
    if (at == OUTCOMES) fail(m, FAIL_MEMORY, at, 0, 0);
    if (at == heard_count) heard[heard_count++] = (Heard){entity, 0, fact, 0};
    heard[at].amount = added(heard[at].amount, amount);
}

void note_event(Match *m, V key, V context, V subject) {
    for (int i = 0; i < bot_tables.watched_count; i++) {
        const Watched *w = &bot_tables.watched[i];
        V *of = items(m, context);
        int after = !(key & 1);
        if (w->key != (key & ~1LL) || (w->by >= 0 && of[w->by] != trying.seat + 1)) continue;
        if (w->amount >= 0)  // heard before and then prevented, it is 0
            add_heard(m, i, subject, after ? of[w->amount] : 0);
        else if (after)
            add_heard(m, i, subject, 1);
    }
}

void note_pool(Match *m, V player, V pool, int kind) {
    const OptionKind *of = &pack.option[kind];
    if (trying.has_asked || player != trying.seat + 1) return;
    if (!of->is_card && of->about != ABOUT_PLAYER) return;
    trying.has_asked = 1;
    option_tried.lead_count = length(m, pool);
    if (option_tried.lead_count > MAX_OPTIONS) fail(m, FAIL_MEMORY, option_tried.lead_count, 0, 0);
    for (int i = 0; i < option_tried.lead_count; i++) option_tried.lead[i] = items(m, pool)[i];
}

static void end_leaf(Match *m) {
    option_tried.leaf_count++;
    option_tried.by_chance |= m->random != trying.deal->random;
    for (int i = 0; i < heard_count; i++) {
        Heard *h = &heard[i];
        int at = 0;
        while (at < option_tried.outcomes &&
               (option_tried.outcome[at].fact != h->fact || option_tried.outcome[at].entity != h->entity))
            at++;
        if (at == OUTCOMES) fail(m, FAIL_MEMORY, at, 0, 0);
        Outcome *o = &option_tried.outcome[at];
        if (at == option_tried.outcomes) {
            option_tried.outcomes++;
            *o = (Outcome){h->entity, h->amount, h->amount, h->fact, 0};
        }
        o->heard++;
        if (h->amount < o->low) o->low = h->amount;
        if (h->amount > o->high) o->high = h->amount;
    }
}

// ---- answers ------------------------------------------------------------------------------------

static int is_first(Match *m, V picks, int count) {
    if (length(m, picks) != count) return 0;
    for (int i = 0; i < count; i++)
        if (items(m, picks)[i] != i) return 0;
    return 1;
}

// One of the answers to try, by its number: each option, or none where that may be; of several the
// default, the fewest and the most. How many there are to try.
static int find_answer(Match *m, Choice *c, int number, V *picks, int *count) {
    if (c->maximum == 1) {
        int none = !c->minimum;
        *count = number >= none;
        picks[0] = number - none;
        return length(m, c->options) / 2 + none;
    }
    int size[3] = {length(m, c->preset)}, answers = 1;
    if (!is_first(m, c->preset, c->minimum)) size[answers++] = c->minimum;
    if (c->minimum != c->maximum && !is_first(m, c->preset, c->maximum))
        size[answers++] = c->maximum;
    *count = size[number];
    for (int i = 0; i < *count; i++) picks[i] = number ? i : items(m, c->preset)[i];
    return answers;
}

static int is_card_acting(Match *m) {
    for (int i = trying.floor; i < m->frames; i++)
        if (m->frame[i].code >= 0 && pack.code[m->frame[i].code].card) return 1;
    return 0;
}

// Run to the next choice of the seat in this action: 0 where the action is over, -1 if others
// answer all the time.
static int run_to_choice(Match *m) {
    for (int i = 0; i < PATIENCE; i++) {
        if (m->standings != NONE || m->frames < trying.floor) return 0;
        Choice *c = &m->choice[0];
        int is_own = c->seat == trying.seat;
        // Else the flow offers its next menu, or asks the next player.
        if (!is_card_acting(m) && (c->words >= 0 || !is_own)) return 0;
        if (is_own) return 1;
        option_tried.by_chance = 1;
        V last = length(m, c->options) / 2 - 1;
        if (trying.luck == HIGH && c->maximum == 1)
            answer(m, c->seat, &last, 1);
        else
            answer_default(m, c->seat);
    }
    return -1;
}

static int try_leaf(void) {
    V picks[WIDTH + 1] = {trying.pick};
    Match *m = match_at(AT_PLAYED);
    int asked, count = 1;
    copy_match(m, trying.deal);
    m->traced = 1;
    m->luck = trying.luck;
    m->floor = trying.floor;
    heard_count = 0;
    answer(m, trying.seat, picks, count);
    for (int level = 0; (asked = run_to_choice(m)) > 0; level++) {
        Choice *c = &m->choice[0];
        if (length(m, c->options) / 2 > WIDTH) return 0;
        if (level == PATH) fail(m, FAIL_MEMORY, level, 0, 0);
        if (level == trying.levels) trying.answer[trying.levels++] = 0;
        int answers = find_answer(m, c, trying.answer[level], picks, &count);
        trying.is_last[level] = trying.answer[level] == answers - 1;
        answer(m, trying.seat, picks, count);
    }
    if (!asked) end_leaf(m);
    return !asked;
}

// ---- what hosts call ----------------------------------------------------------------------------

Match *deal_to_try(Match *m, int seat, int deal, Dice *d) {
    Match *to = match_at(AT_DEAL + deal);
    redeal(to, m, seat, d);
    return to;
}

void begin_trying(int deal, int seat, int floor, int pick, int luck) {
    trying.deal = match_at(AT_DEAL + deal);
    trying.seat = seat, trying.floor = floor, trying.pick = pick, trying.luck = luck;
    trying.levels = trying.has_asked = 0;
    option_tried.outcomes = option_tried.leaf_count = option_tried.by_chance = option_tried.lead_count = 0;
}

int go_on_trying(int leaves) {
    for (; leaves > 0; leaves--) {
        if (option_tried.leaf_count == LEAVES || !try_leaf()) return TOO_MUCH;
        while (trying.levels && trying.is_last[trying.levels - 1]) trying.levels--;
        if (!trying.levels) return TRIED_ALL;
        trying.answer[trying.levels - 1]++;
    }
    return TRIED_SOME;
}
