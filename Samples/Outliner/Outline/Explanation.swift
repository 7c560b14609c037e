import Polystore

/// Errors in one line, for the status line.
enum Explanation {
    static func of(_ error: any Error) -> String {
        if let error = error as? SaveError, error.validationFailures.contains(where: isEmptyTitle) {
            return "a title cannot be empty"
        }
        return "\(error)".split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
            .joined(separator: "; ")
    }

    private static func isEmptyTitle(_ failure: ValidationFailure) -> Bool {
        failure.property == "title" && (failure.code == .tooShort || failure.code == .missing)
    }
}
