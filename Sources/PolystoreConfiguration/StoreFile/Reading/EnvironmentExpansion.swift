import Yams

/// Replaces `${NAME}` and `${NAME:-default}` in the values of a file, after it was parsed, so that no value of the
/// environment can change the file's structure.
struct EnvironmentExpansion {
    /// A use of a variable that cannot be replaced.
    struct Failure: Error {
        let message: String
    }

    /// The variables.
    let environment: [String: String]
    /// What could not be replaced, with its place; those values stay as written.
    private(set) var failures: [(place: TextPlace?, message: String)] = []
    /// The texts, as written, of values of which a part came from the environment.
    private(set) var written: [TextPlace: String] = [:]

    init(environment: [String: String]) { self.environment = environment }

    /// A node whose values have their variables replaced; keys stay as they are.
    mutating func expand(_ node: Node) -> Node {
        switch node {
        case .scalar(let scalar): .scalar(expand(scalar))
        case .sequence(var nodes):
            { () -> Node in
                for index in nodes.indices { nodes[index] = expand(nodes[index]) }
                return .sequence(nodes)
            }()
        case .mapping(let pairs):
            .mapping(
                Node.Mapping(pairs.map { ($0.key, expand($0.value)) }, pairs.tag, pairs.style, pairs.mark))
        case .alias: node
        }
    }

    private mutating func expand(_ scalar: Node.Scalar) -> Node.Scalar {
        guard scalar.string.contains("$") else { return scalar }
        var scanner = VariableScanner(scalar.string, environment: environment)
        let place = scalar.mark.map(TextPlace.init)
        do throws(Failure) {
            let text = try scanner.expanded()
            if scanner.usedEnvironment, let place { written[place] = scalar.string }
            return Node.Scalar(text, scalar.tag, scalar.style, scalar.mark)
        } catch {
            failures.append((place, error.message))
            return scalar
        }
    }
}
