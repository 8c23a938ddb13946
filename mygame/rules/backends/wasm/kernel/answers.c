// Results, answers that are kept, targets, questions to cards, sides, and the end of a match:
// `running/machine.py`, `aiming.py`, `questions.py`, `sides.py`, `outcome.py`.
#include "kernel.h"

static V pair_of(Match *m, V a, V b) {
    V both[2] = {a, b};
    return tuple_of(m, both, 2);
}

V with_result(Match *m, V pairs, V key, V value) {
    if (length(m, pairs) >= MAX_RESULTS) fail(m, FAIL_RESULTS, MAX_RESULTS, 0, 0);
    return with_item(m, pairs == NONE ? EMPTY : pairs, pair_of(m, key, value));
}

V result_of_family(Match *m, V pairs, V key) {
    for (int i = length(m, pairs) - 1; i >= 0; i--) {
        V each = items(m, pairs)[i];
        if (equal(m, items(m, each)[0], key)) return items(m, each)[1];
    }
    fail(m, FAIL_KEY, key, 0, 0);
}

V kept_answer(Match *m, V key) {
    int count = length(m, m->keeping);
    for (int i = 0; i < count; i++) {
        V each = items(m, m->keeping)[i];
        if (equal(m, items(m, each)[0], key)) return items(m, each)[1];
    }
    return NONE;
}

V keep_answer(Match *m, V key, V answer) {
    if (m->keeping != NONE && truth(m, answer) && kept_answer(m, key) == NONE)
        m->keeping = with_result(m, m->keeping, key, answer);
    return NONE;
}

V group_answers(Match *m, V answers, V words) {
    V made = EMPTY;
    int count = length(m, answers);
    for (int i = 0; i < count; i++) {
        V *each = items(m, items(m, answers)[i]), player = each[0], took = each[1];
        V found = truth(m, took) ? pair_of(m, item(m, words, item(m, took, 0)), item(m, took, 1))
                                 : pair_of(m, 0, 0);
        made = with_item(m, made, pair_of(m, player, found));
    }
    return made;
}

V first_of(Match *m, V of) { return length(m, of) ? items(m, of)[0] : 0; }
V last_of(Match *m, V of) { return length(m, of) ? items(m, of)[length(m, of) - 1] : 0; }
V entity_list(Match *m, V entity) {
    return truth(m, entity) ? tuple_of(m, &entity, 1) : EMPTY;
}

V top_of(Match *m, V of, V count) {
    int size = length(m, of);
    if (count <= 0 || !size) return EMPTY;
    if (count > size) count = size;
    V made, *to = allocate(m, (int)count, &made), *p = items(m, of);
    for (V i = 0; i < count; i++) to[i] = p[size - 1 - i];
    return made;
}

// ---- what a cast can be aimed at ----------------------------------------------------------------

static V pool_at(Match *m, const Aim *aim, V card, V player) {
    int number = (int)(aim - pack.aim);
    if (m->muted_count && is_muted(m, GUARD_POOL, number)) return EMPTY;
    V given[40] = {player, card, card, NONE};
    for (int i = 0; i < aim->count && i < 36; i++)
        given[4 + i] = i < 32 && aim->players >> i & 1 ? player : 0;
    int before = guard(m, GUARD_POOL, number);
    V found = aim->pool(m, given);
    unguard(m, before);
    return found;
}

static Span aims_of(const Span *table, V definition) {
    return table ? table[definition_index(definition)] : (Span){0, 0};
}

V legal_targets(Match *m, V card, V player, V at) {
    Span span = aims_of(pack.aims, STATE(m)[card]);
    V found = EMPTY;
    for (int i = 0; i < span.count; i++) {
        const Aim *aim = &pack.aim[span.first + i];
        if (at != NONE && aim->timing != at) continue;
        V pool = pool_at(m, aim, card, player);
        int count = length(m, pool);
        for (int j = 0; j < count; j++) {
            V each = items(m, pool)[j];
            if (!contains(m, found, each)) found = with_item(m, found, each);
        }
    }
    return found;
}

static int any_target(Match *m, Span span, V card, V player, V at, int *asked) {
    for (int i = 0; i < span.count; i++) {
        const Aim *aim = &pack.aim[span.first + i];
        if (at != NONE && aim->timing != at) continue;
        *asked = 1;
        if (truth(m, pool_at(m, aim, card, player))) return 1;
    }
    return 0;
}

V has_target(Match *m, V card, V player, V at) {
    int asked;
    return any_target(m, aims_of(pack.aims, STATE(m)[card]), card, player, at, &asked);
}

V lacks_target(Match *m, V card, V player, V at) {
    const Span *tables[2] = {pack.aims, pack.gates};
    for (int i = 0; i < 2; i++) {
        int asked = 0;
        Span span = aims_of(tables[i], STATE(m)[card]);
        if (!any_target(m, span, card, player, at, &asked) && asked) return 1;
    }
    return 0;
}

