#include "engine.h"

#include <stdlib.h>
#include <string.h>

// Reads the companies into an array by number, from 1.
static company_values *read_companies(engine *engine, MDB_txn *transaction) {
    company_values *companies = calloc((size_t)engine->options->companies + 1, sizeof *companies);
    if (!companies) workload_fail("companies", "no memory");
    MDB_cursor *cursor = engine_cursor(transaction, engine->company);
    MDB_val key, value;
    while (engine_found(mdb_cursor_get(cursor, &key, &value, MDB_NEXT))) {
        company_values *company = &companies[*(int64_t *)key.mv_data];
        company->id = *(int64_t *)key.mv_data;
        memcpy(&company->founded, value.mv_data, 8);
        memcpy(company->name, (char *)value.mv_data + 8, value.mv_size - 8);
    }
    mdb_cursor_close(cursor);
    return companies;
}

static person_row *read_persons(engine *engine, MDB_txn *transaction, int64_t *count) {
    int64_t capacity = 1024;
    person_row *rows = malloc((size_t)capacity * sizeof *rows);
    MDB_cursor *cursor = engine_cursor(transaction, engine->person);
    MDB_val key, value;
    *count = 0;
    while (engine_found(mdb_cursor_get(cursor, &key, &value, MDB_NEXT))) {
        if (*count == capacity) rows = realloc(rows, (size_t)(capacity *= 2) * sizeof *rows);
        if (!rows) workload_fail("rows", "no memory");
        engine_unpack(*(int64_t *)key.mv_data, value.mv_data, &rows[(*count)++]);
    }
    mdb_cursor_close(cursor);
    return rows;
}

void traverse_to_one(engine *engine) {
    double start = workload_seconds();
    MDB_txn *transaction = engine_begin(engine, false);
    company_values *companies = read_companies(engine, transaction);
    int64_t count;
    person_row *rows = read_persons(engine, transaction, &count);
    uint64_t sum = 0;
    for (int64_t i = 0; i < count; i++) {
        const char *name = companies[rows[i].employer].name;
        size_t length = strlen(name);
        sum += length + (uint8_t)name[length - 1];
    }
    mdb_txn_abort(transaction);
    engine_report("W7", start, count, sum);
    free(companies);
    free(rows);
}

void traverse_to_many(engine *engine) {
    uint64_t sum = 0;
    int64_t count = 0, capacity = 1024;
    double start = workload_seconds();
    MDB_txn *transaction = engine_begin(engine, false);
    company_values *companies = read_companies(engine, transaction);
    MDB_cursor *cursor = engine_cursor(transaction, engine->by_employer);
    person_row *rows = malloc((size_t)capacity * sizeof *rows);
    for (int64_t j = 1; j <= engine->options->companies; j++) {
        int64_t members = 0;
        MDB_val key = {sizeof j, &companies[j].id}, value;
        MDB_cursor_op operation = MDB_SET;
        while (engine_found(mdb_cursor_get(cursor, &key, &value, operation))) {
            int64_t id = *(int64_t *)value.mv_data;
            if (members == capacity) rows = realloc(rows, (size_t)(capacity *= 2) * sizeof *rows);
            if (!rows) workload_fail("rows", "no memory");
            engine_unpack(id, engine_row(engine, transaction, id), &rows[members++]);
            operation = MDB_NEXT_DUP;
        }
        for (int64_t i = 0; i < members; i++) sum += (uint64_t)rows[i].age;
        sum += (uint64_t)members;
        count += members;
    }
    mdb_cursor_close(cursor);
    mdb_txn_abort(transaction);
    engine_report("W8", start, count, sum);
    free(companies);
    free(rows);
}

void traverse_prefetched(engine *engine) {
    int64_t companies_count = engine->options->companies, count;
    double start = workload_seconds();
    MDB_txn *transaction = engine_begin(engine, false);
    company_values *companies = read_companies(engine, transaction);
    person_row *rows = read_persons(engine, transaction, &count);
    mdb_txn_abort(transaction);
    // Members of a company lie together: counted, then placed.
    int64_t *ends = calloc((size_t)companies_count + 2, sizeof *ends);
    const person_row **members = malloc((size_t)count * sizeof *members);
    if (!ends || !members) workload_fail("members", "no memory");
    for (int64_t i = 0; i < count; i++) ends[rows[i].employer + 1]++;
    for (int64_t j = 1; j <= companies_count + 1; j++) ends[j] += ends[j - 1];
    for (int64_t i = 0; i < count; i++) members[ends[rows[i].employer]++] = &rows[i];
    uint64_t sum = 0;
    for (int64_t j = 1; j <= companies_count; j++) {
        sum += (uint64_t)(ends[j] - ends[j - 1]);
        for (int64_t i = ends[j - 1]; i < ends[j]; i++) sum += (uint64_t)members[i]->age;
    }
    engine_report("W8p", start, count, sum);
    free(ends);
    free(members);
    free(companies);
    free(rows);
}
