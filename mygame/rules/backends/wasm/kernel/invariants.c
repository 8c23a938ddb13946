// What must hold in every state of a match: the cheap part of `playing/invariants.py`, which says
// what is wrong where something is.
#include "recording.h"

enum { LIES = 1, LISTED = 2, FREE = 4, PLACE_BITS = 16 };
static uint8_t marks[MOST_ROWS];

// By row; 0: it is the row of no card.
static uint8_t *mark_of(Match *m, V card) {
    static uint8_t none;
    none = 0;
    return is_card(m, card) ? &marks[(card - pack.first) / pack.width] : &none;
}

// Every card of the match is in exactly one zone, the one it thinks it is in.
static int cards_are_conserved(Match *m) {
    V *cards = items(m, m->cards);
    int lying = 0, count = length(m, m->cards);
    for (int zone = 0; zone < pack.zones; zone++)
        for (int i = 0; i < length(m, ZONES(m)[zone]); i++) {
            V card = items(m, ZONES(m)[zone])[i];
            uint8_t *mark = mark_of(m, card);
            if (!is_card(m, card) || *mark & LIES || STATE(m)[card + 1] != zone) return 0;
            *mark |= LIES;
            lying++;
        }
    for (int i = 0; i < count; i++) {
        uint8_t *mark = mark_of(m, cards[i]);
        if (!is_card(m, cards[i]) || *mark & LISTED) return 0;
        if (STATE(m)[cards[i] + 1] && !(*mark & LIES)) return 0;
        *mark |= LISTED;
        lying -= *mark & LIES;
    }
    return !lying;
}

// Every row holds a card of the pack, but for the free ones, in which nothing is.
static int rows_are_cards(Match *m) {
    for (int i = 0; i < length(m, m->spare); i++) {
        if (!is_card(m, items(m, m->spare)[i])) return 0;
        *mark_of(m, items(m, m->spare)[i]) |= FREE;
    }
    for (V row = pack.first; row < m->rows_end; row += pack.width) {
        V *cells = STATE(m) + row;
        if (!(*mark_of(m, row) & FREE)) {
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
        for (int i = 0; pack.zone_rule && pack.ruled[zone] && i < length(m, of); i++)
            if (!zone_takes(zone, STATE(m)[items(m, of)[i]])) return 0;
    }
    return 1;
}

static int is_in_range(Match *m, const FieldOf *field, V entity) {
    V *of = STATE(m) + entity, value = of[field->base];
    V most = field->spare ? of[field->maximum_base] : field->maximum;
    return (most == NONE || value <= most) && (field->minimum == NONE || value >= field->minimum);
}

// Every field is within its limits.
static int numbers_are_in_range(Match *m) {
    int count = length(m, m->cards);
    V *cards = items(m, m->cards);
    for (int i = 0; i < record_tables.fields; i++) {
        const FieldOf *field = &record_tables.field[i];
        if (field->minimum == NONE && field->maximum == NONE && !field->spare) continue;
        if (field->kind < 2) {
            V last = field->kind ? pack.players : 0;
            for (V entity = field->kind; entity <= last; entity++)
                if (!is_in_range(m, field, entity)) return 0;
            continue;
        }
        for (int j = 0; j < count; j++)
            if (facts_of(m, STATE(m)[cards[j]])[1] == field->kind &&
                !is_in_range(m, field, cards[j]))
                return 0;
    }
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
    V rows = (m->rows_end - pack.first + pack.width - 1) / pack.width;
    if (rows > MOST_ROWS) return 0;
    for (V i = 0; i < rows; i++) marks[i] = 0;
    return cards_are_conserved(m) && rows_are_cards(m) && zones_have_room(m) &&
           numbers_are_in_range(m) && known_cards_are_hidden(m) && choices_are_answerable(m);
}
