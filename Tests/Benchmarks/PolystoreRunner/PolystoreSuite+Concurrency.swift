import Foundation
import Polystore
import SwiftWorkload

extension PolystoreSuite {
    /// W13: one thread writes batches of 100, another reads, each with contexts of its own.
    ///
    /// The files are put back afterwards, so that what follows finds the same number of persons whatever the writer
    /// managed.
    func readWhileWriting() throws {
        let aside = options.directory.appendingPathExtension("aside")
        try container.close()
        try FileManager.default.copyItem(at: options.directory, to: aside)
        // The engines put their copies on the disk; otherwise the next save would wait for this one.
        sync()
        container = try layout.open()
        let before = try countPersons()
        let (stop, container, values, objects) = (StopFlag(), container, persons, options.objects)
        let start = Reporter.now
        let writer = ThreadedLoop { try Self.write(to: container, values, objects: objects, until: stop) }
        let reader = ThreadedLoop { try Self.read(from: container, until: stop) }
        Thread.sleep(forTimeInterval: options.seconds)
        stop.set()
        let (commits, queries) = (try writer.count(), try reader.count())
        let seconds = Reporter.now - start
        let (expected, found) = (before + UInt64(commits * 100), try countPersons())
        guard found == expected else { throw SuiteError.lostObjects(expected: expected, found: found) }
        reporter.report("W13w", seconds, commits, 0)
        reporter.report("W13r", seconds, queries, 0)
        try self.container.close()
        try FileManager.default.removeItem(at: options.directory)
        try FileManager.default.moveItem(at: aside, to: options.directory)
        self.container = try layout.open()
    }

    private static func write(
        to container: PersistentContainer, _ persons: [PersonValues], objects: Int, until stop: StopFlag
    ) throws -> Int {
        let context = container.newConfinedContext()
        let employers = try context.fetch(FetchRequest(Company.self)).sorted { $0.name < $1.name }
        var (commits, id) = (0, 2_000_000)
        while !stop.isSet {
            for _ in 0..<100 {
                let values = persons[id % objects]
                try insert(values, employer: employers[values.employer - 1], into: context)
                id += 1
            }
            try context.save()
            commits += 1
        }
        return commits
    }

    private static func read(from container: PersistentContainer, until stop: StopFlag) throws -> Int {
        var (draws, queries, sum) = (ParameterDraws(), 0, 0)
        while !stop.isSet {
            let context = container.newConfinedContext()
            let found = try context.fetch(aged(draws.next(below: 9900), 100))
            sum = found.reduce(sum) { $0 &+ $1.age }
            queries += 1
        }
        return sum == -1 ? 0 : queries
    }
}
