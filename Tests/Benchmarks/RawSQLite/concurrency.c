#define _DEFAULT_SOURCE
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void write_batches(loop *loop) {
    engine *engine = loop->engine;
    sqlite3 *database = engine_open(engine, true);
    sqlite3_stmt *begin = engine_prepare(engine, database, "BEGIN IMMEDIATE");
    sqlite3_stmt *insert = engine_insertion(engine, database), *commit = engine_prepare(engine, database, "COMMIT");
    int64_t id = 2000000;
    while (loop_goes_on(loop)) {
        engine_step(database, begin);
        sqlite3_reset(begin);
        for (int i = 0; i < LOOP_BATCH; i++, id++) {
            engine_insert_person(engine, database, insert, &engine->persons[id % engine->options->objects], id);
        }
        engine_step(database, commit);
        sqlite3_reset(commit);
        loop->count++;
    }
    sqlite3_finalize(begin);
    sqlite3_finalize(insert);
    sqlite3_finalize(commit);
    sqlite3_close(database);
}

static void read_ranges(loop *loop) {
    engine *engine = loop->engine;
    sqlite3 *database = engine_open(engine, true);
    sqlite3_stmt *range = engine_prepare(engine, database, "SELECT %s FROM person WHERE age >= ?1 AND age < ?2");
    uint64_t state = WORKLOAD_QUERY_SEED;
    int64_t sum = 0, capacity = 1024;
    person_row *rows = malloc((size_t)capacity * sizeof *rows);
    while (loop_goes_on(loop)) {
        int64_t low = workload_draw(&state, 9900), count = 0;
        sqlite3_bind_int64(range, 1, low);
        sqlite3_bind_int64(range, 2, low + 100);
        while (engine_step(database, range)) {
            if (count == capacity) rows = realloc(rows, (size_t)(capacity *= 2) * sizeof *rows);
            if (!rows) workload_fail("rows", "no memory");
            engine_read_person(engine, range, &rows[count++]);
        }
        sqlite3_reset(range);
        for (int64_t i = 0; i < count; i++) sum += rows[i].age;
        loop->count++;
    }
    if (sum < 0) workload_fail("ages", "negative");
    free(rows);
    sqlite3_finalize(range);
    sqlite3_close(database);
}

// Copies the database to another file, or back, through the engine, so that what follows finds what was there before.
static void copy(const char *from, const char *to) {
    sqlite3 *source, *destination;
    engine_check(NULL, sqlite3_open(from, &source));
    engine_check(NULL, sqlite3_open(to, &destination));
    sqlite3_backup *backup = sqlite3_backup_init(destination, "main", source, "main");
    if (!backup || sqlite3_backup_step(backup, -1) != SQLITE_DONE) workload_fail("copy", sqlite3_errmsg(destination));
    sqlite3_backup_finish(backup);
    sqlite3_close(source);
    sqlite3_close(destination);
}

void read_while_writing(engine *engine) {
    char aside[4200];
    snprintf(aside, sizeof aside, "%s.aside", engine->path);
    int64_t before = engine_integer(engine->database, "SELECT count(*) FROM person");
    sqlite3_close(engine->database);
    copy(engine->path, aside);
    loop_counts counts = run_loops(engine, engine->options->seconds, write_batches, read_ranges);
    sqlite3 *database = engine_open(engine, true);
    int64_t after = engine_integer(database, "SELECT count(*) FROM person");
    sqlite3_close(database);
    report_loops(engine->variant->product, counts, before, after);
    unlink(engine->path);
    if (rename(aside, engine->path) != 0) workload_fail("rename", aside);
    engine->database = engine_open(engine, true);
}
