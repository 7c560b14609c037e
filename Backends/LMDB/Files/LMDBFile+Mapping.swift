import CPolystoreLMDB
import PolystoreRecordLayer
import PolystoreStorage

/// What is seen to before the library maps a file.
extension LMDBFile {
    /// The size of the map; before, a look at what the library would believe.
    static func mapSize(_ opening: EngineOpening) throws(StoreError) -> Int {
        // Whole pages, whatever size the system's pages have.
        let wanted = (opening.options.integer("mapSize", default: 64 << 30) + 0xFFFF) & ~0xFFFF
        guard opening.access != .create else { return wanted }
        let isWhole = opening.options.word("verify", default: "head") == "full"
        let walk = try LMDBPageCheck.check(opening.path, isWhole ? .whole : .metadata)
        // Readers follow a writer up to the map that it had when it wrote last.
        if opening.access == .write { return wanted }
        return min(max(wanted, Int(clamping: walk.header.newest.mapSize)), mapSizes.upperBound)
    }

    /// Makes room on the disk for the file of reader slots, before the library maps it.
    static func reserveSlots(_ opening: EngineOpening, _ results: LMDBResults) throws(StoreError) {
        guard opening.access == .write || opening.access == .read else { return }
        // 64 bytes a reader, and less than 256 before the first.
        let result = polystore_lmdb_reserve(opening.path + companions[0], results.readers * 64 + 256)
        // A reader on a read-only disk has no slots.
        if opening.access != .read || result != EROFS { try results.check(result) }
    }
}
