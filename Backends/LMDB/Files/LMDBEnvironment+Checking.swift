import Foundation
import PolystoreModel
import PolystoreStorage

extension LMDBEnvironment {
    /// Opens a file after a look at what the library would believe.
    ///
    /// - Throws: `foreign`, `damaged`, `unsupportedFormat`, and what the library reports.
    static func checked(
        _ mode: Mode, _ path: String, _ options: LMDBOptions, entry: OpenFileRegistry.Entry? = nil
    ) throws(StoreError) -> LMDBEnvironment {
        let head = try LMDBHead(of: path)
        // A file may end before its last page, if nothing leads there.
        if head.isShort || options.verifiesPages { try LMDBPageWalk.check(path, head) }
        var options = options
        // Readers follow a writer up to the map that it had when it wrote last.
        if mode != .write { options.mapSize = max(options.mapSize, Int(clamping: head.newest.mapSize)) }
        options.mapSize = min(options.mapSize, LMDBOptions.mapSizes.upperBound)
        return try LMDBEnvironment(mode, path, options, entry: entry)
    }
}
