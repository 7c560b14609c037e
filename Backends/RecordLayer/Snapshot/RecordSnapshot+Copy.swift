import PolystoreModel
import PolystoreStorage

extension RecordSnapshot {
    /// Writes everything that the snapshot shows into a file of its own, in order, so that it takes no more room than it needs.
    func copy(to target: PersistentStoreDescription) throws(StoreError) {
        try reading { (contents) throws(StoreError) in
            guard let snapshot = contents.snapshot as? any CopyableSnapshot else {
                throw StoreError(.unsupported, [.store: target.name, .reason: "the store lies in no file"])
            }
            let metadata = try contents.metadataOfCopy()
            try snapshot.makeFile(target) { (receive) throws(StoreError) in
                for table in EngineTable.allCases {
                    try contents.snapshot.scan(table, .all, .forward) { (key, value) throws(StoreError) in
                        if table == .metadata, key.elementsEqual(MetadataKey.metadata), let metadata {
                            try metadata.withUnsafeBytesTyped { (bytes) throws(StoreError) in
                                try receive(table, key, bytes)
                            }
                        } else {
                            try receive(table, key, value)
                        }
                        return true
                    }
                }
            }
        }
    }
}

extension RecordContents {
    /// The sealed metadata of a copy, which belongs to no commit domain; nil where they are those of the original.
    fileprivate func metadataOfCopy() throws(StoreError) -> [UInt8]? {
        guard var metadata = try RecordOpening.metadata(snapshot, catalog.storeName), metadata.domain != nil else {
            return nil
        }
        metadata.domain = nil
        return SealedValue.sealed(try RecordOpening.encode(metadata), under: MetadataKey.metadata)
    }
}
