import PolystoreModel

/// A key path whose names were found in the model: relationships to follow, and what stands at the end.
public struct ResolvedPath: Hashable, Sendable {
    /// The end of a path.
    public enum Terminal: Hashable, Sendable {
        /// The value of an attribute of the last object.
        case attribute(ModelAttribute)
        /// The last object itself, by its ID; with no steps, the evaluated object.
        case object
        /// The number of objects behind the last step.
        case count
    }

    /// The relationships, first to last; at most one of them is to-many.
    public var steps: [ModelRelationship]
    /// The end.
    public var terminal: Terminal

    /// Makes a path.
    public init(steps: [ModelRelationship] = [], terminal: Terminal) {
        self.steps = steps
        self.terminal = terminal
    }

    /// The evaluated object itself.
    public static let evaluatedObject = ResolvedPath(terminal: .object)

    /// The position of the to-many step, if there is one.
    public var toManyIndex: Int? { steps.firstIndex(where: \.isToMany) }

    /// The path as text: `employer.name`, `staff.@count`, `SELF`.
    public var text: String {
        var names = steps.map(\.name)
        switch terminal {
        case .attribute(let attribute): names.append(attribute.name)
        case .object: if names.isEmpty { names.append("SELF") }
        case .count: names.append("@count")
        }
        return names.joined(separator: ".")
    }
}
