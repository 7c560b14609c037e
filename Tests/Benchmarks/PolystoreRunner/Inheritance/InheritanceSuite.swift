import Foundation
import Polystore
import SwiftWorkload

/// Five levels of inheritance on Polystore: a fifth of the objects of each level.
final class InheritanceSuite {
    private static let types: [Level1.Type] = [Level1.self, Level2.self, Level3.self, Level4.self, Level5.self]

    private let options: WorkloadOptions
    private let reporter: Reporter
    private let container: PersistentContainer

    init(_ options: WorkloadOptions) throws {
        self.options = options
        reporter = Reporter("polystore-\(options.variant)")
        container = try StoreLayout(variant: options.variant, directory: options.directory).open(model: Self.types)
    }

    func run() throws {
        try insert()
        try read()
        try query("B4") { low in
            FetchRequest(Level1.self).where(Level1.first >= low && Level1.first < low + 100)
        }
        try query("B5") { low in
            FetchRequest(Level5.self).where(Level5.fifth >= low && Level5.fifth < low + 100)
        }
        try update()
        try delete()
        try container.close()
    }

    private func insert() throws {
        let context = container.newConfinedContext()
        try reporter.time("B1", operations: options.objects) {
            for index in 0..<options.objects {
                try context.insert(Self.types[index % 5]) { $0.setNumbers(index &* 7919 % 10_000) }
            }
            try context.save()
        } checksum: {
            UInt64(try container.newConfinedContext().count(FetchRequest(Level1.self)))
        }
    }

    private func read() throws {
        let context = container.newConfinedContext()
        try reporter.time("B2", operations: options.objects) { try sum(context) }
    }

    private func sum(_ context: ManagedObjectContext) throws -> UInt64 {
        try context.fetch(FetchRequest(Level1.self)).reduce(0) { $0 &+ UInt64($1.total) }
    }

    private func query<Level: Level1>(_ workload: String, _ request: (Int) -> FetchRequest<Level>) throws {
        try reporter.time(workload, operations: options.ranges) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            var context = container.newConfinedContext()
            for query in 0..<options.ranges {
                if query % 100 == 0 { context = container.newConfinedContext() }
                let found = try context.fetch(request(draws.next(below: 9900)))
                sum = found.reduce(sum &+ UInt64(found.count)) { $0 &+ UInt64($1.total) }
            }
            return sum
        }
    }

    private func update() throws {
        let context = container.newConfinedContext()
        let leaves = try context.fetch(FetchRequest(Level5.self))
        try reporter.time("B6", operations: leaves.count) {
            for leaf in leaves { leaf.fifth += 1 }
            try context.save()
        } checksum: {
            try sum(container.newConfinedContext())
        }
    }

    private func delete() throws {
        let context = container.newConfinedContext()
        let all = try context.fetch(FetchRequest(Level1.self))
        try reporter.time("B9", operations: all.count) {
            for object in all { context.delete(object) }
            try context.save()
        } checksum: {
            UInt64(try container.newConfinedContext().count(FetchRequest(Level1.self)))
        }
    }
}
