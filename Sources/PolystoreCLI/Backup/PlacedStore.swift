import Foundation
import Polystore

/// A store of a store file that lies somewhere, with its type.
struct PlacedStore {
    let name: String
    let type: StoreType
    let url: URL

    /// The stores of a file that lie somewhere, in its order.
    static func all(in file: StoreFile) -> [PlacedStore] {
        file.stores.compactMap { store in
            guard let url = store.url,
                let type = StoreFileArgument.storeTypes.first(where: { $0.name == store.type })
            else { return nil }
            return PlacedStore(name: store.name, type: type, url: url)
        }
    }

    /// Whether there is something at the place.
    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// The name of a copy in a backup folder.
    var fileName: String {
        let name = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name
        return "\(name).\(type.name)"
    }
}
