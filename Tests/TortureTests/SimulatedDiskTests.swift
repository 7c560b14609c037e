import Foundation
import PolystoreRandom
import Testing

@testable import Torture

@Suite("What a simulated disk may hold after a crash")
struct SimulatedDiskTests {
    private typealias Entry = RecordedCall.Entry

    private let root = 0
    private let file = Entry(folder: 0, name: "file")
    private let bytes = Data((0..<1024).map { UInt8($0 / 512 + 1) })

    private func disk(_ calls: [RecordedCall], honoursSyncs: Bool = true) -> SimulatedDisk {
        var disk = SimulatedDisk(FolderTree(root: root, entries: [:], files: [:]), honoursSyncs: honoursSyncs)
        for call in calls { disk.take(call) }
        return disk
    }

    /// The contents of the file in all images of random variants.
    private func contents(_ disk: SimulatedDisk) -> Set<[UInt8]?> {
        Set((0..<200).map { disk.image(.random(RandomSource(seed: $0))).paths["file"] ?? nil })
    }

    @Test("a sync of a file keeps its contents, a sync of its folder its name; neither does for the other")
    func syncs() {
        let made: [RecordedCall] = [.create(file, file: 1), .write(file: 1, offset: 0, bytes: bytes)]
        #expect(disk(made).image(.everything).paths == ["file": [UInt8](bytes)])
        #expect(disk(made).image(.synced).paths.isEmpty)
        #expect(disk(made + [.sync(file: 1)]).image(.synced).paths.isEmpty)
        #expect(disk(made + [.syncFolder(0)]).image(.synced).paths == ["file": []])
        let whole = disk(made + [.sync(file: 1), .syncFolder(0)])
        #expect(whole.image(.synced).paths == ["file": [UInt8](bytes)])
        #expect(whole.isSettled && contents(whole) == [[UInt8](bytes)])
    }

    private let folder = Entry(folder: 0, name: "folder")
    private let moved = Entry(folder: 2, name: "moved")

    /// A file on the disk that moves into a folder on the disk.
    private var move: [RecordedCall] {
        [
            .makeFolder(folder, folder: 2), .syncFolder(0), .create(file, file: 1),
            .write(file: 1, offset: 0, bytes: bytes), .sync(file: 1), .rename(file, to: moved, file: 1),
        ]
    }

    @Test("a file that was moved is in the folder that is synced, and not in the one that it came from")
    func moves() {
        let calls = move
        #expect(disk(calls).image(.synced).paths == ["folder": nil])
        let kept = disk(calls + [.syncFolder(2)])
        #expect(kept.image(.synced).paths == ["folder": nil, "folder/moved": [UInt8](bytes)])
        #expect(kept.image(.everything).paths == kept.image(.synced).paths)
        #expect(disk(calls + [.syncFolder(0)]).image(.everything).paths == kept.image(.synced).paths)
    }

    @Test("a sync of the folder that a file left does not cover the move, and never loses both names")
    func departures() {
        let (old, new): ([String: [UInt8]?], [String: [UInt8]?]) = (
            ["folder": nil, "file": [UInt8](bytes)], ["folder": nil, "folder/moved": [UInt8](bytes)]
        )
        let left = disk(move + [.syncFolder(0)])
        #expect(left.image(.synced).paths == old)
        #expect(!left.isSettled)
        #expect(Set((0..<50).map { left.image(.random(RandomSource(seed: $0))).paths }) == [old, new])
        let arrived = disk(move + [.syncFolder(0), .syncFolder(2)])
        #expect(arrived.image(.synced).paths == new && arrived.isSettled)
        // Another file under the old name is no loss of the one that had it.
        let replaced = disk(move + [.create(file, file: 3), .syncFolder(0)])
        #expect(replaced.image(.synced).paths == new.merging(["file": []]) { $1 })
        #expect(replaced.isSettled)
    }

    @Test("of a write that was not waited for, each sector may be there or not, whatever the others are")
    func sectors() {
        let torn = disk([.create(file, file: 1), .syncFolder(0), .write(file: 1, offset: 0, bytes: bytes)])
        let (one, two, zero) = (
            [UInt8](repeating: 1, count: 512), [UInt8](repeating: 2, count: 512), [UInt8](repeating: 0, count: 512)
        )
        #expect(contents(torn) == [[], one, zero + two, one + two])
    }

    @Test("a write that waits for itself keeps no other, and is kept whatever became of those before it")
    func synchronousWrites() {
        let first = Data(repeating: 1, count: 512)
        let second = Data(repeating: 2, count: 512)
        let calls: [RecordedCall] = [
            .create(file, file: 1), .syncFolder(0), .write(file: 1, offset: 0, bytes: first),
            .write(file: 1, offset: 512, bytes: second),
        ]
        let kept = disk(calls + [.writeSynced(file: 1)])
        #expect(kept.image(.synced).paths == ["file": [UInt8](repeating: 0, count: 512) + [UInt8](second)])
        #expect(contents(kept).count == 2)
        #expect(contents(disk(calls)).count == 4)
    }

    @Test("names change in their order: a file that was renamed is under one of its names")
    func renames() {
        let other = Entry(folder: 0, name: "other")
        let moved = disk([
            .create(file, file: 1), .write(file: 1, offset: 0, bytes: bytes), .sync(file: 1), .syncFolder(0),
            .rename(file, to: other, file: 1),
        ])
        let names = Set((0..<50).map { Set(moved.image(.random(RandomSource(seed: $0))).paths.keys) })
        #expect(names == [["file"], ["other"]])
        #expect(moved.image(.synced).paths.keys.elementsEqual(["file"]))
    }

    @Test("a removed file that is there again has what it had")
    func removed() {
        let gone = disk([
            .create(file, file: 1), .write(file: 1, offset: 0, bytes: bytes), .sync(file: 1), .syncFolder(0),
            .unlink(file),
        ])
        #expect(contents(gone) == [nil, [UInt8](bytes)])
    }

    @Test("without syncs nothing is kept for certain")
    func withoutSyncs() {
        let nothing = disk(
            [.create(file, file: 1), .write(file: 1, offset: 0, bytes: bytes), .sync(file: 1), .syncFolder(0)],
            honoursSyncs: false)
        #expect(nothing.image(.synced).paths.isEmpty)
    }
}
