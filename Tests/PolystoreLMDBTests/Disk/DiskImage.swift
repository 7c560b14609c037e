import Foundation
import PolystoreRandom

/// What a disk may hold of a file after a power cut: everything that was synced, and any part of what was not.
///
/// A disk writes sectors of 512 bytes whole. What a write did not sync may arrive in any sector, in any order, or not.
struct DiskImage {
    static let sector = 512

    /// What is on the disk for certain.
    private var certain: [UInt8]
    private var pending: [(offset: Int, bytes: [UInt8])] = []

    init(_ bytes: [UInt8]) { certain = bytes }

    /// Takes a call that returned.
    mutating func take(_ call: DiskCalls.Call) {
        switch call {
        case .write(let offset, let bytes, let isSynchronous):
            if isSynchronous {
                Self.put(bytes, at: offset, into: &certain)
            } else {
                pending.append((offset, bytes))
            }
        case .sync:
            for write in pending { Self.put(write.bytes, at: write.offset, into: &certain) }
            pending = []
        case .truncate(let length):
            certain = Array(certain.prefix(length)) + [UInt8](repeating: 0, count: max(0, length - certain.count))
        }
    }

    /// Everything that was written, as after a kill of the process alone.
    var whole: [UInt8] {
        var bytes = certain
        for write in pending { Self.put(write.bytes, at: write.offset, into: &bytes) }
        return bytes
    }

    /// What may be there after a power cut now.
    func cut(_ source: inout RandomSource) -> [UInt8] {
        var bytes = certain
        for write in pending {
            for start in stride(from: 0, to: write.bytes.count, by: Self.sector) where source.chance(2) {
                let end = min(start + Self.sector, write.bytes.count)
                Self.put(Array(write.bytes[start..<end]), at: write.offset + start, into: &bytes)
            }
        }
        return bytes
    }

    /// What may be there after a power cut during a write that waits for the disk: the beginning of it.
    func cut(during call: DiskCalls.Call, after length: Int) -> [UInt8]? {
        guard case .write(let offset, let bytes, true) = call, length <= bytes.count else { return nil }
        var image = certain
        Self.put(Array(bytes.prefix(length)), at: offset, into: &image)
        return image
    }

    private static func put(_ bytes: [UInt8], at offset: Int, into image: inout [UInt8]) {
        let end = offset + bytes.count
        if image.count < end { image += [UInt8](repeating: 0, count: end - image.count) }
        image.replaceSubrange(offset..<end, with: bytes)
    }
}
