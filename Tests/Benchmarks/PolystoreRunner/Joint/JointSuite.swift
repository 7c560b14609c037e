import Foundation
import Polystore
import SwiftWorkload

/// Saves over two stores, and beside them the same saves into one: J1 to J3.
final class JointSuite {
    private static let threads = 8

    private let options: WorkloadOptions
    private let reporter: Reporter
    private let container: PersistentContainer

    init(_ options: WorkloadOptions) throws {
        self.options = options
        reporter = Reporter("polystore-\(options.variant)")
        container = try StoreLayout(variant: options.variant, directory: options.directory).open(
            model: [Account.self, Entry.self], apart: ["Account", "Entry"])
    }

    func run() throws {
        let saves = max(Self.threads, options.saves / 5)
        // The first save makes the log known to the stores, and reserves keys.
        try save(1, of: 1)
        try reporter.time("J1", operations: saves) {
            try save(saves, of: 1)
        } checksum: {
            try count()
        }
        let large = max(1, saves / 20)
        try reporter.time("J2", operations: large) {
            try save(large, of: 100)
        } checksum: {
            try count()
        }
        let each = saves / Self.threads
        try reporter.time("J3", operations: each * Self.threads) {
            let loops = (0..<Self.threads).map { _ in
                ThreadedLoop { [container] in
                    try Self.save(each, of: 1, in: container)
                    return each
                }
            }
            for loop in loops { _ = try loop.count() }
        } checksum: {
            try count()
        }
        try container.close()
    }

    private func save(_ saves: Int, of objects: Int) throws { try Self.save(saves, of: objects, in: container) }

    /// Saves so many times so many objects of each kind.
    private static func save(_ saves: Int, of objects: Int, in container: PersistentContainer) throws {
        let context = container.newConfinedContext()
        for number in 0..<saves {
            for _ in 0..<objects {
                try context.insert(Account.self) { ($0.name, $0.balance) = ("Account \(number)", number) }
                try context.insert(Entry.self) { ($0.text, $0.amount) = ("Entry \(number)", number) }
            }
            try context.save()
        }
    }

    private func count() throws -> UInt64 {
        let context = container.newConfinedContext()
        let counts = [try context.count(FetchRequest(Account.self)), try context.count(FetchRequest(Entry.self))]
        guard counts[0] == counts[1] else {
            throw SuiteError.lostObjects(expected: UInt64(counts[0]), found: UInt64(counts[1]))
        }
        return UInt64(counts[0])
    }
}
