// What a seat cannot see, dealt anew: `playing/bots/hidden.py`.
#include "bots.h"

enum { POOLED = 2, SEEN_BY_ALL = 4, SEEN_BY_OWNER = 8 };  // flags of zones
enum { PLACES = 16, STEPS = 8 };
#define CARD_BITS 0xffffffffLL

BotTables bot_tables;

static V from_card[MOST_HIDDEN], to_card[MOST_HIDDEN];  // what became of hidden cards
static int became_count;
static V became_row[MOST_ROWS];  // the same by row, as far as it is known; 0: the same card

static V became(V value) {
    if (value < pack.first || value >= pack.first + (V)MOST_ROWS * pack.width) return value;
    if (value % pack.width) return value;
    V other = became_row[(value - pack.first) / pack.width];
    return other ? other : value;
}

static void note_became(Match *m, V card, V other) {
    if (became_count >= MOST_HIDDEN || m->rows_end >= MOST_ROWS * pack.width)
        fail(m, FAIL_MEMORY, became_count, 0, 0);
    from_card[became_count] = card;
    to_card[became_count++] = other;
}

static void forget_became(void) {
    for (int i = 0; i < became_count; i++) became_row[(from_card[i] - pack.first) / pack.width] = 0;
    became_count = 0;
}

static void know_became(int from) {
    for (int i = from; i < became_count; i++)
        became_row[(from_card[i] - pack.first) / pack.width] = to_card[i];
}

int is_hidden(int seat, V zone) {
    if (pack.zone_flags[zone] & SEEN_BY_ALL) return 0;
    return !(pack.zone_flags[zone] & SEEN_BY_OWNER) || pack.zone_owner[zone] - 1 != seat;
}

int has_likely_deals(void) {
    for (int zone = 0; bot_tables.likely && zone < pack.zones; zone++)
        if (bot_tables.likely[zone]) return 1;
    return 0;
}

static int add_cards(Match *m, V zone, V *to, int count) {
    int size = length(m, ZONES(m)[zone]);
    if (count + size > MOST_HIDDEN) fail(m, FAIL_MEMORY, count + size, 0, 0);
    for (int i = 0; i < size; i++) to[count++] = items(m, ZONES(m)[zone])[i];
    return count;
}

// Cards in the order of their rows.
static void sort_cards(Match *m, V *to, const V *from, int count) {
    static uint8_t listed[MOST_ROWS];
    uint32_t rows = (uint32_t)(m->rows_end - pack.first) / (uint32_t)pack.width, at = 0;
    if (rows > MOST_ROWS) fail(m, FAIL_MEMORY, rows, 0, 0);
    for (int i = 0; i < count; i++)
        listed[(uint32_t)(from[i] - pack.first) / (uint32_t)pack.width] = 1;
    for (int i = 0; i < count; at++) {
        if (!listed[at]) continue;
        listed[at] = 0;
        to[i++] = pack.first + (V)at * pack.width;
    }
}

// End what hidden cards do while they lie where they lie, and what was done to them there.
static void forget_traps(Match *m, const V *cards, int count) {
    for (int i = 0; i < count; i++) {
        if (m->stripped != EMPTY) m->stripped = without_item(m, m->stripped, cards[i]);
        V own = index_pop(&m->index[BY_SOURCE], cards[i]);
        if (own != NONE) remove_all(m, own);
    }
}

static void assign_cards(Match *m, const int *zones, const int *sizes, int count, V *cards, int n,
                         Dice *d) {
    static V definitions[MOST_HIDDEN], before[MOST_HIDDEN];
    static int order[MOST_HIDDEN];
    if (hold_everything(zones, count)) return;
    for (int i = 0; i < n; i++) {
        definitions[i] = STATE(m)[cards[i]];
        before[i] = cards[i];
        order[i] = i;
    }
    assign_to_zones(zones, sizes, count, definitions, order, d);
    for (int i = 0; i < n; i++) cards[i] = before[order[i]];
}

// ---- the piles and hands of one owner -----------------------------------------------------------

