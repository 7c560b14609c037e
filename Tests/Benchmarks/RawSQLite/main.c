#include "engine.h"

#include <stdio.h>
#include <string.h>

// The order of the workload: what reads, what changes, what deletes.
static void run_suite(engine *engine) {
    const workload_options *options = engine->options;
    engine_create(engine);
    write_all(engine);
    if (workload_includes(options, "W2")) fetch_all(engine);
    if (workload_includes(options, "W3")) look_up(engine);
    if (workload_includes(options, "W4")) fetch_ranges(engine);
    if (workload_includes(options, "W5")) fetch_sorted(engine);
    if (workload_includes(options, "W7")) traverse_to_one(engine);
    if (workload_includes(options, "W8")) traverse_to_many(engine);
    if (workload_includes(options, "W8p")) traverse_prefetched(engine);
    if (workload_includes(options, "W11")) count_ranges(engine);
    if (workload_includes(options, "W11s")) count_by_scan(engine);
    if (workload_includes(options, "W6")) update_all(engine);
    if (workload_includes(options, "W10")) insert_one_by_one(engine, "W10", true);
    if (workload_includes(options, "W10n")) insert_one_by_one(engine, "W10n", false);
    if (workload_includes(options, "W13")) read_while_writing(engine);
    if (workload_includes(options, "W9")) delete_all(engine);
}

int main(int count, char **arguments) {
    static const engine_variant variants[] = {{"rawc", false}, {"rawc-same", true}};
    workload_options options = workload_read_options(count, arguments);
    engine engine = {.options = &options, .variant = &variants[strcmp(options.variant, "same") == 0]};
    engine.persons = workload_persons(options.objects, options.companies);
    engine.companies = workload_companies(options.companies);
    snprintf(engine.path, sizeof engine.path, "%s/%s.sqlite", options.directory, engine.variant->product);
    engine.database = engine_open(&engine, true);
    workload_setting(engine.variant->product,
                     engine.variant->same ? "WAL, synchronous FULL, 64 MiB of cache, no mutex, 12 columns"
                                          : "WAL, synchronous FULL, SQLite's defaults, 9 columns");
    if (strcmp(options.mode, "suite") == 0) run_suite(&engine);
    else if (strcmp(options.mode, "memory") == 0) measure_memory(&engine);
    else if (strcmp(options.mode, "oo7") == 0) run_oo7(&engine);
    else if (strcmp(options.mode, "none") != 0) workload_fail("mode", "not known");
    sqlite3_close(engine.database);
    return 0;
}
