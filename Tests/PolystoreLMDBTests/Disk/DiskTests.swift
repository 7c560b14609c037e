import Testing

/// The suites that record or fail the process's calls to the system, one after another.
@Suite("LMDB and the disk", .serialized)
struct DiskTests {}
