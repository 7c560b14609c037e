import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory

/// Goods in one store, in a folder of its own that goes with it.
final class GoodsStore {
    static let rows = (0..<3000).map(GoodsRow.init)
    let container: PersistentContainer
    private let folder: URL

    init(_ store: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = store == "memory" ? nil : folder.appendingPathComponent("goods")
        container = try PersistentContainer(
            model: [Maker.self, Goods.self, FragileGoods.self, RareGoods.self],
            stores: [PersistentStoreDescription(name: "goods", type: store, url: url)], storeTypes: [.memory, .lmdb])
        let context = container.newConfinedContext()
        let makers = try (0..<40).map { number in try context.insert(Maker.self) { $0.name = "maker \(number)" } }
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

    deinit {
        try? container.close()  // a test that failed may have left the store in any state
        try? FileManager.default.removeItem(at: folder)
    }
}
