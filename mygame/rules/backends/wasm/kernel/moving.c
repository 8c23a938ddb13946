// Moves into zones that have rules, places in zones, and gaps: `running/moving.py`, `gaps.py`.
#include "kernel.h"

enum { BEFORE, AFTER, INSTEAD };
enum { CARDS, TO, POSITION, BESIDE, NEXT, MOVED, HOOKS, WHO };  // registers of a move

static const ZoneRule none = {-1, -1, 0, 0, 0, 0, -1, 0};

static const ZoneRule *rules_of(V zone) {
    return pack.zone_rule && zone >= 0 && zone < pack.zones ? &pack.zone_rule[zone] : &none;
}

int zone_takes(V zone, V definition) {
    const uint8_t *holds = rules_of(zone)->holds;
    return !holds || holds[definition_index(definition)];
}

static int greets(const ZoneRule *rule, V definition) {
    return rule->arrive >= 0 && (!rule->heeds || rule->heeds[definition_index(definition)]);
}

static V size_of(Match *m, V cards, V zone) {
    OfValue size = rules_of(zone)->size;
    V count = length(m, cards), owner = pack.zone_owner[zone], sum = 0;
    if (!size) return count;
    for (int i = 0; i < count; i++) {
        V each = size(m, owner, items(m, cards)[i]);
        if (each > 0) sum = added(sum, each);
    }
    return sum;
}

V room(Match *m, V zone) {
    const ZoneRule *rule = rules_of(zone);
    if (!rule->most) return MOST;
    if (rule->size) spend(m, ZONES(m)[zone]);
    V most = rule->most(m, pack.zone_owner[zone], 0);
    return added(most, -size_of(m, ZONES(m)[zone], zone));
}

V has_room(Match *m, V cards, V zone) {
    if (!pack.zone_rule || !pack.ruled[zone]) return 1;
    if (cards == NONE) return room(m, zone) > 0;
    int count = length(m, cards), coming = 0;
    V made, *to = allocate(m, count, &made), *p = items(m, cards);
    for (int i = 0; i < count; i++)
        if (is_card(m, p[i]) && STATE(m)[p[i] + 1] != zone) to[coming++] = p[i];
    to[-1] = coming;
    for (int i = 0; i < coming; i++)
        if (!zone_takes(zone, STATE(m)[to[i]])) return 0;
    return !coming || size_of(m, made, zone) <= room(m, zone);
}

V lacking_room(Match *m, V cards, V zone) {
    const ZoneRule *rule = rules_of(zone);
    if (!rule->most && !rule->holds) return EMPTY;
    int count = length(m, spend(m, cards)), lacking = 0;
    V owner = pack.zone_owner[zone], free = NONE, made, *to = allocate(m, count, &made);
    for (int i = 0; i < count; i++) {
        V card = items(m, cards)[i];
        if (!is_card(m, card) || STATE(m)[card + 1] == zone) continue;
        if (free == NONE) free = room(m, zone);
        V takes = rule->size ? rule->size(m, owner, card) : 1;
        if ((takes < 0 ? 0 : takes) > free || !zone_takes(zone, STATE(m)[card]))
            to[lacking++] = card;
    }
    to[-1] = lacking;
    return lacking ? made : EMPTY;
}

static V zone_with_room(Match *m, V card, V zone) {
    for (int i = 0; i < pack.zones; i++) {
        const ZoneRule *rule = rules_of(zone);
        if (!rule->most || STATE(m)[card + 1] == zone) return zone;
        V one = tuple_of(m, &card, 1);
        if (size_of(m, one, zone) <= room(m, zone)) return zone;
        if (rule->overflow < 0) return NONE;
        zone = rule->overflow;
    }
    return NONE;
}

static int moves_silently(Match *m, V cards, V zone) {
    const ZoneRule *there = rules_of(zone);
    if (there->arrive >= 0 && !there->heeds) return 0;
    if (there->most && size_of(m, cards, zone) > room(m, zone)) return 0;
    int count = length(m, cards);
    for (int i = 0; i < count; i++) {
        V card = items(m, cards)[i];
        if (!is_card(m, card)) return 0;
        V definition = STATE(m)[card];
        if (rules_of(STATE(m)[card + 1])->leave >= 0) return 0;
        if (!zone_takes(zone, definition) || greets(there, definition)) return 0;
    }
    return 1;
}

