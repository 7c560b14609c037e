#include "engine.h"

#include <stdlib.h>
#include <string.h>

void batch_update(engine *engine) {
    int64_t count = engine_count(engine, engine->person);
    double start = workload_seconds();
    MDB_txn *transaction = engine_begin(engine, true);
    MDB_cursor *cursor = engine_cursor(transaction, engine->person);
    MDB_val key, value;
    while (engine_found(mdb_cursor_get(cursor, &key, &value, MDB_NEXT))) {
        packed_person packed;
        memcpy(&packed, value.mv_data, value.mv_size);
        packed.score += 1;
        MDB_val changed = {value.mv_size, &packed};
        engine_check(mdb_cursor_put(cursor, &key, &changed, MDB_CURRENT));
    }
    mdb_cursor_close(cursor);
    engine_commit(transaction);
    double seconds = workload_seconds() - start;
    int64_t sum = 0;
    transaction = engine_begin(engine, false);
    cursor = engine_cursor(transaction, engine->person);
    while (engine_found(mdb_cursor_get(cursor, &key, &value, MDB_NEXT))) {
        sum += (int64_t)((const packed_person *)value.mv_data)->score;
    }
    mdb_cursor_close(cursor);
    mdb_txn_abort(transaction);
    workload_report("lmdbc", "BR1", seconds, count, (uint64_t)sum);
}

void batch_insert(engine *engine) {
    int64_t before = engine_count(engine, engine->person), first = before + 1, count = engine->options->objects;
    double start = workload_seconds();
    MDB_txn *transaction = engine_begin(engine, true);
    for (int64_t i = 0; i < count; i++) engine_put_person(engine, transaction, first + i, &engine->persons[i]);
    engine_commit(transaction);
    double seconds = workload_seconds() - start;
    workload_report("lmdbc", "BR2", seconds, count, (uint64_t)(engine_count(engine, engine->person) - before));
}

void batch_delete(engine *engine) {
    int64_t before = engine_count(engine, engine->person);
    double start = workload_seconds();
    MDB_txn *transaction = engine_begin(engine, true);
    MDB_cursor *cursor = engine_cursor(transaction, engine->by_age);
    int64_t low = 2000;
    MDB_val age = {sizeof low, &low}, number;
    int result = mdb_cursor_get(cursor, &age, &number, MDB_SET_RANGE);
    while (engine_found(result) && *(int64_t *)age.mv_data < 7000) {
        int64_t id = *(int64_t *)number.mv_data;
        MDB_val key = {sizeof id, &id};
        int64_t owner = engine_row(engine, transaction, id)->employer;
        MDB_val employer = {sizeof owner, &owner};
        engine_check(mdb_del(transaction, engine->by_employer, &employer, &key));
        engine_check(mdb_del(transaction, engine->person, &key, NULL));
        engine_check(mdb_cursor_del(cursor, 0));
        // Behind a deletion the cursor stands on the entry that follows.
        result = mdb_cursor_get(cursor, &age, &number, MDB_GET_CURRENT);
        if (!engine_found(result)) result = mdb_cursor_get(cursor, &age, &number, MDB_NEXT);
    }
    mdb_cursor_close(cursor);
    engine_commit(transaction);
    double seconds = workload_seconds() - start;
    int64_t after = engine_count(engine, engine->person);
    workload_report("lmdbc", "BR3", seconds, before - after, (uint64_t)(before - after));
}
