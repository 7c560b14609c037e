/// A name with its value in an element's tag, as `optional="YES"`.
public struct DocumentAttribute: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value, without quotes and with all references replaced.
    public var value: String
    /// Where the first character of the value stands.
    public var place: DocumentPlace

    /// Makes an attribute.
    public init(_ name: String, _ value: String, place: DocumentPlace = .init()) {
        self.name = name
        self.value = value
        self.place = place
    }
}
