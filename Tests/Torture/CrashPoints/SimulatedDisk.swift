import Foundation
import PolystoreRandom

/// What a disk may hold of a folder at each call of a recording.
///
/// **The model.** A sync of a file covers what was written to it, cut off and reserved before, and its length; it covers no
/// name. A sync of a folder covers all changes of the names in it before; that a name went to another folder is a change of
/// the names in that one, and a sync of the folder that it left covers it only where a later name in its place is covered.
/// So a file that was moved is under its old name or under its new one. What is not covered may be on the disk or not: of
/// contents any sectors of 512 bytes and any change of the length, in any order; of names the first changes up to any, because
/// file systems with a journal keep their order. This asks for more than ext4, which puts a new file's name on the disk
/// with the file. What is on the disk of a removed file stays with it, whatever name it is found under.
struct SimulatedDisk {
    static let sector = 512

    /// What a crash leaves of what was not waited for.
    enum Variant {
        /// The process ends, the system does not.
        case everything
        /// Nothing arrived.
        case synced
        /// Some of it arrived.
        case random(RandomSource)
    }

    private struct Change {
        enum Kind {
            case write(offset: Int, bytes: Data)
            case truncate(Int)
            case allocate(Int)
        }

        let kind: Kind
        /// Whether it is on the disk for certain, although something before it is not.
        var isCertain = false
    }

    private struct File {
        var certain: [UInt8]
        var pending: [Change] = []
    }

    private enum NameChange {
        case add(RecordedCall.Entry, Int)
        case remove(RecordedCall.Entry)
        case move(RecordedCall.Entry, RecordedCall.Entry, Int)

        var entries: Set<RecordedCall.Entry> {
            switch self {
            case .add(let entry, _), .remove(let entry): [entry]
            case .move(let from, let to, _): [from, to]
            }
        }

        /// The folder whose sync puts the change on the disk.
        var folder: Int {
            switch self {
            case .add(let entry, _), .remove(let entry), .move(_, let entry, _): entry.folder
            }
        }

        func apply(to entries: inout [RecordedCall.Entry: Int]) {
            switch self {
            case .add(let entry, let number): entries[entry] = number
            case .remove(let entry): entries[entry] = nil
            case .move(let from, let to, let number):
                entries[from] = nil
                entries[to] = number
            }
        }
    }

    private let root: Int
    private var files: [Int: File]
    private var certainNames: [RecordedCall.Entry: Int]
    private var pendingNames: [NameChange] = []
    /// Whether syncs are taken for what they are; without, nothing is ever on the disk for certain.
    private let honoursSyncs: Bool

    init(_ tree: FolderTree, honoursSyncs: Bool = true) {
        root = tree.root
        files = tree.files.mapValues { File(certain: $0) }
        certainNames = tree.entries
        self.honoursSyncs = honoursSyncs
    }

    /// Whether nothing waits for the disk, so that all variants are one.
    var isSettled: Bool { pendingNames.isEmpty && files.values.allSatisfy(\.pending.isEmpty) }

    /// Takes a call that returned.
    mutating func take(_ call: RecordedCall) {
        if call.waits, !honoursSyncs { return }
        switch call {
        case .write(let file, let offset, let bytes): change(file, .write(offset: offset, bytes: bytes))
        case .truncate(let file, let length): change(file, .truncate(length))
        case .allocate(let file, let end): change(file, .allocate(end))
        case .writeSynced(let file):
            guard let last = files[file]?.pending.indices.last else { break }
            files[file]?.pending[last].isCertain = true
        case .sync(let file):
            guard var changed = files.removeValue(forKey: file) else { break }
            for change in changed.pending { Self.apply(change.kind, to: &changed.certain) }
            changed.pending = []
            files[file] = changed
        case .syncFolder(let folder):
            synchronize(folder)
        case .create(let entry, let file):
            files[file] = File(certain: [])
            pendingNames.append(.add(entry, file))
        case .makeFolder(let entry, let folder): pendingNames.append(.add(entry, folder))
        case .link(let entry, let file): pendingNames.append(.add(entry, file))
        case .unlink(let entry): pendingNames.append(.remove(entry))
        case .rename(let from, let to, let file): pendingNames.append(.move(from, to, file))
        case .mark: break
        }
    }

    /// Puts the names that are in a folder, or left it for none, on the disk, and all changes before of the same names.
    private mutating func synchronize(_ folder: Int) {
        var (covered, rest): ([NameChange], [NameChange]) = ([], [])
        var names: Set<RecordedCall.Entry> = []
        for change in pendingNames.reversed() {
            if change.folder == folder || !change.entries.isDisjoint(with: names) {
                names.formUnion(change.entries)
                covered.append(change)
            } else {
                rest.append(change)
            }
        }
        for change in covered.reversed() { change.apply(to: &certainNames) }
        pendingNames = rest.reversed()
    }

    private mutating func change(_ file: Int, _ kind: Change.Kind) { files[file]?.pending.append(Change(kind: kind)) }

    /// What may be there after a crash now.
    func image(_ variant: Variant) -> FolderTree {
        var names = certainNames
        var contents = files.mapValues(\.certain)
        switch variant {
        case .everything:
            for change in pendingNames { change.apply(to: &names) }
            for (number, file) in files where !file.pending.isEmpty {
                for change in file.pending { Self.apply(change.kind, to: &contents[number, default: []]) }
            }
        case .synced:
            for (number, file) in files {
                for change in file.pending where change.isCertain {
                    Self.apply(change.kind, to: &contents[number, default: []])
                }
            }
        case .random(var random):
            for change in pendingNames.prefix(random.below(pendingNames.count + 1)) { change.apply(to: &names) }
            // In the order of the numbers, so that a seed says what is kept.
            for (number, file) in files.sorted(by: { $0.key < $1.key }) where !file.pending.isEmpty {
                for change in file.pending {
                    Self.apply(change, to: &contents[number, default: []], &random)
                }
            }
        }
        return FolderTree(root: root, entries: names, files: contents)
    }

    private static func apply(_ kind: Change.Kind, to bytes: inout [UInt8]) {
        switch kind {
        case .write(let offset, let written): put(written, at: offset, into: &bytes)
        case .truncate(let length):
            if length < bytes.count { bytes.removeLast(bytes.count - length) } else { grow(&bytes, to: length) }
        case .allocate(let end): grow(&bytes, to: end)
        }
    }

    /// Applies what arrived of a change.
    private static func apply(_ change: Change, to bytes: inout [UInt8], _ random: inout RandomSource) {
        guard !change.isCertain, case .write(let offset, let written) = change.kind else {
            if change.isCertain || random.chance(2) { apply(change.kind, to: &bytes) }
            return
        }
        var start = offset
        while start < offset + written.count {
            let end = min(start / sector * sector + sector, offset + written.count)
            if random.chance(2) {
                let first = written.startIndex + start - offset
                put(written[first..<(first + end - start)], at: start, into: &bytes)
            }
            start = end
        }
    }

    private static func grow(_ bytes: inout [UInt8], to length: Int) {
        if bytes.count < length { bytes.append(contentsOf: [UInt8](repeating: 0, count: length - bytes.count)) }
    }

    private static func put(_ written: Data, at offset: Int, into bytes: inout [UInt8]) {
        grow(&bytes, to: offset + written.count)
        written.withUnsafeBytes { source in
            bytes.withUnsafeMutableBytes { target in
                UnsafeMutableRawBufferPointer(rebasing: target[offset..<(offset + source.count)]).copyMemory(
                    from: source)
            }
        }
    }
}
