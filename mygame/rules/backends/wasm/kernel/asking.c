// How players are asked, and what they have picked: `running/kernel.py`.
#include "kernel.h"

enum { FIRST = -1, LAST = -2, BY_LOT = -3 };  // presets that are no places
#define LOTS 0xD1B54A32D192ED03ULL
#define NO_DEFAULT (-1)  // of a menu; else a word

void offer_option(Match *m, int kind, V entity) {
    if (m->option_count >= MAX_OPTIONS + 8) fail(m, FAIL_OPTIONS, m->option_count, 0, 0);
    offered[2 * m->option_count] = kind;
    offered[2 * m->option_count++ + 1] = entity;
}

void offer_all(Match *m, int kind, V entities) {
    int count = length(m, entities);
    for (int i = 0; i < count; i++) offer_option(m, kind, items(m, entities)[i]);
}

V options_offered(Match *m) {
    V made = tuple_of(m, offered, 2 * m->option_count);
    m->option_count = 0;
    return made;
}

static V picked_value(Match *m, Choice *c, V picks) {
    int count = length(m, picks);
    if (c->words >= 0) {
        if (!count) return NONE;
        V kind = item(m, c->options, 2 * items(m, picks)[0]), found[2] = {0, 0};
        const int32_t *words = pack.words[c->words];
        while (words[found[0]] >= 0 && words[found[0]] != pack.option[kind].word) found[0]++;
        if (words[found[0]] < 0) fail(m, FAIL_INDEX, kind, 0, 0);
        found[1] = item(m, c->options, 2 * items(m, picks)[0] + 1);
        return tuple_of(m, found, 2);
    }
    if (!count) return EMPTY;
    V made, *to = allocate(m, count, &made);
    for (int i = 0; i < count; i++) to[i] = item(m, c->options, 2 * items(m, picks)[i] + 1);
    return made;
}

static int offer(Match *m, Choice *c, int alone) {
    int count = length(m, c->options) / 2;
    if (count > MAX_OPTIONS) fail(m, FAIL_OPTIONS, count, 0, 0);
    int taken = alone && count == 1 && !length(m, c->barred);
    if (taken || m->conceded >> c->seat & 1) {
        m->result = picked_value(m, c, c->preset);
        return 0;
    }
    if (m->choice_count > MAX_PLAYERS) fail(m, FAIL_MEMORY, m->choice_count, 0, 0);
    m->choice[m->choice_count++] = *c;
    if (pack.pools) note_offer(m, c);
    return 1;
}

static V drawn_by_lot(Match *m, V player, V size, V count) {
    uint64_t before = m->random;
    m->random ^= (uint64_t)player * LOTS;
    V places, *to = allocate(m, (int)size, &places);
    for (V i = 0; i < size; i++) to[i] = i;
    V found = sample(m, places, count, NONE);
    m->random = before;
    int drawn = length(m, found);
    V *pairs = scratch + scratch_top;
    for (int i = 0; i < drawn; i++) pairs[2 * i] = pairs[2 * i + 1] = items(m, found)[i];
    scratch_top += 2 * drawn;
    found = sorted_by(m, pairs, drawn);
    scratch_top -= 2 * drawn;
    return found;
}

static V paired(Match *m, int kind, V pool) {
    int count = length(m, pool);
    if (!count) return EMPTY;
    V made, *to = allocate(m, 2 * count, &made), *p = items(m, pool);
    for (int i = 0; i < count; i++) {
        to[2 * i] = kind;
        to[2 * i + 1] = p[i];
    }
    return made;
}

static Choice make_choice(Match *m, V player, V prompt, V pool, int kind, V least, V most,
                          V subject, V preset, V values, int together) {
    if (player < 1 || player > pack.seats) fail(m, FAIL_NOBODY_ASKED, player, 0, 0);
    V count = length(m, pool), chosen = EMPTY;
    if (preset == FIRST) {
        for (V i = 0; i < least; i++) chosen = with_item(m, chosen, i);
    } else if (preset == BY_LOT) {
        chosen = drawn_by_lot(m, player, count, least);
    } else {
        V at = preset == LAST ? count - 1 : preset < count - 1 ? preset : count - 1;
        if (at < 0 && preset != LAST) at = 0;
        chosen = tuple_of(m, &at, 1);
    }
    return (Choice){(int)player - 1, (int)least, (int)most, -1, together, 0, prompt,
                    subject == NONE ? 0 : subject, paired(m, kind, pool), chosen,
                    told_values(m, (int)player - 1, values), EMPTY};
}

