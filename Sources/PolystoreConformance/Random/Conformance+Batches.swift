import PolystoreCore
import PolystoreStorage

extension Conformance {
    /// Makes random changes of two equal graphs, of one through the objects of a context and of the other by batch requests, and
    /// compares both after each step: values, relationships, orders.
    ///
    /// - Parameters:
    ///   - factory: The stores.
    ///   - steps: How many steps, over as many graphs as that takes.
    ///   - seed: Where the random sequence begins; print it.
    ///   - length: The steps of one graph.
    /// - Returns: The number of steps that were made.
    /// - Throws: `ConformanceFailure` with the seed and what was done before the difference.
    @discardableResult
    public static func compareBatches(
        _ factory: ConformanceFactory, steps: Int, seed: UInt64, length: Int = 60
    ) throws -> Int {
        var (done, next) = (0, seed)
        while done < steps {
            let count = min(length, steps - done)
            let (first, second) = (try ConformanceFixture(factory), try ConformanceFixture(factory))
            defer {
                first.close()
                second.close()
            }
            let comparison = try BatchComparison(first, second, seed: next)
            do {
                for _ in 0..<count { try comparison.step() }
            } catch {
                let lines = comparison.trace.suffix(30).map { "  \($0)" }
                throw ConformanceFailure(
                    "\(factory.name), SEED=\(next): \(error)\n\(lines.joined(separator: "\n"))")
            }
            done += count
            next &+= 1
        }
        return done
    }
}
