import Yams

/// One key of a mapping with its value and both places.
struct YAMLEntry {
    let key: String
    let keyPlace: TextPlace?
    let value: Node

    /// Where a problem with the value is shown: at the value, or at the key of a nested mapping.
    var place: TextPlace? {
        if case .mapping = value { return keyPlace }
        return value.place ?? keyPlace
    }
}
