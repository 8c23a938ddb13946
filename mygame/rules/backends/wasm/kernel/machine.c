// Frames, the budget of an action, and how what fails ends it: `running/machine.py`, `frames.py`.
#include "kernel.h"

#ifndef __wasm__
#include <setjmp.h>
jmp_buf on_failure;
#endif

static Mark guards[MAX_GUARDS];  // parts of cards that are asked, inside each other
static int running[MAX_DEPTH + MAX_FRAMES];  // codes that run, inside each other

static int is_of_card(Mark mark) {
    if (mark.kind == GUARD_TRIGGER) return pack.trigger[mark.index].card;
    if (mark.kind == GUARD_MODIFIER) return pack.modifier[mark.index].card;
    if (mark.kind == GUARD_CODE) return pack.code[mark.index].card;
    return 1;
}

_Noreturn void fail(Match *m, V code, V a, V b, V c) {
    failure = (Failure){code, a, b, c, {0, 0}, -1, 0};
    for (int i = m->guard_count - 1; i >= 0 && !failure.guard.kind; i--)
        if (is_of_card(guards[i])) failure.guard = guards[i];
    for (int i = m->running_count - 1; i >= 0 && failure.running < 0; i--)
        if (running[i] >= 0 && pack.code[running[i]].card) failure.running = running[i];
    for (int i = m->frames - 1; i >= 0 && failure.running < 0; i--) {
        int each = m->frame[i].code;
        if (each >= 0 && pack.code[each].card) failure.running = each;
    }
    scratch_top = 0;
#ifdef __wasm__
    __builtin_trap();
#else
    longjmp(on_failure, 1);
#endif
}

int guard(Match *m, int kind, int index) {
    int before = m->guard_count;
    if (before >= MAX_GUARDS) fail(m, FAIL_MEMORY, before, 0, 0);
    guards[m->guard_count++] = (Mark){kind, index};
    return before;
}

void unguard(Match *m, int before) { m->guard_count = before; }

int is_muted(Match *m, int kind, int index) {
    for (int i = 0; i < m->muted_count; i++)
        if (m->muted[i].kind == kind && m->muted[i].index == index) return 1;
    return 0;
}

V make_registers(Match *m, int code, const V *given, int count) {
    int size = code >= 0 && pack.code[code].size > count ? pack.code[code].size : count;
    V made, *r = allocate(m, size, &made);
    for (int i = 0; i < size; i++) r[i] = i < count ? given[i] : NONE;
    return made;
}

void wait_for(Match *m, int code, V registers, int at) {
    if (m->waiting_count >= MAX_FRAMES) fail(m, FAIL_MEMORY, MAX_FRAMES, 0, 0);
    waiting[m->waiting_count++] = (Frame){code, at, registers};
}

static void insert_waiting(Match *m, int at) {
    int count = m->waiting_count;
    if (!count) return;
    if (m->frames + count > MAX_FRAMES) fail(m, FAIL_MEMORY, MAX_FRAMES, 0, 0);
    for (int i = m->frames - 1; i >= at; i--) m->frame[i + count] = m->frame[i];
    for (int i = 0; i < count; i++) m->frame[at + i] = waiting[count - 1 - i];
    m->frames += count;
    m->waiting_count = 0;
}

static int run_own(Match *m, int code, V registers, int at) {
    running[m->running_count++] = code;
    V *r = items(m, registers);
    at = code == HEARING ? hear(m, r, at) : move_on(m, r, at);
    m->running_count--;
    return at;
}

static int run_routine(Match *m, int code, const V *given, int count, int at) {
    running[m->running_count++] = code;
    int waits = pack.code[code].routine(m, given, count, at);
    m->running_count--;
    return waits;
}

int push_frame(Match *m, int code, V registers) {
    if (m->frames + m->depth >= MAX_DEPTH) fail(m, FAIL_DEPTH, MAX_DEPTH, 0, 0);
    m->frame[m->frames++] = (Frame){code, 0, registers};
    return 1;
}

