import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory

/// Goods in one store, in a folder of its own that goes with it.
final class GoodsStore {
    static let rows = (0..<3000).map(GoodsRow.init)
    let container: PersistentContainer
    private let folder: URL

    /// Makes a store of some type, with the makers in one of their own if so told.
    init(_ store: String, makers makerStore: String? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var stores = [Self.description("goods", store, folder)]
        if let makerStore {
            stores[0].entities = ["Goods"]
            stores.append(Self.description("makers", makerStore, folder))
            stores[1].entities = ["Maker"]
        }
        container = try PersistentContainer(
            model: [Maker.self, GreatMaker.self, Goods.self, FragileGoods.self, RareGoods.self], stores: stores,
            storeTypes: [.memory, .lmdb])
        let context = container.newConfinedContext()
        let makers = try (0..<40).map { number in
            try context.insert(number % 4 == 0 ? GreatMaker.self : Maker.self) { $0.name = "maker \(number)" }
        }
        for number in 5..<40 { makers[number].group = makers[number % 5] }
        let levels = [Goods.self, FragileGoods.self, RareGoods.self]
        for row in Self.rows {
            try context.insert(levels[row.level]) { goods in
                (goods.category, goods.day, goods.score) = (row.category, row.day, row.score)
                (goods.code, goods.note, goods.rank) = (row.code, row.note, row.rank)
                goods.maker = row.maker.map { makers[$0] }
            }
        }
        try context.save()
    }

    private static func description(_ name: String, _ type: String, _ folder: URL) -> PersistentStoreDescription {
        PersistentStoreDescription(
            name: name, type: type, url: type == "memory" ? nil : folder.appendingPathComponent(name))
    }

    deinit {
        try? container.close()  // a test that failed may have left the store in any state
        try? FileManager.default.removeItem(at: folder)
    }
}