static void redeal_piles(Match *m, V owner, const int *zones, int count, Dice *d) {
    static V before[MOST_HIDDEN], after[MOST_HIDDEN];
    int n = 0, start = 0, sizes[256];
    for (int i = 0; i < count; i++) {
        sizes[i] = length(m, ZONES(m)[zones[i]]);
        n = add_cards(m, zones[i], before, n);
    }
    forget_traps(m, before, n);
    if (bot_tables.parts && owner > 0) {
        replace_deck(m, owner, zones, count, d);
        return;
    }
    sort_cards(m, after, before, n);
    dice_shuffle(d, after, n);
    assign_cards(m, zones, sizes, count, after, n, d);
    for (int i = 0; i < count; i++) {
        ZONES(m)[zones[i]] = tuple_of(m, after + start, sizes[i]);
        start += sizes[i];
    }
    if (count == 1) return;
    for (int i = 0; i < n; i++) note_became(m, before[i], after[i]);
    for (int i = 0, at = 0; i < count; i++)
        for (int j = 0; j < sizes[i]; j++) STATE(m)[after[at++] + 1] = zones[i];
}

// ---- pools --------------------------------------------------------------------------------------

static V mask_of(Match *m, V card) {
    int count = length(m, m->known);
    for (int i = 0; i < count; i += 2)
        if (items(m, m->known)[i] == card) return items(m, m->known)[i + 1];
    return 0;
}

static void forget_known(Match *m, V own) {
    int count = length(m, m->known), n = 0;
    if (!count) return;
    V made, *to = allocate(m, count, &made);
    for (int i = 0; i < count; i += 2) {
        V mask = items(m, m->known)[i + 1] & own;
        if (mask) to[n++] = items(m, m->known)[i], to[n++] = mask;
    }
    to[-1] = n;
    m->known = n ? made : EMPTY;
}

typedef struct {
    V zone, definition, found;
} Likely;
static Likely likelihoods[MOST_HIDDEN];
static int likelihood_count;

static V likelihood(Match *m, int zone, V card) {
    V definition = STATE(m)[card];
    for (int i = 0; i < likelihood_count; i++)
        if (likelihoods[i].zone == zone && likelihoods[i].definition == definition)
            return likelihoods[i].found;
    V found = 1;
    m->work = MAX_WORK;
    if (bot_tables.likely[zone])
        found = bot_tables.likely[zone](m, pack.zone_owner[zone], definition);
    if (found < 0) found = 0;
    if (likelihood_count < MOST_HIDDEN)
        likelihoods[likelihood_count++] = (Likely){zone, definition, found};
    return found;
}

static int may_lie(Match *m, int zone, V card) {
    return !pack.zone_rule || !pack.ruled[zone] || zone_takes(zone, STATE(m)[card]);
}

// Exchange cards so that each deal comes as often as it is likely: the algorithm of Metropolis.
static void deal_by_likelihood(Match *m, const int *zones, const int *sizes, int count, V *cards,
                               int n, Dice *d) {
    static int places[MOST_HIDDEN];
    static Dice own;
    int any = 0, at = 0;
    for (int i = 0; i < count; i++) {
        any |= bot_tables.likely && bot_tables.likely[zones[i]];
        for (int j = 0; j < sizes[i]; j++) places[at++] = zones[i];
    }
    if (!any) return;
    likelihood_count = 0;
    uint64_t seed = dice_bits(d, 64);  // what is likely changes nothing of the other pools
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    seed_dice(&own, key, key[1] ? 2 : 1);
    for (int step = 0; step < STEPS * n; step++) {
        int one = (int)dice_below(&own, n), other = (int)dice_below(&own, n);
        int a = places[one], b = places[other];
        V x = cards[one], y = cards[other];
        if (!may_lie(m, a, y) || !may_lie(m, b, x)) continue;
        V now = multiplied(likelihood(m, a, x), likelihood(m, b, y));
        V then = multiplied(likelihood(m, a, y), likelihood(m, b, x));
        if (then >= now || dice_below(&own, now) < then) {
            cards[one] = y;
            cards[other] = x;
        }
    }
}

