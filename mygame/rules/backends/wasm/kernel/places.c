// Which hidden things can lie where: zones that say what they hold, and decks that nobody else
// knows (`playing/bots/hidden.py`).
#include "bots.h"

static int takes(int zone, V definition) {
    return !pack.zone_rule || !pack.ruled[zone] || zone_takes(zone, definition);
}

int hold_everything(const int *zones, int count) {
    for (int i = 0; pack.zone_rule && i < count; i++)
        if (pack.ruled[zones[i]] && pack.zone_rule[zones[i]].holds) return 0;
    return 1;
}

// ---- things in zones that do not hold everything ------------------------------------------------

static int zone_of_place[MOST_HIDDEN], by_lot[MOST_HIDDEN], thing_at[MOST_HIDDEN];
static uint8_t tried[MOST_HIDDEN];
static int place_count;

// Find a place for a thing; one that is there already may have to go to another place.
static int find_place(int thing, const V *definitions) {
    int found = -1;
    for (int i = 0; i < place_count && found < 0; i++) {
        int place = by_lot[i];
        if (thing_at[place] < 0 && takes(zone_of_place[place], definitions[thing])) found = place;
    }
    for (int i = 0; i < place_count && found < 0; i++) {
        int place = by_lot[i];
        if (tried[place] || !takes(zone_of_place[place], definitions[thing])) continue;
        tried[place] = 1;
        if (find_place(thing_at[place], definitions)) {
            found = place;
            break;
        }
    }
    if (found >= 0) thing_at[found] = thing;
    return found >= 0;
}

void assign_to_zones(const int *zones, const int *sizes, int count, const V *definitions,
                     int *order, Dice *d) {
    static int places_for[MOST_HIDDEN], in_order[MOST_HIDDEN];
    int n = 0;
    if (hold_everything(zones, count)) return;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < sizes[i]; j++) zone_of_place[n++] = zones[i];
    place_count = n;
    dice_sample(d, n, n, by_lot);
    for (int i = 0; i < n; i++) {
        places_for[i] = 0;
        thing_at[i] = -1;
        for (int j = 0; j < count; j++)
            if (takes(zones[j], definitions[i])) places_for[i] += sizes[j];
    }
    for (int i = 0; i < n; i++) {  // what can lie in few places chooses first
        int at = i;
        while (at && places_for[in_order[at - 1]] > places_for[i]) {
            in_order[at] = in_order[at - 1];
            at--;
        }
        in_order[at] = i;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) tried[j] = 0;
        if (!find_place(in_order[i], definitions)) return;
    }
    static int before[MOST_HIDDEN];
    for (int i = 0; i < n; i++) before[i] = order[i];
    for (int i = 0; i < n; i++) order[i] = before[thing_at[i]];
}

// ---- decks --------------------------------------------------------------------------------------

typedef struct {
    V definition;
    int32_t row;  // of the hidden cards, or -1: a card that was not brought
} Lot;

enum { MOST_PARTS = 16 };
static Lot pool[MOST_PARTS][MOST_HIDDEN], drawn[MOST_HIDDEN];
static int pool_size[MOST_PARTS], to_draw[MOST_PARTS], drawn_count;
static V hidden_cards[MOST_HIDDEN], hidden_definitions[MOST_HIDDEN];
static uint8_t in_pool[MOST_HIDDEN];  // rows that have gone into a pool

static int8_t whose[MOST_ROWS];  // by row
static int16_t owned_of[1 << 16], hidden_of[1 << 16];  // by index of a definition

static int row_of(V card) { return (int)((card - pack.first) / pack.width); }

// Who has which cards, and how many of each definition the player has, and of those hidden.
static void count_cards(Match *m, V player, int hidden) {
    int rows = row_of(m->rows_end), count = length(m, m->owners);
    if (rows > MOST_ROWS) fail(m, FAIL_MEMORY, rows, 0, 0);
    for (int i = 0; i < rows; i++) whose[i] = 0;
    for (int i = 0; i < pack.definitions; i++) owned_of[i] = hidden_of[i] = 0;
    for (int i = 0; i < count; i += 2)
        whose[row_of(items(m, m->owners)[i])] = (int8_t)items(m, m->owners)[i + 1];
    count = length(m, m->cards);
    for (int i = 0; i < count; i++) {
        V card = items(m, m->cards)[i];
        owned_of[definition_index(STATE(m)[card])] += whose[row_of(card)] == player;
    }
    for (int i = 0; i < hidden; i++) hidden_of[definition_index(hidden_definitions[i])]++;
}

