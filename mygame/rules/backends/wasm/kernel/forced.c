// Wins that are certain: `playing/bots/forced.py`. A state is kept as the answers that lead to it
// from the deals, and reached again by giving them: that takes about as long as copying it.
#include "bots.h"

enum { DEALS = 4, MANY = 24, STATES = 10 };
enum { NODES = 1 << 16, STEP_OPTIONS = 1 << 17, KNOWN = 1 << 17 };

typedef struct {
    int32_t before, first, count;  // the step before (-1: none); its options in `step_options`
} Step;

typedef struct {
    int8_t deal[DEALS];  // in which deals, without those that are won already
    int32_t count;       // of them
} Worlds;

typedef struct {
    Worlds worlds;
    int32_t step, depth, next, answers, asks_how, done;
    V lacking;
} Node;

static Step steps[NODES];
static V step_options[2 * STEP_OPTIONS];  // kind and entity
static Node nodes[NODES];
static int32_t heap[2][NODES];  // by what is lacking, and by how soon it could be
static int heap_count[2], node_count, step_count, options_used;
static uint64_t known[KNOWN];
static int known_places[NODES], known_count;

static struct {
    Match *match;
    Dice *dice;
    int seat, iterations, times, states, turn, node, fully, deals, loaded, won_by;
    V now;
} forced;

// ---- what is the same of two states -------------------------------------------------------------

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0xBF58476D1CE4E5B9ULL;
    hash = (hash ^ hash >> 32) * 0x94D049BB133111EBULL;
    return hash ^ hash >> 29;
}

static uint64_t mix_value(Match *m, uint64_t hash, V v) {
    if (!is_tuple(v)) return mix(hash, (uint64_t)v);
    int count = length(m, v);
    hash = mix(hash, (uint64_t)(TUPLE | count));
    for (int i = 0; i < count; i++) hash = mix_value(m, hash, items(m, v)[i]);
    return hash;
}

static uint64_t mix_values(Match *m, uint64_t hash, const V *of, int count) {
    for (int i = 0; i < count; i++) hash = mix_value(m, hash, of[i]);
    return hash;
}

static uint64_t mix_choice(Match *m, uint64_t hash, const Choice *c) {
    V of[] = {c->seat,   c->minimum, c->maximum, c->words,  c->together, c->prompt,
              c->subject, c->options, c->preset,  c->values, c->barred};
    return mix_values(m, hash, of, sizeof of / sizeof *of);
}

static uint64_t likeness(Match *m, uint64_t hash) {
    V of[] = {m->cards, m->spare,     m->stripped,  m->conceded, m->dice,
              m->keeping, m->gaps,    m->settled,   m->tags,     m->gathered,
              m->next_uuid, m->standings, m->rows_end, m->frames, m->owners};
    hash = mix(hash, m->random);  // any bits, which may look like those of a tuple
    hash = mix_values(m, hash, of, sizeof of / sizeof *of);
    for (int i = 0; i < m->rows_end; i++) hash = mix(hash, (uint64_t)STATE(m)[i]);
    hash = mix_values(m, hash, ZONES(m), pack.zones);
    for (int i = 0; i < m->choice_count; i++) hash = mix_choice(m, hash, &m->choice[i]);
    for (int i = 0; i < m->sealed_count; i++)
        hash = mix_value(m, mix_choice(m, hash, &m->sealed[i]), m->sealed_picks[i]);
    for (int i = 0; i < m->trigger_count; i++) {
        const Trigger *t = &m->trigger[i];
        V its[] = {t->uuid, t->definition, t->owner, t->source, t->captured, t->id, t->key,
                   t->parent};
        hash = mix_values(m, hash, its, sizeof its / sizeof *its);
    }
    for (int i = 0; i < m->modifier_count; i++) {
        const Modifier *t = &m->modifier[i];
        V its[] = {t->uuid, t->definition, t->owner, t->source, t->captured, t->id};
        hash = mix_values(m, hash, its, sizeof its / sizeof *its);
    }
    for (int i = 0; i < m->frames; i++) {
        V its[] = {m->frame[i].code, m->frame[i].at, m->frame[i].registers};
        hash = mix_values(m, hash, its, 3);
    }
    return hash;
}

// Whether a state is new; then it is known.
static int note_known(uint64_t hash) {
    uint64_t at = hash % KNOWN;
    hash += !hash;
    for (; known[at]; at = (at + 1) % KNOWN)
        if (known[at] == hash) return 0;
    known[at] = hash;
    known_places[known_count++] = (int)at;
    return 1;
}

// ---- the nodes to go on from --------------------------------------------------------------------

static int comes_before(int order, int32_t a, int32_t b) {
    const Node *x = &nodes[a], *y = &nodes[b];
    V first = x->lacking + (order ? x->depth : 0), other = y->lacking + (order ? y->depth : 0);
    if (first != other) return first < other;
    int many = x->worlds.count > 1, of_other = y->worlds.count > 1;
    if (many != of_other) return many < of_other;
    if (!order && x->depth != y->depth) return x->depth > y->depth;
    return a > b;  // the last one
}

