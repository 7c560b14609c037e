import Foundation
import PolystoreLMDB
import PolystoreStorage
import TestFolders
import Testing

@Suite("LMDB stores under a changed model")
struct ModelChangeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("lmdb") }

    private var items: ItemStore { ItemStore(folder: folder.url) }

    private func findings(_ store: any PersistentStore) throws -> Int {
        var count = 0
        _ = try store.snapshot().check { _ in count += 1 }
        return count
    }

    @Test("an index that is new is made of all rows, one that is gone takes its entries along")
    func indexes() throws {
        let plain = try items.model([])
        var store = try items.open(plain)
        try items.insert(1...3000, store, plain)
        #expect(try items.ones(store, plain).plan.hasPrefix("scan"))
        let expected = try items.ones(store, plain).keys
        #expect(expected.count == 1000)
        try store.close()

        let indexed = try items.model(["a", "b"])
        store = try items.open(indexed, access: .readOnly)
        #expect(try items.ones(store, indexed).keys == expected)
        try store.close()
        store = try items.open(indexed)
        #expect(try items.ones(store, indexed).plan == "index Item(a): 1 range")
        #expect(try items.ones(store, indexed).keys == expected)
        #expect(try findings(store) == 0)
        try store.close()

        store = try items.open(plain)
        try items.insert(3001...3003, store, plain)
        try store.close()
        store = try items.open(indexed)
        #expect(try items.ones(store, indexed).keys == expected + [3001])
        #expect(try findings(store) == 0)
        try store.close()
    }

    @Test("rows of an older layout are read beside those of a newer one")
    func layouts() throws {
        let model = try items.model(["a"])
        var store = try items.open(model)
        try items.insert(1...6, store, model)
        try store.close()
        store = try items.open(model, leaving: true)
        #expect(store.layouts.all.count == 2)
        try items.insert(7...9, store, model)
        #expect(try items.ones(store, model).keys == [1, 4, 7])
        #expect(try findings(store) == 0)
        try store.close()
        store = try items.open(model)
        #expect(store.layouts.all.count == 3)
        #expect(try items.ones(store, model).keys == [1, 4, 7])
        #expect(try store.metadata.layouts.map(\.number) == [1, 2, 3])
        try store.close()
    }

    @Test("a model with other attributes is refused with what differs")
    func incompatible() throws {
        try items.open(items.model([])).close()
        let error = #expect(throws: StoreError.self) { try items.open(items.model([], count: .integer16)) }
        #expect(error?.code == .incompatibleModel)
        #expect(error?.details[.reason]?.contains("Item.a is Integer 64 there, Integer 16 here") == true)
    }
}
