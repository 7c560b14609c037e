import Polystore
import Testing

/// What an error must be and name.
struct ExpectedError: Sendable {
    /// Type and code of the error, then of what caused it.
    let chain: [String]
    /// What the details must contain, in the error or in a cause.
    let details: [ErrorDetails.Key: String]
    /// What the error's text must contain.
    let texts: [String]

    /// Records an issue for each thing that is not as expected.
    func check(_ error: any Error) {
        let links = ExpectedError.links(of: error)
        #expect(Array(links.map(\.name).prefix(chain.count)) == chain, "\(error)")
        for (key, text) in details {
            let found = links.compactMap { $0.details[key] }
            #expect(found.contains { $0.contains(text) }, "no detail '\(key)' has '\(text)' in: \(error)")
        }
        let description = "\(error)"
        for text in texts { #expect(description.contains(text)) }
        #expect(!description.contains("classified"), "a message shows a value")
    }

    /// The error and its causes.
    private static func links(of error: any Error) -> [(name: String, details: ErrorDetails)] {
        var links: [(name: String, details: ErrorDetails)] = []
        var next: (any Error)? = error
        while let error = next {
            switch error {
            case let error as any StructuredError:
                links.append(("\(type(of: error)).\(error.code.rawValue)", error.details))
                next = error.cause
            case let error as ConfigurationError:
                links += error.problems.map { ("ConfigurationError.\($0.code.rawValue)", $0.details) }
                next = error.cause
            case let error as ModelError:
                links += error.problems.map { ("ModelError.\($0.code.rawValue)", $0.details) }
                next = nil
            default:
                links.append(("\(type(of: error))", [:]))
                next = nil
            }
        }
        return links
    }
}
