import Foundation
import PolystoreCore
import PolystoreStorage

extension Conformance {
    /// Walks at random through changes, undo and redo over a factory's stores, beside whole copies of the graph: after each
    /// undo and redo, and in the stores after each save, everything is as in the copy.
    ///
    /// - Parameters:
    ///   - factory: The stores.
    ///   - steps: How many steps, over as many walks as that takes.
    ///   - seed: Where the random sequence begins; print it.
    ///   - length: The steps of one walk.
    /// - Returns: The number of steps that were made.
    /// - Throws: `ConformanceFailure` with the seed and what was done before the difference.
    @discardableResult
    public static func walkThroughUndo(
        _ factory: ConformanceFactory, steps: Int, seed: UInt64, length: Int = 200
    ) throws -> Int {
        let shape = UndoShape(factory)
        var (done, walk) = (0, seed)
        while done < steps {
            let count = min(length, steps - done)
            try walkOnce(factory, shape, steps: count, seed: walk)
            done += count
            walk &+= 1
        }
        return done
    }

    private static func walkOnce(
        _ factory: ConformanceFactory, _ shape: UndoShape, steps: Int, seed: UInt64
    ) throws {
        let fixture = try ConformanceFixture(factory)
        defer { fixture.close() }
        let groups = shape.groups(factory.types.map { !$0.capabilities.isDurable })
        let container = try fixture.open(shape.model, split: factory.types.count > 1 ? groups : nil)
        let walk = try UndoWalk(container, shape, seed: seed)
        do {
            try walk.go(steps)
        } catch {
            let lines = walk.trace.suffix(60).map { "  \($0)" }
            throw ConformanceFailure(
                "\(factory.name), SEED=\(seed), step \(walk.trace.count): \(error)\n\(lines.joined(separator: "\n"))")
        }
    }
}
