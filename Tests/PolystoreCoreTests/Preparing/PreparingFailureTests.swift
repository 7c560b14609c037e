import Foundation
import PolystoreCore
import PolystoreModel
import PolystoreStorage
import TestFolders
import Testing

@Suite("Failures in saves over stores that prepare transactions")
final class PreparingFailureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("preparing") }

    private func save(_ world: PreparingWorld, _ key: Int64) -> CoordinatorError? {
        #expect(throws: CoordinatorError.self) { try world.save(key) }
    }

    /// Opens the stores as a crash leaves them now, and compares the rows.
    ///
    /// - Parameters:
    ///   - types: The types of the stores.
    ///   - expected: The keys that are to be in each durable store.
    ///   - place: What the crash is called in a failure.
    ///   - old: An earlier image from which the first store is taken: a power cut has taken its last commits.
    /// - Returns: The image.
    /// - Throws: What copying files throws.
    @discardableResult
    private func expectAfterCrash(
        _ types: [String], _ expected: [Int64], _ place: String = "", firstStoreOf old: URL? = nil
    ) throws -> URL {
        let image = folder.url.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: image, withIntermediateDirectories: true)
        for source in [folder.url, old].compactMap({ $0 }) {
            for name in try FileManager.default.contentsOfDirectory(atPath: source.path)
            where name.hasPrefix("store") || name == "commit.log" {
                guard old == nil || name.hasPrefix("store0") == (source == old) else { continue }
                try FileManager.default.copyItem(
                    at: source.appending(path: name), to: image.appending(path: name))
            }
        }
        crashed.withLock { $0.append((types, image, expected, place)) }
        return image
    }

    /// Stores have the UUIDs of those that they are copies of, so they are opened when those are closed.
    private let crashed = Locked<[(types: [String], folder: URL, expected: [Int64], place: String)]>([])

    private func close(_ world: PreparingWorld) throws {
        let hasFailed = world.coordinator.stores.contains { $0.state == .failed }
        // Stores that failed tell so; they are opened anew.
        do { try world.coordinator.close() } catch { #expect(hasFailed, "\(error)") }
        for (types, folder, expected, place) in crashed.withLock({ $0 }) {
            let opened = try PreparingWorld(types, in: folder)
            #expect(try opened.durableKeys().allSatisfy { $0 == expected }, "\(place)")
            #expect(try opened.inDoubt().isEmpty, "\(place)")
            try opened.coordinator.close()
        }
        let opened = try PreparingWorld(world.types, in: folder.url)
        #expect(try opened.inDoubt().isEmpty)
        let keys = try opened.durableKeys()
        #expect(keys.allSatisfy { $0 == keys[0] }, "\(keys)")
        try opened.save(1000)
        try opened.coordinator.close()
    }

    @Test("a store that cannot prepare refuses the save, and what others prepared is undone", arguments: 0..<2)
    func preparing(_ place: Int) throws {
        let types = ["preparing", "preparing", "sqlite", "memory"]
        let world = try PreparingWorld(types, in: folder.url)
        try world.save(1)
        world.toys[place].fail(.prepareAs, with: StoreError(.full))
        let error = save(world, 2)
        #expect(error?.code == .store && error?.details[.store] == "store\(place)")
        #expect(try world.inDoubt().isEmpty)
        #expect(try types.indices.allSatisfy { try world.keys($0) == [1] })
        try world.save(2)
        #expect(try types.indices.allSatisfy { try world.keys($0) == [1, 2] })
        try expectAfterCrash(types, [1, 2])
        try close(world)
    }

    @Test("a prepared transaction that was decided and cannot be committed is committed later", arguments: 0..<2)
    func committing(_ place: Int) throws {
        let types = ["preparing", "preparing", "sqlite"]
        let world = try PreparingWorld(types, in: folder.url)
        try world.save(1)
        world.toys[place].fail(.commitPrepared, with: StoreError(.full), isLasting: true)
        let error = save(world, 2)
        #expect(error?.code == .storeBehind && error?.details[.store] == "store\(place)")
        #expect(error?.committed.count == 3)
        for other in types.indices {
            guard other == place else {
                #expect(try world.keys(other) == [1, 2])
                continue
            }
            let refused = #expect(throws: FetchError.self) { try world.keys(place) }
            let cause = try #require(refused?.cause as? StoreError)
            #expect(cause.code == .behind && cause.details[.store] == "store\(place)")
        }
        #expect(try world.inDoubt().count == 1)
        try expectAfterCrash(types, [1, 2], "behind")
        world.toys[place].recover()
        #expect(try world.keys(place) == [1, 2])
        #expect(try world.inDoubt().isEmpty)
        try world.save(3)
        try expectAfterCrash(types, [1, 2, 3], "caught up")
        try close(world)
    }

    @Test("a prepared transaction that cannot be undone is undone when its store is opened anew")
    func undoing() throws {
        let world = try PreparingWorld(["preparing", "preparing"], in: folder.url)
        try world.save(1)
        let places = (0..<2).sorted { left, right in
            world.toys[left].identifier.uuidString < world.toys[right].identifier.uuidString
        }
        for toy in world.toys { toy.fail(.rollbackPrepared, with: StoreError(.inputOutput)) }
        world.toys[places[1]].fail(.prepareAs, with: StoreError(.full))
        #expect(save(world, 2)?.code == .store)
        #expect(world.coordinator.store(named: "store\(places[0])")?.state == .failed)
        #expect(try world.inDoubt().count == 1)
        try expectAfterCrash(world.types, [1])
        try close(world)
    }

    @Test("a store whose commit decides undoes the save everywhere when it fails, also after a crash later")
    func deciding() throws {
        let types = ["sqlite", "preparing", "memory"]
        let world = try PreparingWorld(types, in: folder.url)
        try world.save(1)
        world.toy(1)?.fail(.commit, with: StoreError(.full))
        let error = save(world, 2)
        #expect(error?.code == .store && error?.details[.store] == "store1")
        #expect(try types.indices.allSatisfy { try world.keys($0) == [1] })
        let undone = try expectAfterCrash(types, [1], "undone")
        // The log has the entry of the save that was not made, with the number of the commit of this one.
        try world.save(3)
        try expectAfterCrash(types, [1, 3], "saved after it")
        try expectAfterCrash(types, [1, 3], "saved after it, and lost in one store", firstStoreOf: undone)
        try world.save(4, in: [0])
        try world.save(4, in: [1, 2])
        try expectAfterCrash(types, [1, 3, 4], "saved alone")
        try close(world)
    }

    @Test(
        "a deciding commit of unknown outcome fails all stores, and shows when they are opened anew",
        arguments: [false, true])
    func unknown(_ isMade: Bool) throws {
        let types = ["sqlite", "preparing", "sqlite"]
        let world = try PreparingWorld(types, in: folder.url)
        try world.save(1)
        world.toy(1)?.fail(isMade ? .lostCommit : .commit, with: StoreError(.inputOutput))
        #expect(save(world, 2)?.code == .unknownOutcome)
        #expect(world.coordinator.stores.allSatisfy { $0.state == .failed })
        try expectAfterCrash(types, isMade ? [1, 2] : [1])
        try close(world)
    }

    @Test("decisions are forgotten when the log is emptied")
    func forgetting() throws {
        let world = try PreparingWorld(["preparing", "sqlite"], in: folder.url)
        for key in Int64(1)...5 { try world.save(key) }
        #expect(try world.toys[0].metadata.user.count == 5)
        try world.coordinator.close()
        let opened = try PreparingWorld(["preparing", "sqlite"], in: folder.url)
        #expect(try opened.toys[0].metadata.user.isEmpty)
        try opened.coordinator.close()
    }

    @Test("stores that commit by themselves only are refused in a save over several durable ones, and take others")
    func alone() throws {
        let world = try PreparingWorld(["preparing", "sqlite", "memory"], in: folder.url, kind: .none)
        let error = save(world, 1)
        #expect(error?.code == .store && (error?.cause as? StoreError)?.code == .unsupported)
        #expect(error?.details[.store] == "store0")
        try world.save(1, in: [0, 2])
        try world.save(1, in: [1])
        #expect(try (0..<3).allSatisfy { try world.keys($0) == [1] })
        try world.coordinator.close()
    }

    @Test("the name of a transaction is read back, and those of other programs are none")
    func names() {
        let transaction = JointTransaction(log: UUID(), number: 7_000_000_000)
        #expect(JointTransaction(name: transaction.name) == transaction)
        #expect(transaction.name.utf8.count < 80)
        for name in ["", "polystore", "polystore-1", transaction.name + "x", "other" + transaction.name] {
            #expect(JointTransaction(name: name) == nil, "\(name)")
        }
    }
}