static void shift_top_card(Match *m, V zone, V at) {
    V pile = ZONES(m)[zone], made;
    int count = length(m, pile), others = count - 1;
    V *p = items(m, pile), *to = allocate(m, count, &made);
    if (at < 0) at = others + at < 0 ? 0 : others + at;
    if (at > others) at = others;
    for (int i = 0; i < at; i++) *to++ = p[i];
    *to++ = p[others];
    for (int i = (int)at; i < others; i++) *to++ = p[i];
    ZONES(m)[zone] = made;
}

static void place_card(Match *m, V *r, V card, V zone) {
    V where = r[POSITION], beside = r[BESIDE];
    if (card == beside) return;
    if (where == INSTEAD && beside != NONE) {
        V place = fill_gap(m, card, beside, zone);
        move(m, card, zone, 0);
        shift_top_card(m, zone, place);
        return;
    }
    move(m, card, zone, beside == NONE && where == -1);
    if (!zone) return;
    V there = ZONES(m)[zone], count = length(m, there);
    if (beside == NONE && where > 0) {
        shift_top_card(m, zone, where - 1);
        r[POSITION] = (where < count ? where : count) + 1;
    } else if (beside != NONE && contains(m, there, beside)) {
        shift_top_card(m, zone, position_of(m, there, beside) + where);
        if (where == AFTER) r[BESIDE] = card;
    }
}

static void move_one(Match *m, V *r, V card) {
    if (!is_card(m, card)) fail(m, FAIL_NO_CARD, card, 0, 0);
    V wanted = r[TO], old = STATE(m)[card + 1];
    V zone = pack.zone_rule && pack.ruled[wanted] ? zone_with_room(m, card, wanted) : wanted;
    if (zone == NONE) return;
    const ZoneRule *there = rules_of(zone);
    if (!zone_takes(zone, STATE(m)[card])) fail(m, FAIL_CANNOT_LIE, STATE(m)[card], zone, card);
    if (zone != wanted) {
        move(m, card, zone, 0);
    } else {
        place_card(m, r, card, zone);
        r[MOVED] = with_item(m, r[MOVED], card);
    }
    if (zone == old) return;
    if (rules_of(old)->leave >= 0) {
        V hook[4] = {0, old, card, zone}, made = tuple_of(m, hook, 4);
        r[HOOKS] = tuple_of(m, &made, 1);
    }
    if (there->arrive >= 0 && (length(m, r[HOOKS]) || greets(there, STATE(m)[card]))) {
        V hook[4] = {1, zone, card, old};
        r[HOOKS] = with_item(m, r[HOOKS], tuple_of(m, hook, 4));
    }
}

// Goes on up to a hook that has to be carried out first: its code, with `given`; -1: it is done.
static int continue_move(Match *m, V *r, V *given) {
    for (;;) {
        while (length(m, r[HOOKS])) {
            V *hook = items(m, items(m, r[HOOKS])[0]);
            V arriving = hook[0], zone = hook[1], card = hook[2], other = hook[3];
            r[HOOKS] = slice(m, r[HOOKS], 1, NONE);
            const ZoneRule *rule = rules_of(zone);
            int code = arriving ? rule->arrive : rule->leave;
            V *state = STATE(m);
            if (code < 0) continue;
            if (arriving && !(state[card + 1] == zone && greets(rule, state[card]))) continue;
            V player = pack.zone_owner[zone] ? pack.zone_owner[zone] : r[WHO];
            V all[8] = {player, card, 0, NONE, card, player, pack.zone_family[other],
                        pack.zone_owner[other]};
            for (int i = 0; i < 8; i++) given[i] = all[i];
            return code;
        }
        if (r[NEXT] == length(m, r[CARDS])) return -1;
        V card = items(m, r[CARDS])[r[NEXT]++];
        if (card) move_one(m, r, card);
    }
}

