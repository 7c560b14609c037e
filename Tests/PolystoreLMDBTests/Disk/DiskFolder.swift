import Foundation
import PolystoreRandom

@testable import PolystoreLMDB

/// What a disk may hold of a store's file and its redo log after a power cut.
struct DiskFolder {
    private let name: String
    private var images: [String: DiskImage] = [:]

    private var names: [String] { [name, name + RedoFile.suffix] }

    /// Takes the files of a store as they are: everything that was done before is on the disk.
    init(_ store: URL) throws {
        name = store.lastPathComponent
        for suffix in ["", RedoFile.suffix] {
            guard let data = FileManager.default.contents(atPath: store.path + suffix) else { continue }
            images[name + suffix] = DiskImage([UInt8](data))
        }
    }

    /// Takes what was done to the files since calls are recorded.
    mutating func takeAll(from first: Int = 0) { for call in DiskCalls.all[first...] { take(call) } }

    /// Takes a call that returned.
    mutating func take(_ call: (name: String, call: DiskCalls.Call)) {
        guard names.contains(call.name) else { return }
        images[call.name, default: DiskImage([])].take(call.call)
    }

    /// Forgets what was not synced of a file, as the system may when a sync fails.
    mutating func losePending(of suffix: String = "") { images[name + suffix]?.losePending() }

    /// Writes what is there for certain as another store.
    func writeCertain(to store: URL) throws { try write(to: store) { $0.certain } }

    /// Writes everything as another store, as after a kill of the process alone.
    func writeWhole(to store: URL) throws { try write(to: store) { $0.whole } }

    /// Writes what may be there after a power cut as another store.
    func writeCut(to store: URL, _ source: inout RandomSource) throws { try write(to: store) { $0.cut(&source) } }

    /// Writes what may be there after a power cut during a write that waits for the disk; false for other calls.
    func write(
        to store: URL, cutDuring call: (name: String, call: DiskCalls.Call), after length: Int
    ) throws -> Bool {
        var other = self
        guard let image = images[call.name]?.cut(during: call.call, after: length) else { return false }
        other.images[call.name] = DiskImage(image)
        try other.writeCertain(to: store)
        return true
    }

    private func write(to store: URL, _ bytes: (DiskImage) -> [UInt8]) throws {
        for suffix in ["", RedoFile.suffix, "-lock"] {
            try? FileManager.default.removeItem(atPath: store.path + suffix)
        }
        for (name, image) in images {
            let suffix = name.dropFirst(self.name.count)
            try Data(bytes(image)).write(to: URL(fileURLWithPath: store.path + suffix))
        }
        try Self.restart(store.path)
    }

    /// Lets a store's redo log say that the machine has started anew since it was written.
    static func restart(_ path: String) throws {
        guard let file = try RedoFile(of: path, makes: false), var head = file.head else { return }
        head.machineStart = UUID()
        try file.write(head)
    }
}
