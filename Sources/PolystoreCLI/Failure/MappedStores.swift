import Foundation
import Polystore
import PolystoreLMDB
import PolystoreTerminal

/// Stores whose engine maps their files: it believes what it finds there, and a damaged page may end the process.
enum MappedStores {
    /// Has such an end told as damage, with the file that names the stores and the files that may be damaged.
    static func reportDamage(in stores: [PersistentStoreDescription], of file: String) {
        let paths = stores.filter { $0.type == StoreType.lmdb.name }.compactMap { $0.url?.path }
        guard !paths.isEmpty else { return }
        let line =
            "\(file): error: a store may be damaged: reading the pages of \(paths.joined(separator: " or ")) ended its "
            + "engine; the option 'verify: full' names a damaged page, and nothing that was being made is complete"
        FatalSignal.report(line, status: CommandStatus.badInput.rawValue)
    }
}
