/// The description of a composite: named elements that an attribute of type composite holds together.
public struct CompositeDescription: Hashable, Sendable, Codable {
    /// The composite's name, unique within the model.
    public var name: String
    /// The elements; an element may itself be composite.
    public var elements: [AttributeDescription]

    /// Makes a composite.
    public init(name: String, elements: [AttributeDescription]) {
        self.name = name
        self.elements = elements
    }
}
