/// Where the parts of a store file stand, and how its values were written, so that later problems can be shown there.
struct StoreFileSource: Hashable, Sendable {
    /// The file's name, as messages show it.
    let name: String
    /// The places by the keys that lead to a thing.
    var places: [[String]: TextPlace] = [:]
    /// The texts, as written, of values of which a part came from the environment.
    var written: [TextPlace: String] = [:]

    /// Where the thing that keys lead to stands, or else the nearest thing around it.
    func place(of path: [String]) -> TextPlace? {
        var path = path
        while !path.isEmpty {
            if let place = places[path] { return place }
            path.removeLast()
        }
        return nil
    }

    /// The text of a value as written, when a part of it came from the environment.
    func variables(at path: [String]) -> String? { places[path].flatMap { written[$0] } }

    /// A value in quotes, for messages; as written when a part of it came from the environment.
    func quoted(_ value: String, at path: [String]) -> String { "'\(variables(at: path) ?? value)'" }

    /// `line 12`, or nothing.
    func line(of path: [String]) -> String { place(of: path).map { "line \($0.line)" } ?? "" }
}
