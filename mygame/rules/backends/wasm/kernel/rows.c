// Cards that come and go while a match is played, and fields of entities: `running/rows.py`,
// `fields.py`.
#include "kernel.h"

static int has_space(Match *m) {
    return length(m, m->spare) || (m->rows_end - m->dealt) < MAX_CREATED * pack.width;
}

static V owner_of(Match *m, V card) {
    int count = length(m, m->owners);
    for (int i = 0; i < count; i += 2)
        if (items(m, m->owners)[i] == card) return items(m, m->owners)[i + 1];
    return 0;
}

static void set_owner(Match *m, V card, V player) {
    int count = length(m, m->owners);
    V made = tuple_of(m, items(m, m->owners), count);
    for (int i = 0; i < count; i += 2)
        if (items(m, made)[i] == card) {
            items(m, made)[i + 1] = player;
            m->owners = made;
            return;
        }
    m->owners = with_item(m, with_item(m, made, card), player);
}

static V create_card(Match *m, V definition, V player) {
    int index = definition_index(definition);
    if (!pack.has_row[index]) fail(m, FAIL_NO_DEFINITION, definition, 0, 0);
    m->work -= MAKE_COST;
    if (m->work < 0) spend_count(m, 0);
    V card;
    int spare = length(m, m->spare);
    if (spare) {
        card = items(m, m->spare)[spare - 1];
        m->spare = slice(m, m->spare, NONE, spare - 1);
    } else {
        card = m->rows_end;
        if (card - m->dealt >= MAX_CREATED * pack.width)
            fail(m, FAIL_CREATED, MAX_CREATED, 0, 0);
        m->rows_end += pack.width;
    }
    for (int i = 0; i < pack.width; i++)
        STATE(m)[card + i] = pack.rows[index * pack.width + i];
    if (player && pack.owned) set_owner(m, card, player);
    return card;
}

V make_cards(Match *m, V pool, V amount, V zone, V at_random) {
    V made = EMPTY, owner = pack.zone_owner[zone];
    int count = length(m, pool);
    while (count && length(m, made) < amount && has_space(m)) {
        V at = truth(m, at_random) ? random_below(m, count) : 0;
        made = with_item(m, made, create_card(m, items(m, pool)[at], owner));
    }
    return made;
}

V duplicate_cards(Match *m, V cards, V zone, V everything) {
    V made = EMPTY, owner = pack.zone_owner[zone];
    int count = length(m, cards);
    for (int i = 0; i < count; i++) {
        V card = items(m, cards)[i];
        if (!is_card(m, card) || !has_space(m)) continue;
        V copy = create_card(m, STATE(m)[card], owner_of(m, card));
        for (int j = 2; truth(m, everything) && j < pack.width; j++)
            STATE(m)[copy + j] = STATE(m)[card + j];
        made = with_item(m, made, copy);
        if (owner && pack.owned) set_owner(m, copy, owner);
    }
    return made;
}

// The fields that both kinds of card have, within the limits of the new one.
static void keep_fields(Match *m, V card, int definition, V *row) {
    V old = facts_of(m, STATE(m)[card])[1], kind = pack.printed[definition * pack.facts + 1];
    const Changer *all = &pack.changer[pack.changers];  // the last one lists all fields of cards
    for (int i = 0; i < all->count; i++) {
        const FieldOf *f = &all->rows[i], *was = 0;
        if (f->kind != kind) continue;
        for (int j = 0; j < all->count && !was; j++)
            if (all->rows[j].kind == old && all->rows[j].spare == f->spare) was = &all->rows[j];
        if (!was) continue;
        V value = STATE(m)[card + f->base], most = f->maximum;
        if (f->maximum_base) most = row[f->maximum_base];
        if (most != NONE && value > most) value = most;
        if (f->minimum != NONE && value < f->minimum) value = f->minimum;
        row[f->base] = value;
    }
}

static void transform_card(Match *m, V card, V definition, int keep) {
    int index = definition_index(definition);
    V *state = STATE(m), zone = state[card + 1], row[1024];
    if (!pack.has_row[index]) fail(m, FAIL_CANNOT_BECOME, card, definition, 0);
    if (pack.width > 1024) fail(m, FAIL_MEMORY, pack.width, 0, 0);
    for (int i = 0; i < pack.width; i++) row[i] = pack.rows[index * pack.width + i];
    row[1] = zone;
    if (m->known != EMPTY && pack.zone_flags[zone] & 2) note_turning(m, card);
    if (keep) keep_fields(m, card, index, row);
    for (int i = 0; i < pack.width; i++) state[card + i] = row[i];
    V own = index_pop(&m->index[BY_SOURCE], card);
    V borne = index_get(&m->index[BY_BEARER], card);
    remove_all(m, own);
    remove_all(m, borne);
    if (m->stripped != EMPTY) m->stripped = without_item(m, m->stripped, card);
}

