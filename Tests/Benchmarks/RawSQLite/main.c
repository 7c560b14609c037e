#include "engine.h"

#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
    static const engine_variant variants[] = {{"rawc", false}, {"rawc-same", true}};
    workload_options options = workload_read_options(count, arguments);
    engine engine = {.options = &options, .variant = &variants[strcmp(options.variant, "same") == 0]};
    engine.persons = workload_persons(options.objects, options.companies);
    engine.companies = workload_companies(options.companies);
    snprintf(engine.path, sizeof engine.path, "%s/%s.sqlite", options.directory, engine.variant->product);
    engine.database = engine_open(&engine, true);
    workload_setting(engine.variant->product,
                     engine.variant->same ? "WAL, synchronous FULL, 64 MiB of cache, 4 MiB of log, no mutex, 12 columns"
                                          : "WAL, synchronous FULL, SQLite's defaults, 9 columns");
    if (strcmp(options.mode, "suite") == 0) {
        engine_create(&engine);
        run_suite(&engine, &options);
    }
    else if (strcmp(options.mode, "memory") == 0) measure_memory(&engine);
    else if (strcmp(options.mode, "oo7") == 0) run_oo7(&engine);
    else if (strcmp(options.mode, "queries") == 0) ask_items(&engine);
    else if (strcmp(options.mode, "none") != 0) workload_fail("mode", "not known");
    sqlite3_close(engine.database);
    return 0;
}
