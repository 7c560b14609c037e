#include "engine.h"

#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
    workload_options options = workload_read_options(count, arguments);
    engine engine = {.options = &options};
    engine.persons = workload_persons(options.objects, options.companies);
    engine.companies = workload_companies(options.companies);
    snprintf(engine.path, sizeof engine.path, "%s/lmdbc.lmdb", options.directory);
    engine_open(&engine, 0);
    workload_setting("lmdbc", "default flags (data and meta page synced at every commit), packed rows, two index databases");
    if (strcmp(options.mode, "suite") == 0) run_suite(&engine, &options);
    else if (strcmp(options.mode, "memory") == 0) measure_memory(&engine);
    else if (strcmp(options.mode, "none") != 0) workload_fail("mode", "not known");
    mdb_env_close(engine.environment);
    return 0;
}
