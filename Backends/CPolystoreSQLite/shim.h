#ifndef CPOLYSTORE_SQLITE_SHIM_H
#define CPOLYSTORE_SQLITE_SHIM_H
#include <sqlite3.h>

/// Sets an on/off configuration of a connection: `sqlite3_db_config` takes variable arguments, which Swift cannot pass.
static inline int polystore_sqlite_configure(sqlite3 *connection, int option, int value) {
    return sqlite3_db_config(connection, option, value, (int *)0);
}

/// Binds text that stays where it is until the statement is stepped.
static inline int polystore_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, text, count, SQLITE_STATIC, SQLITE_UTF8);
}

/// Binds bytes that stay where they are until the statement is stepped.
static inline int polystore_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

/// Binds a copy of bytes.
static inline int polystore_sqlite_bind_blob_copy(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Binds a copy of text.
static inline int polystore_sqlite_bind_text_copy(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Returns a copy of bytes from a function.
static inline void polystore_sqlite_result_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
    sqlite3_result_blob64(context, bytes, count, SQLITE_TRANSIENT);
}

/// Returns a copy of text from a function.
static inline void polystore_sqlite_result_text(sqlite3_context *context, const char *text, sqlite3_uint64 count) {
    sqlite3_result_text64(context, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
#endif