static void push_node(int order, int32_t node) {
    int32_t *h = heap[order];
    int at = heap_count[order]++;
    for (; at && comes_before(order, node, h[(at - 1) / 2]); at = (at - 1) / 2)
        h[at] = h[(at - 1) / 2];
    h[at] = node;
}

static void pop_node(int order) {
    int32_t *h = heap[order], last = h[--heap_count[order]];
    int at = 0, count = heap_count[order];
    for (int child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && comes_before(order, h[child + 1], h[child])) child++;
        if (!comes_before(order, h[child], last)) break;
        h[at] = h[child];
        at = child;
    }
    h[at] = last;
}

static int next_node(int order) {
    while (heap_count[order] && nodes[heap[order][0]].done) pop_node(order);
    return heap_count[order] ? heap[order][0] : -1;
}

// ---- answers ------------------------------------------------------------------------------------

static int answer_count(Match *m, Choice *c) {
    static int picks[MAX_OPTIONS];
    int distinct = distinct_options(m, c, picks);
    if (c->maximum == 1) return (c->minimum < 1) + distinct;
    V every = 0;
    for (int amount = c->minimum; amount <= c->maximum && amount <= distinct; amount++) {
        V ways = 1;
        int picked = amount < distinct - amount ? amount : distinct - amount;
        for (int i = 0; i < picked && ways <= MANY; i++) ways = ways * (distinct - i) / (i + 1);
        every += ways;
    }
    return every < MANY ? (int)every : MANY;
}

// The answer of a number among those to try, as options by number: how many are picked.
static int answer_at(Match *m, Choice *c, int number, V *picks) {
    static int distinct[MAX_OPTIONS], at[MAX_OPTIONS];
    int count = distinct_options(m, c, distinct), amount = c->minimum;
    if (c->maximum == 1 && c->minimum < 1 && number-- == 0) return 0;
    if (c->maximum == 1) {
        picks[0] = distinct[number];
        return 1;
    }
    for (;; amount++) {
        for (int i = 0; i < amount; i++) at[i] = i;
        for (;;) {
            if (!number--) {
                for (int i = 0; i < amount; i++) picks[i] = distinct[at[i]];
                return amount;
            }
            int last = amount - 1;
            while (last >= 0 && at[last] == count - amount + last) last--;
            if (last < 0) break;
            at[last]++;
            for (int i = last + 1; i < amount; i++) at[i] = at[i - 1] + 1;
        }
    }
}

// Options as picks in a choice. 0: some are not among its options.
static int picks_of(Match *m, Choice *c, const Step *s, V *picks) {
    int count = length(m, c->options) / 2;
    for (int i = 0; i < s->count; i++) {
        const V *option = step_options + 2 * (s->first + i);
        int at = 0;
        while (at < count && (items(m, c->options)[2 * at] != option[0] ||
                              items(m, c->options)[2 * at + 1] != option[1]))
            at++;
        if (at == count) return 0;
        picks[i] = at;
    }
    return 1;
}

// ---- worlds -------------------------------------------------------------------------------------

static int is_to_move(Match *m) { return m->choice_count == 1 && m->choice[0].seat == forced.seat; }

static int is_any_good(Match *m) {
    if (m->standings != NONE) return has_won(m, forced.seat);
    return is_to_move(m) && bot_tables.forced_until(m) == forced.now;
}

// Give an answer in a world, where it is not over; whether it is won or the seat goes on in it.
static int take_step(Match *m, const Step *s) {
    static V picks[MAX_OPTIONS];
    if (m->standings != NONE) return 1;
    if (!picks_of(m, &m->choice[0], s, picks)) return 0;
    answer(m, forced.seat, picks, s->count);
    return is_any_good(m);
}

static int take_steps(Match *m, int step) {
    static int before[NODES];
    int count = 0;
    for (; step >= 0; step = steps[step].before) before[count++] = step;
    while (count--)
        if (!take_step(m, &steps[before[count]])) return 0;
    return 1;
}

static void load_node(int node) {
    const Worlds *of = &nodes[node].worlds;
    for (int i = 0; forced.loaded != node && i < of->count; i++) {
        copy_match(match_at(AT_NODE + i), match_at(AT_DEAL + of->deal[i]));
        take_steps(match_at(AT_NODE + i), nodes[node].step);
    }
    forced.loaded = node;
}

// Whether dice were thrown, or hidden cards have moved.
static int involved_luck(Match *before, Match *after) {
    if (before->random != after->random) return 1;
    for (int zone = 0; zone < pack.zones; zone++) {
        if (zone && !is_hidden(forced.seat, zone)) continue;
        V one = ZONES(before)[zone], other = ZONES(after)[zone];
        int count = length(before, one);
        if (count != length(after, other)) return 1;
        for (int i = 0; i < count; i++)
            if (items(before, one)[i] != items(after, other)[i]) return 1;
    }
    return 0;
}

