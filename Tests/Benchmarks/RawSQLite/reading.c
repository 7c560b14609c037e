#include "engine.h"

#include <stdlib.h>
#include <string.h>

/// Persons in an array that grows by doubling.
typedef struct {
    person_row *rows;
    int64_t count, capacity;
} person_list;

// Steps a statement to its end and appends its persons.
static void read_all(engine *engine, sqlite3_stmt *statement, person_list *list) {
    while (engine_step(engine->database, statement)) {
        if (list->count == list->capacity) {
            list->capacity = list->capacity ? list->capacity * 2 : 1024;
            list->rows = realloc(list->rows, (size_t)list->capacity * sizeof *list->rows);
            if (!list->rows) workload_fail("rows", "no memory");
        }
        engine_read_person(engine, statement, &list->rows[list->count++]);
    }
    sqlite3_reset(statement);
}

static uint64_t sum_ages(const person_list *list) {
    uint64_t sum = 0;
    for (int64_t i = 0; i < list->count; i++) sum += (uint64_t)list->rows[i].age;
    return sum;
}

static uint64_t sum_all(const person_list *list) {
    uint64_t sum = sum_ages(list);
    for (int64_t i = 0; i < list->count; i++) sum += strlen(list->rows[i].name);
    return sum;
}

static void report(engine *engine, const char *workload, double start, int64_t operations, uint64_t checksum) {
    workload_report(engine->variant->product, workload, workload_seconds() - start, operations, checksum);
}

void fetch_all(engine *engine) {
    person_list list = {0};
    double start = workload_seconds();
    sqlite3_stmt *all = engine_prepare(engine, engine->database, "SELECT %s FROM person");
    read_all(engine, all, &list);
    report(engine, "W2", start, list.count, sum_all(&list));
    sqlite3_finalize(all);
    free(list.rows);
}

void measure_memory(engine *engine) {
    int64_t resident = workload_memory("VmRSS"), anonymous = workload_memory("RssAnon"), own = sqlite3_memory_used();
    person_list list = {0};
    sqlite3_stmt *all = engine_prepare(engine, engine->database, "SELECT %s FROM person");
    read_all(engine, all, &list);
    uint64_t sum = sum_all(&list);
    workload_report_memory(engine->variant->product, resident, anonymous, sqlite3_memory_used() - own, list.count, sum);
    sqlite3_finalize(all);
    free(list.rows);
}

void look_up(engine *engine) {
    uint64_t state = WORKLOAD_QUERY_SEED, sum = 0;
    double start = workload_seconds();
    sqlite3_stmt *one = engine_prepare(engine, engine->database, "SELECT %s FROM person WHERE id = ?1");
    for (int64_t i = 0; i < engine->options->lookups; i++) {
        person_row row;
        sqlite3_bind_int64(one, 1, 1 + workload_draw(&state, engine->options->objects));
        if (!engine_step(engine->database, one)) workload_fail("look-up", "no such person");
        engine_read_person(engine, one, &row);
        sqlite3_reset(one);
        sum += (uint64_t)row.age;
    }
    report(engine, "W3", start, engine->options->lookups, sum);
    sqlite3_finalize(one);
}

void fetch_ranges(engine *engine) {
    uint64_t state = WORKLOAD_QUERY_SEED, sum = 0;
    person_list list = {0};
    double start = workload_seconds();
    sqlite3_stmt *range = engine_prepare(engine, engine->database, "SELECT %s FROM person WHERE age >= ?1 AND age < ?2");
    for (int64_t i = 0; i < engine->options->ranges; i++) {
        int64_t low = workload_draw(&state, 9900);
        sqlite3_bind_int64(range, 1, low);
        sqlite3_bind_int64(range, 2, low + 100);
        list.count = 0;
        read_all(engine, range, &list);
        sum += sum_ages(&list) + (uint64_t)list.count;
    }
    report(engine, "W4", start, engine->options->ranges, sum);
    sqlite3_finalize(range);
    free(list.rows);
}

void fetch_sorted(engine *engine) {
    uint64_t state = WORKLOAD_QUERY_SEED, checksum = 0;
    person_list list = {0};
    double start = workload_seconds();
    sqlite3_stmt *range = engine_prepare(
        engine, engine->database, "SELECT %s FROM person WHERE age >= ?1 AND age < ?2 ORDER BY score DESC LIMIT 50");
    for (int64_t i = 0; i < engine->options->sorts; i++) {
        int64_t low = workload_draw(&state, 9000);
        sqlite3_bind_int64(range, 1, low);
        sqlite3_bind_int64(range, 2, low + 1000);
        list.count = 0;
        read_all(engine, range, &list);
        for (int64_t j = 0; j < list.count; j++) checksum = checksum * 31 + (uint64_t)list.rows[j].age;
    }
    report(engine, "W5", start, engine->options->sorts, checksum);
    sqlite3_finalize(range);
    free(list.rows);
}