V needs_target(Match *m, V card, V at) {
    Span span = aims_of(pack.aims, STATE(m)[card]);
    for (int i = 0; i < span.count; i++)
        if (pack.aim[span.first + i].timing == at) return 1;
    return 0;
}

// ---- questions to cards -------------------------------------------------------------------------

static OfAnswer answer_of(Match *m, V question, V card) {
    return pack.answer[question * pack.definitions + definition_index(STATE(m)[card])];
}

V any_answer(Match *m, V question, V cards, const V *given, int count) {
    int size = length(m, cards);
    for (int i = 0; i < size; i++) {
        V card = items(m, cards)[i];
        OfAnswer of = answer_of(m, question, card);
        if (of && truth(m, of(m, card, given, count))) return 1;
    }
    return 0;
}

V sum_of_answers(Match *m, V question, V cards, const V *given, int count) {
    int size = length(m, cards);
    int base = scratch_top;
    for (int i = 0; i < size; i++) {
        V card = items(m, cards)[i];
        OfAnswer of = answer_of(m, question, card);
        if (of) scratch_push(m, of(m, card, given, count));
    }
    V sum = sum_up(scratch + base, scratch_top - base, 1, 0);
    scratch_top = base;
    return sum;
}

int has_answer(Match *m, V question, V card) { return answer_of(m, question, card) != 0; }
V answer_question(Match *m, V question, V card, const V *given, int count) {
    return answer_of(m, question, card)(m, card, given, count);
}

// An answer begins that is the code of a card: what `close_answer` is given; -1: it is left out.
int open_answer(Match *m, V card, int code, int asks_on) {
    if (m->stripped != EMPTY && contains(m, m->stripped, card)) return -1;
    if (m->muted_count && is_muted(m, GUARD_CODE, code)) return -1;
    int before = guard(m, GUARD_CODE, code);
    if (!asks_on) return before;
    m->asked++;
    if (--m->work < 0) spend_count(m, 0);
    if (m->asked > MAX_ASKED) fail(m, FAIL_ASKED_DEEP, MAX_ASKED, 0, 0);
    return before;
}

void close_answer(Match *m, int before, int asks_on) {
    unguard(m, before);
    m->asked -= asks_on;
}

// ---- sides --------------------------------------------------------------------------------------

V side_of(Match *m, V entity) {
    V *state = STATE(m);
    if (is_card(m, entity)) {
        V kind = facts_of(m, state[entity])[1];
        for (const V *p = pack.side_of_cards; p && *p; p += 2)
            if (*p == kind && p[1] && state[entity + p[1]]) return state[entity + p[1]];
        entity = pack.zone_owner[state[entity + 1]];
    }
    if (entity < 1 || entity > pack.seats) return 0;
    if (pack.side_value) {
        int before = guard(m, GUARD_SIDE, 0);
        V found = pack.side_value(m, entity);
        unguard(m, before);
        return truth(m, found) ? found : -entity;
    }
    V found = pack.side_of_players ? state[pack.side_of_players + entity] : 0;
    return found ? found : -entity;
}

V are_allies(Match *m, V one, V other) { return equal(m, side_of(m, one), side_of(m, other)); }

static V of_side(Match *m, V of, V pool, int allies) {
    V own = side_of(m, of), made, *to;
    V from = pool == NONE ? players_from(m, 0) : spend(m, pool);
    int count = length(m, from), left = 0;
    to = allocate(m, count, &made);
    for (int i = 0; i < count; i++) {
        V each = items(m, from)[i];
        if (allies && each == of) continue;
        if ((side_of(m, each) == own) == allies) to[left++] = each;
    }
    to[-1] = left;
    return left ? made : EMPTY;
}

V allies_of(Match *m, V of, V pool) { return of_side(m, of, pool, 1); }
V enemies_of(Match *m, V of, V pool) { return of_side(m, of, pool, 0); }

// ---- how a match ends ---------------------------------------------------------------------------

static int conclude(Match *m, V rule, V note) {
    m->rule = rule;
    if (note && m->logging) {
        V row[7] = {note, NONE, 0, 0, 0, 0, rule}, groups[3] = {m->won, m->drew, m->lost};
        for (int i = 0; i < 3; i++) {
            int count = length(m, groups[i]);
            row[3 + i] = tuple_of(m, items(m, groups[i]), count);
            for (int j = 0; j < count; j++) items(m, row[3 + i])[j]++;
        }
        add_log_row(m, row, 7);
    }
    m->frames = 0;
    return 1;
}

static V merged(Match *m, V standings) {
    V made = EMPTY, placed = EMPTY, later = flattened(m, standings);
    int groups = length(m, standings);
    for (int g = 0; pack.has_parties && g < groups; g++) {
        V group = items(m, standings)[g], sides = EMPTY, found = EMPTY;
        int count = length(m, group), all = length(m, later);
        for (int i = 0; i < count; i++)
            sides = with_item(m, sides, side_of(m, items(m, group)[i] + 1));
        V parts[2] = {group, later}, every = joined(m, parts, 2);
        for (int i = 0; i < count + all; i++) {
            V seat = items(m, every)[i];
            if (contains(m, found, seat) || contains(m, placed, seat)) continue;
            if (contains(m, sides, side_of(m, seat + 1))) found = with_item(m, found, seat);
        }
        V both[2] = {placed, found};
        placed = joined(m, both, 2);
        if (length(m, found)) made = with_item(m, made, found);
    }
    return pack.has_parties ? made : standings;
}

