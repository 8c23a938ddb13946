// Lines of the log as rows of numbers, and what seats know of hidden cards: `running/frames.py`,
// `log.py`, `known.py`, and the told values of `kernel.py`.
#include "kernel.h"

enum { POOLED = 2, SEEN_BY_ALL = 4, SEEN_BY_OWNER = 8 };
#define HIDDEN_CARD (1LL << 32)
#define SEATS 0xffff
enum { PLACES = 16, LINES = 1 << 16 };

// Rows of one match, in order: length and values; a tuple in it is TUPLE | length and its items.
V log_lines[LINES];
int32_t log_used;

static int write_value(Match *m, V v, int at) {
    int count = length(m, v);
    if (at + count + 2 > LINES) fail(m, FAIL_MEMORY, at, 0, 0);
    log_lines[at++] = is_tuple(v) ? TUPLE | count : v;
    for (int i = 0; i < count; i++) at = write_value(m, items(m, v)[i], at);
    return at;
}

V add_log_row(Match *m, const V *row, int count) {
    m->work -= NOTE_COST;
    if (!m->logging) return NONE;
    int begin = log_used, at = begin + 1;
    for (int i = 0; i < count; i++) at = write_value(m, row[i], at);
    log_lines[begin] = at - begin - 1;
    log_used = at;
    return NONE;
}

V log_value(Match *m, V value) {
    if (is_tuple(value)) {
        int count = length(m, value);
        if (!count) return EMPTY;
        V made, *to = allocate(m, count, &made);
        for (int i = 0; i < count; i++) {
            V each = log_value(m, items(m, value)[i]);
            to[i] = each;
        }
        return made;
    }
    if (value == NONE || !is_card(m, value)) return value;
    return STATE(m)[value] << 32 | value;
}

// Whether everybody has read of a card in what has followed from the last line of the flow.
static int was_just_named(V kept) {
    int end = log_used, found = 0;
    for (int at = 0; at < end; at += 1 + (int)log_lines[at]) {
        // Forwards: a line of the flow forgets what was before it, and counts itself.
        V *row = log_lines + at + 1;
        int size = (int)log_lines[at], place = 1;
        int open = row[1] == NONE;
        place += 1 + (is_tuple(row[1]) ? (int)(row[1] & 0x7fffffff) : 0);
        V by = row[place++];
        if (!by) found = 0;
        if (by == kept) found = 1;
        for (int i = place; open && i < size; i++)
            if (row[i] == kept) found = 1;
    }
    return found;
}

static int sees(int seat, V zone) {
    if (pack.zone_flags[zone] & SEEN_BY_ALL) return 1;
    return (pack.zone_flags[zone] & SEEN_BY_OWNER) && pack.zone_owner[zone] - 1 == seat;
}

V cause(Match *m, V card) {
    if (card == NONE || !card || !is_card(m, card)) return 0;
    V kept = STATE(m)[card] << 32 | card;
    if (sees(-2, STATE(m)[card + 1]) || (m->logging && was_just_named(kept))) return kept;
    return 0;
}

// ---- what seats know: pairs of a card and a mask ------------------------------------------------

static V mask_of(Match *m, V card) {
    int count = length(m, m->known);
    for (int i = 0; i < count; i += 2)
        if (items(m, m->known)[i] == card) return items(m, m->known)[i + 1];
    return 0;
}

static V with_mask(Match *m, V known, V card, V mask) {
    int count = length(m, known), size = 0, done = 0, at = 0;
    V *p = items(m, known), made;
    while (at < count && p[at] != card) at += 2;
    if (at < count ? p[at + 1] == mask : !mask) return known;
    V *to = allocate(m, count + 2, &made);
    for (int i = 0; i < count; i += 2) {
        V left = p[i] == card ? mask : p[i + 1];
        if (p[i] == card) done = 1;
        if (!left) continue;
        to[size++] = p[i];
        to[size++] = left;
    }
    if (!done && mask) {
        to[size++] = card;
        to[size++] = mask;
    }
    to[-1] = size;
    m->heap_used -= count + 2 - size;
    return size ? made : EMPTY;
}

