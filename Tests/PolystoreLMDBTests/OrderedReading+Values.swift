import PolystoreRecordLayer
import PolystoreStorage

extension OrderedReading {
    /// Copies of the values of several keys of the same length, looked up together.
    func values(_ table: EngineTable, _ keys: [[UInt8]]) throws(StoreError) -> [[UInt8]?] {
        let places = UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>.allocate(capacity: keys.count)
        defer { places.deallocate() }
        places.initialize(repeating: nil)
        try keys.flatMap(\.self).withUnsafeBufferPointer { (bytes) throws(StoreError) in
            try values(table, UnsafeRawBufferPointer(bytes), places)
        }
        return places.map { $0.map { Array($0) } }
    }
}
