#include "queries.h"

#include <stdio.h>
#include <stdlib.h>

void workload_code_prefix(int64_t group, char *prefix) { snprintf(prefix, 5, "C%03d", (int)(group % QUERIES_CODE_GROUPS)); }

void workload_code(int64_t index, char *code) {
    snprintf(code, 16, "C%03d-%07d", (int)(index % QUERIES_CODE_GROUPS), (int)(index % 10000000));
}

query_item *workload_items(int64_t count, int64_t companies) {
    query_item *items = calloc((size_t)count + 1, sizeof *items);
    if (!items) workload_fail("items", "no memory");
    uint64_t state = 43;
    for (int64_t i = 0; i < count; i++) {
        uint64_t r1 = workload_random(&state), r2 = workload_random(&state);
        query_item *item = &items[i];
        item->id = i + 1;
        item->category = (int64_t)(r1 % QUERIES_CATEGORIES);
        item->day = (int64_t)((r1 >> 16) % QUERIES_DAYS);
        item->score = (int64_t)((r1 >> 32) % QUERIES_SCORES);
        workload_code(i, item->code);
        item->has_note = (r2 & 1) != 0;
        item->note = (int64_t)((r2 >> 1) % QUERIES_NOTES);
        item->rank = (int64_t)((r2 >> 24) % QUERIES_RANKS);
        item->company = 1 + (int64_t)((r2 >> 44) % (uint64_t)companies);
    }
    return items;
}
