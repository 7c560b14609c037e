#include "workload.h"

#include <stdlib.h>
#include <string.h>

// Sets the number that an argument names; false when it names none.
static bool read_number(workload_options *options, const char *name, size_t length, const char *value) {
    struct {
        const char *name;
        int64_t *number;
    } numbers[] = {
        {"objects", &options->objects}, {"companies", &options->companies}, {"lookups", &options->lookups},
        {"ranges", &options->ranges},   {"sorts", &options->sorts},         {"counts", &options->counts},
        {"scans", &options->scans},     {"saves", &options->saves},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strlen(numbers[i].name) != length || strncmp(numbers[i].name, name, length) != 0) continue;
        char *end;
        *numbers[i].number = strtoll(value, &end, 10);
        if (*end || *numbers[i].number < 1) workload_fail(name, "a positive number is wanted");
        return true;
    }
    return false;
}

workload_options workload_read_options(int count, char *const *arguments) {
    workload_options options = {
        .mode = "suite", .variant = "", .directory = "", .only = "", .objects = 100000, .companies = 1000,
        .lookups = 100000, .ranges = 1000, .sorts = 200, .counts = 1000, .scans = 20, .saves = 10000, .seconds = 5,
    };
    for (int i = 1; i < count; i++) {
        const char *value = strchr(arguments[i], '=');
        if (!value) workload_fail(arguments[i], "an argument has the form name=value");
        size_t length = (size_t)(value++ - arguments[i]);
        if (read_number(&options, arguments[i], length, value)) continue;
        if (strncmp(arguments[i], "mode=", 5) == 0) options.mode = value;
        else if (strncmp(arguments[i], "variant=", 8) == 0) options.variant = value;
        else if (strncmp(arguments[i], "directory=", 10) == 0) options.directory = value;
        else if (strncmp(arguments[i], "only=", 5) == 0) options.only = value;
        else if (strncmp(arguments[i], "seconds=", 8) == 0) options.seconds = atof(value);
        else workload_fail(arguments[i], "no such argument");
    }
    return options;
}

bool workload_includes(const workload_options *options, const char *workload) {
    if (!*options->only || strcmp(workload, "W1") == 0) return true;
    size_t length = strlen(workload);
    for (const char *place = options->only; (place = strstr(place, workload)); place += length) {
        bool begins = place == options->only || place[-1] == ',';
        if (begins && (!place[length] || place[length] == ',')) return true;
    }
    return false;
}
