import Foundation
import PolystoreStorage

extension StoreType {
    /// The type of stores that lie in files of a key-value library, one file each.
    ///
    /// - Parameters:
    ///   - file: How the library opens a file.
    ///   - name: The type's name in store files.
    ///   - product: The library product that holds the type, for messages.
    /// - Returns: The type.
    public static func inFiles<File: EngineFile>(
        of file: File.Type, name: String, product: String
    ) -> StoreType {
        StoreType(
            name: name, product: product, hasURL: true, options: File.options,
            capabilities: RecordStore<FileEngine<File>>.capabilities(of: File.limits),
            open: { (opening) throws(StoreError) in
                guard let url = opening.url, url.isFileURL else {
                    throw StoreError(
                        .missing, [.store: opening.name, .reason: "a store of this type needs a file URL"])
                }
                return try FileStore<File>(url).open(opening)
            },
            metadata: { (url) throws(StoreError) in try FileStore<File>(url).metadata() },
            requireFree: { (url) throws(StoreError) in try FileStore<File>(url).requireFree() },
            destroy: { (url) throws(StoreError) in try FileStore<File>(url).destroy() },
            copy: { (source, target) throws(StoreError) in try FileStore<File>(source).copy(to: target) })
    }
}
