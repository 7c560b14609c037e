#include "engine.h"

static int64_t count_persons(engine *engine) { return engine_integer(engine->database, "SELECT count(*) FROM person"); }

void batch_update(engine *engine) {
    int64_t count = count_persons(engine);
    double start = workload_seconds();
    engine_run(engine->database,
               engine->variant->same
                   ? "UPDATE person SET score = score + 1, Z_OPT = Z_OPT + 1, ZX_SEAL = ZX_SEAL + 4294967297"
                   : "UPDATE person SET score = score + 1");
    double seconds = workload_seconds() - start;
    int64_t sum = engine_integer(engine->database, "SELECT sum(CAST(score AS INTEGER)) FROM person");
    workload_report(engine->variant->product, "BR1", seconds, count, (uint64_t)sum);
}

void batch_insert(engine *engine) {
    int64_t before = count_persons(engine), first = before + 1, count = engine->options->objects;
    double start = workload_seconds();
    sqlite3_stmt *insert = engine_insertion(engine, engine->database);
    engine_run(engine->database, "BEGIN IMMEDIATE");
    for (int64_t i = 0; i < count; i++) {
        engine_insert_person(engine, engine->database, insert, &engine->persons[i], first + i);
    }
    engine_run(engine->database, "COMMIT");
    double seconds = workload_seconds() - start;
    sqlite3_finalize(insert);
    workload_report(engine->variant->product, "BR2", seconds, count, (uint64_t)(count_persons(engine) - before));
}

void batch_delete(engine *engine) {
    int64_t before = count_persons(engine);
    double start = workload_seconds();
    engine_run(engine->database, "DELETE FROM person WHERE age >= 2000 AND age < 7000");
    double seconds = workload_seconds() - start;
    int64_t after = count_persons(engine);
    workload_report(engine->variant->product, "BR3", seconds, before - after, (uint64_t)(before - after));
}