// Reads the companies into an array by number, from 1.
static company_values *read_companies(engine *engine) {
    company_values *companies = calloc((size_t)engine->options->companies + 1, sizeof *companies);
    if (!companies) workload_fail("companies", "no memory");
    sqlite3_stmt *all = engine_prepare(engine, engine->database, "SELECT id, name, founded FROM company");
    while (engine_step(engine->database, all)) {
        company_values *company = &companies[sqlite3_column_int64(all, 0)];
        company->id = sqlite3_column_int64(all, 0);
        strncpy(company->name, (const char *)sqlite3_column_text(all, 1), sizeof company->name - 1);
        company->founded = sqlite3_column_int64(all, 2);
    }
    sqlite3_finalize(all);
    return companies;
}

void traverse_to_one(engine *engine) {
    person_list list = {0};
    double start = workload_seconds();
    company_values *companies = read_companies(engine);
    sqlite3_stmt *all = engine_prepare(engine, engine->database, "SELECT %s FROM person");
    read_all(engine, all, &list);
    uint64_t sum = 0;
    for (int64_t i = 0; i < list.count; i++) {
        const char *name = companies[list.rows[i].employer].name;
        size_t length = strlen(name);
        sum += length + (uint8_t)name[length - 1];
    }
    report(engine, "W7", start, list.count, sum);
    sqlite3_finalize(all);
    free(companies);
    free(list.rows);
}

void traverse_to_many(engine *engine) {
    person_list list = {0};
    uint64_t sum = 0;
    int64_t count = 0;
    double start = workload_seconds();
    company_values *companies = read_companies(engine);
    sqlite3_stmt *members = engine_prepare(engine, engine->database, "SELECT %s FROM person WHERE employer = ?1");
    for (int64_t j = 1; j <= engine->options->companies; j++) {
        sqlite3_bind_int64(members, 1, companies[j].id);
        list.count = 0;
        read_all(engine, members, &list);
        sum += sum_ages(&list) + (uint64_t)list.count;
        count += list.count;
    }
    report(engine, "W8", start, count, sum);
    sqlite3_finalize(members);
    free(companies);
    free(list.rows);
}

void traverse_prefetched(engine *engine) {
    person_list list = {0};
    int64_t companies_count = engine->options->companies;
    double start = workload_seconds();
    company_values *companies = read_companies(engine);
    sqlite3_stmt *all = engine_prepare(engine, engine->database, "SELECT %s FROM person");
    read_all(engine, all, &list);
    // Members of a company lie together: counted, then placed.
    int64_t *ends = calloc((size_t)companies_count + 2, sizeof *ends);
    const person_row **members = malloc((size_t)list.count * sizeof *members);
    if (!ends || !members) workload_fail("members", "no memory");
    for (int64_t i = 0; i < list.count; i++) ends[list.rows[i].employer + 1]++;
    for (int64_t j = 1; j <= companies_count + 1; j++) ends[j] += ends[j - 1];
    for (int64_t i = 0; i < list.count; i++) members[ends[list.rows[i].employer]++] = &list.rows[i];
    uint64_t sum = 0;
    for (int64_t j = 1; j <= companies_count; j++) {
        sum += (uint64_t)(ends[j] - ends[j - 1]);
        for (int64_t i = ends[j - 1]; i < ends[j]; i++) sum += (uint64_t)members[i]->age;
    }
    report(engine, "W8p", start, list.count, sum);
    sqlite3_finalize(all);
    free(ends);
    free(members);
    free(companies);
    free(list.rows);
}

void count_ranges(engine *engine) {
    uint64_t state = WORKLOAD_QUERY_SEED, sum = 0;
    double start = workload_seconds();
    sqlite3_stmt *count =
        engine_prepare(engine, engine->database, "SELECT count(*) FROM person WHERE age >= ?1 AND age < ?2");
    for (int64_t i = 0; i < engine->options->counts; i++) {
        int64_t low = workload_draw(&state, 9900);
        sqlite3_bind_int64(count, 1, low);
        sqlite3_bind_int64(count, 2, low + 100);
        engine_step(engine->database, count);
        sum += (uint64_t)sqlite3_column_int64(count, 0);
        sqlite3_reset(count);
    }
    report(engine, "W11", start, engine->options->counts, sum);
    sqlite3_finalize(count);
}

void count_by_scan(engine *engine) {
    uint64_t state = WORKLOAD_QUERY_SEED, sum = 0;
    double start = workload_seconds();
    sqlite3_stmt *count =
        engine_prepare(engine, engine->database, "SELECT count(*) FROM person WHERE score > ?1 AND active = 1");
    for (int64_t i = 0; i < engine->options->scans; i++) {
        sqlite3_bind_double(count, 1, (double)workload_draw(&state, 1000));
        engine_step(engine->database, count);
        sum += (uint64_t)sqlite3_column_int64(count, 0);
        sqlite3_reset(count);
    }
    report(engine, "W11s", start, engine->options->scans, sum);
    sqlite3_finalize(count);
}
