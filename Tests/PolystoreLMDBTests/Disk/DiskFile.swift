import Foundation
import PolystoreRandom

/// What a disk may hold of a store's file after a power cut.
struct DiskFile {
    private let name: String
    private var image: DiskImage

    /// Takes the file of a store as it is: everything that was done before is on the disk.
    init(_ store: URL) throws {
        name = store.lastPathComponent
        image = DiskImage([UInt8](try Data(contentsOf: store)))
    }

    /// Takes a call that returned.
    mutating func take(_ call: (name: String, call: DiskCalls.Call)) {
        if call.name == name { image.take(call.call) }
    }

    /// Writes everything as another store, as after a kill of the process alone.
    func writeWhole(to store: URL) throws { try write(image.whole, to: store) }

    /// Writes what may be there after a power cut as another store.
    func writeCut(to store: URL, _ source: inout RandomSource) throws { try write(image.cut(&source), to: store) }

    /// Writes what may be there after a power cut during a write that waits for the disk; false for other calls.
    func write(
        to store: URL, cutDuring call: (name: String, call: DiskCalls.Call), after length: Int
    ) throws -> Bool {
        guard call.name == name, let bytes = image.cut(during: call.call, after: length) else { return false }
        try write(bytes, to: store)
        return true
    }

    private func write(_ bytes: [UInt8], to store: URL) throws { try Data(bytes).write(to: store) }
}