static void note_owners(Match *m) {
    int count = length(m, m->owners), rows = row_of(m->rows_end), n = 0;
    V made, *to = allocate(m, 2 * rows, &made);
    for (int i = 0; i < count; i += 2) {
        V card = items(m, m->owners)[i];
        if (whose[row_of(card)]) to[n++] = card, to[n++] = whose[row_of(card)];
        whose[row_of(card)] = 0;
    }
    for (int i = 0; i < rows; i++)
        if (whose[i]) to[n++] = pack.first + (V)i * pack.width, to[n++] = whose[i];
    to[-1] = n;
    m->owners = n ? made : EMPTY;
}

static int is_seen(V definition) {
    int i = definition_index(definition);
    return owned_of[i] > hidden_of[i];
}

// Where the cards of other parts are seen: which of those of a part go with them; 0: all.
static const uint8_t *beside_seen(const DeckPart *part) {
    if (!part->company) return 0;
    int turn = 0;
    for (const int32_t *each = part->company; *each >= 0; each++) {
        const DeckPart *other = &bot_tables.part[*each];
        int there = 0, which = 0;
        for (int i = 0; i < other->count; i++)
            if (is_seen(other->cards[2 * i])) there++, which = i;
        if (there != 1) return 0;
        turn = turn * other->count + which;
    }
    return part->beside + (size_t)turn * (size_t)part->count;
}

static void put_into_pool(Match *m, int number, V definition, int row) {
    if (pool_size[number] >= MOST_HIDDEN) fail(m, FAIL_MEMORY, MOST_HIDDEN, 0, 0);
    pool[number][pool_size[number]++] = (Lot){definition, row};
}

// Hidden cards of a definition that are in no pool yet.
static int count_left(V definition, int hidden) {
    int found = 0;
    if (!hidden_of[definition_index(definition)]) return 0;
    for (int i = 0; i < hidden; i++) found += !in_pool[i] && hidden_definitions[i] == definition;
    return found;
}

static int open_pools(Match *m, int hidden) {
    int pools = 0;
    for (int p = 0; p < bot_tables.parts && pools < MOST_PARTS; p++) {
        const DeckPart *part = &bot_tables.part[p];
        int count = 0;
        for (int j = 0; j < part->count; j++) count += count_left(part->cards[2 * j], hidden);
        if (!count) continue;
        pool_size[pools] = 0;
        to_draw[pools] = count;
        const uint8_t *fitting = beside_seen(part);
        for (int j = 0; j < part->count; j++) {
            V definition = part->cards[2 * j], limit = part->cards[2 * j + 1];
            for (int i = 0; hidden_of[definition_index(definition)] && i < hidden; i++)
                if (!in_pool[i] && hidden_definitions[i] == definition) {
                    put_into_pool(m, pools, definition, i);
                    in_pool[i] = 1;
                }
            if (fitting && !fitting[j]) continue;
            for (V n = limit - owned_of[definition_index(definition)]; n > 0; n--)
                put_into_pool(m, pools, definition, -1);
        }
        pools++;
    }
    return pools;
}