int knows_card(Match *m, int seat, V card) {
    return sees(seat, STATE(m)[card + 1]) || mask_of(m, card) >> seat & 1;
}

void forget_places(Match *m, V cards) {
    int count = length(m, cards);
    for (int i = 0; i < count; i++) {
        V card = items(m, cards)[i], mask = mask_of(m, card);
        if (mask) m->known = with_mask(m, m->known, card, mask & SEATS);
    }
}

void note_move(Match *m, const V *cards, int count, V old, V zone) {
    V every = (1LL << pack.seats) - 1;
    V saw = (uint32_t)pack.zone_seers[old], see = (uint32_t)pack.zone_seers[zone];
    int pooled = pack.zone_flags[zone] & POOLED;
    V shown = pooled ? saw & ~see : 0, before = m->known;
    if (before == EMPTY && !shown) return;
    if (old == zone) {
        forget_places(m, tuple_of(m, cards, count));
        return;
    }
    V changed = before, emptied = !length(m, ZONES(m)[old]), puzzled = 0;
    V unseen = every & ~(saw | see);
    V placed = shown && !see && (pack.zone_flags[old] & SEEN_BY_OWNER) ? shown & every : 0;
    V left = EMPTY;
    int size = length(m, before);
    for (int i = 0; i < size; i += 2) {
        V card = items(m, before)[i];
        if (STATE(m)[card + 1] == old) left = with_item(m, left, card);
    }
    for (int i = 0; i < count; i++) {
        V mask = mask_of(m, cards[i]);
        V followed = emptied ? mask & SEATS : mask >> PLACES;
        puzzled |= unseen & ~followed;
        V now = (saw | followed) & ~see & every;
        changed = with_mask(m, changed, cards[i], now && pooled ? now | placed << PLACES : 0);
    }
    size = puzzled ? length(m, left) : 0;
    for (int i = 0; i < size; i++) {
        V card = items(m, left)[i], mask = mask_of(m, card);
        changed = with_mask(m, changed, card, mask & ~(puzzled & ~(mask >> PLACES)));
    }
    m->known = changed;
}

void note_turning(Match *m, V card) { note_move(m, &card, 1, STATE(m)[card + 1], 0); }

static void note_offered(Match *m, V options, int seat) {
    int count = length(m, options);
    for (int i = 0; i < count; i += 2) {
        V card = items(m, options)[i + 1];
        if (!pack.option[items(m, options)[i]].is_card || card < pack.first) continue;
        V zone = STATE(m)[card + 1], mask = mask_of(m, card);
        if ((pack.zone_seers[zone] >> seat & 1) || !(pack.zone_flags[zone] & POOLED)) continue;
        if (!(mask >> seat & 1)) m->known = with_mask(m, m->known, card, mask | 1LL << seat);
    }
}

void note_offer(Match *m, Choice *c) {
    note_offered(m, c->options, c->seat);
    int count = length(m, c->barred);  // of triples: reason, kind, entity
    for (int i = 0; i < count; i++) {
        V each = items(m, c->barred)[i];
        note_offered(m, slice(m, each, 1, NONE), c->seat);
    }
}

static V told_value(Match *m, int seat, V value) {
    if (is_tuple(value)) {
        V made = EMPTY;
        int count = length(m, value);
        for (int i = 0; i < count; i++)
            made = with_item(m, made, told_value(m, seat, items(m, value)[i]));
        return made;
    }
    if (value == NONE || !is_card(m, value)) return value;
    return knows_card(m, seat, value) ? STATE(m)[value] << 32 | value : HIDDEN_CARD;
}

// Values are triples: a name, a kind (odd of what may be cards), a value.
V told_values(Match *m, int seat, V values) {
    int count = length(m, values);
    if (!count) return EMPTY;
    V made = EMPTY;
    for (int i = 0; i < count; i++) {
        V *each = items(m, items(m, values)[i]);
        V triple[3] = {each[0], each[1], each[2]};
        if (triple[1] & 1) triple[2] = told_value(m, seat, triple[2]);
        made = with_item(m, made, tuple_of(m, triple, 3));
    }
    return made;
}
