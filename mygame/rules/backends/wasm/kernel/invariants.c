// What must hold in every state of a match: the cheap part of `playing/invariants.py`, which says
// what is wrong where something is.
#include "recording.h"

enum { LIES = 1, LISTED = 2, FREE = 4, PLACE_BITS = 16 };
static uint8_t marks[MOST_ROWS];

// Of its row; 0: it is no card.
static uint8_t *mark_of(Match *m, V card) {
    if (card < pack.first || card >= m->rows_end) return 0;
    uint32_t cells = (uint32_t)(card - pack.first), row = cells / (uint32_t)pack.width;
    return row * (uint32_t)pack.width == cells ? &marks[row] : 0;
}

// Every card of the match is in exactly one zone, the one it thinks it is in.
static int cards_are_conserved(Match *m) {
    V *cards = items(m, m->cards);
    int lying = 0, count = length(m, m->cards);
    for (int zone = 0; zone < pack.zones; zone++) {
        V *there = items(m, ZONES(m)[zone]);
        int size = length(m, ZONES(m)[zone]);
        for (int i = 0; i < size; i++) {
            uint8_t *mark = mark_of(m, there[i]);
            if (!mark || *mark & LIES || STATE(m)[there[i] + 1] != zone) return 0;
            *mark |= LIES;
        }
        lying += size;
    }
    for (int i = 0; i < count; i++) {
        uint8_t *mark = mark_of(m, cards[i]);
        if (!mark || *mark & LISTED) return 0;
        if (STATE(m)[cards[i] + 1] && !(*mark & LIES)) return 0;
        *mark |= LISTED;
        lying -= *mark & LIES;
    }
    return !lying;
}

// Every row holds a card of the pack, but for the free ones, in which nothing is.
static int rows_are_cards(Match *m) {
    for (int i = 0; i < length(m, m->spare); i++) {
        uint8_t *mark = mark_of(m, items(m, m->spare)[i]);
        if (!mark) return 0;
        *mark |= FREE;
    }
    uint8_t *mark = marks;
    for (V row = pack.first; row < m->rows_end; row += pack.width) {
        V *cells = STATE(m) + row;
        if (!(*mark++ & FREE)) {
            int definition = definition_index(cells[0]);
            if (!definition || !pack.has_row[definition]) return 0;
            continue;
        }
        for (int i = 0; i < pack.width; i++)
            if (cells[i]) return 0;
    }
    return 1;
}

// No zone holds more cards than its pack says, and none that cannot lie there.
static int zones_have_room(Match *m) {
    for (int zone = 0; zone < pack.zones; zone++) {
        V of = ZONES(m)[zone];
        int most = record_tables.most[zone];
        if (most >= 0 && length(m, of) > most) return 0;
        if (!pack.zone_rule || !pack.ruled[zone] || !pack.zone_rule[zone].holds) continue;
        for (int i = 0; i < length(m, of); i++)
            if (!zone_takes(zone, STATE(m)[items(m, of)[i]])) return 0;
    }
    return 1;
}

// Whether the fields of an entity are within their limits; those of a kind stand together.
static int are_in_range(Match *m, V kind, V entity) {
    V *of = STATE(m) + entity;
    const Limit *each = record_tables.limit, *end = each + record_tables.limits;
    while (each < end && each->kind != kind) each += each->count;
    for (; each < end && each->kind == kind; each++) {
        V value = of[each->base], most = each->most_base < 0 ? each->maximum : of[each->most_base];
        if (most != NONE && value > most) return 0;
        if (each->minimum != NONE && value < each->minimum) return 0;
    }
    return 1;
}

// Every field is within its limits.
static int numbers_are_in_range(Match *m) {
    int count = length(m, m->cards);
    V *cards = items(m, m->cards);
    for (V entity = 0; entity <= pack.players; entity++)
        if (!are_in_range(m, entity > 0, entity)) return 0;
    for (int i = 0; i < count; i++)
        if (!are_in_range(m, facts_of(m, STATE(m)[cards[i]])[1], cards[i])) return 0;
    return 1;
}

// What seats know beside what they see is of cards that lie hidden in pools.
static int known_cards_are_hidden(Match *m) {
    for (int i = 0; i < length(m, m->known); i += 2) {
        V card = items(m, m->known)[i], mask = items(m, m->known)[i + 1];
        V seats = mask & ((1 << PLACE_BITS) - 1), placed = mask >> PLACE_BITS;
        if (!is_card(m, card)) return 0;
        V zone = STATE(m)[card + 1];
        if (!(pack.zone_flags[zone] & 2) || !seats || seats & pack.zone_seers[zone]) return 0;
        if (placed & ~seats || seats >> pack.seats) return 0;
    }
    return 1;
}

static int is_legal(Match *m, Choice *c, V picks) {
    int size = length(m, c->options) / 2, count = length(m, picks);
    if (count < c->minimum || count > c->maximum) return 0;
    for (int i = 0; i < count; i++) {
        V pick = items(m, picks)[i];
        if (pick < 0 || pick >= size) return 0;
        for (int j = 0; j < i; j++)
            if (items(m, picks)[j] == pick) return 0;
    }
    return 1;
}

// Somebody is asked something that can be answered, or the match is over.
static int choices_are_answerable(Match *m) {
    if ((m->standings != NONE) != !m->choice_count) return 0;
    for (int i = 0; i < m->choice_count; i++) {
        Choice *c = &m->choice[i];
        if (c->minimum < 0 || c->minimum > c->maximum) return 0;
        if (c->maximum > length(m, c->options) / 2) return 0;
        if (!is_legal(m, choice_asked(m, c->seat), c->preset)) return 0;
    }
    return 1;
}

int is_in_order(Match *m) {
    int rows = (m->rows_end - (int)pack.first + pack.width - 1) / pack.width;
    if (rows > MOST_ROWS) return 0;
    for (int i = 0; i < rows; i++) marks[i] = 0;
    return cards_are_conserved(m) && rows_are_cards(m) && zones_have_room(m) &&
           numbers_are_in_range(m) && known_cards_are_hidden(m) && choices_are_answerable(m);
}
