import Foundation
import PolystoreStorage

extension Conformance {
    /// Runs random programs on a factory's stores and on stores of plain dictionaries, which must see the same.
    ///
    /// A program inserts, changes, links, deletes, saves, rolls back, reopens, and asks questions with predicates, orders
    /// and pages. The same seed makes the same programs.
    ///
    /// - Parameters:
    ///   - factory: The stores.
    ///   - operations: How many operations, exactly, over as many programs as that takes.
    ///   - seed: Where the random sequence begins; print it.
    ///   - length: The operations of one program.
    /// - Returns: The number of operations that were run.
    /// - Throws: `ConformanceFailure` with the seed and the shortest program that differs.
    @discardableResult
    public static func compare(
        _ factory: ConformanceFactory, operations: Int, seed: UInt64, length: Int = 2_000
    ) throws -> Int {
        let run = DifferentialRun(factory)
        var (done, program) = (0, seed)
        while done < operations {
            var maker = ProgramMaker(run.shape, seed: program)
            let steps = Array(maker.make(length).prefix(operations - done))
            if let difference = try run.run(steps) {
                throw try failure(run, Array(steps.prefix(difference.step + 1)), difference, seed: program)
            }
            done += steps.count
            program &+= 1
        }
        return done
    }

    /// The seed of `POLYSTORE_SEED`, or a fresh one.
    public static var seed: UInt64 {
        ProcessInfo.processInfo.environment["POLYSTORE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
    }

    private static func failure(
        _ run: DifferentialRun, _ steps: [ProgramStep], _ first: DifferentialRun.Difference, seed: UInt64
    ) throws -> ConformanceFailure {
        let short = try run.shrink(steps)
        // What comes and goes by chance may not show again.
        let difference = try run.run(short) ?? first
        let lines = short.enumerated().map { "  \($0.offset): \($0.element)" }
        return ConformanceFailure(
            """
            \(run.factory.name) differs from plain dictionaries; SEED=\(seed)
            \(lines.joined(separator: "\n"))
              expected: \(difference.expected)
              found:    \(difference.found)
            """)
    }
}