int run_framed(Match *m, int code, V registers) {
    int depth = m->depth, place = m->frames;
    if (depth >= MAX_NESTED) return push_frame(m, code, registers);
    step(m);
    if (place >= MAX_FRAMES) fail(m, FAIL_MEMORY, MAX_FRAMES, 0, 0);
    m->frame[m->frames++] = (Frame){code, 0, registers};
    m->depth = depth + 1;
    int at = run_own(m, code, registers, 0);
    m->depth = depth;
    if (at == DONE) {
        m->frames--;
        return 0;
    }
    if (m->frames <= place) m->frames = place + 1;  // the match may be over, and no frame left
    m->frame[place] = (Frame){code, at, registers};
    insert_waiting(m, place + 1);
    return 1;
}

int start_code(Match *m, int code, const V *given, int count) {
    int depth = m->depth;
    if (pack.code[code].uncounted) return run_routine(m, code, given, count, 0);
    if (depth >= MAX_NESTED) return push_frame(m, code, make_registers(m, code, given, count));
    step(m);
    m->depth = depth + 1;
    int waits = run_routine(m, code, given, count, 0);
    m->depth = depth;
    return waits;
}

void run(Match *m) {
    m->ticks = MAX_STEPS;
    m->work = m->luck ? TRIED_WORK : MAX_WORK;
    m->depth = m->waiting_count = m->guard_count = m->running_count = 0;
    scratch_top = 0;
    while (m->frames) {
        int top = m->frames - 1, at = DONE;
        Frame each = m->frame[top];
        step(m);
        if (each.code < 0) {
            at = run_own(m, each.code, each.registers, each.at);
        } else {
            V *r = items(m, each.registers);
            if (run_routine(m, each.code, r, length(m, each.registers), each.at)) {
                Frame own = waiting[--m->waiting_count];
                at = own.at;
                m->frame[top].registers = own.registers;
            }
        }
        if (m->standings != NONE) {
            m->frames = m->waiting_count = 0;
        } else if (at == DONE) {
            if (--m->frames < m->floor) return;
        } else {
            m->frame[top].at = at;
            insert_waiting(m, top + 1);
            if (m->choice_count) return;
        }
    }
}

int behavior_of(V timing, V definition) {
    if (timing < 0 || timing >= pack.timings) return -1;
    return pack.behaviors[timing * pack.definitions + definition_index(definition)];
}

int perform(Match *m, V timing, V card, const V *given, int count) {
    int code = behavior_of(timing, STATE(m)[card]);
    if (code < 0 || (m->muted_count && is_muted(m, GUARD_CODE, code))) return 0;
    return start_code(m, code, given, count);
}

static _Noreturn void exceeded(Match *m, V count) {
    fail(m, count > MAX_ITEMS ? FAIL_ITEMS : FAIL_WORK, count, 0, 0);
}

void spend_count(Match *m, V count) {
    m->work -= count;
    if (count > MAX_ITEMS || m->work < 0) exceeded(m, count);
}

V spend(Match *m, V of) {
    spend_count(m, length(m, of));
    return of;
}

V number_range(Match *m, V low, V high) {
    V count = high - low;
    if (count >= MAX_ITEMS) exceeded(m, count + 1);
    count = count < 0 ? 0 : count + 1;
    m->work -= count;
    if (m->work < 0) exceeded(m, count);
    if (!count) return EMPTY;
    V made, *to = allocate(m, (int)count, &made);
    for (V i = 0; i < count; i++) to[i] = low + i;
    return made;
}

V repeat_each(Match *m, V of, V times) {
    int count = length(m, of);
    if (multiplied(count, times) > MAX_ITEMS) exceeded(m, multiplied(count, times));
    if (times <= 0 || !count) return EMPTY;
    V made, *to = allocate(m, (int)(count * times), &made), *p = items(m, of);
    for (int i = 0; i < count; i++)
        for (V j = 0; j < times; j++) *to++ = p[i];
    return made;
}
