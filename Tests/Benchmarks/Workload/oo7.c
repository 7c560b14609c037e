#include "oo7.h"

#include <stdlib.h>

static void *allocate(int64_t count, size_t size) {
    void *result = calloc((size_t)count, size);
    if (!result) workload_fail("oo7", "no memory");
    return result;
}

oo7_module oo7_generate(const workload_options *options) {
    int levels = options->objects >= 100000 ? 7 : 4;
    oo7_module module = {.composite_count = options->objects >= 100000 ? 500 : 50};
    int64_t width = 1;
    for (int level = 1; level < levels; level++, width *= OO7_FANOUT) module.complex_count += width;
    module.base_count = width;

    uint64_t state = 1993;
    int64_t composites = module.composite_count + OO7_NEW_COMPOSITES, parts = composites * OO7_PARTS_OF_COMPOSITE;
    module.parts = allocate(parts, sizeof *module.parts);
    module.targets = allocate(parts, sizeof *module.targets);
    for (int64_t i = 0; i < parts; i++) {
        int64_t first = i / OO7_PARTS_OF_COMPOSITE * OO7_PARTS_OF_COMPOSITE, place = i - first;
        module.parts[i].number = i;
        module.parts[i].x = workload_draw(&state, OO7_DATES);
        module.parts[i].y = workload_draw(&state, OO7_DATES);
        module.parts[i].build_date = workload_draw(&state, OO7_DATES);
        // A ring through all parts, so that each is reached from the first; the other connections are random.
        module.targets[i][0] = first + (place + 1) % OO7_PARTS_OF_COMPOSITE;
        for (int j = 1; j < OO7_CONNECTIONS_OF_PART; j++) {
            module.targets[i][j] = first + workload_draw(&state, OO7_PARTS_OF_COMPOSITE);
        }
    }
    module.components = allocate(module.base_count, sizeof *module.components);
    for (int64_t i = 0; i < module.base_count; i++) {
        int64_t *components = module.components[i];
        components[0] = workload_draw(&state, module.composite_count);
        do components[1] = workload_draw(&state, module.composite_count);
        while (components[1] == components[0]);
        do components[2] = workload_draw(&state, module.composite_count);
        while (components[2] == components[0] || components[2] == components[1]);
    }
    for (int i = 0; i < OO7_NEW_COMPOSITES; i++) module.users[i] = workload_draw(&state, module.base_count);
    return module;
}
