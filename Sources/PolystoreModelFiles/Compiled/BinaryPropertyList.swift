import Foundation
import PolystoreModel

/// A binary property list, whose objects are read one at a time and never followed by the reader itself.
///
/// Foundation's reader hides the references of keyed archives. Every offset, count and length is checked against the
/// bytes; objects that overlap, as only hostile files have them, are bounded by a budget.
struct BinaryPropertyList {
    /// One object; containers name others by their numbers.
    enum Object: Hashable {
        case null
        case boolean(Bool)
        case integer(Int64)
        case double(Double)
        case date(Double)
        case data([UInt8])
        case string(String)
        case reference(Int)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    /// Why the bytes are no property list.
    struct Fault: Error {
        let message: String
        /// The place in bytes.
        let offset: Int
    }

    /// The objects by their numbers.
    let objects: [Object]
    /// The number of the outermost object.
    let top: Int

    /// The most bytes of a file.
    static let sizeLimit = 16 << 20
    /// The most objects of a file: the largest model that is known has a thousandth of them.
    private static let countLimit = 1_000_000
    private static let trailerSize = 32

    /// Reads a property list.
    ///
    /// - Complexity: Linear in the bytes.
    init(_ data: Data) throws(Fault) {
        var bytes = BinaryBytes(data)
        guard bytes.count <= Self.sizeLimit else {
            throw Fault(message: "the file is larger than \(Self.sizeLimit >> 20) MiB", offset: 0)
        }
        guard bytes.count >= 8 + Self.trailerSize, bytes.starts(with: "bplist0") else {
            throw Fault(message: "the file is no binary property list", offset: 0)
        }
        let trailer = bytes.count - Self.trailerSize
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        let count = try bytes.integer(at: trailer + 8, size: 8)
        let top = try bytes.integer(at: trailer + 16, size: 8)
        let table = try bytes.integer(at: trailer + 24, size: 8)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), table >= 8, table <= trailer,
            count <= min(Self.countLimit, (trailer - table) / offsetSize), top < count
        else { throw Fault(message: "the end of the property list is damaged", offset: trailer) }
        bytes.end = table
        bytes.referenceSize = referenceSize
        bytes.objectCount = count
        var objects: [Object] = []
        objects.reserveCapacity(count)
        for number in 0..<count {
            let offset = try bytes.integer(at: table + number * offsetSize, size: offsetSize)
            objects.append(try bytes.object(at: offset))
        }
        self.objects = objects
        self.top = top
    }

    /// The text of an object, if it is one.
    func string(_ number: Int) -> String? {
        guard objects.indices.contains(number), case .string(let text) = objects[number] else { return nil }
        return text
    }
}
