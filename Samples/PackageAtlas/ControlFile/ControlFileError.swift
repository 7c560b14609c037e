/// What is wrong with a control file, and in which line of which file.
struct ControlFileError: Error, Equatable, CustomStringConvertible {
    /// The kinds of mistake.
    enum Problem: Equatable, Sendable {
        /// The file cannot be read; the text is the system's reason.
        case unreadable(String)
        /// A line is longer than the reader is ready to hold.
        case lineTooLong(limit: Int)
        /// A line is neither `Name: value` nor the continuation of one.
        case missingColon
        /// The part before the colon is no field name.
        case badFieldName
        /// A continuation line stands where no field has begun.
        case continuationWithoutField
        /// A paragraph has the same field twice; the first one, in the given line, counts.
        case duplicateField(String, firstLine: Int)
        /// A line is not UTF-8; the wrong bytes were replaced.
        case invalidText
        /// A paragraph lacks a field that every package has.
        case missingField(String)
        /// A field's value cannot be understood; the text says why.
        case badValue(field: String, String)
    }

    /// The file's name as the program was given it.
    let file: String
    /// The line, counted from 1; 0 when the file as a whole is meant.
    let line: Int
    /// The mistake.
    let problem: Problem

    var description: String {
        line > 0 ? "\(file):\(line): error: \(explanation)" : "\(file): error: \(explanation)"
    }

    private var explanation: String {
        switch problem {
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .lineTooLong(let limit): "the line is longer than \(limit) bytes"
        case .missingColon: "the line has no colon; expected 'Field: value'"
        case .badFieldName: "a field's name holds printable ASCII characters only and does not begin with '#' or '-'"
        case .continuationWithoutField: "a continuation line needs a field before it"
        case .duplicateField(let name, let first): "field '\(name)' is given twice; line \(first) counts"
        case .invalidText: "the line is not UTF-8"
        case .missingField(let name): "the paragraph has no field '\(name)'"
        case .badValue(let field, let reason): "field '\(field)': \(reason)"
        }
    }
}
