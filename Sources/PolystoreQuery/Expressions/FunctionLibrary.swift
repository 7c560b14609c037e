import PolystoreModel

/// The functions that a program has added to the expression language: the list of all that may be called.
public struct FunctionLibrary: Sendable {
    private var functions: [String: ExtensionFunction] = [:]

    /// A library without functions.
    public init() {}

    /// The names of the functions, in the order of their bytes.
    public var names: [String] { functions.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

    /// The function of a name.
    public subscript(name: String) -> ExtensionFunction? { functions[name] }

    /// Adds a function.
    ///
    /// - Throws: `QueryError` with code `invalidFunctionName` when another has the name: what a request means never
    ///   changes.
    public mutating func add(_ function: ExtensionFunction) throws(QueryError) {
        guard functions[function.name].map({ $0 === function }) ?? true else {
            throw QueryError(.invalidFunctionName, [.function: function.name])
        }
        functions[function.name] = function
    }
}
