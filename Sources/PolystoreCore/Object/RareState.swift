import PolystoreModel

/// What an object has beyond the row that it was read from, in 8 bytes.
///
/// Most objects that are changed have a changed row and nothing else, and then there is no overlay around it: one piece of
/// memory less to be made, touched by every step of a save, and let go of.
package enum RareState {
    /// Nothing: the object is as its row is.
    case nothing
    /// The changed row alone.
    case row(MutableRow)
    /// Whatever there is.
    case overlay(ObjectOverlay)

    /// Whether there is nothing.
    @inline(__always) package var isNothing: Bool {
        if case .nothing = self { return true }
        return false
    }

    /// The changed row, without counting references to it; nil while no stored property was set.
    @inline(__always) package var unmanagedRow: Unmanaged<MutableRow>? {
        switch self {
        case .nothing: nil
        case .row(let row): Unmanaged.passUnretained(row)
        case .overlay(let overlay): overlay.unmanagedRow
        }
    }

    /// The changed row; nil while no stored property was set.
    package var row: MutableRow? {
        get { unmanagedRow?.takeUnretainedValue() }
        set {
            switch self {
            case .overlay(let overlay): overlay.row = newValue
            case .nothing, .row: self = newValue.map(RareState.row) ?? .nothing
            }
        }
    }

    /// Whether everything here can be found or set anew, so that a clean object without other references can go.
    @inline(__always) package var isDispensable: Bool {
        switch self {
        case .nothing: true
        case .row: false
        case .overlay(let overlay): overlay.isDispensable
        }
    }
}