// Draw what the zones that do not hold everything need; it is taken off the pools.
static void draw_needed(Match *m, const int *zones, int count, int pools, Dice *d) {
    static int fitting[MOST_PARTS][MOST_HIDDEN];
    static uint8_t gone[MOST_PARTS][MOST_HIDDEN];
    int left[MOST_PARTS], taken[MOST_PARTS];
    for (int z = 0; z < count; z++) {
        if (hold_everything(&zones[z], 1)) continue;
        for (int p = 0; p < pools; p++) {
            left[p] = taken[p] = 0;
            for (int i = 0; i < pool_size[p]; i++) {
                gone[p][i] = 0;
                if (to_draw[p] && takes(zones[z], pool[p][i].definition)) fitting[p][left[p]++] = i;
            }
        }
        for (int n = length(m, ZONES(m)[zones[z]]); n > 0; n--) {
            int lots = 0, number = 0;
            for (int p = 0; p < pools; p++) lots += left[p];
            if (!lots) break;
            int lot = (int)dice_below(d, lots);
            while (lot >= left[number]) lot -= left[number++];
            int at = fitting[number][lot];
            left[number]--;
            for (int i = lot; i < left[number]; i++) fitting[number][i] = fitting[number][i + 1];
            gone[number][at] = 1;
            drawn[drawn_count++] = pool[number][at];
            if (++taken[number] == to_draw[number]) left[number] = 0;
        }
        for (int p = 0; p < pools; p++) {
            int kept = 0;
            for (int i = 0; i < pool_size[p]; i++)
                if (!gone[p][i]) pool[p][kept++] = pool[p][i];
            pool_size[p] = kept;
            to_draw[p] -= taken[p];
        }
    }
}

void replace_deck(Match *m, V player, const int *zones, int count, Dice *d) {
    static V lots[MOST_HIDDEN], of_lots[MOST_HIDDEN];
    static int8_t old_owner[MOST_HIDDEN];
    static int order[MOST_HIDDEN], picked[MOST_HIDDEN];
    int n = 0, width = pack.width, sizes[256];
    V *where = scratch + scratch_top;  // the cards as they lie
    for (int z = 0; z < count; z++) {
        sizes[z] = length(m, ZONES(m)[zones[z]]);
        for (int i = 0; i < sizes[z]; i++) where[n++] = items(m, ZONES(m)[zones[z]])[i];
    }
    for (int i = 0; i < n; i++) {  // in order of their numbers
        int at = i;
        for (; at && hidden_cards[at - 1] > where[i]; at--) hidden_cards[at] = hidden_cards[at - 1];
        hidden_cards[at] = where[i];
    }
    V *rows = where + n;
    if (scratch_top + n * (width + 1) > SCRATCH) fail(m, FAIL_MEMORY, n, 0, 0);
    for (int i = 0; i < n; i++) {
        hidden_definitions[i] = STATE(m)[hidden_cards[i]];
        in_pool[i] = 0;
        for (int j = 0; j < width; j++) rows[i * width + j] = STATE(m)[hidden_cards[i] + j];
    }
    count_cards(m, player, n);
    for (int i = 0; i < n; i++) old_owner[i] = whose[row_of(hidden_cards[i])];
    drawn_count = 0;
    int pools = open_pools(m, n);
    draw_needed(m, zones, count, pools, d);
    for (int p = 0; p < pools; p++) {
        dice_sample(d, pool_size[p], to_draw[p], picked);
        for (int i = 0; i < to_draw[p]; i++) drawn[drawn_count++] = pool[p][picked[i]];
    }
    for (int i = 0; i < n; i++)  // what belongs in no deck: by definition, as they first come
        for (int j = i; j < n && !in_pool[i]; j++)
            if (!in_pool[j] && hidden_definitions[j] == hidden_definitions[i]) {
                drawn[drawn_count++] = (Lot){hidden_definitions[j], j};
                if (j > i) in_pool[j] = 1;
            }
    for (int i = 0; i < n; i++) lots[i] = i;
    dice_shuffle(d, lots, n);
    for (int i = 0; i < n; i++) {
        order[i] = (int)lots[i];
        of_lots[i] = drawn[lots[i]].definition;
    }
    assign_to_zones(zones, sizes, count, of_lots, order, d);
    for (int i = 0; i < n; i++) {
        Lot lot = drawn[order[i]];
        V card = where[i], zone = STATE(m)[card + 1], *row = rows + lot.row * width;
        if (lot.row < 0) row = (V *)pack.rows + (size_t)definition_index(lot.definition) * width;
        for (int j = 0; j < width; j++) STATE(m)[card + j] = row[j];
        STATE(m)[card + 1] = zone;
        whose[row_of(card)] = lot.row < 0 ? (int8_t)player : old_owner[lot.row];
    }
    note_owners(m);
}
