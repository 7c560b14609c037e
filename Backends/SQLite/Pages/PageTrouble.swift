import PolystoreStorage

/// Why a reading of pages ends: but for what everybody is to know, the library is asked instead, which tells of damage
/// in its own words.
enum PageTrouble: Error {
    /// A page could not be read, or is not what it should be.
    case damaged(page: UInt32)
    /// The file has something that is read by statements only.
    case unknown
    /// A row is damaged, if statements say so too.
    case row(StoreError)
    /// A statement failed, or the transaction has ended.
    case store(StoreError)

    /// The trouble as an error for those who cannot ask the library any more.
    var asStoreError: StoreError {
        switch self {
        case .damaged(let page): StoreError(.damaged, [.reason: "page \(page) of the file is not what it should be"])
        case .unknown: StoreError(.damaged, [.reason: "the file has entries that only statements read"])
        case .row(let error), .store(let error): error
        }
    }
}
