import PolystoreStorage

extension Conformance {
    /// Changes random graphs that live lists show, and compares each list with what a fetch finds after every few steps:
    /// objects, sections, and that the differences that were told lead from the old list to the new one.
    ///
    /// Objects are changed in the context of the lists, in others that save, and in children; saves are merged, changes rolled
    /// back, objects refreshed, contexts reset. The same seed makes the same steps.
    ///
    /// - Parameters:
    ///   - factory: The stores.
    ///   - steps: How many steps at least.
    ///   - seed: Where the random sequence begins; print it.
    ///   - length: The steps of one graph.
    /// - Returns: How many steps were made, and how many changes of objects were told.
    /// - Throws: `ConformanceFailure` with the seed, and the last steps before a list that differs.
    @discardableResult
    public static func follow(
        _ factory: ConformanceFactory, steps: Int, seed: UInt64, length: Int = 1_000
    ) throws -> (steps: Int, changes: Int) {
        var (done, changes, next) = (0, 0, seed)
        while done < steps {
            let bench = try ConformanceFixture(factory)
            defer { bench.close() }
            do {
                var program = try LiveProgram(bench, seed: next)
                while program.steps < min(length, steps - done) { try program.turn() }
                done += program.steps
                changes += program.changes
            } catch {
                throw ConformanceFailure("\(factory.name): a live list differs; SEED=\(next): \(error)")
            }
            next &+= 1
        }
        return (done, changes)
    }
}
