/// Why text could not be written to a standard stream.
package enum OutputError: Error, Equatable, CustomStringConvertible {
    /// The reader of the output has gone, as in `… | head`; a command then ends quietly with `exitCode`.
    case closedPipe
    /// The system refused the write, for example because the disk behind a redirection is full.
    case failed(code: Int32)

    /// The status that a command ends with after a closed pipe: what a shell reports for a program that SIGPIPE ended.
    package static let exitCode: Int32 = 141

    package var description: String {
        switch self {
        case .closedPipe: "the reader of the output has gone"
        case .failed(let code): "cannot write the output: \(StandardStream.explanation(of: code))"
        }
    }
}
