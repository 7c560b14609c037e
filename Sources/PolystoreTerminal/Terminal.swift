import Foundation

/// The terminal behind one of a program's streams.
///
/// Everything is read once, when the value is made; the width follows the window on each reading.
package struct Terminal: Sendable {
    /// The stream that the screen shows.
    package let stream: StandardStream
    /// Whether a person's terminal that understands cursor movement is there.
    package let isInteractive: Bool
    /// Whether text may be coloured: an interactive terminal, and `NO_COLOR` is not set.
    package let hasColour: Bool

    /// Looks at a stream in the environment of this process.
    package init(_ stream: StandardStream) {
        self.init(stream, isTerminal: stream.isTerminal, environment: ProcessInfo.processInfo.environment)
    }

    /// The rules of `init(_:)` on given facts.
    init(_ stream: StandardStream, isTerminal: Bool, environment: [String: String]) {
        self.stream = stream
        isInteractive = isTerminal && environment["TERM"] != "dumb"
        hasColour = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// The width in cells, or nil when the stream is no terminal and lines may be as long as they are.
    package var columns: Int? {
        isInteractive ? stream.columns ?? 80 : nil
    }

    /// The text in a style, or as it is where there is no colour.
    package func styled(_ text: String, _ style: TextStyle) -> String {
        hasColour ? style.applied(to: text) : text
    }
}
