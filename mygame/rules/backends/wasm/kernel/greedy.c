// What standings and answers are worth, and the bot that looks one action ahead:
// `playing/bots/greedy.py`.
#include "bots.h"

enum { DEPTH = 1, WIDTH = 12, DEALS = 3, PATIENCE = 30, AT_PLACE = 1000000 };

// ---- what a standing is worth -------------------------------------------------------------------

static void find_sides(Match *m, V *sides) {
    for (int seat = 0; seat < pack.seats; seat++)
        sides[seat] = bot_tables.has_sides ? side_of(m, seat + 1) : -seat - 1;
}

static V worth_by_place(Match *m, int seat) {
    int last = length(m, m->standings) - 1, place = last;
    if (!last) return AT_PLACE * ((V)(length(m, m->won) > 0) - (length(m, m->lost) > 0));
    for (int i = last; i >= 0; i--)
        if (contains(m, items(m, m->standings)[i], seat)) place = i;
    return AT_PLACE * (V)(last - 2 * place);
}

static V worth_of_party(Match *m, const V *sides, V side) {
    V sum = 0, count = 0;
    for (int seat = 0; seat < pack.seats; seat++) {
        if (sides[seat] != side) continue;
        if (m->standings != NONE) return worth_by_place(m, seat);
        if (!bot_tables.worth) return 0;
        if (!count++) m->work = MAX_WORK;
        sum = added(sum, bot_tables.worth(m, seat + 1));
    }
    return floor_divide(m, sum, count);
}

V worth_of(Match *m, int seat) {
    V sides[MAX_PLAYERS];
    find_sides(m, sides);
    return worth_of_party(m, sides, sides[seat]);
}

// What a seat with its side is worth, and the best of the others; 0 where the worth weighs them.
static V worth_beside(Match *m, int seat, V *best_other) {
    *best_other = 0;
    if (bot_tables.weighs_others) return worth_of(m, seat);
    V sides[MAX_PLAYERS], own = 0, best = 0;
    int others = 0;
    find_sides(m, sides);
    for (int i = 0; i < pack.seats; i++) {
        int known = 0;
        for (int j = 0; j < i; j++) known |= sides[j] == sides[i];
        if (known) continue;
        V worth = worth_of_party(m, sides, sides[i]);
        if (sides[i] == sides[seat])
            own = worth;
        else if (!others++ || worth > best)
            best = worth;
    }
    *best_other = best;
    return own;
}

V lead_of(Match *m, int seat) {
    V best, own = worth_beside(m, seat, &best);
    return added(own, -best);
}

// ---- what an answer is worth --------------------------------------------------------------------

V preference_of(Match *m, Choice *c, int pick) {
    V kind = items(m, c->options)[2 * pick], entity = items(m, c->options)[2 * pick + 1];
    const OptionKind *option = &pack.option[kind];
    const Preference *usual = 0, *found = 0;
    for (int i = 0; i < bot_tables.preferences && !found; i++) {
        const Preference *each = &bot_tables.preference[i];
        if (each->prompt != c->prompt) continue;
        if (each->definition != (option->about == ABOUT_DEFINITION)) continue;
        if (each->word < 0) usual = each;
        if (each->word == option->word) found = each;
    }
    if (!found) found = usual;
    if (!found) return 0;
    m->work = MAX_WORK;
    return found->value(m, c->seat + 1, entity);
}

static V worth_after_action(Match *m, int seat, int depth, int ahead, int at);

// The same as of an answer to a copy, where the match is not needed any more.
static V worth_answered(Match *m, int seat, const V *picks, int count, int depth, int ahead,
                        int at) {
    answer(m, seat, picks, count);
    return worth_after_action(m, seat, depth, ahead, at);
}