V transform_cards(Match *m, V cards, V definition, V keep) {
    int count = truth(m, definition) ? length(m, cards) : 0;
    for (int i = 0; i < count; i++) {
        V card = items(m, cards)[i];
        if (!is_card(m, card)) continue;
        V zone = STATE(m)[card + 1];
        if (!zone_takes(zone, definition)) fail(m, FAIL_CANNOT_LIE, definition, zone, 0);
        transform_card(m, card, definition, truth(m, keep));
    }
    return NONE;
}

// ---- rows of cards that are gone ----------------------------------------------------------------

enum { UNUSED, GONE, SPOKEN_OF, FOLLOWED };
static uint8_t row_state[MAX_CREATED];

static void speak_of(Match *m, V v) {
    if (is_tuple(v)) {
        int count = length(m, v);
        for (int i = 0; i < count; i++) speak_of(m, items(m, v)[i]);
        return;
    }
    V at = v - m->dealt;
    if (at < 0 || v >= m->rows_end || at % pack.width) return;
    if (row_state[at / pack.width] == GONE) row_state[at / pack.width] = SPOKEN_OF;
}

static void speak_of_told(Match *m, V v) {
    if (is_tuple(v)) {
        int count = length(m, v);
        for (int i = 0; i < count; i++) speak_of_told(m, items(m, v)[i]);
    } else if (v != NONE && v >> 32 > 0) {
        speak_of(m, v & 0xffffffff);
    }
}

static void speak_of_choice(Match *m, Choice *c) {
    speak_of(m, c->subject);
    int count = length(m, c->values);
    for (int i = 0; i < count; i++) speak_of_told(m, items(m, items(m, c->values)[i])[2]);
    count = length(m, c->options);
    for (int i = 1; i < count; i += 2) speak_of(m, items(m, c->options)[i]);
}

static void speak_of_all(Match *m) {
    for (int i = 0; i < m->frames; i++) speak_of(m, m->frame[i].registers);
    V many[3] = {m->keeping, m->tags, m->gathered};
    for (int i = 0; i < 3; i++) speak_of(m, many[i]);
    int gaps = m->gaps == NONE ? 0 : length(m, m->gaps);
    for (int i = 0; i < gaps; i++) {
        V row = items(m, items(m, m->gaps)[i])[1];
        int count = length(m, row);
        for (int j = 0; j < count; j++) {
            V each = items(m, row)[j];
            speak_of(m, each < 0 ? -each : each);
        }
    }
    for (int i = 0; i < m->trigger_count; i++) {
        Trigger *t = &m->trigger[i];
        V about = t->key >> 40 ? t->key & ((1LL << 40) - 1) : 0;
        V all[7] = {t->owner, t->source, t->captured, t->id, t->key, t->parent, about};
        for (int j = 0; j < 7; j++) speak_of(m, all[j]);
        for (int j = 0; j < t->removers; j++) speak_of(m, t->uuid + 1 + j);
    }
    for (int i = 0; i < m->modifier_count; i++) {
        Modifier *t = &m->modifier[i];
        V all[4] = {t->owner, t->source, t->captured, t->id};
        for (int j = 0; j < 4; j++) speak_of(m, all[j]);
        for (int j = 0; j < t->removers; j++) speak_of(m, t->uuid + 1 + j);
    }
    for (int i = 0; i < m->choice_count; i++) speak_of_choice(m, &m->choice[i]);
    for (int i = 0; i < m->sealed_count; i++) speak_of_choice(m, &m->sealed[i]);
}

void collect_rows(Match *m, int enough) {
    V *state = STATE(m);
    int width = pack.width, rows = (m->rows_end - m->dealt) / width;
    int all = (m->rows_end - pack.first) / width;
    if (all - length(m, m->cards) - length(m, m->spare) < enough) return;
    for (int i = 0; i < rows; i++) {
        V *row = state + m->dealt + i * width;
        row_state[i] = row[0] && !row[1] ? GONE : UNUSED;
    }
    speak_of_all(m);
    for (int i = 0; i < m->dealt; i++) speak_of(m, state[i]);
    for (int i = 0; i < rows; i++)
        for (int j = 0; row_state[i] == UNUSED && j < width; j++)
            speak_of(m, state[m->dealt + i * width + j]);
    for (int again = 1; again;) {
        again = 0;
        for (int i = 0; i < rows; i++)
            if (row_state[i] == SPOKEN_OF) {
                row_state[i] = FOLLOWED;
                again = 1;
                for (int j = 2; j < width; j++) speak_of(m, state[m->dealt + i * width + j]);
            }
    }
    for (int i = 0; i < rows; i++) {
        if (row_state[i] != GONE) continue;
        V card = m->dealt + i * width;
        for (int j = 0; j < width; j++) state[card + j] = 0;
        m->spare = with_item(m, m->spare, card);
        int count = length(m, m->owners);
        for (int j = 0; j < count; j += 2)
            if (items(m, m->owners)[j] == card) {
                V parts[2] = {slice(m, m->owners, NONE, j), slice(m, m->owners, j + 2, NONE)};
                m->owners = joined(m, parts, 2);
                break;
            }
    }
}