int move_block(Match *m, V *r, int block) {
    V given[8];
    int code;
    (void)block;
    while ((code = continue_move(m, r, given)) >= 0)
        if (start_code(m, code, given, 8)) return -2;
    m->result = r[MOVED];
    return DONE;
}

int carry(Match *m, V cards, V zone, V where, V beside, V who) {
    if (!length(m, cards)) {
        m->result = EMPTY;
        return 0;
    }
    if (beside != NONE) {
        zone = 0;
        if (is_card(m, beside))
            zone = where == INSTEAD ? zone_of_gap(m, beside) : STATE(m)[beside + 1];
        if (!zone) cards = EMPTY;
    } else if ((where == 0 || where == -1) && moves_silently(m, cards, zone)) {
        move_all(m, cards, zone, where == -1);
        m->result = cards;
        return 0;
    }
    spend(m, cards);
    V given[8] = {cards, zone, where, beside, 0, EMPTY, EMPTY, who == NONE ? 0 : who};
    V registers = tuple_of(m, given, 8);
    if (move_block(m, items(m, registers), 0) == DONE) return 0;
    wait_for(m, MOVING, registers, 0);
    return 1;
}

// ---- gaps: pairs of a zone and its cards, those that are gone with a minus ----------------------

static V row_of(Match *m, V zone) {
    V row = ZONES(m)[zone], known = EMPTY;
    int count = m->gaps == NONE ? 0 : length(m, m->gaps);
    for (int i = count - 1; i >= 0; i--)
        if (items(m, items(m, m->gaps)[i])[0] == zone) known = items(m, items(m, m->gaps)[i])[1];
    int place = 0;
    count = length(m, known);
    for (int i = 0; i < count; i++) {
        V each = items(m, known)[i];
        if (each < 0) {
            V parts[3] = {slice(m, row, NONE, place), tuple_of(m, &each, 1),
                          slice(m, row, place, NONE)};
            if (!place) parts[0] = EMPTY;
            row = joined(m, parts, 3);
            place++;
        } else if (contains(m, row, each)) {
            place = (int)position_of(m, row, each) + 1;
        }
    }
    return row;
}

static V pair_of(Match *m, V a, V b) {
    V both[2] = {a, b};
    return tuple_of(m, both, 2);
}

void keep_gap(Match *m, V card, V zone) {
    V row = row_of(m, zone), others = EMPTY;
    int count = length(m, row), gaps = length(m, m->gaps);
    row = tuple_of(m, items(m, row), count);
    for (int i = 0; i < count; i++)
        if (items(m, row)[i] == card) items(m, row)[i] = -card;
    for (int i = 0; i < gaps; i++) {
        V *each = items(m, items(m, m->gaps)[i]);
        V at = each[0], of = each[1];
        if (at != zone) others = with_item(m, others, pair_of(m, at, without_item(m, of, -card)));
    }
    m->gaps = with_item(m, others, pair_of(m, zone, row));
}

V zone_of_gap(Match *m, V card) {
    int count = m->gaps == NONE ? 0 : length(m, m->gaps);
    for (int i = 0; i < count; i++) {
        V *each = items(m, items(m, m->gaps)[i]);
        if (contains(m, each[1], -card)) return each[0];
    }
    return 0;
}

V fill_gap(Match *m, V card, V gone, V zone) {
    V row = without_item(m, row_of(m, zone), card), place = position_of(m, row, -gone);
    V parts[3] = {place ? slice(m, row, 0, place) : EMPTY, tuple_of(m, &card, 1),
                  slice(m, row, place, NONE)};
    V kept = joined(m, parts, 3), all = EMPTY, before = 0;
    int count = m->gaps == NONE ? 0 : length(m, m->gaps);
    for (int i = 0; i < count; i++) {
        V *each = items(m, items(m, m->gaps)[i]);
        V at = each[0], of = each[1];
        all = with_item(m, all, pair_of(m, at, at == zone ? kept : of));
    }
    m->gaps = all;
    for (V i = 0; i < place; i++) before += items(m, row)[i] > 0;
    return before;
}
