import CBenchmarkSQLite
import Polystore
import SwiftWorkload

extension PolystoreSuite {
    /// W12: what holding all persons takes, in a process that does nothing else, on the store that W1 left.
    ///
    /// The memory store ends with its process, so it is filled first.
    func measureMemory() throws {
        if layout.isVolatile { try insert() }
        let context = container.newConfinedContext()
        let before = MemoryUse(engine: sqlite3_memory_used())
        let all = try context.fetch(FetchRequest(Person.self))
        let checksum = sum(all)
        before.report(reporter, operations: all.count, checksum: checksum, engine: sqlite3_memory_used())
        withExtendedLifetime((context, all)) {}
    }
}
