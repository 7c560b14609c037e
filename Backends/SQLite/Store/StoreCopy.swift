import PolystoreModel
import PolystoreStorage

/// A copy of a store that is being made: a database, and the files of external data that it names.
///
/// The files lie beside the database under its temporary name until the copy is whole.
struct StoreCopy {
    private let source: ExternalDataFolder
    private let target: ExternalDataFolder
    /// The files of external data that were copied.
    private var copied: Set<String> = []

    init(of source: StoreFiles, to target: StoreFiles) {
        self.source = ExternalDataFolder(files: source)
        self.target = ExternalDataFolder(files: target)
    }

    /// Makes a copied database whole, and adds the files that it names.
    ///
    /// It gets a log, as every store has, and leaves the commit domain: the log of the original's domain knows nothing of the
    /// copy.
    mutating func finish(_ path: String, _ settings: ConnectionSettings) throws(StoreError) {
        var settings = settings
        (settings.path, settings.claim, settings.trace) = (path, nil, nil)
        let copy = try Connection(.write, settings)
        try copy.keepLog()
        try MetadataTables(connection: copy).setEntry(.domain, CommitDomain?.none)
        // The original's folder does not say whether there are any: they may have gone since.
        for name in try ExternalReferences.names(copy) { try add(name, path) }
    }

    private mutating func add(_ name: String, _ path: String) throws(StoreError) {
        let bytes: [UInt8]
        do throws(StoreError) { bytes = try SystemFile.read(contentsOf: "\(source.path)/\(name)") } catch {
            // What is missing now is missing in the original: the database names it all the same, and a check says so.
            guard error.code == .missing else { throw error }
            return
        }
        try SystemFile.write(bytes, to: "\(path)-\(name)")
        copied.insert(name)
    }

    /// Puts the files in their places before the database gets its name; when that fails, those that were not there go again.
    func place(_ path: String, _ rename: () throws(StoreError) -> Void) throws(StoreError) {
        guard !copied.isEmpty else { return try rename() }
        var added: [String] = []
        do throws(StoreError) {
            try SystemFile.makeFolder(target.files.supportFolder)
            try SystemFile.makeFolder(target.path)
            let present = Set(try target.names())
            for name in copied {
                // A store that is replaced by an earlier copy of itself has files of the same names, with the same content.
                if !present.contains(name) { added.append(name) }
                try SystemFile.move("\(path)-\(name)", to: "\(target.path)/\(name)")
            }
            try target.synchronize()
            try SystemFile.synchronize(target.files.supportFolder)
            try rename()
        } catch {
            // A store that has its name keeps them, although the disk has not confirmed it.
            if SystemFile.exists(path) || !SystemFile.exists(target.files.path) { remove(added) }
            throw error
        }
    }

    /// Removes files of external data of a store that was not made, and their folder if it is empty then.
    private func remove(_ names: [String]) {
        // The error that led here is the one to report.
        for name in names { try? target.remove(name) }
        for folder in [target.path, target.files.supportFolder] {
            // Likewise.
            try? SystemFile.removeEmptyFolder(folder)
        }
    }
}

extension StoreFiles {
    /// The error of a copy, as one of a full disk where it is one.
    ///
    /// SQLite reports as a failure of the disk that there is no room for the index of its log. Of a store that is open this may
    /// leave unknown what was committed; a copy goes as a whole.
    func asFull(_ error: StoreError) -> StoreError {
        guard error.code == .inputOutput, SystemFile.isFull(folder) else { return error }
        return StoreError(.full, error.details, cause: error)
    }
}
