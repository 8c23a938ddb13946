// Flat Monte Carlo over what a seat cannot see, with successive halving, and the habits by which
// worlds are played on: `playing/bots/search.py`.
#include "bots.h"

#define EXPLORE 0.1
#define TRUST 3
enum { HABITS = 1 << 14 };

// ---- habits -------------------------------------------------------------------------------------

typedef struct {
    V prompt, subject, about;
    int32_t word, is_card;
    uint32_t search, spare;  // of which search it is
    V gain;
} Habit;

static Habit habits[HABITS];
static uint32_t search_number;
static int habit_count;

// The definition that an entity has or is; 0: neither.
V definition_of(Match *m, V entity) {
    V definition = is_card(m, entity) ? STATE(m)[entity] : entity;
    return definition && definition_index(definition) ? definition : 0;
}

// What options are alike in: the card, a player by the way round the table.
static Habit kind_of_option(Match *m, Choice *c, V subject, int pick) {
    V entity = items(m, c->options)[2 * pick + 1];
    const OptionKind *option = &pack.option[items(m, c->options)[2 * pick]];
    if (option->is_card)
        entity = definition_of(m, entity);
    else if (option->about == ABOUT_PLAYER)
        entity = floor_mod(m, entity - c->seat, pack.seats);
    return (Habit){c->prompt, subject, entity, option->word, option->is_card, search_number, 0, 0};
}

static uint32_t place_of(const Habit *h) {
    uint64_t key = (uint64_t)h->prompt * 0x9E3779B97F4A7C15ULL + (uint64_t)h->subject;
    key = (key ^ key >> 29) * 0xBF58476D1CE4E5B9ULL + (uint64_t)h->about;
    key = (key ^ key >> 32) * 0x94D049BB133111EBULL + (uint64_t)(2 * h->word + h->is_card);
    return (uint32_t)((key ^ key >> 31) % HABITS);
}

// Where a habit stands, or would.
static Habit *find_habit(Match *m, const Habit *h) {
    uint32_t at = place_of(h);
    for (; habits[at].search == search_number; at = (at + 1) % HABITS) {
        const Habit *each = &habits[at];
        if (each->prompt == h->prompt && each->subject == h->subject && each->about == h->about &&
            each->word == h->word && each->is_card == h->is_card)
            return &habits[at];
    }
    if (++habit_count > HABITS / 2) fail(m, FAIL_MEMORY, habit_count, 0, 0);
    return &habits[at];
}

// `before`: what the seat is worth now; NONE: not known yet.
static V gain_beside(Match *m, Choice *c, V subject, int pick, V *before) {
    Habit own = kind_of_option(m, c, subject, pick), *known = find_habit(m, &own);
    if (known->search == search_number) return known->gain;
    if (*before == NONE) *before = worth_of(m, c->seat);
    V at = pick, after = worth_of_answer(m, c->seat, &at, 1, m->frames, 0, AT_TRIED);
    own.gain = added(added(after, -*before), preference_of(m, c, pick));
    *known = own;
    return own.gain;
}

V gain_of(Match *m, Choice *c, V subject, int pick) {
    V before = NONE;
    return gain_beside(m, c, subject, pick, &before);
}

void answer_by_habit(Match *m, Choice *c, Dice *d) {
    int count = length(m, c->options) / 2;
    V pick = 0, best = 0;
    if (c->minimum != 1 || c->maximum != 1) {
        answer_default(m, c->seat);
        return;
    }
    if (!bot_tables.worth || dice_unit(d) < EXPLORE) {
        pick = (V)(dice_unit(d) * count);
    } else {
        V subject = definition_of(m, c->subject), before = NONE;
        for (int i = 0; i < count; i++) {
            V gain = gain_beside(m, c, subject, i, &before);
            if (i && gain <= best) continue;
            best = gain;
            pick = i;
        }
    }
    answer(m, c->seat, &pick, 1);
}

static void play_on(Match *m, Dice *d) {
    int to_the_end = !bot_tables.worth;
    V now = bot_tables.until ? bot_tables.until(m) : 0;
    for (int i = 0; i < (to_the_end ? FAR : HORIZON); i++) {
        if (m->standings != NONE) return;
        if (bot_tables.until && !to_the_end && bot_tables.until(m) != now) return;
        answer_by_habit(m, &m->choice[0], d);
    }
}

// ---- the answers to consider --------------------------------------------------------------------

static int add_near(Choice *c, const V *picks, int count) {
    if (count >= c->minimum && count <= c->maximum) add_line(picks, count);
    return line_count < LINES_CONSIDERED;
}

