#define _DEFAULT_SOURCE
#include "engine.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// One of the two threads of W13.
typedef struct {
    engine *engine;
    atomic_bool *stop;
    int64_t count;
} loop;

static void *write_batches(void *argument) {
    loop *loop = argument;
    engine *engine = loop->engine;
    int64_t id = 2000000;
    while (!atomic_load_explicit(loop->stop, memory_order_relaxed)) {
        MDB_txn *transaction = engine_begin(engine, true);
        for (int i = 0; i < 100; i++, id++) {
            engine_put_person(engine, transaction, id, &engine->persons[id % engine->options->objects]);
        }
        engine_commit(transaction);
        loop->count++;
    }
    return NULL;
}

static void *read_ranges(void *argument) {
    loop *loop = argument;
    engine *engine = loop->engine;
    uint64_t state = WORKLOAD_QUERY_SEED;
    int64_t sum = 0, capacity = 1024;
    person_row *rows = malloc((size_t)capacity * sizeof *rows);
    while (!atomic_load_explicit(loop->stop, memory_order_relaxed)) {
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
    return NULL;
}

void read_while_writing(engine *engine) {
    char aside[4200], lock[4200];
    snprintf(aside, sizeof aside, "%s.aside", engine->path);
    snprintf(lock, sizeof lock, "%s-lock", engine->path);
    int64_t before = engine_count(engine, engine->person);
    engine_check(mdb_env_copy(engine->environment, aside));
    atomic_bool stop = false;
    loop writer = {engine, &stop, 0}, reader = {engine, &stop, 0};
    pthread_t threads[2];
    double start = workload_seconds();
    if (pthread_create(&threads[0], NULL, write_batches, &writer)) workload_fail("thread", "not started");
    if (pthread_create(&threads[1], NULL, read_ranges, &reader)) workload_fail("thread", "not started");
    usleep((useconds_t)(engine->options->seconds * 1e6));
    atomic_store(&stop, true);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    double seconds = workload_seconds() - start;
    if (engine_count(engine, engine->person) != before + writer.count * 100) workload_fail("W13", "objects are lost");
    workload_report("lmdbc", "W13w", seconds, writer.count, 0);
    workload_report("lmdbc", "W13r", seconds, reader.count, 0);
    mdb_env_close(engine->environment);
    unlink(lock);
    if (rename(aside, engine->path) != 0) workload_fail("rename", aside);
    engine_open(engine, 0);
}
