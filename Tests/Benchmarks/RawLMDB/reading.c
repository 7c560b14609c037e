#include "engine.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/// Persons in an array that grows by doubling.
typedef struct {
    person_row *rows;
    int64_t count, capacity;
} person_list;

static person_row *append(person_list *list) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 1024;
        list->rows = realloc(list->rows, (size_t)list->capacity * sizeof *list->rows);
        if (!list->rows) workload_fail("rows", "no memory");
    }
    return &list->rows[list->count++];
}

static void scan(engine *engine, MDB_txn *transaction, person_list *list) {
    MDB_cursor *cursor = engine_cursor(transaction, engine->person);
    MDB_val key, value;
    while (engine_found(mdb_cursor_get(cursor, &key, &value, MDB_NEXT))) {
        engine_unpack(*(int64_t *)key.mv_data, value.mv_data, append(list));
    }
    mdb_cursor_close(cursor);
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

void fetch_all(engine *engine) {
    person_list list = {0};
    double start = workload_seconds();
    MDB_txn *transaction = engine_begin(engine, false);
    scan(engine, transaction, &list);
    engine_report("W2", start, list.count, sum_all(&list));
    mdb_txn_abort(transaction);
    free(list.rows);
}

void measure_memory(engine *engine) {
    int64_t resident = workload_memory("VmRSS"), anonymous = workload_memory("RssAnon");
    person_list list = {0};
    MDB_txn *transaction = engine_begin(engine, false);
    scan(engine, transaction, &list);
    uint64_t sum = sum_all(&list);
    workload_report_memory("lmdbc", resident, anonymous, 0, list.count, sum);
    mdb_txn_abort(transaction);
    free(list.rows);
}

void look_up(engine *engine) {
    uint64_t state = WORKLOAD_QUERY_SEED, sum = 0;
    double start = workload_seconds();
    MDB_txn *transaction = engine_begin(engine, false);
    for (int64_t i = 0; i < engine->options->lookups; i++) {
        person_row row;
        int64_t id = 1 + workload_draw(&state, engine->options->objects);
        engine_unpack(id, engine_row(engine, transaction, id), &row);
        sum += (uint64_t)row.age;
    }
    mdb_txn_abort(transaction);
    engine_report("W3", start, engine->options->lookups, sum);
}

void fetch_ranges(engine *engine) {
    uint64_t state = WORKLOAD_QUERY_SEED, sum = 0;
    person_list list = {0};
    double start = workload_seconds();
    for (int64_t i = 0; i < engine->options->ranges; i++) {
        int64_t low = workload_draw(&state, 9900);
        MDB_txn *transaction = engine_begin(engine, false);
        MDB_cursor *cursor = engine_cursor(transaction, engine->by_age);
        list.count = 0;
        ENGINE_FOR_AGES(cursor, low, low + 100, id) engine_unpack(id, engine_row(engine, transaction, id), append(&list));
        sum += sum_ages(&list) + (uint64_t)list.count;
        mdb_cursor_close(cursor);
        mdb_txn_abort(transaction);
    }
    engine_report("W4", start, engine->options->ranges, sum);
    free(list.rows);
}

/// A person that may be among the first 50.
typedef struct {
    double score;
    int64_t id;
    const packed_person *row;
} candidate;

static int by_score_descending(const void *left, const void *right) {
    double a = ((const candidate *)left)->score, b = ((const candidate *)right)->score;
    return (a < b) - (a > b);
}

// Lets the first candidate of a heap with the least score at its top sink to its place.
static void sift(candidate *heap, int count) {
    for (int place = 0, child; (child = 2 * place + 1) < count; place = child) {
        if (child + 1 < count && heap[child + 1].score < heap[child].score) child++;
        if (heap[place].score <= heap[child].score) return;
        candidate moved = heap[place];
        heap[place] = heap[child];
        heap[child] = moved;
    }
}

static void consider(candidate *heap, int *count, candidate new) {
    if (*count == 50) {
        if (new.score <= heap[0].score) return;
        heap[0] = new;
        sift(heap, 50);
        return;
    }
    int place = (*count)++;
    for (; place > 0 && heap[(place - 1) / 2].score > new.score; place = (place - 1) / 2) {
        heap[place] = heap[(place - 1) / 2];
    }
    heap[place] = new;
}

void fetch_sorted(engine *engine) {
    uint64_t state = WORKLOAD_QUERY_SEED, checksum = 0;
    double start = workload_seconds();
    for (int64_t i = 0; i < engine->options->sorts; i++) {
        int64_t low = workload_draw(&state, 9000);
        MDB_txn *transaction = engine_begin(engine, false);
        MDB_cursor *cursor = engine_cursor(transaction, engine->by_age);
        candidate heap[50];
        int count = 0;
        ENGINE_FOR_AGES(cursor, low, low + 1000, id) {
            const packed_person *row = engine_row(engine, transaction, id);
            candidate new = {0, id, row};
            memcpy(&new.score, (const char *)row + offsetof(packed_person, score), sizeof new.score);
            consider(heap, &count, new);
        }
        qsort(heap, (size_t)count, sizeof *heap, by_score_descending);
        for (int j = 0; j < count; j++) {
            person_row row;
            engine_unpack(heap[j].id, heap[j].row, &row);
            checksum = checksum * 31 + (uint64_t)row.age;
        }
        mdb_cursor_close(cursor);
        mdb_txn_abort(transaction);
    }
    engine_report("W5", start, engine->options->sorts, checksum);
}

void count_ranges(engine *engine) {
    uint64_t state = WORKLOAD_QUERY_SEED, sum = 0;
    double start = workload_seconds();
    for (int64_t i = 0; i < engine->options->counts; i++) {
        int64_t low = workload_draw(&state, 9900), high = low + 100;
        MDB_txn *transaction = engine_begin(engine, false);
        MDB_cursor *cursor = engine_cursor(transaction, engine->by_age);
        MDB_val key = {sizeof low, &low}, value;
        bool found = engine_found(mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE));
        while (found && *(int64_t *)key.mv_data < high) {
            size_t count;
            engine_check(mdb_cursor_count(cursor, &count));
            sum += count;
            found = engine_found(mdb_cursor_get(cursor, &key, &value, MDB_NEXT_NODUP));
        }
        mdb_cursor_close(cursor);
        mdb_txn_abort(transaction);
    }
    engine_report("W11", start, engine->options->counts, sum);
}

void count_by_scan(engine *engine) {
    uint64_t state = WORKLOAD_QUERY_SEED, sum = 0;
    double start = workload_seconds();
    for (int64_t i = 0; i < engine->options->scans; i++) {
        double least = (double)workload_draw(&state, 1000);
        MDB_txn *transaction = engine_begin(engine, false);
        MDB_cursor *cursor = engine_cursor(transaction, engine->person);
        MDB_val key, value;
        while (engine_found(mdb_cursor_get(cursor, &key, &value, MDB_NEXT))) {
            packed_person numbers;
            memcpy(&numbers, value.mv_data, offsetof(packed_person, texts));
            sum += numbers.score > least && numbers.active;
        }
        mdb_cursor_close(cursor);
        mdb_txn_abort(transaction);
    }
    engine_report("W11s", start, engine->options->scans, sum);
}