static int one_side(Match *m, V seats) {
    int count = length(m, seats);
    for (int i = 1; i < count; i++)
        if (side_of(m, items(m, seats)[i] + 1) != side_of(m, items(m, seats)[0] + 1)) return 0;
    return count > 0;
}

static V checked(Match *m, V players) {
    V made = tuple_of(m, items(m, players), length(m, players));
    int count = length(m, players);
    for (int i = 0; i < count; i++) {
        V player = items(m, players)[i];
        if (player < 1 || player > pack.seats) fail(m, FAIL_NO_PLAYER, player, 0, 0);
        items(m, made)[i] = player - 1;
    }
    return made;
}

int end_match(Match *m, V players, V keys, V rule, V note) {
    V seats = checked(m, players), standings = EMPTY;
    int count = length(m, seats);
    if (keys == NONE) {
        for (int i = 0; i < count; i++)
            standings = with_item(m, standings, tuple_of(m, items(m, seats) + i, 1));
    } else {
        V *pairs = scratch + scratch_top;
        for (int i = 0; i < count; i++) {
            pairs[2 * i] = -items(m, keys)[i];
            pairs[2 * i + 1] = items(m, seats)[i];
        }
        scratch_top += 2 * count;
        V order = sorted_by(m, pairs, count);
        scratch_top -= 2 * count;
        for (int i = 0; i < count;) {
            int end = i + 1;
            while (end < count && pairs[2 * end] == pairs[2 * i]) end++;
            standings = with_item(m, standings, tuple_of(m, items(m, order) + i, end - i));
            i = end;
        }
    }
    standings = merged(m, standings);
    V first = length(m, standings) ? items(m, standings)[0] : EMPTY;
    V rest = flattened(m, slice(m, standings, 1, NONE));
    for (V seat = 0; seat < pack.seats; seat++)
        if (!contains(m, first, seat) && !contains(m, rest, seat)) rest = with_item(m, rest, seat);
    int won = one_side(m, first);
    m->standings = standings;
    m->won = won ? first : EMPTY;
    m->drew = won ? EMPTY : first;
    m->lost = rest;
    return conclude(m, rule, note);
}

int end_for(Match *m, V won, V drew, V lost, V rule, V note) {
    V groups[3] = {checked(m, won), checked(m, drew), checked(m, lost)};
    int place[MAX_PLAYERS], order[MAX_PLAYERS], known = 0, named = 2;
    for (int i = 0; i < pack.seats; i++) place[i] = -1;
    for (int g = 0; g < 3; g++) {
        int count = length(m, groups[g]);
        for (int i = 0; i < count; i++) {
            int seat = (int)items(m, groups[g])[i];
            for (int each = -1; each < pack.seats; each++) {  // itself, then those of its side
                int at = each < 0 ? seat : each;
                if (each >= 0 && !pack.has_parties) continue;
                if (each >= 0 && side_of(m, each + 1) != side_of(m, seat + 1)) continue;
                if (place[at] >= 0) continue;
                place[at] = g;
                order[known++] = at;
            }
        }
        if (g < 2 && known && named == 2)
            for (int i = 0; i < known; i++)
                if (place[order[i]] < 2) named = 1;
    }
    for (int i = 0; i < pack.seats; i++)
        if (place[i] < 0) {
            place[i] = named == 1 ? 2 : 0;
            order[known++] = i;
        }
    V found[3] = {EMPTY, EMPTY, EMPTY}, standings = EMPTY;
    for (int i = 0; i < known; i++)
        found[place[order[i]]] = with_item(m, found[place[order[i]]], order[i]);
    for (int g = 0; g < 3; g++)
        if (length(m, found[g])) standings = with_item(m, standings, found[g]);
    m->standings = standings;
    m->won = found[0], m->drew = found[1], m->lost = found[2];
    return conclude(m, rule, note);
}

void end_idle(Match *m) {
    if (m->frames || m->standings != NONE) return;
    V every = EMPTY;
    for (V i = 0; i < pack.seats; i++) every = with_item(m, every, i);
    m->standings = tuple_of(m, &every, 1);
    m->won = m->lost = EMPTY;
    m->drew = every;
    m->rule = 0;
}

V settle(Match *m, V players) {
    V seats = checked(m, players);
    int count = length(m, seats);
    for (int i = 0; i < count; i++) {
        V seat = items(m, seats)[i];
        if (!contains(m, m->settled, seat)) m->settled = with_item(m, m->settled, seat);
        m->conceded |= 1u << seat;
    }
    return NONE;
}
