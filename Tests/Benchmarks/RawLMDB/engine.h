// One LMDB file, used as a careful C program uses it: packed rows under integer keys, and two index databases.
#ifndef POLYSTORE_BENCHMARK_RAW_LMDB_H
#define POLYSTORE_BENCHMARK_RAW_LMDB_H

#include <lmdb.h>
#include "runner.h"

struct engine {
    const workload_options *options;
    const person_values *persons;
    const company_values *companies;
    char path[4096];
    MDB_env *environment;
    /// Rows of persons and companies by number; numbers of persons by age and by employer.
    MDB_dbi person, company, by_age, by_employer;
};

/// A row of a person as it is stored: numbers first, then both texts.
typedef struct {
    int64_t age;
    double score, created;
    int64_t employer;
    uint8_t avatar_hash[16];
    uint8_t active, name_length, email_length;
    char texts[45];
} packed_person;

/// A person in memory: every value, copied.
typedef struct {
    int64_t id;
    char name[24];
    char email[24];
    int64_t age;
    double score, created;
    bool active;
    uint8_t avatar_hash[16];
    int64_t employer;
} person_row;

/// Opens the file; makes its databases when they are not there.
void engine_open(engine *engine, unsigned flags);
/// Ends the process with LMDB's message unless a result is good.
void engine_check(int result);
/// True when there is an entry, false when there is none; ends the process otherwise.
bool engine_found(int result);
MDB_txn *engine_begin(const engine *engine, bool writes);
void engine_commit(MDB_txn *transaction);
MDB_cursor *engine_cursor(MDB_txn *transaction, MDB_dbi database);
/// The row of a person, where the map has it.
const packed_person *engine_row(const engine *engine, MDB_txn *transaction, int64_t id);
void engine_unpack(int64_t id, const packed_person *packed, person_row *row);
void engine_put_person(const engine *engine, MDB_txn *transaction, int64_t id, const person_values *values);
int64_t engine_count(const engine *engine, MDB_dbi database);
void engine_report(const char *workload, double start, int64_t operations, uint64_t checksum);

/// The number of bytes of a packed row.
size_t packed_size(const packed_person *packed);

/// Visits the persons of an age from `low` to below `high`: their numbers, in order of age.
#define ENGINE_FOR_AGES(cursor, low, high, id)                                                                        \
    for (engine_range range_ = engine_seek(cursor, low, high); range_.is_inside; engine_next(&range_))                 \
        for (int64_t id = range_.id, once_ = 1; once_; once_ = 0)

typedef struct {
    MDB_cursor *cursor;
    int64_t high, id;
    bool is_inside;
} engine_range;

engine_range engine_seek(MDB_cursor *cursor, int64_t low, int64_t high);
void engine_next(engine_range *range);

#endif
