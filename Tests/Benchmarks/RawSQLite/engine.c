#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *columns = "id, name, email, age, score, created, active, avatarHash, employer";
static const char *same_columns =
    "id, name, email, age, score, created, active, avatarHash, employer, Z_ENT, Z_OPT, ZX_SEAL";

void engine_check(sqlite3 *database, int result) {
    if (result != SQLITE_OK) workload_fail("sqlite", sqlite3_errmsg(database));
}

void engine_run(sqlite3 *database, const char *sql) { engine_check(database, sqlite3_exec(database, sql, 0, 0, 0)); }

sqlite3 *engine_open(const engine *engine, bool is_durable) {
    sqlite3 *database;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | (engine->variant->same ? SQLITE_OPEN_NOMUTEX : 0);
    engine_check(NULL, sqlite3_open_v2(engine->path, &database, flags, NULL));
    sqlite3_busy_timeout(database, 5000);
    engine_run(database, "PRAGMA journal_mode = WAL");
    engine_run(database, is_durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    if (engine->variant->same) {
        // What Polystore sets at open; its 64 MiB are for all connections, this is the only one.
        engine_run(database, "PRAGMA cache_size = -65536; PRAGMA mmap_size = 0; PRAGMA secure_delete = OFF;"
                             "PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 1024");
    }
    return database;
}

void engine_create(engine *engine) {
    const char *more = engine->variant->same ? ", Z_ENT INTEGER, Z_OPT INTEGER, ZX_SEAL INTEGER" : "";
    char sql[1024];
    snprintf(sql, sizeof sql,
             "CREATE TABLE company (id INTEGER PRIMARY KEY, name TEXT NOT NULL, founded INTEGER NOT NULL%s);"
             "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL,"
             " age INTEGER NOT NULL, score REAL NOT NULL, created REAL NOT NULL, active INTEGER NOT NULL,"
             " avatarHash BLOB NOT NULL, employer INTEGER NOT NULL%s);"
             "CREATE INDEX person_age ON person (age); CREATE INDEX person_employer ON person (employer)",
             more, more);
    engine_run(engine->database, sql);
}

sqlite3_stmt *engine_prepare(const engine *engine, sqlite3 *database, const char *sql) {
    char text[512];
    sqlite3_stmt *statement;
    snprintf(text, sizeof text, sql, engine->variant->same ? same_columns : columns);
    engine_check(database, sqlite3_prepare_v3(database, text, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

bool engine_step(sqlite3 *database, sqlite3_stmt *statement) {
    int result = sqlite3_step(statement);
    if (result == SQLITE_ROW) return true;
    if (result != SQLITE_DONE) workload_fail("step", sqlite3_errmsg(database));
    return false;
}

int64_t engine_integer(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement;
    engine_check(database, sqlite3_prepare_v2(database, sql, -1, &statement, NULL));
    engine_step(database, statement);
    int64_t result = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return result;
}

static void read_text(sqlite3_stmt *statement, int column, char *text, size_t size) {
    const void *bytes = sqlite3_column_text(statement, column);
    size_t length = (size_t)sqlite3_column_bytes(statement, column);
    if (length >= size) workload_fail("text", "longer than the workload's");
    memcpy(text, bytes, length);
    text[length] = 0;
}

void engine_read_person(const engine *engine, sqlite3_stmt *statement, person_row *row) {
    row->id = sqlite3_column_int64(statement, 0);
    read_text(statement, 1, row->name, sizeof row->name);
    read_text(statement, 2, row->email, sizeof row->email);
    row->age = sqlite3_column_int64(statement, 3);
    row->score = sqlite3_column_double(statement, 4);
    row->created = sqlite3_column_double(statement, 5);
    row->active = sqlite3_column_int(statement, 6) != 0;
    const void *hash = sqlite3_column_blob(statement, 7);
    if (sqlite3_column_bytes(statement, 7) != sizeof row->avatar_hash) workload_fail("avatarHash", "not 16 bytes");
    memcpy(row->avatar_hash, hash, sizeof row->avatar_hash);
    row->employer = sqlite3_column_int64(statement, 8);
    if (!engine->variant->same) return;
    for (int i = 0; i < 3; i++) row->bookkeeping[i] = sqlite3_column_int64(statement, 9 + i);
}

sqlite3_stmt *engine_insertion(const engine *engine, sqlite3 *database) {
    return engine_prepare(engine, database,
                          engine->variant->same
                              ? "INSERT INTO person (%s) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
                              : "INSERT INTO person (%s) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
}

void engine_insert_person(const engine *engine, sqlite3 *database, sqlite3_stmt *statement, const person_values *values,
                          int64_t id) {
    sqlite3_bind_int64(statement, 1, id);
    sqlite3_bind_text(statement, 2, values->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, values->email, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, values->age);
    sqlite3_bind_double(statement, 5, values->score);
    sqlite3_bind_double(statement, 6, values->created);
    sqlite3_bind_int(statement, 7, values->active);
    sqlite3_bind_blob(statement, 8, values->avatar_hash, sizeof values->avatar_hash, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 9, values->employer);
    if (engine->variant->same) {
        sqlite3_bind_int64(statement, 10, 2);
        sqlite3_bind_int64(statement, 11, 1);
        sqlite3_bind_int64(statement, 12, (int64_t)1 << 32 | (id * 2654435761 & 0xFFFFFFFF));
    }
    engine_step(database, statement);
    sqlite3_reset(statement);
}