static V worth_after_action(Match *m, int seat, int depth, int ahead, int at) {
    for (int i = 0; i < PATIENCE; i++) {
        if (m->standings != NONE || m->frames <= depth) break;
        Choice *c = &m->choice[0];
        if (c->seat == seat && ahead && c->minimum == 1 && c->maximum == 1) {
            int picks[MAX_OPTIONS], count = distinct_options(m, c, picks);
            V best = 0;
            if (count > WIDTH) count = WIDTH;
            for (int j = 0; j < count; j++) {
                V pick = picks[j], worth;
                if (j < count - 1)
                    worth = worth_of_answer(m, seat, &pick, 1, depth, ahead - 1, at + 1);
                else
                    worth = worth_answered(m, seat, &pick, 1, depth, ahead - 1, at);
                if (!j || worth > best) best = worth;
            }
            return best;
        }
        answer_default(m, c->seat);
    }
    return worth_of(m, seat);
}

V worth_of_answer(Match *start, int seat, const V *picks, int count, int depth, int ahead,
                  int at) {
    Match *m = match_at(at);
    copy_match(m, start);
    return worth_answered(m, seat, picks, count, depth, ahead, at);
}

// ---- the greedy bot -----------------------------------------------------------------------------

// Which of several to pick: the best ones singly, as many as must be, more only where each gains.
static int pick_several(Match *start, Choice *c, V *wanted) {
    static V value[MAX_OPTIONS], picks[MAX_OPTIONS];
    static int order[MAX_OPTIONS];
    int count = length(start, c->options) / 2, depth = start->frames, seat = c->seat, n = 0;
    int more = (c->minimum > 1 ? c->minimum : 1) - 1;
    for (int pick = 0; pick < count; pick++) {
        int given = 0;
        picks[given++] = pick;
        for (int other = 0; other < count && given <= more; other++)
            if (other != pick) picks[given++] = other;
        value[pick] = worth_of_answer(start, seat, picks, given, depth, 0, AT_PLAYED);
        value[pick] = added(value[pick], preference_of(start, c, pick));
        int at = pick;
        for (; at && value[order[at - 1]] < value[pick]; at--) order[at] = order[at - 1];
        order[at] = pick;
    }
    V base = FAILED;
    if (!c->minimum)
        base = worth_of_answer(start, seat, items(start, c->preset), length(start, c->preset),
                               depth, 0, AT_PLAYED);
    for (int i = 0; i < count; i++) {
        if (n == (c->minimum ? c->minimum : c->maximum)) break;
        if (!c->minimum && value[order[i]] <= base) continue;
        int at = n++;
        for (; at && wanted[at - 1] > order[i]; at--) wanted[at] = wanted[at - 1];
        wanted[at] = order[i];
    }
    return n;
}

void consider_greedily(Match *m, int seat, Dice *d) {
    static V picks[MAX_OPTIONS];
    static int distinct[MAX_OPTIONS];
    static double total[MAX_OPTIONS];
    Choice *c = choice_asked(m, seat);
    Match *start = match_at(AT_WORLD);
    int only = forced_count(m, c);
    clear_lines();
    if (only >= 0) {
        for (int i = 0; i < only; i++) picks[i] = i;
        add_line(picks, only);
        return;
    }
    if (!bot_tables.worth) {
        add_line(items(m, c->preset), length(m, c->preset));
        return;
    }
    if (c->minimum != 1 || c->maximum != 1) {
        redeal(start, m, seat, d);
        int count = pick_several(start, choice_asked(start, seat), picks);
        add_line(picks, count);
        return;
    }
    int count = distinct_options(m, c, distinct), deals = has_likely_deals() ? DEALS : 1;
    for (int i = 0; i < count; i++) {
        V pick = distinct[i];
        add_line(&pick, 1);
    }
    for (int deal = 0; deal < deals; deal++) {
        redeal(start, m, seat, d);
        Choice *asked = choice_asked(start, seat);
        int depth = start->frames;
        V others;
        worth_beside(start, seat, &others);
        for (int i = 0; i < line_count; i++) {
            V *pick = line_picks + line[i].first, worth;
            V preferred = preference_of(start, asked, (int)*pick);
            if (i < line_count - 1)
                worth = worth_of_answer(start, seat, pick, 1, depth, DEPTH, AT_PLAYED);
            else
                worth = worth_answered(start, seat, pick, 1, depth, DEPTH, AT_WORLD);
            line[i].total += (double)(worth + preferred - others);
            line[i].worlds++;
        }
    }
    for (int i = 0; i < line_count; i++) total[i] = line[i].total;
    sort_lines(line, total, line_count);
}
