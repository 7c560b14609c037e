import Foundation
import GRDB
import SwiftWorkload

extension GRDBSuite {
    func insert() throws {
        let companies = CompanyValues.generate(options)
        try reporter.time("W1", operations: options.objects + options.companies) {
            try pool.write { database in
                for (index, company) in companies.enumerated() {
                    try Company(id: Int64(index + 1), name: company.name, founded: company.founded).insert(database)
                }
                for (index, person) in values.enumerated() {
                    var record = Person(person, id: Int64(index + 1))
                    try record.insert(database)
                }
            }
        } checksum: {
            UInt64(try pool.read { try Company.fetchCount($0) }) + (try countPersons())
        }
    }

    func updateAll() throws {
        var all = try pool.read { try Person.fetchAll($0) }
        try reporter.time("W6", operations: all.count) {
            try pool.write { database in
                for index in all.indices { _ = try all[index].updateChanges(database) { $0.age += 1 } }
            }
        } checksum: {
            Self.sum(try pool.read { try Person.fetchAll($0) })
        }
    }

    func insertOneByOne(_ workload: String) throws {
        let first = Int64(try countPersons()) + 1
        try reporter.time(workload, operations: options.saves) {
            for index in 0..<options.saves {
                try pool.write { database in
                    var record = Person(values[index % values.count], id: first + Int64(index))
                    try record.insert(database)
                }
            }
        } checksum: {
            try countPersons()
        }
    }

    func insertUnsynced() throws {
        try pool.close()
        pool = try Self.open(options, synchronous: "NORMAL")
        try insertOneByOne("W10n")
        try pool.close()
        pool = try Self.open(options, synchronous: "FULL")
    }

    func deleteAll() throws {
        let all = try pool.read { try Person.fetchAll($0) }
        try reporter.time("W9", operations: all.count) {
            try pool.write { database in
                for person in all { _ = try person.delete(database) }
            }
        } checksum: {
            try countPersons()
        }
    }

    /// W13; the files are put back afterwards.
    func readWhileWriting() throws {
        try pool.close()
        let aside = options.directory.appendingPathExtension("aside")
        try FileManager.default.copyItem(at: options.directory, to: aside)
        // The engines put their copies on the disk; otherwise the next save would wait for this one.
        sync()
        pool = try Self.open(options, synchronous: "FULL")
        let before = try countPersons()
        let (stop, pool, values) = (StopFlag(), pool, values)
        let start = Reporter.now
        let writer = ThreadedLoop {
            var (commits, id) = (0, 2_000_000)
            while !stop.isSet {
                try pool.write { database in
                    for number in id..<id + 100 {
                        var record = Person(values[number % values.count], id: Int64(number))
                        try record.insert(database)
                    }
                }
                id += 100
                commits += 1
            }
            return commits
        }
        let reader = ThreadedLoop {
            var (draws, queries, sum) = (ParameterDraws(), 0, 0)
            while !stop.isSet {
                let low = draws.next(below: 9900)
                sum = try pool.read { try Self.aged(low, 100).fetchAll($0) }.reduce(sum) { $0 &+ $1.age }
                queries += 1
            }
            return sum == -1 ? 0 : queries
        }
        Thread.sleep(forTimeInterval: options.seconds)
        stop.set()
        let (commits, queries) = (try writer.count(), try reader.count())
        let seconds = Reporter.now - start
        guard try countPersons() == before + UInt64(commits * 100) else { throw LostObjects() }
        reporter.report("W13w", seconds, commits, 0)
        reporter.report("W13r", seconds, queries, 0)
        try self.pool.close()
        try FileManager.default.removeItem(at: options.directory)
        try FileManager.default.moveItem(at: aside, to: options.directory)
        self.pool = try Self.open(options, synchronous: "FULL")
    }
}
