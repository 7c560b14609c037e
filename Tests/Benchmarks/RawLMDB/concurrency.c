#define _DEFAULT_SOURCE
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void write_batches(loop *loop) {
    engine *engine = loop->engine;
    int64_t id = 2000000;
    while (loop_goes_on(loop)) {
        MDB_txn *transaction = engine_begin(engine, true);
        for (int i = 0; i < LOOP_BATCH; i++, id++) {
            engine_put_person(engine, transaction, id, &engine->persons[id % engine->options->objects]);
        }
        engine_commit(transaction);
        loop->count++;
    }
}

static void read_ranges(loop *loop) {
    engine *engine = loop->engine;
    uint64_t state = WORKLOAD_QUERY_SEED;
    int64_t sum = 0, capacity = 1024;
    person_row *rows = malloc((size_t)capacity * sizeof *rows);
    while (loop_goes_on(loop)) {
        int64_t low = workload_draw(&state, 9900), count = 0;
        MDB_txn *transaction = engine_begin(engine, false);
        MDB_cursor *cursor = engine_cursor(transaction, engine->by_age);
        ENGINE_FOR_AGES(cursor, low, low + 100, id) {
            if (count == capacity) rows = realloc(rows, (size_t)(capacity *= 2) * sizeof *rows);
            if (!rows) workload_fail("rows", "no memory");
            engine_unpack(id, engine_row(engine, transaction, id), &rows[count++]);
        }
        mdb_cursor_close(cursor);
        mdb_txn_abort(transaction);
        for (int64_t i = 0; i < count; i++) sum += rows[i].age;
        loop->count++;
    }
    if (sum < 0) workload_fail("ages", "negative");
    free(rows);
}

void read_while_writing(engine *engine) {
    char aside[4200], lock[4200];
    snprintf(aside, sizeof aside, "%s.aside", engine->path);
    snprintf(lock, sizeof lock, "%s-lock", engine->path);
    int64_t before = engine_count(engine, engine->person);
    engine_check(mdb_env_copy(engine->environment, aside));
    loop_counts counts = run_loops(engine, engine->options->seconds, write_batches, read_ranges);
    report_loops("lmdbc", counts, before, engine_count(engine, engine->person));
    mdb_env_close(engine->environment);
    unlink(lock);
    if (rename(aside, engine->path) != 0) workload_fail("rename", aside);
    engine_open(engine, 0);
}
