import PolystoreStorage

extension RecordStore {
    /// Takes a copy out of the commit domain of its original, whose log knows nothing of the copy.
    static func leaveDomain(_ engine: Engine, named name: String) throws(StoreError) {
        guard var metadata = try metadata(of: engine, named: name), metadata.domain != nil else { return }
        metadata.domain = nil
        let (key, bytes) = (MetadataKey.metadata, try RecordOpening.encode(metadata))
        let transaction = try engine.begin(.full)
        do throws(StoreError) {
            let sealed = SealedValue.sealed(bytes, under: key)
            try key.withUnsafeBytesTyped { (key) throws(StoreError) in
                try sealed.withUnsafeBytesTyped { (value) throws(StoreError) in
                    try transaction.put(.metadata, key, value)
                }
            }
        } catch {
            transaction.rollback()
            throw error
        }
        try transaction.commit()
    }
}
