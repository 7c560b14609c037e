#include "runner.h"

void run_suite(engine *engine, const workload_options *options) {
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
    if (workload_includes(options, "BR1")) batch_update(engine);
    if (workload_includes(options, "BR2")) batch_insert(engine);
    if (workload_includes(options, "BR3")) batch_delete(engine);
    if (workload_includes(options, "W9")) delete_all(engine);
}
