import Yams

/// The reading of one YAML file: its problems so far, and the place of everything that was read.
///
/// Reading never stops at a problem, so that all are found at once.
final class YAMLFile {
    /// The file's name, as messages show it.
    let name: String
    private(set) var problems: [YAMLProblem] = []
    private(set) var places: [[String]: TextPlace] = [:]
    /// The texts, as written, of values that must not be shown: a part of them came from outside of the file.
    var written: [TextPlace: String] = [:]

    /// The places of keys that stand twice; what stands there was reported and is not read.
    var passedOver: Set<TextPlace> = []

    init(name: String) { self.name = name }

    /// Notes a problem with the thing that keys lead to, at its place if no other is given.
    func report(_ kind: YAMLProblem.Kind, _ message: String, in path: [String], at place: TextPlace? = nil) {
        problems.append(YAMLProblem(kind: kind, message: message, path: path, place: place ?? self.place(of: path)))
    }

    /// A value in quotes, for messages; as written when a part of it came from outside of the file.
    func quoted(_ text: String, at place: TextPlace?) -> String { "'\(place.flatMap { written[$0] } ?? text)'" }

    /// Notes where the thing that keys lead to stands.
    func setPlace(_ place: TextPlace?, of path: [String]) { places[path] = place }

    /// Where the thing that keys lead to stands, or else the nearest thing around it.
    func place(of path: [String]) -> TextPlace? {
        var path = path
        while !path.isEmpty {
            if let place = places[path] { return place }
            path.removeLast()
        }
        return nil
    }

    /// The keys and values of a mapping in order; an empty value is an empty mapping, anything else a problem.
    func entries(of node: Node, named name: String, at path: [String]) -> [YAMLEntry] {
        switch node {
        case .mapping(let mapping):
            var result: [YAMLEntry] = []
            for (key, value) in mapping {
                if let place = key.place, passedOver.contains(place) { continue }
                guard case .scalar(let scalar) = key else {
                    report(.syntax, "a key of \(name) is not a plain text", in: path, at: key.place)
                    continue
                }
                let entry = YAMLEntry(key: scalar.string, keyPlace: key.place, value: value)
                setPlace(entry.place, of: path + [entry.key])
                result.append(entry)
            }
            return result
        case .scalar(let scalar) where scalar.isEmptyValue: return []
        default:
            report(.invalidValue, "\(name) needs keys and values", in: path, at: node.place)
            return []
        }
    }

    /// The entries of a mapping from free names to things, each placed at its name.
    func namedEntries(of node: Node, named name: String, at path: [String]) -> [YAMLEntry] {
        let result = entries(of: node, named: name, at: path)
        for entry in result { setPlace(entry.keyPlace, of: path + [entry.key]) }
        return result
    }

    /// The text of a scalar as written.
    func text(of node: Node, named name: String, at path: [String]) -> String? {
        guard case .scalar(let scalar) = node, !scalar.isEmptyValue else {
            report(.invalidValue, "\(name) needs a value", in: path, at: node.place)
            return nil
        }
        return scalar.string
    }

    /// The elements of a list; a problem when it is none.
    func list(of node: Node, named name: String, at path: [String]) -> [Node]? {
        guard case .sequence(let sequence) = node else {
            report(.invalidValue, "\(name) needs a list, such as [a, b]", in: path, at: node.place)
            return nil
        }
        for (index, element) in sequence.enumerated() { setPlace(element.place, of: path + [String(index)]) }
        return Array(sequence)
    }

    /// The texts of a list of scalars.
    func texts(of node: Node, named name: String, at path: [String]) -> [String]? {
        list(of: node, named: name, at: path)?.enumerated().compactMap { index, element in
            text(of: element, named: "every element of \(name)", at: path + [String(index)])
        }
    }
}

extension Node.Scalar {
    /// Whether nothing was written at all; an empty text in quotes is a value.
    var isEmptyValue: Bool { string.isEmpty && style == .plain }
}
