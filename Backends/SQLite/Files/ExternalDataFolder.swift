import Foundation
import PolystoreModel
import PolystoreStorage

/// The files that hold large data beside a store.
///
/// A file is written once, under a fresh name, and never changed.
struct ExternalDataFolder: Hashable, Sendable {
    let files: StoreFiles

    var path: String { files.externalDataFolder }

    /// Reads a file.
    ///
    /// - Throws: `rowMissing` naming the property when the file is not there.
    func read(_ name: String, property: PropertyKey) throws(StoreError) -> [UInt8] {
        do throws(StoreError) {
            return try SystemFile.read(contentsOf: "\(path)/\(name)")
        } catch  where error.code == .missing {
            throw StoreError(
                .rowMissing,
                [.path: "\(path)/\(name)", .property: property.name, .reason: "the file of external data is missing"])
        }
    }

    /// Writes data under a fresh name and puts it on the disk; returns the name.
    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) -> String {
        let name = UUID().uuidString
        if !SystemFile.exists(path) {
            try SystemFile.makeFolder(files.supportFolder)
            try SystemFile.makeFolder(path)
            try SystemFile.synchronize(files.folder)
            try SystemFile.synchronize(files.supportFolder)
        }
        try SystemFile.write(bytes, to: "\(path)/\(name)")
        return name
    }

    /// Puts the names of new files on the disk.
    func synchronize() throws(StoreError) { try SystemFile.synchronize(path) }

    /// Removes a file.
    func remove(_ name: String) throws(StoreError) { try SystemFile.remove("\(path)/\(name)") }

    /// The names of all files.
    func names() throws(StoreError) -> [String] { try SystemFile.names(in: path) }
}
