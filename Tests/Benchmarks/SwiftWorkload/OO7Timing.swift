/// Times the traversals of OO7 as its papers do: once cold, then the mean of the first three of four hot ones.
public struct OO7Timing {
    private let reporter: Reporter

    /// Makes the timing of a product.
    public init(_ reporter: Reporter) { self.reporter = reporter }

    /// Times traversals; `hold` keeps what the cold one read, untimed.
    public func traversals(_ traverse: () throws -> OO7Visit, hold: () -> Void = {}) rethrows {
        let cold = try timed(traverse)
        hold()
        reporter.report("T1cold", cold.seconds, cold.visit.visits, cold.visit.sum)
        var seconds = 0.0, last = cold.visit
        for round in 0..<4 {
            let hot = try timed(traverse)
            if round < 3 { seconds += hot.seconds / 3 }
            last = hot.visit
        }
        reporter.report("T1hot", seconds, last.visits, last.sum)
    }

    private func timed(_ traverse: () throws -> OO7Visit) rethrows -> (seconds: Double, visit: OO7Visit) {
        let start = Reporter.now
        let visit = try traverse()
        return (Reporter.now - start, visit)
    }

    /// Times SM1 and SM2: insertions, each followed by the deletion of what was inserted.
    public func modifications<Inserted>(
        _ module: OO7Module, insert: () throws -> Inserted, delete: (Inserted) throws -> Void, left: () throws -> Int
    ) rethrows {
        var inserting = 0.0, deleting = 0.0
        for _ in 0..<OO7Module.modifications {
            let start = Reporter.now
            let inserted = try insert()
            let middle = Reporter.now
            try delete(inserted)
            (inserting, deleting) = (inserting + middle - start, deleting + Reporter.now - middle)
        }
        let operations = OO7Module.modifications * module.users.count
        let checksum = UInt64(try left())
        reporter.report("SM1", inserting, operations, checksum)
        reporter.report("SM2", deleting, operations, checksum)
    }
}
