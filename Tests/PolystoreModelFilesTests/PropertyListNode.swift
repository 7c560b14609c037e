import Foundation

/// An object of a binary property list that a test makes.
indirect enum PropertyListNode {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case data([UInt8])
    case reference(Int)
    case array([PropertyListNode])
    case dictionary([(String, PropertyListNode)])

    /// The bytes of the property list whose outermost object this is.
    var propertyList: Data {
        var writer = Writer()
        let top = writer.add(self)
        return writer.data(top: top)
    }

    private struct Writer {
        private var objects: [[UInt8]] = []

        mutating func add(_ node: PropertyListNode) -> Int {
            let number = objects.count
            objects.append([])
            switch node {
            case .null: objects[number] = [0x00]
            case .boolean(let value): objects[number] = [value ? 0x09 : 0x08]
            case .integer(let value): objects[number] = [0x13] + Self.bytes(UInt64(bitPattern: value), 8)
            case .double(let value): objects[number] = [0x23] + Self.bytes(value.bitPattern, 8)
            case .reference(let value): objects[number] = [0x83] + Self.bytes(UInt64(value), 4)
            case .data(let bytes): objects[number] = Self.head(0x40, bytes.count) + bytes
            case .string(let text) where text.utf8.allSatisfy { $0 < 0x80 }:
                objects[number] = Self.head(0x50, text.utf8.count) + Array(text.utf8)
            case .string(let text):
                let units = Array(text.utf16)
                objects[number] = Self.head(0x60, units.count) + units.flatMap { Self.bytes(UInt64($0), 2) }
            case .array(let nodes):
                let numbers = nodes.map { add($0) }
                objects[number] = Self.head(0xA0, nodes.count) + numbers.flatMap { Self.bytes(UInt64($0), 4) }
            case .dictionary(let entries):
                let keys = entries.map { add(.string($0.0)) }
                let values = entries.map { add($0.1) }
                objects[number] = Self.head(0xD0, entries.count) + (keys + values).flatMap { Self.bytes(UInt64($0), 4) }
            }
            return number
        }

        func data(top: Int) -> Data {
            var bytes = Array("bplist00".utf8)
            var offsets: [Int] = []
            for object in objects {
                offsets.append(bytes.count)
                bytes += object
            }
            let table = bytes.count
            bytes += offsets.flatMap { Self.bytes(UInt64($0), 4) }
            bytes += [0, 0, 0, 0, 0, 0, 4, 4]
            for number in [objects.count, top, table] { bytes += Self.bytes(UInt64(number), 8) }
            return Data(bytes)
        }

        private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
            count < 15 ? [kind | UInt8(count)] : [kind | 0x0F, 0x12] + bytes(UInt64(count), 4)
        }

        private static func bytes(_ value: UInt64, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (UInt64($0) * 8)) }
        }
    }
}
