"""The workload's data, parameters, clock and form of results, as the other runners have them."""

import sys
import time

MASK = (1 << 64) - 1
QUERY_SEED = 7


class Random:
    """SplitMix64."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, limit):
        return self.next() % limit


class Options:
    """How large a run is: arguments of the form name=value."""

    def __init__(self, arguments):
        self.mode, self.variant, self.directory, self.only = "suite", "", "", ""
        self.objects, self.companies, self.lookups, self.ranges = 100_000, 1_000, 100_000, 1_000
        self.sorts, self.counts, self.scans, self.saves, self.seconds = 200, 1_000, 20, 10_000, 5.0
        for argument in arguments:
            name, mark, value = argument.partition("=")
            if not mark or not hasattr(self, name):
                sys.exit(f"{argument}: an argument has the form name=value")
            setattr(self, name, type(getattr(self, name))(value))

    def includes(self, workload):
        return not self.only or workload == "W1" or workload in self.only.split(",")


def persons(count, companies):
    """The values of persons: one dictionary each."""
    random = Random(42)
    result = []
    for i in range(count):
        r1, r2, r3 = random.next(), random.next(), random.next()
        mixed = r3 ^ 0xA5A5A5A5A5A5A5A5
        result.append(
            {
                "name": f"Person-{i:06d}-{r1 & 0xFFFFFF:06x}",
                "email": f"p{i:06d}@example.com",
                "age": (r1 >> 24) % 10_000,
                "score": (r2 >> 11) / 9007199254740992.0 * 1000,
                "created": 1_600_000_000.0 + i * 60,
                "active": bool(r2 & 1),
                "avatar_hash": r3.to_bytes(8, "little") + mixed.to_bytes(8, "little"),
                "employer_id": 1 + (r3 >> 32) % companies,
            }
        )
    return result


def companies(count):
    """The values of companies: one dictionary each."""
    return [{"id": j + 1, "name": f"Company-{j:04d}", "founded": 1900 + j % 120} for j in range(count)]


now = time.monotonic


def report(product, workload, seconds, operations, checksum):
    print(f"R {product} {workload} {seconds:.9f} {operations} {checksum & MASK}", flush=True)


def memory(field):
    """A number of bytes of /proc/self/status."""
    with open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            name, _, rest = line.partition(":")
            if name == field:
                return int(rest.split()[0]) * 1024
    return 0