// Make of hidden cards of a zone others, where nothing tells which ones may lie there.
static void make_others(Match *m, int zone, const V *cards, int count, Dice *d) {
    if (!bot_tables.may_be || !bot_tables.may_be[zone].count) return;
    Span of = bot_tables.may_be[zone];
    for (int i = 0; i < count; i++) {
        V definition = bot_tables.may_be_of[of.first + dice_below(d, of.count)];
        const V *row = pack.rows + (size_t)definition_index(definition) * (size_t)pack.width;
        for (int j = 0; j < pack.width; j++) STATE(m)[cards[i] + j] = row[j];
    }
}

static void lay_in_zone(Match *m, int zone, V *cards, int count, Dice *d) {
    static V loose[MOST_HIDDEN];
    V there = ZONES(m)[zone], made;
    int size = length(m, there), more = 0, next = 0;
    for (int i = 0; i < count; i++) STATE(m)[cards[i] + 1] = zone;
    for (int i = 0; i < size; i++) {
        V mask = mask_of(m, items(m, there)[i]);
        if (mask && !(mask >> PLACES)) loose[more++] = items(m, there)[i];
    }
    static V rest[MOST_HIDDEN];
    for (int i = 0; i < count; i++) rest[i] = cards[i];
    if (more) {
        sort_cards(m, rest + count, loose, more);
        dice_shuffle(d, rest, count + more);
    }
    if (!size) return;
    V *to = allocate(m, size, &made);
    for (int i = 0; i < size; i++) {
        V card = items(m, there)[i];
        to[i] = mask_of(m, card) >> PLACES ? card : rest[next++];
    }
    ZONES(m)[zone] = made;
}

static void redeal_pool(Match *m, const int *zones, int count, Dice *d) {
    static V before[MOST_HIDDEN], after[MOST_HIDDEN], in_order[MOST_HIDDEN];
    static double lot[MOST_HIDDEN];
    int n = 0, sizes[256];
    for (int i = 0; i < count; i++) {
        int size = length(m, ZONES(m)[zones[i]]), start = n;
        for (int j = 0; j < size; j++) {
            V card = items(m, ZONES(m)[zones[i]])[j];
            if (n >= MOST_HIDDEN) fail(m, FAIL_MEMORY, n, 0, 0);
            if (!mask_of(m, card)) before[n++] = card;
        }
        sizes[i] = n - start;
    }
    forget_traps(m, before, n);
    sort_cards(m, in_order, before, n);
    for (int i = 0; i < n; i++) {  // by lots, as Python sorts by them
        double own = dice_unit(d);
        int at = i;
        for (; at && lot[at - 1] > own; at--) lot[at] = lot[at - 1], after[at] = after[at - 1];
        lot[at] = own;
        after[at] = in_order[i];
    }
    assign_cards(m, zones, sizes, count, after, n, d);
    deal_by_likelihood(m, zones, sizes, count, after, n, d);
    for (int i = 0, start = 0; i < count; i++) {
        make_others(m, zones[i], after + start, sizes[i], d);
        lay_in_zone(m, zones[i], after + start, sizes[i], d);
        start += sizes[i];
    }
    for (int i = 0; i < n; i++) note_became(m, before[i], after[i]);
}

// ---- what speaks of the cards -------------------------------------------------------------------

static V translated(Match *m, V value) {
    if (!is_tuple(value)) return became(value);
    int count = length(m, value);
    if (!count) return EMPTY;
    V made, *to = allocate(m, count, &made);
    for (int i = 0; i < count; i++) {
        V each = translated(m, items(m, value)[i]);
        to[i] = each;
    }
    return made;
}

static void translate_references(Match *m) {
    for (int i = 0; i < m->frames; i++)
        m->frame[i].registers = translated(m, m->frame[i].registers);
    m->gathered = translated(m, m->gathered);
    m->keeping = translated(m, m->keeping);
}

