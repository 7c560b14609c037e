import PolystoreRandom
import Foundation
import PolystoreModel
import PolystoreMemory
import Testing

@testable import PolystoreRecordLayer

@Suite("Encodings of values in keys")
struct KeyEncodingTests {
    /// Checks that encodings are in the order of the values, descending ones in the opposite order, and that none is the
    /// beginning of another.
    static func expectOrder(_ values: [Value], _ kind: SlotKind) throws {
        let encodings = try values.map { try #require(KeyEncoding.encode($0, comparedWith: kind)) }
        for (left, right) in zip(encodings, encodings.dropFirst()) {
            #expect(left.lexicographicallyPrecedes(right))
            #expect(!right.starts(with: left))
            #expect(right.map { ~$0 }.lexicographicallyPrecedes(left.map { ~$0 }))
        }
    }

    @Test("a missing value comes before all others")
    func missing() throws {
        try Self.expectOrder([.missing, .boolean(false), .boolean(true)], .boolean)
        try Self.expectOrder(
            [.missing, .integer(.min), .integer(-1), .integer(0), .integer(1), .integer(.max)], .integer64)
    }

    @Test("doubles are in the order of their values, and both zeros are one")
    func doubles() throws {
        let values: [Double] = [-.infinity, -1e300, -1.5, -1e-300, 0, .leastNonzeroMagnitude, 1, 1.5, .infinity]
        try Self.expectOrder([.missing] + values.map(Value.double), .double)
        try Self.expectOrder(
            values.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }, .date)
        #expect(
            KeyEncoding.encode(.double(-0.0), comparedWith: .double)
                == KeyEncoding.encode(.double(0), comparedWith: .double))
        #expect(KeyEncoding.encode(.double(.nan), comparedWith: .double) == nil)
    }

    @Test("texts are in the order of their UTF-8 bytes, also with NUL inside")
    func texts() throws {
        let texts = ["", "\0", "\0\0", "\0a", "\u{1}", "a", "a\0", "a\0b", "a\u{1}", "ab", "b", "é", "\u{1F600}"]
        try Self.expectOrder([.missing] + texts.map(Value.string), .string)
        var source = RandomSource()
        for _ in 0..<500 {
            let pair = (0..<2).map { _ in
                String(decoding: source.bytes(Int.random(in: 0...6, using: &source), upTo: 2), as: UTF8.self)
            }
            guard pair[0] != pair[1] else { continue }
            let sorted = pair.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            try Self.expectOrder(sorted.map(Value.string), .string)
        }
    }

    @Test("decimals and UUIDs are in their order")
    func others() throws {
        try Self.expectOrder(
            [.missing]
                + ["-10.5", "-1", "0", "0.001", "1", "1.5", "99999999999"].map { .decimal(Decimal(string: $0) ?? 0) },
            .decimal)
        let low = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
        let high = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        try Self.expectOrder([.missing, .uuid(low), .uuid(high)], .uuid)
    }

    @Test("constants of another kind than the slot's are left to the evaluator")
    func kinds() {
        #expect(KeyEncoding.encode(.double(1.5), comparedWith: .integer32) == nil)
        #expect(KeyEncoding.encode(.string("1"), comparedWith: .integer32) == nil)
        #expect(KeyEncoding.encode(.integer(1 << 53 + 1), comparedWith: .double) == nil)
        #expect(
            KeyEncoding.encode(.integer(3), comparedWith: .double)
                == KeyEncoding.encode(.double(3), comparedWith: .double))
    }

    /// The ascending encoding of a slot's value, made of the value and not where the slot lies.
    private static func encoding(_ row: RowView, _ slot: RowSlot) -> [UInt8]? {
        switch slot.kind {
        case .orderKey: return KeyEncoding.encode(.integer(row.integer(slot)), comparedWith: .integer64)
        case .reference, .objectReference:
            var bytes = [KeyEncoding.present]
            KeyEncoding.append(reference: row.referenceKey(slot), peer: row.referencePeer(slot), to: &bytes)
            return bytes
        default: return KeyEncoding.encode(row.value(slot), comparedWith: slot.kind)
        }
    }

    @Test("a slot's encoding of fixed length is that of its value, and writes no byte beyond it")
    func inPlace() throws {
        var source = RandomSource()
        let kinds: [SlotKind] = [
            .boolean, .integer16, .integer32, .integer64, .orderKey, .float, .double, .date, .uuid, .reference,
            .objectReference,
        ]
        let slots = kinds.enumerated().map { number, kind in
            RowLayoutDescriptor.Slot(name: "\(number)", kind: kind, hasPeer: kind == .objectReference || number == 9)
        }
        let descriptor = RowLayoutDescriptor(
            number: 1, entity: "A", root: "A", entityNumber: 1, levels: [slots.sorted { $0.name < $1.name }])
        let layout = RowLayout(
            descriptor, entity: nil, store: StoreNumber(rawValue: 1), root: RootNumber(interning: "A"),
            peers: PeerTable())
        let builder = RowBatchBuilder(layouts: LayoutTable([layout]))
        for _ in 0..<200 {
            builder.begin(layout, key: 1, version: 1)
            for slot in layout.slots {
                let bits = Int64.random(in: .min ... .max, using: &source)
                switch slot.kind {
                case .boolean: builder.setInteger(bits & 1, slot)
                case .float, .double, .date: builder.setDouble(Double(bits >> 20) / 8, slot)
                case .uuid: source.bytes(16).withUnsafeBytes { builder.setUUID(bytes: $0.baseAddress!, slot) }
                case .reference, .objectReference: builder.setReference(bits, peer: UInt32(bits & 0xFF), slot)
                default: builder.setInteger(bits >> 49, slot)
                }
            }
            let row = builder.end()
            for slot in layout.slots {
                let encoding = try #require(Self.encoding(row, slot), "\(slot.kind)")
                for isAscending in [true, false] {
                    let expected = isAscending ? encoding : encoding.map { ~$0 }
                    var appended: [UInt8] = [9]
                    KeyEncoding.append(row, slot, ascending: isAscending, to: &appended)
                    #expect(appended == [9] + expected, "\(slot.kind)")
                    var written = [UInt8](repeating: 7, count: 32)
                    let end = written.withUnsafeMutableBytes { bytes in
                        var place = bytes.baseAddress!
                        KeyEncoding.write(row, slot, ascending: isAscending, to: &place)
                        return place - bytes.baseAddress!
                    }
                    #expect(Array(written[..<end]) == expected, "\(slot.kind)")
                    #expect(KeyEncoding.fixedLength(slot.kind) == expected.count)
                    #expect(written[end...].allSatisfy { $0 == 7 })
                }
            }
        }
    }

    @Test("the successor of a prefix lies right behind everything that begins with it")
    func successors() {
        #expect(KeyRange.successor(of: [1, 2]) == [1, 3])
        #expect(KeyRange.successor(of: [1, 255]) == [2])
        #expect(KeyRange.successor(of: [255, 255]) == nil)
    }
}
