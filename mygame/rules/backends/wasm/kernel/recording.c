// What is written down of a match that is played inside: `Recorder` in `weighing/sim/playing.py`.
#include "recording.h"

#ifdef __wasm__
#define memset __builtin_memset
#else
#include <string.h>
#endif

enum { PLACES = 2 * MOST_COUNTS, STAGE = WATCHED, OFFERED, ALIVE };

typedef struct {
    Count *count;
    int32_t used;
    uint16_t place[PLACES];  // by hash: 1 + where it stands, 0: free
} Counts;

RecordTables record_tables;
Record record;
Count counted[MOST_COUNTS];
V sampled[MOST_SAMPLES];
static Count watched[MOST_COUNTS];  // what only leads to what is told
static Counts told, seen;

// How often something was counted: where that stands, 0 at first.
static V *times(Match *m, Counts *in, int of, int stage, V a, V b, V c) {
    uint64_t hash = (uint64_t)a * 0x9E3779B97F4A7C15ULL + (uint64_t)b;
    hash = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9ULL + (uint64_t)c;
    hash = (hash ^ hash >> 32) * 0x94D049BB133111EBULL + (uint64_t)(64 * stage + of);
    uint32_t at = (uint32_t)(hash ^ hash >> 31) % PLACES;
    for (; in->place[at]; at = (at + 1) % PLACES) {
        Count *each = &in->count[in->place[at] - 1];
        if (each->a == a && each->b == b && each->c == c && each->of == of && each->stage == stage)
            return &each->times;
    }
    if (in->used >= MOST_COUNTS) fail(m, FAIL_MEMORY, in->used, 0, 0);
    Count *made = &in->count[in->used];
    *made = (Count){of, stage, a, b, c, 0};
    in->place[at] = (uint16_t)++in->used;
    return &made->times;
}

static V *cell_at(Match *m, V card) {
    if (card < 0 || card >= m->rows_end) fail(m, FAIL_INDEX, card, 0, 0);
    return STATE(m) + card;
}

static int is_definition(V v) { return v && definition_index(v); }
static int is_about(Match *m, OfPlayer where, V card) { return !where || truth(m, where(m, card)); }

// Something happened to a card, which may be another one later, or to a definition.
static void count_card(Match *m, int stage, V card, V player) {
    ++*times(m, &seen, STAGE, stage, card, is_definition(card) ? card : *cell_at(m, card), player);
}

static void sample_series(Match *m) {
    for (int i = 0; i < record_tables.series; i++)
        for (V player = 1; player <= pack.seats; player++) {
            if (record.samples >= MOST_SAMPLES) fail(m, FAIL_MEMORY, record.samples, 0, 0);
            sampled[record.samples++] = record_tables.of_series[i](m, player);
        }
}

static void begin_first_round(Match *m) {
    record.first = item(m, players_from(m, 0), 0) - 1;
    for (int i = 0; i < record_tables.holdings; i++)
        for (V player = 1; player <= pack.seats; player++) {
            V cards = record_tables.holding[i].cards(m, player);
            for (int j = 0; j < length(m, cards); j++)
                count_card(m, record_tables.holding[i].stage, items(m, cards)[j], player);
        }
}

static void begin_round(Match *m, V number) {
    if (number == record.round) return;
    if (!record.round) begin_first_round(m);
    record.round = number;
    sample_series(m);
}

static void begin_life(Match *m, V card) {
    if (!is_about(m, record_tables.lives, card)) return;
    *times(m, &seen, ALIVE, 0, card, 0, 0) = 1 + record.round;
    ++*times(m, &told, BEGUN, 0, *cell_at(m, card), 0, 0);
}

static void end_life(Match *m, V card) {
    V *begun = times(m, &seen, ALIVE, 0, card, 0, 0), definition;
    if (!*begun) return;
    definition = *cell_at(m, card);
    ++*times(m, &told, ENDED, 0, definition, 0, 0);
    *times(m, &told, LASTED, 0, definition, 0, 0) += record.round - (*begun - 1);
    *begun = 0;
}

void record_event(Match *m, V key, V context, V subject) {
    V definition = subject > 0 && subject < m->rows_end ? STATE(m)[subject] : 0;
    ++*times(m, &told, HEARD, 0, key, definition, 0);
    for (int i = 0; i < record_tables.listeners; i++) {
        const Listener *each = &record_tables.listener[i];
        if (each->key != key) continue;
        V what = item(m, context, each->what);
        if (each->does == COUNT_STAGE)
            count_card(m, each->stage, what, item(m, context, each->player));
        else if (each->does == BEGIN_ROUND)
            begin_round(m, what);
        else if (each->does == BEGIN_LIFE)
            begin_life(m, what);
        else
            end_life(m, what);
    }
}

void record_question(Match *m, Choice *c) {
    V player = c->seat + 1, *of = items(m, c->options);
    int count = length(m, c->options) / 2;
    for (int i = 0; i < record_tables.offers; i++) {
        const OfferStage *each = &record_tables.offer[i];
        if (each->taken || each->prompt != c->prompt) continue;
        for (int j = 0; j < count; j++) {
            V card = of[2 * j + 1];
            if (pack.option[of[2 * j]].word != each->word) continue;
            V *known = times(m, &seen, OFFERED, each->stage, card, record.round, player);
            if (!(*known)++) count_card(m, each->stage, card, player);
        }
    }
}

void record_answer(Match *m, Choice *c, const V *picks, int count) {
    V *of = items(m, c->options);
    for (int i = 0; i < record_tables.offers; i++) {
        const OfferStage *each = &record_tables.offer[i];
        if (!each->taken || each->prompt != c->prompt) continue;
        for (int j = 0; j < count; j++) {
            const OptionKind *option = &pack.option[of[2 * picks[j]]];
            if (option->word != each->word) continue;
            int told_of = option->is_card || option->about == ABOUT_DEFINITION;
            count_card(m, each->stage, told_of ? of[2 * picks[j] + 1] : c->subject, c->seat + 1);
        }
    }
}

// The stages are about a card as it was when that was printed on it.
static void tell_cards(Match *m) {
    for (int i = 0; i < seen.used; i++) {
        Count each = seen.count[i];
        if (each.of != STAGE || !is_definition(each.b)) continue;
        V *cell = cell_at(m, each.a), now = *cell;
        *cell = each.b;
        int about = is_about(m, record_tables.cards, each.a);
        *cell = now;
        if (!about || !each.c) continue;
        if (each.c < 0 || each.c > pack.seats) fail(m, FAIL_INDEX, each.c, 0, 0);
        *times(m, &told, CARDS, each.stage, each.b, each.c - 1, 0) += each.times;
    }
}

void begin_record(Match *m) {
    record = (Record){.first = NONE};
    told.count = counted, seen.count = watched;
    told.used = seen.used = 0;
    memset(told.place, 0, sizeof told.place);
    memset(seen.place, 0, sizeof seen.place);
    m->traced = 1;
}

void finish_record(Match *m) {
    sample_series(m);
    for (V player = 1; record_tables.role && player <= pack.seats; player++)
        record.role[player - 1] = record_tables.role(m, player);
    tell_cards(m);
    record.counts = told.used;
}