// What is told of a card, of the one that lies there in the deal.
static V translated_told(Match *m, Match *before, V value) {
    if (is_tuple(value)) {
        V made = EMPTY;
        int count = length(m, value);
        for (int i = 0; i < count; i++)
            made = with_item(m, made, translated_told(m, before, items(m, value)[i]));
        return made;
    }
    V card = value & CARD_BITS;
    if (value == NONE || value >> 32 <= 0 || !is_card(before, card)) return value;
    if (STATE(before)[card] != value >> 32) return value;
    card = became(card);
    return STATE(m)[card] << 32 | card;
}

static void translate_choice(Match *m, Match *before, Choice *c) {
    int count = length(m, c->options);
    V made = tuple_of(m, items(m, c->options), count);
    for (int i = 0; i < count; i += 2)
        if (pack.option[items(m, made)[i]].is_card)
            items(m, made)[i + 1] = became(items(m, made)[i + 1]);
    c->options = made;
    V values = EMPTY;
    count = length(m, c->values);
    for (int i = 0; i < count; i++) {
        V each = items(m, c->values)[i], triple[3];
        for (int j = 0; j < 3; j++) triple[j] = items(m, each)[j];
        if (triple[1] & 1) triple[2] = translated_told(m, before, triple[2]);
        values = with_item(m, values, tuple_of(m, triple, 3));
    }
    c->values = values;
}

static void open_secrets(Match *m, Match *before, int seat) {
    int kept = 0;
    for (int i = 0; i < m->sealed_count; i++) {
        if (m->sealed[i].seat == seat) {
            m->sealed[kept] = m->sealed[i];
            m->sealed_picks[kept++] = m->sealed_picks[i];
        } else {
            m->choice[m->choice_count++] = m->sealed[i];
        }
    }
    m->sealed_count = kept;
    for (int i = 0; i < m->choice_count; i++)
        if (m->choice[i].seat != seat) translate_choice(m, before, &m->choice[i]);
}

// ---- all of it ----------------------------------------------------------------------------------

void redeal(Match *to, Match *from, int seat, Dice *d) {
    static int zones[256];
    copy_match(to, from);
    to->random = dice_bits(d, 64);
    forget_became();
    int pools = 0;
    for (int owner = pack.players; owner > 0; owner--) {
        int count = 0;
        for (int zone = 0; zone < pack.zones; zone++)
            if (pack.zone_owner[zone] == owner && length(from, ZONES(from)[zone]) &&
                is_hidden(seat, zone) && !(pack.zone_flags[zone] & POOLED) && count < 256)
                zones[count++] = zone;
        if (count) redeal_piles(to, owner, zones, count, d);
    }
    for (int zone = 0; zone < pack.zones; zone++) {  // what belongs to nobody comes last
        if (!length(from, ZONES(from)[zone]) || !is_hidden(seat, zone)) continue;
        if (pack.zone_flags[zone] & POOLED)
            pools = 1;
        else if (!pack.zone_owner[zone])
            redeal_piles(to, 0, &zone, 1, d);
    }
    if (pools) {
        forget_known(to, 1LL << seat | 1LL << (seat + PLACES));
        int before = became_count;
        uint64_t done[4] = {0};
        for (int first = 0; first < pack.zones; first++) {
            int pool = bot_tables.pool_of[first];
            if (!pool || !length(from, ZONES(from)[first]) || !is_hidden(seat, first)) continue;
            if (done[pool >> 6 & 3] >> (pool & 63) & 1) continue;
            done[pool >> 6 & 3] |= 1ULL << (pool & 63);
            int count = 0;
            for (int zone = first; zone < pack.zones; zone++)
                if (bot_tables.pool_of[zone] == pool && length(from, ZONES(from)[zone]) &&
                    is_hidden(seat, zone) && count < 256)
                    zones[count++] = zone;
            redeal_pool(to, zones, count, d);
        }
        know_became(before);
        translate_references(to);  // of what has moved in pools alone
    }
    know_became(0);
    if (to->choice_count > 1 || to->sealed_count) open_secrets(to, from, seat);
}
