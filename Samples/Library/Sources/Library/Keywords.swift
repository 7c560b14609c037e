import Polystore

/// What a work is about; kept as JSON.
struct Keywords: Codable, Hashable, TransformableValue {
    var words: [String]

    static var zeroValue: Keywords { Keywords(words: []) }
}
