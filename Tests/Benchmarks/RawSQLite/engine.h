// One SQLite file, used as a careful C program uses it: prepared statements, one connection.
#ifndef POLYSTORE_BENCHMARK_RAW_SQLITE_H
#define POLYSTORE_BENCHMARK_RAW_SQLITE_H

#include <sqlite3.h>
#include "runner.h"

/// What a variant of the runner does.
typedef struct {
    /// The product's name in results.
    const char *product;
    /// Whether the settings are Polystore's and the tables have its three columns of bookkeeping.
    bool same;
} engine_variant;

struct engine {
    const engine_variant *variant;
    const workload_options *options;
    const person_values *persons;
    const company_values *companies;
    char path[4096];
    sqlite3 *database;
};

/// A person in memory: every column, copied.
typedef struct {
    int64_t id;
    char name[24];
    char email[24];
    int64_t age;
    double score, created;
    bool active;
    uint8_t avatar_hash[16];
    int64_t employer;
    int64_t bookkeeping[3];
} person_row;

/// Opens the file of a run.
sqlite3 *engine_open(const engine *engine, bool is_durable);
/// Makes the tables and indexes.
void engine_create(engine *engine);
/// Runs SQL without a result.
void engine_run(sqlite3 *database, const char *sql);
/// Prepares SQL; the columns of persons stand for `%s`.
sqlite3_stmt *engine_prepare(const engine *engine, sqlite3 *database, const char *sql);
/// The single integer that SQL gives.
int64_t engine_integer(sqlite3 *database, const char *sql);
/// Ends the process with SQLite's message unless a result is good.
void engine_check(sqlite3 *database, int result);
/// Steps; true when there is a row.
bool engine_step(sqlite3 *database, sqlite3_stmt *statement);
/// Copies all columns of a row.
void engine_read_person(const engine *engine, sqlite3_stmt *statement, person_row *row);
/// Binds and steps an insert of a person.
void engine_insert_person(const engine *engine, sqlite3 *database, sqlite3_stmt *statement, const person_values *values,
                          int64_t id);

/// The statement that inserts a person.
sqlite3_stmt *engine_insertion(const engine *engine, sqlite3 *database);

/// The second suite: OO7.
void run_oo7(engine *engine);
/// The queries G1 to G8.
void ask_items(engine *engine);

#endif
