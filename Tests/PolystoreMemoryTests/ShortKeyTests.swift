import PolystoreMemory
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreRecordLayer

@Suite("Short keys of index entries")
struct ShortKeyTests {
    private let staff: StaffFixture
    private let layout: RowLayout

    init() throws {
        staff = try StaffFixture()
        layout = try #require(staff.store.layouts.layout(for: staff.worker))
    }

    /// The index of some properties, each ascending or not.
    private func binding(_ elements: [(name: String, isAscending: Bool)]) throws -> IndexBinding {
        let parts = try elements.map { name, isAscending in
            let key = PropertyKey(name)
            let property = try #require(staff.worker.property(for: key))
            let slot = layout.slot(at: layout.index(of: key))
            return IndexDefinition.Element(property: property, kind: slot.kind, isAscending: isAscending)
        }
        let definition = IndexDefinition(purpose: .values, entity: staff.worker, elements: parts, number: 7)
        return IndexBinding(definition, layout)
    }

    private func row(_ key: Int64, _ source: inout RandomSource) throws -> StoreChanges.Row {
        var values: [String: Value] = [:]
        if Int.random(in: 0..<4, using: &source) > 0 { values["age"] = .integer(.random(in: -3...3, using: &source)) }
        if Int.random(in: 0..<4, using: &source) > 0 { values["score"] = .double(.random(in: -9...9, using: &source)) }
        if Int.random(in: 0..<4, using: &source) > 0 { values["name"] = .string("n\(key)") }
        if Int.random(in: 0..<4, using: &source) > 0 { values["employer"] = .object(staff.id(staff.company, key & 3)) }
        return try staff.row(staff.worker, key, values)
    }

    private func bytes(_ row: RowView, _ binding: IndexBinding) -> [UInt8] {
        var bytes: [UInt8] = []
        binding.makeKey(row, &bytes)
        return bytes
    }

    @Test("they have the bytes of the keys that are made as bytes, and their order")
    func bytes() throws {
        var source = RandomSource()
        let cases: [(elements: [(String, Bool)], isShort: Bool)] = [
            ([("age", true)], true), ([("age", false)], true), ([("score", false)], true), ([("employer", true)], true),
            ([("employer", true), ("score", false)], false), ([("name", true)], false),
        ]
        for (elements, isShort) in cases {
            let binding = try binding(elements)
            var shortKeys: [(key: ShortKey, bytes: [UInt8])] = []
            for key in Int64(1)...200 {
                let row = try row(Bool.random(using: &source) ? key : -key, &source)
                let isWhole = elements.allSatisfy {
                    !row.view.isMissing(layout.slot(at: layout.index(of: PropertyKey($0.0))))
                }
                let (short, plain) = (binding.shortKey(row.view), bytes(row.view, binding))
                #expect((short != nil) == (isShort && isWhole))
                guard let short else { continue }
                let change = EntryChange(short, entity: 1, place: 0)
                #expect(change.withKey(UnsafeRawBufferPointer(start: nil, count: 0)) { Array($0) } == plain)
                shortKeys.append((short, plain))
            }
            let inOrder = shortKeys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.key)
            for (left, right) in zip(inOrder, inOrder.dropFirst()) {
                #expect((left.first, left.second, left.third) <= (right.first, right.second, right.third))
            }
        }
    }

    @Test("an entry takes another's place, whether their keys are short or not, and not its own")
    func replacing() throws {
        let values: [[String: Value]] = [
            ["age": .integer(4)], ["age": .integer(-4)], [:], ["age": .integer(4), "name": .string("Ada")],
        ]
        for element in ["age", "name"] {
            let binding = try binding([(element, true)])
            for old in values {
                for new in values {
                    let recorder = RecordingTransaction(MemoryEngine().begin(.full))
                    let changes = EntryChanges(recorder)
                    let (oldRow, newRow) = (try staff.row(staff.worker, 5, old), try staff.row(staff.worker, 5, new))
                    let (oldKey, newKey) = (bytes(oldRow.view, binding), bytes(newRow.view, binding))
                    let isReplaced = try changes.replace(oldRow.view, binding, by: newRow.view, binding)
                    #expect(isReplaced == (oldKey != newKey))
                    #expect(recorder.changedKeys == (isReplaced ? [oldKey, newKey] : []))
                }
            }
        }
    }
}
