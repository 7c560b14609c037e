/// Where in a model something stands: the keys of the model file that lead to it, from the outside in.
///
/// `entities`, `Person`, `attributes`, `age`, `default` is the default value of `Person.age`. A model that did not come
/// from a file has the same paths; a file's reader turns them into lines and columns.
public struct ModelPath: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// The keys.
    public var keys: [String]

    /// Makes a path of keys.
    public init(_ keys: [String] = []) { self.keys = keys }

    /// Makes a path of keys.
    public init(arrayLiteral elements: String...) { keys = elements }

    /// The keys with slashes between them.
    public var description: String { keys.joined(separator: "/") }

    /// The path of a part of what this path leads to.
    public static func / (path: ModelPath, key: String) -> ModelPath { ModelPath(path.keys + [key]) }
}
