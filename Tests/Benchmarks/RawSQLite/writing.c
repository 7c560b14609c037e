#include "engine.h"

#include <stdlib.h>

static int64_t count_persons(engine *engine) { return engine_integer(engine->database, "SELECT count(*) FROM person"); }

void write_all(engine *engine) {
    const workload_options *options = engine->options;
    bool same = engine->variant->same;
    double start = workload_seconds();
    sqlite3_stmt *company = engine_prepare(
        engine, engine->database,
        same ? "INSERT INTO company (id, name, founded, Z_ENT, Z_OPT, ZX_SEAL) VALUES (?1, ?2, ?3, 1, 1, ?4)"
             : "INSERT INTO company (id, name, founded) VALUES (?1, ?2, ?3)");
    sqlite3_stmt *person = engine_insertion(engine, engine->database);
    engine_run(engine->database, "BEGIN IMMEDIATE");
    for (int64_t j = 0; j < options->companies; j++) {
        sqlite3_bind_int64(company, 1, engine->companies[j].id);
        sqlite3_bind_text(company, 2, engine->companies[j].name, -1, SQLITE_STATIC);
        sqlite3_bind_int64(company, 3, engine->companies[j].founded);
        if (same) sqlite3_bind_int64(company, 4, (int64_t)1 << 32 | j);
        engine_step(engine->database, company);
        sqlite3_reset(company);
    }
    for (int64_t i = 0; i < options->objects; i++) {
        engine_insert_person(engine, engine->database, person, &engine->persons[i], engine->persons[i].id);
    }
    engine_run(engine->database, "COMMIT");
    double seconds = workload_seconds() - start;
    sqlite3_finalize(company);
    sqlite3_finalize(person);
    int64_t companies = engine_integer(engine->database, "SELECT count(*) FROM company");
    workload_report(engine->variant->product, "W1", seconds, options->objects + options->companies,
                    (uint64_t)(companies + count_persons(engine)));
}

void update_all(engine *engine) {
    int64_t count = count_persons(engine);
    person_row *rows = malloc((size_t)count * sizeof *rows);
    sqlite3_stmt *all = engine_prepare(engine, engine->database, "SELECT %s FROM person");
    for (int64_t i = 0; i < count && engine_step(engine->database, all); i++) engine_read_person(engine, all, &rows[i]);
    sqlite3_finalize(all);
    bool same = engine->variant->same;
    double start = workload_seconds();
    sqlite3_stmt *update = engine_prepare(
        engine, engine->database,
        same ? "UPDATE person SET age = ?1, Z_OPT = ?3, ZX_SEAL = ?4 WHERE id = ?2" : "UPDATE person SET age = ?1 WHERE id = ?2");
    engine_run(engine->database, "BEGIN IMMEDIATE");
    for (int64_t i = 0; i < count; i++) {
        rows[i].age += 1;
        sqlite3_bind_int64(update, 1, rows[i].age);
        sqlite3_bind_int64(update, 2, rows[i].id);
        if (same) {
            sqlite3_bind_int64(update, 3, rows[i].bookkeeping[1] + 1);
            sqlite3_bind_int64(update, 4, rows[i].bookkeeping[2] ^ 0x5A5A5A);
        }
        engine_step(engine->database, update);
        sqlite3_reset(update);
    }
    engine_run(engine->database, "COMMIT");
    double seconds = workload_seconds() - start;
    sqlite3_finalize(update);
    free(rows);
    int64_t sum = engine_integer(engine->database, "SELECT sum(age + length(name)) FROM person");
    workload_report(engine->variant->product, "W6", seconds, count, (uint64_t)sum);
}

void insert_one_by_one(engine *engine, const char *workload, bool is_durable) {
    sqlite3 *database = is_durable ? engine->database : engine_open(engine, false);
    int64_t first = count_persons(engine) + 1, objects = engine->options->objects;
    sqlite3_stmt *begin = engine_prepare(engine, database, "BEGIN IMMEDIATE");
    sqlite3_stmt *insert = engine_insertion(engine, database), *commit = engine_prepare(engine, database, "COMMIT");
    double start = workload_seconds();
    for (int64_t i = 0; i < engine->options->saves; i++) {
        engine_step(database, begin);
        sqlite3_reset(begin);
        engine_insert_person(engine, database, insert, &engine->persons[i % objects], first + i);
        engine_step(database, commit);
        sqlite3_reset(commit);
    }
    double seconds = workload_seconds() - start;
    sqlite3_finalize(begin);
    sqlite3_finalize(insert);
    sqlite3_finalize(commit);
    if (!is_durable) sqlite3_close(database);
    workload_report(engine->variant->product, workload, seconds, engine->options->saves, (uint64_t)count_persons(engine));
}

void delete_all(engine *engine) {
    int64_t count = count_persons(engine);
    int64_t *keys = malloc((size_t)count * sizeof *keys);
    sqlite3_stmt *all = engine_prepare(engine, engine->database, "SELECT id FROM person ORDER BY id");
    for (int64_t i = 0; i < count && engine_step(engine->database, all); i++) keys[i] = sqlite3_column_int64(all, 0);
    sqlite3_finalize(all);
    double start = workload_seconds();
    sqlite3_stmt *delete = engine_prepare(engine, engine->database, "DELETE FROM person WHERE id = ?1");
    engine_run(engine->database, "BEGIN IMMEDIATE");
    for (int64_t i = 0; i < count; i++) {
        sqlite3_bind_int64(delete, 1, keys[i]);
        engine_step(engine->database, delete);
        sqlite3_reset(delete);
    }
    engine_run(engine->database, "COMMIT");
    double seconds = workload_seconds() - start;
    sqlite3_finalize(delete);
    free(keys);
    workload_report(engine->variant->product, "W9", seconds, count, (uint64_t)count_persons(engine));
}
