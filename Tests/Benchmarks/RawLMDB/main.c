#include "engine.h"

#include <stdio.h>
#include <string.h>

// The order of the workload: what reads, what changes, what deletes.
static void run_suite(engine *engine) {
    const workload_options *options = engine->options;
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
    workload_options options = workload_read_options(count, arguments);
    engine engine = {.options = &options};
    engine.persons = workload_persons(options.objects, options.companies);
    engine.companies = workload_companies(options.companies);
    snprintf(engine.path, sizeof engine.path, "%s/lmdbc.lmdb", options.directory);
    engine_open(&engine, 0);
    workload_setting("lmdbc", "default flags (data and meta page synced at every commit), packed rows, two index databases");
    if (strcmp(options.mode, "suite") == 0) run_suite(&engine);
    else if (strcmp(options.mode, "memory") == 0) measure_memory(&engine);
    else if (strcmp(options.mode, "none") != 0) workload_fail("mode", "not known");
    mdb_env_close(engine.environment);
    return 0;
}
