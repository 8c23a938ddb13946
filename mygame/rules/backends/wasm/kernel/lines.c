// The answers to a choice, as bots weigh them: `playing/bots/answers.py`.
#include "bots.h"

Line line[MAX_OPTIONS + 8];
int line_count;
V line_picks[PICKS];
static int picks_used;
static char *matches;

uint32_t bytes_of_bots(void) { return MATCHES * ((offsets.size + 63) & ~63u); }
void open_bots(void *memory) { matches = memory; }

Match *match_at(int place) {
    return (Match *)(matches + (size_t)place * ((offsets.size + 63) & ~63u));
}

Choice *choice_asked(Match *m, int seat) {
    for (int i = 0; i < m->choice_count; i++)
        if (m->choice[i].seat == seat) return &m->choice[i];
    return 0;
}

int forced_count(Match *m, Choice *c) {
    if (length(m, c->options) / 2 == c->minimum) return c->minimum;
    return c->maximum ? -1 : 0;
}

// ---- options that are the same ------------------------------------------------------------------

static int is_named_by(Match *m, V source, V captured, V entity) {
    return source == entity || contains(m, captured, entity);
}

// Whether what lasts speaks of an entity: for that one copy is not another.
static int is_named(Match *m, V entity) {
    for (int i = 0; i < m->modifier_count; i++)
        if (is_named_by(m, m->modifier[i].source, m->modifier[i].captured, entity)) return 1;
    for (int i = 0; i < m->trigger_count; i++)
        if (is_named_by(m, m->trigger[i].source, m->trigger[i].captured, entity)) return 1;
    return 0;
}

static int are_alike(Match *m, V kind, V entity, V other) {
    if (entity == other) return 1;
    if (!pack.option[kind].is_card || !is_card(m, entity) || !is_card(m, other)) return 0;
    V *a = STATE(m) + entity, *b = STATE(m) + other;
    for (int i = 0; i < pack.width; i++)
        if (a[i] != b[i]) return 0;
    return !is_named(m, entity) && !is_named(m, other);
}

int distinct_options(Match *m, Choice *c, int *picks) {
    V *of = items(m, c->options);
    int count = length(m, c->options) / 2, found = 0;
    for (int i = 0; i < count; i++) {
        int known = 0;
        for (int j = 0; j < found && !known; j++)
            known = of[2 * i] == of[2 * picks[j]] &&
                    are_alike(m, of[2 * i], of[2 * i + 1], of[2 * picks[j] + 1]);
        if (!known) picks[found++] = i;
    }
    return found;
}

// ---- lines --------------------------------------------------------------------------------------

void clear_lines(void) { line_count = picks_used = 0; }

Line *add_line(const V *picks, int count) {
    for (int i = 0; i < line_count; i++) {
        int same = line[i].count == count;
        for (int j = 0; same && j < count; j++) same = line_picks[line[i].first + j] == picks[j];
        if (same) return 0;
    }
    if (line_count >= MAX_OPTIONS || picks_used + count > PICKS) return 0;
    Line *made = &line[line_count++];
    *made = (Line){0, 0, picks_used, count, 0, 0};
    for (int i = 0; i < count; i++) line_picks[picks_used++] = picks[i];
    return made;
}

double line_value(const Line *l) { return l->worlds ? l->total / l->worlds : (double)FAILED; }

void sort_lines(Line *of, double *key, int count) {
    for (int i = 1; i < count; i++) {
        Line own = of[i];
        double value = key[i];
        int at = i;
        for (; at && key[at - 1] < value; at--) of[at] = of[at - 1], key[at] = key[at - 1];
        of[at] = own;
        key[at] = value;
    }
}
