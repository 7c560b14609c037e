#include "engine.h"
#include "queries.h"

#include <stdlib.h>
#include <string.h>

/// An item in memory: every column, copied.
typedef struct {
    int64_t id, category, day, score;
    char code[16];
    bool has_note;
    int64_t note, rank, company;
    int64_t bookkeeping[3];
} item_row;

typedef struct {
    item_row *rows;
    int64_t count, capacity;
} item_list;

// One table for the hierarchy and the entity's number beside the rows, as an object layer over SQLite keeps them.
static void create(engine *engine) {
    engine_run(engine->database,
               "CREATE TABLE company (id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
               "CREATE UNIQUE INDEX company_name ON company (name);"
               "CREATE TABLE item (id INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZX_SEAL INTEGER,"
               " category INTEGER, day INTEGER, score INTEGER, code TEXT, note INTEGER, rank INTEGER, company INTEGER);"
               "CREATE INDEX item_category_day ON item (category, day);"
               "CREATE INDEX item_score ON item (score DESC); CREATE UNIQUE INDEX item_code ON item (code);"
               "CREATE INDEX item_note ON item (note); CREATE INDEX item_rank ON item (rank);"
               "CREATE INDEX item_company ON item (company)");
}

static void fill(engine *engine) {
    query_item *items = workload_items(engine->options->objects, engine->options->companies);
    engine_run(engine->database, "BEGIN IMMEDIATE");
    sqlite3_stmt *company = engine_prepare(engine, engine->database, "INSERT INTO company VALUES (?1, ?2)");
    for (int64_t i = 0; i < engine->options->companies; i++) {
        sqlite3_bind_int64(company, 1, engine->companies[i].id);
        sqlite3_bind_text(company, 2, engine->companies[i].name, -1, SQLITE_STATIC);
        engine_step(engine->database, company);
        sqlite3_reset(company);
    }
    sqlite3_finalize(company);
    sqlite3_stmt *insert =
        engine_prepare(engine, engine->database, "INSERT INTO item VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
    for (int64_t i = 0; i < engine->options->objects; i++) {
        const query_item *item = &items[i];
        sqlite3_bind_int64(insert, 1, item->id);
        sqlite3_bind_int64(insert, 2, 2 + i % 3);
        sqlite3_bind_int64(insert, 3, (int64_t)1 << 32 | (item->id * 2654435761 & 0xFFFFFFFF));
        sqlite3_bind_int64(insert, 4, item->category);
        sqlite3_bind_int64(insert, 5, item->day);
        sqlite3_bind_int64(insert, 6, item->score);
        sqlite3_bind_text(insert, 7, item->code, -1, SQLITE_STATIC);
        if (item->has_note) sqlite3_bind_int64(insert, 8, item->note);
        else sqlite3_bind_null(insert, 8);
        sqlite3_bind_int64(insert, 9, item->rank);
        sqlite3_bind_int64(insert, 10, item->company);
        engine_step(engine->database, insert);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    engine_run(engine->database, "COMMIT");
    free(items);
}

#define COLUMNS                                                                                                        \
    "SELECT item.id, category, day, score, code, note, rank, company, item.Z_ENT, item.Z_OPT, item.ZX_SEAL FROM item "

static void read_item(sqlite3_stmt *statement, item_row *row) {
    row->id = sqlite3_column_int64(statement, 0);
    row->category = sqlite3_column_int64(statement, 1);
    row->day = sqlite3_column_int64(statement, 2);
    row->score = sqlite3_column_int64(statement, 3);
    const void *code = sqlite3_column_text(statement, 4);
    size_t length = (size_t)sqlite3_column_bytes(statement, 4);
    if (length >= sizeof row->code) workload_fail("code", "longer than the workload's");
    memcpy(row->code, code, length);
    row->code[length] = 0;
    row->has_note = sqlite3_column_type(statement, 5) != SQLITE_NULL;
    row->note = sqlite3_column_int64(statement, 5);
    row->rank = sqlite3_column_int64(statement, 6);
    row->company = sqlite3_column_int64(statement, 7);
    for (int i = 0; i < 3; i++) row->bookkeeping[i] = sqlite3_column_int64(statement, 8 + i);
}

static uint64_t read_items(engine *engine, sqlite3_stmt *statement, item_list *list) {
    list->count = 0;
    while (engine_step(engine->database, statement)) {
        if (list->count == list->capacity) {
            list->capacity = list->capacity ? list->capacity * 2 : 1024;
            list->rows = realloc(list->rows, (size_t)list->capacity * sizeof *list->rows);
            if (!list->rows) workload_fail("rows", "no memory");
        }
        read_item(statement, &list->rows[list->count++]);
    }
    sqlite3_reset(statement);
    uint64_t sum = (uint64_t)list->count;
    for (int64_t i = 0; i < list->count; i++) sum += (uint64_t)list->rows[i].score;
    return sum;
}

/// Binds the parameters of a query, drawn from a state.
typedef void (*binder)(engine *engine, sqlite3_stmt *statement, uint64_t *state);

static void bind_day(engine *engine, sqlite3_stmt *statement, uint64_t *state) {
    (void)engine;
    sqlite3_bind_int64(statement, 1, workload_draw(state, QUERIES_CATEGORIES));
    sqlite3_bind_int64(statement, 2, workload_draw(state, QUERIES_DAYS));
}

static void bind_days(engine *engine, sqlite3_stmt *statement, uint64_t *state) {
    (void)engine;
    sqlite3_bind_int64(statement, 1, workload_draw(state, QUERIES_CATEGORIES));
    int64_t day = workload_draw(state, QUERIES_DAYS - QUERIES_DAY_SPAN);
    sqlite3_bind_int64(statement, 2, day);
    sqlite3_bind_int64(statement, 3, day + QUERIES_DAY_SPAN);
}

static void bind_score(engine *engine, sqlite3_stmt *statement, uint64_t *state) {
    (void)engine;
    sqlite3_bind_int64(statement, 1, QUERIES_SCORES - 1 - workload_draw(state, QUERIES_SCORE_SPAN));
}

static void bind_top(engine *engine, sqlite3_stmt *statement, uint64_t *state) {
    (void)engine;
    sqlite3_bind_int64(statement, 1, QUERIES_SCORES - workload_draw(state, QUERIES_SCORES / 2));
}

static void bind_prefix(engine *engine, sqlite3_stmt *statement, uint64_t *state) {
    (void)engine;
    char prefix[5];
    workload_code_prefix(workload_draw(state, QUERIES_CODE_GROUPS), prefix);
    sqlite3_bind_text(statement, 1, prefix, -1, SQLITE_TRANSIENT);
    // The least text behind all with the prefix: the codes have no greater byte than a digit at this place.
    prefix[3]++;
    sqlite3_bind_text(statement, 2, prefix, -1, SQLITE_TRANSIENT);
}

static void bind_note(engine *engine, sqlite3_stmt *statement, uint64_t *state) {
    (void)engine;
    sqlite3_bind_int64(statement, 1, workload_draw(state, QUERIES_NOTES));
}

static void bind_rank(engine *engine, sqlite3_stmt *statement, uint64_t *state) {
    (void)engine;
    int64_t rank = workload_draw(state, QUERIES_RANKS - QUERIES_RANK_SPAN);
    sqlite3_bind_int64(statement, 1, rank);
    sqlite3_bind_int64(statement, 2, rank + QUERIES_RANK_SPAN);
}

static void bind_codes(engine *engine, sqlite3_stmt *statement, uint64_t *state) {
    for (int i = 0; i < QUERIES_CODES; i++) {
        char code[16];
        workload_code(workload_draw(state, engine->options->objects), code);
        sqlite3_bind_text(statement, i + 1, code, -1, SQLITE_TRANSIENT);
    }
}

static void bind_company(engine *engine, sqlite3_stmt *statement, uint64_t *state) {
    int64_t company = workload_draw(state, engine->options->companies);
    sqlite3_bind_text(statement, 1, engine->companies[company].name, -1, SQLITE_STATIC);
}

static void run_query(engine *engine, const char *workload, const char *sql, binder bind) {
    sqlite3_stmt *statement;
    engine_check(engine->database,
                 sqlite3_prepare_v3(engine->database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    uint64_t state = WORKLOAD_QUERY_SEED, sum = 0;
    item_list list = {0};
    double start = workload_seconds();
    for (int64_t i = 0; i < engine->options->counts; i++) {
        bind(engine, statement, &state);
        sum += read_items(engine, statement, &list);
    }
    workload_report(engine->variant->product, workload, workload_seconds() - start, engine->options->counts, sum);
    sqlite3_finalize(statement);
    free(list.rows);
}

void ask_items(engine *engine) {
    create(engine);
    fill(engine);
    char list[sizeof COLUMNS + 32 + QUERIES_CODES * 6] = COLUMNS "WHERE code IN (?";
    for (int i = 1; i < QUERIES_CODES; i++) strcat(list, ", ?");
    strcat(list, ")");
    run_query(engine, "G1", COLUMNS "WHERE category = ?1 AND day = ?2", bind_day);
    run_query(engine, "G2", COLUMNS "WHERE category = ?1 AND day >= ?2 AND day < ?3", bind_days);
    run_query(engine, "G3", COLUMNS "WHERE score > ?1", bind_score);
    run_query(engine, "G3t", COLUMNS "WHERE score < ?1 ORDER BY score DESC, item.id DESC LIMIT 50", bind_top);
    run_query(engine, "G4", COLUMNS "WHERE code >= ?1 AND code < ?2", bind_prefix);
    run_query(engine, "G5", COLUMNS "WHERE note IS ?1", bind_note);
    run_query(engine, "G6", COLUMNS "WHERE rank >= ?1 AND rank < ?2 AND Z_ENT IN (3, 4)", bind_rank);
    run_query(engine, "G7", list, bind_codes);
    run_query(engine, "G8", COLUMNS "JOIN company ON company.id = item.company WHERE company.name = ?1", bind_company);
}