// Some picks in order without one of them, and with another; -1: none.
static int exchanged(const V *from, int count, V gone, V added_pick, V *to) {
    int n = 0;
    for (int i = 0; i <= count; i++) {
        if (added_pick >= 0 && (i == count || from[i] > added_pick)) {
            to[n++] = added_pick;
            added_pick = -1;
        }
        if (i < count && from[i] != gone) to[n++] = from[i];
    }
    return n;
}

// Answers of several picks: as by default, as many as can be, and one off from the first.
static void add_lines_near(Match *m, Choice *c) {
    static V first[MAX_OPTIONS], near[MAX_OPTIONS + 1];
    int count = length(m, c->options) / 2, n = line[0].count;
    for (int i = 0; i < n; i++) {  // in order
        V pick = line_picks[line[0].first + i];
        int at = i;
        for (; at && first[at - 1] > pick; at--) first[at] = first[at - 1];
        first[at] = pick;
    }
    if (!add_near(c, items(m, c->preset), length(m, c->preset))) return;
    for (int i = 0; i < count && i < c->maximum; i++) near[i] = i;
    if (!add_near(c, near, c->maximum < count ? c->maximum : count)) return;
    for (V pick = 0; pick < count; pick++) {
        int has = 0;
        for (int i = 0; i < n; i++) has |= first[i] == pick;
        int size = exchanged(first, n, has ? pick : -1, has ? -1 : pick, near);
        if (!add_near(c, near, size)) return;
    }
    for (V pick = 0; pick < count; pick++) {
        int has = 0;
        for (int i = 0; i < n; i++) has |= first[i] == pick;
        for (int i = 0; !has && i < n; i++)
            if (!add_near(c, near, exchanged(first, n, line_picks[line[0].first + i], pick, near)))
                return;
    }
}

static void find_lines(Match *m, Choice *c, Dice *d) {
    static int distinct[MAX_OPTIONS];
    consider_greedily(m, c->seat, d);
    int several = line_count == 1 && forced_count(m, c) < 0;
    if (several && distinct_options(m, c, distinct) > 1) {
        line[0] = (Line){0, 0, line[0].first, line[0].count, 0, 0};
        add_lines_near(m, c);
        return;
    }
    if (line_count > LINES_CONSIDERED) line_count = LINES_CONSIDERED;
    for (int i = 0; i < line_count; i++)
        line[i] = (Line){0, line_value(&line[i]), line[i].first, line[i].count, 0, 0};
}

// ---- halving ------------------------------------------------------------------------------------

static struct {
    Match *match;
    Dice *dice;
    int seat, iterations, stage, stages, alive, done, tree;
} search;

static double promise_of(const Line *l) {
    return (l->total + TRUST * l->prior) / (l->worlds + TRUST);
}

static double part_used(double used) {
    return search.iterations ? (double)search.done / search.iterations : used;
}

int has_won(Match *m, int seat) {
    return m->standings != NONE && contains(m, m->won, seat);
}

static void play_world(double used) {
    static V ahead[MAX_OPTIONS];
    static int won[MAX_OPTIONS];
    Match *world = match_at(AT_WORLD), *m = match_at(AT_PLAYED);
    redeal(world, search.match, search.seat, search.dice);
    for (int i = 0; i < search.alive; i++) {
        if (part_used(used) >= 1) return;  // a world in which not all were tried does not count
        copy_match(m, world);
        answer(m, search.seat, line_picks + line[i].first, line[i].count);
        if (search.tree)
            play_in_tree(m, line_picks + line[i].first, line[i].count, search.dice);
        else
            play_on(m, search.dice);
        ahead[i] = lead_of(m, search.seat);
        if (search.tree) learn_in_tree(ahead[i]);
        won[i] = has_won(m, search.seat);
        search.done++;
    }
    for (int i = 0; i < search.alive; i++) {
        line[i].total += (double)ahead[i];
        line[i].won += won[i];
        line[i].worlds++;
    }
}

static void end_stage(void) {
    static double promise[MAX_OPTIONS];
    for (int i = 0; i < search.alive; i++) promise[i] = promise_of(&line[i]);
    sort_lines(line, promise, search.alive);
    search.alive = (search.alive + 1) / 2;
    search.stage++;
}

void begin_search(Match *m, int seat, Dice *d, int iterations, int tree) {
    find_lines(m, choice_asked(m, seat), d);
    search_number++;
    habit_count = 0;
    int stages = 0;
    while (line_count > 1 << stages) stages++;
    search.match = m, search.dice = d, search.seat = seat, search.iterations = iterations;
    search.stage = 1, search.stages = stages, search.alive = line_count, search.done = 0;
    search.tree = tree;
    if (tree) begin_tree(m, seat);
}

int go_on_searching(double used, int worlds) {
    while (search.stage <= search.stages) {
        if (part_used(used) >= (double)search.stage / search.stages)
            end_stage();
        else if (worlds-- > 0)
            play_world(used);
        else
            return 1;
    }
    return 0;
}
