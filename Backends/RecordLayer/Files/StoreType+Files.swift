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
                try FileStore<File>(files: StoreFiles(opening.url, store: opening.name)).open(opening)
            },
            exists: { (description) throws(StoreError) in
                SystemFile.exists(try FileStore<File>(description).files.path)
            },
            metadata: { (description) throws(StoreError) in try FileStore<File>(description).metadata() },
            reserve: { (description) throws(StoreError) in try FileStore<File>(description).reserve() },
            readers: { (description) throws(StoreError) in try FileStore<File>(description).readers() },
            destroy: { (description) throws(StoreError) in try FileStore<File>(description).destroy() },
            copy: { (source, target) throws(StoreError) in
                try FileStore<File>(source).copy(to: FileStore(target))
            })
    }
}
