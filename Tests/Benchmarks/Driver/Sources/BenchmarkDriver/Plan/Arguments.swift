/// The arguments of the driver, each of the form `name=value`.
public struct Arguments: Sendable {
    private var values: [String: String] = [:]

    /// Reads arguments.
    ///
    /// - Throws: `DriverError` for one of another form or with another name.
    public init(_ arguments: [String], known: Set<String>) throws(DriverError) {
        for argument in arguments {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, known.contains(String(parts[0])) else { throw .argument(argument) }
            values[String(parts[0])] = String(parts[1])
        }
    }

    /// The value of an argument; nil when it was not given or is empty.
    public subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The value of an argument, split at commas.
    public func list(_ name: String) -> [String] { self[name]?.split(separator: ",").map(String.init) ?? [] }

    /// A positive number.
    public func number(_ name: String) throws(DriverError) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), number > 0 else { throw .argument("\(name)=\(text)") }
        return number
    }
}