// What a step leads to, at AT_AFTER: with the worlds that are won. 0: it is no good.
static int find_worlds_after(const Node *node, int step, Worlds *found) {
    *found = node->worlds;
    for (int i = 0; i < found->count; i++) {
        copy_match(match_at(AT_AFTER + i), match_at(AT_NODE + i));
        if (!take_step(match_at(AT_AFTER + i), &steps[step])) return 0;
    }
    if (found->count > 1 || !involved_luck(match_at(AT_NODE), match_at(AT_AFTER))) return 1;
    for (; forced.deals < DEALS; forced.deals++)
        redeal(match_at(AT_DEAL + forced.deals), forced.match, forced.seat, forced.dice);
    for (int deal = 1; deal < DEALS; deal++) {
        int at = found->count++;
        found->deal[at] = (int8_t)deal;
        copy_match(match_at(AT_AFTER + at), match_at(AT_DEAL + deal));
        if (!take_steps(match_at(AT_AFTER + at), step)) return 0;
    }
    return 1;
}

// Put a state that is new with those to go on from; its worlds are matches from a place on.
static void add_node(int place, Worlds found, int step, int depth, int more) {
    Worlds worlds = {{0}, 0};
    Match *first = 0;
    uint64_t hash = 1;
    V lacking = 0;
    for (int i = 0; i < found.count; i++) {
        Match *m = match_at(place + i);
        if (m->standings != NONE) continue;
        worlds.deal[worlds.count++] = found.deal[i];
        hash = likeness(m, mix(hash, 1));
        if (!first) first = m;
    }
    if (!note_known(hash)) return;
    for (int i = 0; i < found.count; i++) {
        Match *m = match_at(place + i);
        V lacks = m->standings == NONE ? bot_tables.lacking(m, forced.seat + 1) : 0;
        if (lacks > lacking) lacking = lacks;
    }
    Choice *c = &first->choice[0];
    nodes[node_count] = (Node){worlds, step, depth, 0, answer_count(first, c), c->words < 0, 0,
                               lacking + more};
    push_node(0, node_count);
    push_node(1, node_count++);
}

// ---- the search ---------------------------------------------------------------------------------

// Try the next answer of a node; whether that wins.
static int try_answer(Node *node) {
    static V picks[MAX_OPTIONS];
    Match *m = match_at(AT_NODE);
    Choice *c = &m->choice[0];
    int count = answer_at(m, c, node->next++, picks), least = c->minimum, step = step_count;
    steps[step] = (Step){node->step, options_used, count};
    for (int i = 0; i < count; i++) {
        step_options[2 * (options_used + i)] = items(m, c->options)[2 * picks[i]];
        step_options[2 * (options_used + i) + 1] = items(m, c->options)[2 * picks[i] + 1];
    }
    Worlds after;
    if (!find_worlds_after(node, step, &after)) return 0;
    int won = 1;
    for (int i = 0; i < after.count; i++) won &= match_at(AT_AFTER + i)->standings != NONE;
    if (won) {
        forced.won_by = step;
        return 1;
    }
    step_count++;
    options_used += count;
    add_node(AT_AFTER, after, step, node->depth + 1, count > least);
    return 0;
}

static int has_room_for_more(void) {
    return step_count < NODES - 1 && options_used < STEP_OPTIONS - MAX_OPTIONS;
}

void begin_forced(Match *m, int seat, Dice *d, int iterations, int times) {
    while (known_count) known[known_places[--known_count]] = 0;
    heap_count[0] = heap_count[1] = node_count = step_count = options_used = 0;
    forced.match = m, forced.dice = d, forced.seat = seat;
    forced.iterations = iterations, forced.times = times;
    forced.states = forced.turn = 0;
    forced.node = forced.loaded = -1;
    forced.now = bot_tables.forced_until(m);
    forced.deals = 1;
    Match *world = match_at(AT_DEAL);
    redeal(world, m, seat, d);
    if (!is_to_move(world)) return;
    if (bot_tables.within != NONE && bot_tables.lacking(world, seat + 1) > bot_tables.within)
        return;
    add_node(AT_DEAL, (Worlds){{0}, 1}, -1, 0, 0);
}

int go_on_forced(double used, int states) {
    for (;;) {
        if (forced.node < 0) {  // one after the other by what is lacking, then all of the soonest
            forced.fully = forced.turn++ % 5 == 4;
            forced.node = next_node(forced.fully);
            if (forced.node < 0) return 0;
        }
        Node *node = &nodes[forced.node];
        if (node->next >= node->answers) {
            node->done = 1;
            forced.node = -1;
            continue;
        }
        if (forced.iterations) used = (double)forced.states / STATES / forced.iterations;
        if (used >= forced.times || !has_room_for_more()) return 0;
        if (states-- <= 0) return 1;
        forced.states++;
        load_node(forced.node);
        if (try_answer(node)) return -1;
        if (!forced.fully && !(node->lacking > 0 && node->asks_how)) forced.node = -1;
    }
}

int first_forced(Match *m, V *picks) {
    int step = forced.won_by;
    while (steps[step].before >= 0) step = steps[step].before;
    picks_of(m, choice_asked(m, forced.seat), &steps[step], picks);
    return steps[step].count;
}