static int bounded(Match *m, V pool, V *least, V *most) {
    V count = length(m, pool);
    if (*most > count) *most = count;
    if (*least > *most) *least = *most;
    if (*least < 0) *least = 0;
    return *most > 0 && *least < count;
}

int ask(Match *m, V player, V prompt, V pool, int kind, V least, V most, V subject, V preset,
        V values) {
    if (m->luck && least) note_pool(m, player, pool, kind);
    if (!bounded(m, pool, &least, &most)) {
        m->result = slice(m, pool, NONE, most);
        return 0;
    }
    Choice c = make_choice(m, player, prompt, pool, kind, least, most, subject, preset, values, 0);
    return offer(m, &c, 0);
}

static void take_down(Match *m, V *answers, V player, V found) {
    V pair[2] = {player, found};
    *answers = with_item(m, *answers, tuple_of(m, pair, 2));
}

static int await_others(Match *m, V answers) {
    if (m->choice_count) {
        m->gathered = answers;
        return 1;
    }
    m->result = answers;
    return 0;
}

int ask_all(Match *m, V asked, V prompt, int kind, V subject, V preset) {
    V answers = EMPTY;
    int count = length(m, asked);
    for (int i = 0; i < count; i++) {
        V *each = items(m, items(m, asked)[i]);
        V player = each[0], pool = each[1], least = each[2], most = each[3], values = each[4];
        if (!bounded(m, pool, &least, &most)) {
            take_down(m, &answers, player, slice(m, pool, NONE, most));
            continue;
        }
        Choice c =
            make_choice(m, player, prompt, pool, kind, least, most, subject, preset, values, 1);
        if (!offer(m, &c, 0)) take_down(m, &answers, player, m->result);
    }
    return await_others(m, answers);
}

static int word_at(Match *m, V options, int at) {
    return pack.option[items(m, options)[2 * at]].word;
}

static Choice menu_choice(Match *m, V player, V prompt, V subject, int words, V preset,
                          V options, int together, V values, V barred) {
    if (player < 1 || player > pack.seats) fail(m, FAIL_NOBODY_ASKED, player, 0, 0);
    if (preset == NONE) preset = NO_DEFAULT;
    int count = length(m, options) / 2, by_lot = preset == pack.random_word && preset >= 0;
    for (int i = 0; by_lot && pack.words[words][i] >= 0; i++)
        by_lot = pack.words[words][i] != preset;
    V at = 0, chosen;
    if (by_lot) {
        chosen = drawn_by_lot(m, player, count, 1);
    } else {
        if (preset != NO_DEFAULT) {
            int last = count - 1;
            if (word_at(m, options, last) == preset &&
                (!last || word_at(m, options, last - 1) != preset))
                at = last;
            else
                for (int i = count - 1; i >= 0; i--)
                    if (word_at(m, options, i) == preset) at = i;
        }
        chosen = tuple_of(m, &at, 1);
    }
    return (Choice){(int)player - 1, 1, 1, words, together, 0, prompt,
                    subject == NONE ? 0 : subject, options, chosen,
                    told_values(m, (int)player - 1, values), barred};
}

int menu(Match *m, V player, V prompt, V subject, int words, V preset, int alone, V options,
         V values, V barred) {
    if (!length(m, options)) {
        m->result = NONE;
        return 0;
    }
    Choice c = menu_choice(m, player, prompt, subject, words, preset, options, 0, values, barred);
    return offer(m, &c, alone);
}

int menu_of_all(Match *m, V prompt, V subject, int words, V preset, int alone, V asked) {
    V answers = EMPTY;
    int count = length(m, asked);
    for (int i = 0; i < count; i++) {
        V each = items(m, asked)[i], *p = items(m, each);
        V player = p[0], options = p[1];
        V values = length(m, each) > 2 ? p[2] : EMPTY, barred = length(m, each) > 3 ? p[3] : EMPTY;
        if (!length(m, options)) {
            take_down(m, &answers, player, NONE);
            continue;
        }
        Choice c =
            menu_choice(m, player, prompt, subject, words, preset, options, 1, values, barred);
        if (!offer(m, &c, alone)) take_down(m, &answers, player, m->result);
    }
    return await_others(m, answers);
}

int ask_order(Match *m, V player, const V *cards, int count) {
    V at = 0, pool = tuple_of(m, cards, count);
    Choice c = {(int)player - 1, 1, 1, -1, 0, 0, pack.simultaneous, 0,
                paired(m, pack.simultaneous_option, pool), tuple_of(m, &at, 1), EMPTY, EMPTY};
    return offer(m, &c, 0);
}

// ---- answers ------------------------------------------------------------------------------------

