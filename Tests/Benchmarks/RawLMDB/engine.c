#include "engine.h"

#include <stddef.h>
#include <string.h>

void engine_check(int result) {
    if (result != MDB_SUCCESS) workload_fail("lmdb", mdb_strerror(result));
}

bool engine_found(int result) {
    if (result == MDB_NOTFOUND) return false;
    engine_check(result);
    return true;
}

MDB_txn *engine_begin(const engine *engine, bool writes) {
    MDB_txn *transaction;
    engine_check(mdb_txn_begin(engine->environment, NULL, writes ? 0 : MDB_RDONLY, &transaction));
    return transaction;
}

void engine_commit(MDB_txn *transaction) { engine_check(mdb_txn_commit(transaction)); }

MDB_cursor *engine_cursor(MDB_txn *transaction, MDB_dbi database) {
    MDB_cursor *cursor;
    engine_check(mdb_cursor_open(transaction, database, &cursor));
    return cursor;
}

void engine_open(engine *engine, unsigned flags) {
    engine_check(mdb_env_create(&engine->environment));
    engine_check(mdb_env_set_maxdbs(engine->environment, 4));
    engine_check(mdb_env_set_mapsize(engine->environment, (size_t)16 << 30));
    engine_check(mdb_env_open(engine->environment, engine->path, MDB_NOSUBDIR | flags, 0644));
    MDB_txn *transaction = engine_begin(engine, true);
    unsigned index = MDB_CREATE | MDB_INTEGERKEY | MDB_DUPSORT | MDB_DUPFIXED | MDB_INTEGERDUP;
    engine_check(mdb_dbi_open(transaction, "person", MDB_CREATE | MDB_INTEGERKEY, &engine->person));
    engine_check(mdb_dbi_open(transaction, "company", MDB_CREATE | MDB_INTEGERKEY, &engine->company));
    engine_check(mdb_dbi_open(transaction, "by_age", index, &engine->by_age));
    engine_check(mdb_dbi_open(transaction, "by_employer", index, &engine->by_employer));
    engine_commit(transaction);
}

size_t packed_size(const packed_person *packed) {
    return offsetof(packed_person, texts) + packed->name_length + packed->email_length;
}

const packed_person *engine_row(const engine *engine, MDB_txn *transaction, int64_t id) {
    MDB_val key = {sizeof id, &id}, value;
    engine_check(mdb_get(transaction, engine->person, &key, &value));
    return value.mv_data;
}

void engine_unpack(int64_t id, const packed_person *packed, person_row *row) {
    row->id = id;
    // Rows lie on even addresses only.
    packed_person numbers;
    memcpy(&numbers, packed, offsetof(packed_person, texts));
    row->age = numbers.age;
    row->score = numbers.score;
    row->created = numbers.created;
    row->employer = numbers.employer;
    row->active = numbers.active != 0;
    memcpy(row->avatar_hash, numbers.avatar_hash, sizeof row->avatar_hash);
    memcpy(row->name, packed->texts, numbers.name_length);
    row->name[numbers.name_length] = 0;
    memcpy(row->email, packed->texts + numbers.name_length, numbers.email_length);
    row->email[numbers.email_length] = 0;
}

void engine_put_person(const engine *engine, MDB_txn *transaction, int64_t id, const person_values *values) {
    packed_person packed = {
        .age = values->age, .score = values->score, .created = values->created, .employer = values->employer,
        .active = values->active, .name_length = (uint8_t)strlen(values->name),
        .email_length = (uint8_t)strlen(values->email),
    };
    memcpy(packed.avatar_hash, values->avatar_hash, sizeof packed.avatar_hash);
    memcpy(packed.texts, values->name, packed.name_length);
    memcpy(packed.texts + packed.name_length, values->email, packed.email_length);
    MDB_val key = {sizeof id, &id}, value = {packed_size(&packed), &packed};
    engine_check(mdb_put(transaction, engine->person, &key, &value, MDB_APPEND));
    MDB_val number = {sizeof id, &id}, age = {sizeof packed.age, &packed.age};
    MDB_val employer = {sizeof packed.employer, &packed.employer};
    engine_check(mdb_put(transaction, engine->by_age, &age, &number, 0));
    engine_check(mdb_put(transaction, engine->by_employer, &employer, &number, 0));
}

int64_t engine_count(const engine *engine, MDB_dbi database) {
    MDB_txn *transaction = engine_begin(engine, false);
    MDB_stat stat;
    engine_check(mdb_stat(transaction, database, &stat));
    mdb_txn_abort(transaction);
    return (int64_t)stat.ms_entries;
}

void engine_report(const char *workload, double start, int64_t operations, uint64_t checksum) {
    workload_report("lmdbc", workload, workload_seconds() - start, operations, checksum);
}

static void settle(engine_range *range, int result, const MDB_val *key, const MDB_val *value) {
    range->is_inside = engine_found(result) && *(const int64_t *)key->mv_data < range->high;
    if (range->is_inside) range->id = *(const int64_t *)value->mv_data;
}

engine_range engine_seek(MDB_cursor *cursor, int64_t low, int64_t high) {
    engine_range range = {cursor, high, 0, false};
    MDB_val key = {sizeof low, &low}, value;
    settle(&range, mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE), &key, &value);
    return range;
}

void engine_next(engine_range *range) {
    MDB_val key, value;
    settle(range, mdb_cursor_get(range->cursor, &key, &value, MDB_NEXT), &key, &value);
}
