#include "engine.h"

#include <stdlib.h>
#include <string.h>

void write_all(engine *engine) {
    const workload_options *options = engine->options;
    double start = workload_seconds();
    MDB_txn *transaction = engine_begin(engine, true);
    for (int64_t j = 0; j < options->companies; j++) {
        const company_values *company = &engine->companies[j];
        int64_t id = company->id;
        char packed[8 + sizeof company->name];
        size_t length = strlen(company->name);
        memcpy(packed, &company->founded, 8);
        memcpy(packed + 8, company->name, length);
        MDB_val key = {sizeof id, &id}, value = {8 + length, packed};
        engine_check(mdb_put(transaction, engine->company, &key, &value, MDB_APPEND));
    }
    for (int64_t i = 0; i < options->objects; i++) {
        engine_put_person(engine, transaction, engine->persons[i].id, &engine->persons[i]);
    }
    engine_commit(transaction);
    double seconds = workload_seconds() - start;
    int64_t count = engine_count(engine, engine->company) + engine_count(engine, engine->person);
    workload_report("lmdbc", "W1", seconds, options->objects + options->companies, (uint64_t)count);
}

// All persons, numbered as they lie.
static person_row *read_persons(engine *engine, int64_t *count) {
    *count = engine_count(engine, engine->person);
    person_row *rows = malloc((size_t)*count * sizeof *rows);
    if (!rows) workload_fail("rows", "no memory");
    MDB_txn *transaction = engine_begin(engine, false);
    MDB_cursor *cursor = engine_cursor(transaction, engine->person);
    MDB_val key, value;
    for (int64_t i = 0; engine_found(mdb_cursor_get(cursor, &key, &value, MDB_NEXT)); i++) {
        engine_unpack(*(int64_t *)key.mv_data, value.mv_data, &rows[i]);
    }
    mdb_cursor_close(cursor);
    mdb_txn_abort(transaction);
    return rows;
}

static uint64_t sum_persons(engine *engine) {
    int64_t count;
    person_row *rows = read_persons(engine, &count);
    uint64_t sum = 0;
    for (int64_t i = 0; i < count; i++) sum += (uint64_t)rows[i].age + strlen(rows[i].name);
    free(rows);
    return sum;
}

void update_all(engine *engine) {
    int64_t count;
    person_row *rows = read_persons(engine, &count);
    double start = workload_seconds();
    MDB_txn *transaction = engine_begin(engine, true);
    for (int64_t i = 0; i < count; i++) {
        int64_t id = rows[i].id;
        packed_person packed;
        const packed_person *stored = engine_row(engine, transaction, id);
        memcpy(&packed, stored, packed_size(stored));
        MDB_val key = {sizeof id, &id}, age = {sizeof packed.age, &packed.age}, number = {sizeof id, &id};
        engine_check(mdb_del(transaction, engine->by_age, &age, &number));
        packed.age = rows[i].age += 1;
        MDB_val value = {packed_size(&packed), &packed};
        engine_check(mdb_put(transaction, engine->person, &key, &value, 0));
        engine_check(mdb_put(transaction, engine->by_age, &age, &number, 0));
    }
    engine_commit(transaction);
    double seconds = workload_seconds() - start;
    free(rows);
    workload_report("lmdbc", "W6", seconds, count, sum_persons(engine));
}

void insert_one_by_one(engine *engine, const char *workload, bool is_durable) {
    engine_check(mdb_env_set_flags(engine->environment, MDB_NOMETASYNC, !is_durable));
    int64_t first = engine_count(engine, engine->person) + 1;
    double start = workload_seconds();
    for (int64_t i = 0; i < engine->options->saves; i++) {
        MDB_txn *transaction = engine_begin(engine, true);
        engine_put_person(engine, transaction, first + i, &engine->persons[i % engine->options->objects]);
        engine_commit(transaction);
    }
    double seconds = workload_seconds() - start;
    engine_check(mdb_env_set_flags(engine->environment, MDB_NOMETASYNC, 0));
    workload_report("lmdbc", workload, seconds, engine->options->saves, (uint64_t)engine_count(engine, engine->person));
}

void delete_all(engine *engine) {
    int64_t count;
    person_row *rows = read_persons(engine, &count);
    double start = workload_seconds();
    MDB_txn *transaction = engine_begin(engine, true);
    for (int64_t i = 0; i < count; i++) {
        int64_t id = rows[i].id;
        MDB_val key = {sizeof id, &id}, number = {sizeof id, &id};
        MDB_val age = {sizeof rows[i].age, &rows[i].age}, employer = {sizeof rows[i].employer, &rows[i].employer};
        engine_check(mdb_del(transaction, engine->person, &key, NULL));
        engine_check(mdb_del(transaction, engine->by_age, &age, &number));
        engine_check(mdb_del(transaction, engine->by_employer, &employer, &number));
    }
    engine_commit(transaction);
    double seconds = workload_seconds() - start;
    free(rows);
    workload_report("lmdbc", "W9", seconds, count, (uint64_t)engine_count(engine, engine->person));
}
