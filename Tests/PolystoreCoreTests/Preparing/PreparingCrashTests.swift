import Foundation
import PolystoreCore
import PolystoreModel
import PolystoreStorage
import TestFolders
import Testing

@Suite("Crashes in saves over stores that prepare transactions")
struct PreparingCrashTests {
    /// What the files were at a moment, and what the stores may hold when they are opened with them.
    private struct Moment {
        let name: String
        let folder: URL
        let allowed: [[Int64]]
    }

    /// Copies of a folder, made at moments.
    private final class Images: Sendable {
        private let folder: URL
        private let target: URL
        private let state = Locked(State())

        private struct State {
            var isDecided = false
            var taken: [(name: String, folder: URL, isDecided: Bool?)] = []
        }

        init(of folder: URL, in target: URL) {
            self.folder = folder
            self.target = target
        }

        func take(_ name: String, isDecided: Bool? = nil, decides: Bool = false) {
            let copy = target.appending(path: UUID().uuidString)
            do {
                try FileManager.default.copyItem(at: folder, to: copy)
                state.withLock { state in
                    if decides { state.isDecided = true }
                    state.taken.append((name, copy, isDecided ?? state.isDecided))
                }
            } catch { Issue.record(error) }
        }

        /// Takes a copy of which it is open whether the save is made.
        func takeUndecided(_ name: String) {
            take(name)
            state.withLock { state in state.taken[state.taken.count - 1].isDecided = nil }
        }

        /// What was copied since the last call.
        func all(before: [Int64], after: [Int64]) -> [Moment] {
            state.withLock { state in
                defer { state = State() }
                return state.taken.map { name, folder, isDecided in
                    Moment(
                        name: name, folder: folder,
                        allowed: isDecided.map { $0 ? [after] : [before] } ?? [before, after])
                }
            }
        }
    }

    @Test(
        "P2: a save that a crash interrupts at any step is made in all stores or in none, and nothing is left in doubt",
        arguments: [
            ["preparing", "memory"], ["preparing", "sqlite"], ["sqlite", "preparing", "sqlite"],
            ["preparing", "sqlite", "memory"], ["preparing", "preparing"],
            ["preparing", "preparing", "sqlite", "memory"],
            ["sqlite", "preparing", "preparing", "preparing"],
        ])
    func atEachStep(_ types: [String]) throws {
        let temporary = try TemporaryFolder("preparing")
        let folder = temporary.url.appending(path: "stores")
        let images = Images(of: folder, in: temporary.url)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let isWatching = Locked(false)
        let world = try PreparingWorld(types, in: folder) { step in
            if isWatching.withLock({ $0 }) { images.take("store: \(step)") }
        }
        try world.save(1)
        var moments: [Moment] = []
        for round in Int64(2)...3 {
            isWatching.withLock { $0 = true }
            world.coordinator.observeJointCommits { step in
                switch step {
                case .appended: images.takeUndecided("\(step)")
                case .decided, .committed: images.take("\(step)", decides: true)
                case .prepared, .announced: images.take("\(step)")
                }
            }
            try world.save(round)
            world.coordinator.observeJointCommits(nil)
            isWatching.withLock { $0 = false }
            moments += images.all(before: Array(1..<round), after: Array(1...round))
        }
        #expect(moments.count >= (world.toys.count > 1 || types.contains("sqlite") ? 8 : 2))
        try world.coordinator.close()
        for moment in moments { try check(moment, types, in: temporary.url) }
    }

    /// Opens what a crash left, and what a crash at each step of opening leaves.
    private func check(_ moment: Moment, _ types: [String], in temporary: URL) throws {
        let again = Images(of: moment.folder, in: temporary)
        for time in 1...2 {
            let world = try PreparingWorld(types, in: moment.folder) { step in
                if time == 1 { again.take("\(moment.name), then store: \(step)") }
            }
            try expectWhole(world, moment, "opened \(time) times")
            try world.coordinator.close()
        }
        for second in again.all(before: [], after: []) {
            let opened = try PreparingWorld(types, in: second.folder)
            try expectWhole(opened, moment, second.name)
            try opened.coordinator.close()
        }
        let world = try PreparingWorld(types, in: moment.folder)
        try world.save(100)
        try world.coordinator.close()
        let last = try PreparingWorld(types, in: moment.folder)
        #expect(try last.durableKeys().allSatisfy { $0.last == 100 }, "\(moment.name)")
        try last.coordinator.close()
    }

    private func expectWhole(_ world: PreparingWorld, _ moment: Moment, _ time: String) throws {
        let keys = try world.durableKeys()
        #expect(keys.allSatisfy { $0 == keys[0] }, "\(moment.name), \(time): \(keys)")
        #expect(moment.allowed.contains(keys[0]), "\(moment.name), \(time): \(keys)")
        #expect(try world.inDoubt().isEmpty, "\(moment.name), \(time)")
    }
}
