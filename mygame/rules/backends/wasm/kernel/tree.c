// A tree of own answers below each answer that halving (`search.c`) tries: Monte Carlo tree search
// over information sets. All worlds share it; in each, those branches are compared that can be taken
// there, by how they turned out, and, as long as they were tried little, by what habits expect of
// them (PUCT). Others answer out of habit. Results that are quite unlike the rest (the match ends in
// one world of a hundred) are bounded, or they alone would decide; the first ones tell how far apart
// results are, and do not count. Only this machine has it. Begin with `play_in_tree`.
#include "bots.h"

#define EXPLORE 1.0   // how much what was tried little is preferred
#define BOUND 6.0     // spreads: results that are further from the middle one count as so far
enum {
    BRANCHES = 1 << 15,
    DEEP = 64,        // answers in the tree
    FIRST = 12,       // results that say how far apart results are: of matches that go on,
    ENDED = 24,       // or any, when so many have ended
};

typedef struct {
    uint64_t key;     // what is answered
    double total;     // of what it was worth: each time between -1 and 1
    int32_t tried, first, next, spare;  // the branches below it, and the one beside; 0: none
} Branch;

static Branch branch[BRANCHES];  // the first is the root
static int branch_count;

static struct {
    Match *match;     // as the seat sees it
    int seat, depth, results, ended;
    int32_t path[DEEP];
    V result[FIRST];
    double middle, spread;  // of the first results
} tree;

// ---- branches -----------------------------------------------------------------------------------

static uint64_t mix(uint64_t hash, V value) {
    hash = (hash ^ (uint64_t)value) * 0xBF58476D1CE4E5B9ULL;
    hash = (hash ^ hash >> 32) * 0x94D049BB133111EBULL;
    return hash ^ hash >> 29;
}

// The branch of an answer; 0: there are too many.
static int find_branch(int above, uint64_t key) {
    for (int at = branch[above].first; at; at = branch[at].next)
        if (branch[at].key == key) return at;
    if (branch_count == BRANCHES) return 0;
    branch[branch_count] = (Branch){key, 0, 0, 0, branch[above].first, 0};
    branch[above].first = branch_count;
    return branch_count++;
}

// What an entity is called in all worlds: a card that was hidden by what it is.
static uint64_t mix_entity(Match *m, uint64_t hash, V entity) {
    Match *seen = tree.match;
    if (!is_card(m, entity)) return mix(hash, entity);
    if (is_card(seen, entity) && !is_hidden(tree.seat, STATE(seen)[entity + 1]))
        return mix(hash, entity);
    return mix(mix(hash, NONE), STATE(m)[entity]);
}

static uint64_t key_of_option(Match *m, Choice *c, int pick) {
    const V *option = items(m, c->options) + 2 * pick;
    uint64_t hash = mix(mix(0, c->prompt), option[0]);
    hash = mix_entity(m, hash, c->subject);
    return pack.option[option[0]].is_card ? mix_entity(m, hash, option[1]) : mix(hash, option[1]);
}

static uint64_t key_of_picks(const V *picks, int count) {
    uint64_t hash = 0;
    for (int i = 0; i < count; i++) hash = mix(hash, picks[i]);
    return hash;
}

// The branch to take, and what to pick for it; 0: that is left to habit.
static int choose_branch(Match *m, Choice *c, int above, V *pick) {
    static int picks[MAX_OPTIONS], found[MAX_OPTIONS];
    static double share[MAX_OPTIONS];
    if (c->seat != tree.seat || c->minimum != 1 || c->maximum != 1) return 0;
    int count = distinct_options(m, c, picks), tried = 0, best = 0;
    if (count < 2) return 0;
    double most = 0, shares = 0, total = 0, top = 0;
    for (int i = 0; i < count; i++) {
        found[i] = find_branch(above, key_of_option(m, c, picks[i]));
        if (!found[i]) return 0;
        share[i] = (double)gain_of(m, c, definition_of(m, c->subject), picks[i]);
        if (!i || share[i] > most) most = share[i];
    }
    for (int i = 0; i < count; i++) {
        share[i] = 1 / (1 + (most - share[i]) / tree.spread);
        shares += share[i];
        tried += branch[found[i]].tried;
        total += branch[found[i]].total;
    }
    double usual = tried ? total / tried : 0, often = __builtin_sqrt(tried + 1.0);
    for (int i = 0; i < count; i++) {
        const Branch *b = &branch[found[i]];
        double value = b->tried ? b->total / b->tried : usual;
        value += EXPLORE * share[i] / shares * often / (1 + b->tried);
        if (i && value <= top) continue;
        top = value;
        best = i;
    }
    *pick = picks[best];
    return found[best];
}

// ---- playing ------------------------------------------------------------------------------------

void begin_tree(Match *m, int seat) {
    tree.match = m, tree.seat = seat, tree.results = tree.ended = 0;
    branch[0] = (Branch){0, 0, 0, 0, 0, 0};
    branch_count = 1;
}

// Take a branch; whether what comes behind it is of the tree.
static int enter_branch(int at) {
    tree.path[tree.depth++] = at;
    return tree.depth < DEEP && branch[at].tried > 0;
}

void play_in_tree(Match *m, const V *picks, int count, Dice *d) {
    int to_the_end = !bot_tables.worth, spans = bot_tables.spans;
    V now = bot_tables.until ? bot_tables.until(m) : 0;
    int at = find_branch(0, key_of_picks(picks, count)), inside = 0;
    tree.depth = 0;
    if (at) inside = enter_branch(at);
    for (int i = 0; i < (to_the_end ? FAR : HORIZON * spans); i++) {
        if (m->standings != NONE) return;
        if (bot_tables.until && !to_the_end) {
            V then = bot_tables.until(m);
            if (then != now && !--spans) return;
            now = then;
        }
        V pick;
        Choice *c = &m->choice[0];
        int next = inside ? choose_branch(m, c, at, &pick) : 0;
        if (next) {
            answer(m, tree.seat, &pick, 1);
            at = next;
            inside = enter_branch(at);
        } else {
            answer_by_habit(m, c, d);
        }
    }
}

// ---- learning -----------------------------------------------------------------------------------

// From the first results: the middle one, and how far apart three quarters of them are.
static void find_scale(void) {
    V *of = tree.result;
    for (int i = 1; i < FIRST; i++) {
        V own = of[i];
        int at = i;
        for (; at && of[at - 1] > own; at--) of[at] = of[at - 1];
        of[at] = own;
    }
    V apart = added(of[FIRST - 1 - FIRST / 8], -of[FIRST / 8]);
    tree.middle = (double)of[FIRST / 2];
    tree.spread = apart > 1 ? (double)apart : 1;
}

int knows_scale(void) { return tree.results == FIRST; }

V bounded_lead(V lead) {
    V far = (V)(BOUND * tree.spread), low = (V)tree.middle - far, high = (V)tree.middle + far;
    return lead < low ? low : lead > high ? high : lead;
}

void learn_in_tree(Match *m, V lead) {
    if (!knows_scale()) {
        if (m->standings == NONE || tree.ended++ >= ENDED) tree.result[tree.results++] = lead;
        if (knows_scale()) find_scale();
        return;
    }
    double x = ((double)lead - tree.middle) / tree.spread;
    for (int i = 0; i < tree.depth; i++) {
        Branch *b = &branch[tree.path[i]];
        b->total += x / (1 + (x < 0 ? -x : x));
        b->tried++;
    }
}