static void take_answer(Match *m, Choice *c, V picks) {
    V found = picked_value(m, c, picks);
    if (c->together) {
        take_down(m, &m->gathered, c->seat + 1, found);
        found = m->gathered;
    }
    m->result = found;
}

static int choice_at(Match *m, int seat) {
    for (int i = 0; i < m->choice_count; i++)
        if (m->choice[i].seat == seat) return i;
    return -1;
}

void answer(Match *m, int seat, const V *picks, int count) {
    int at = choice_at(m, seat);
    if (at < 0) fail(m, FAIL_NOBODY_ASKED, seat, 0, 0);
    if (m->heap_used > COLLECT_AT) collect(m);
    int made = m->rows_end - m->dealt;
    if (made && made >= ENOUGH_GONE * pack.width) collect_rows(m, ENOUGH_GONE);
    Choice c = m->choice[at];
    m->choice_count--;
    for (int i = at; i < m->choice_count; i++) m->choice[i] = m->choice[i + 1];
    V picked = tuple_of(m, picks, count);
    if (c.together) {
        m->sealed[m->sealed_count] = c;
        m->sealed_picks[m->sealed_count++] = picked;
    } else {
        m->result = picked_value(m, &c, picked);
    }
    if (m->choice_count) return;
    if (m->sealed_count) {
        for (int i = 0; i < m->sealed_count; i++)
            take_answer(m, &m->sealed[i], m->sealed_picks[i]);
        m->sealed_count = 0;
        m->gathered = EMPTY;
    }
    run(m);
    end_idle(m);
}

void answer_default(Match *m, int seat) {
    int at = choice_at(m, seat), count = 0;
    V picks[MAX_OPTIONS];
    if (at >= 0) count = length(m, m->choice[at].preset);
    for (int i = 0; i < count; i++) picks[i] = items(m, m->choice[at].preset)[i];
    answer(m, seat, picks, count);
}

static void give_up_seat(Match *m, int seat) {
    m->conceded |= 1u << seat;
    m->quitters |= 1u << seat;
}

// Carry out what the pack does with who gives up; all take their defaults meanwhile.
static void quit(Match *m, int seat) {
    static Frame frames[MAX_FRAMES];
    static Choice choices[MAX_PLAYERS + 1];
    int count = m->frames, asked = m->choice_count;
    uint32_t gone = m->conceded;
    V keeping = m->keeping, given[3] = {seat + 1, 0, 0};
    for (int i = 0; i < count; i++) frames[i] = m->frame[i];
    for (int i = 0; i < asked; i++) choices[i] = m->choice[i];
    m->keeping = NONE;
    m->choice_count = 0;
    m->frame[0] = (Frame){pack.quitting_code, 0, make_registers(m, pack.quitting_code, given, 3)};
    m->frames = 1;
    m->conceded = (1u << pack.seats) - 1;
    run(m);
    m->conceded = gone;
    for (int i = 0; i < length(m, m->settled); i++)
        m->conceded |= 1u << items(m, m->settled)[i];
    if (m->standings != NONE) return;
    for (int i = 0; i < count; i++) m->frame[i] = frames[i];
    for (int i = 0; i < asked; i++) m->choice[i] = choices[i];
    m->frames = count;
    m->choice_count = asked;
    m->keeping = keeping;
    for (int i = 0; i < asked; i++)
        if (choices[i].seat != seat && m->conceded >> choices[i].seat & 1)
            answer_default(m, choices[i].seat);
}

void concede(Match *m, int seat, int quits) {
    give_up_seat(m, seat);
    if (quits && pack.quitting_code >= 0) quit(m, seat);
    if (m->standings != NONE) return;
    V left = EMPTY, every = EMPTY, keys = EMPTY;
    for (V i = 0; i < pack.seats; i++) {
        int stays = !(m->conceded >> i & 1);
        if (stays) left = with_item(m, left, i + 1);
        every = with_item(m, every, i + 1);
        keys = with_item(m, keys, stays);
    }
    int count = length(m, left);
    if (!count || (pack.last_left_wins && count == 1)) {
        m->choice_count = 0;
        int alone = 1;
        for (V i = 2; i <= pack.seats; i++) alone &= side_of(m, i) == side_of(m, 1);
        if (count)
            end_match(m, every, keys, 0, 0);
        else if (alone)
            end_for(m, EMPTY, EMPTY, every, 0, 0);
        else
            end_for(m, EMPTY, every, EMPTY, 0, 0);
    } else if (choice_at(m, seat) >= 0) {
        answer_default(m, seat);
    }
}
