/// One thing in which a model differs from another, in words.
public struct ModelChange: Hashable, Sendable, CustomStringConvertible {
    /// What changed: `entity Person`, `Person.age`, `configuration People`.
    public let subject: String
    /// What became of it: `type was Integer 16, is Integer 64`.
    public let sentence: String
    /// Whether stored objects are concerned, so that a store of the one model cannot be used with the other.
    public let concernsStores: Bool

    /// The subject and the sentence.
    public var description: String { "\(subject): \(sentence)" }
}
