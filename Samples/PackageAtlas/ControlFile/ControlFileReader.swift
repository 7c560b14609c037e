import Foundation

/// Debian's control file format, paragraph by paragraph, in bounded memory.
///
/// The format: `Field: value` lines, continuation lines that begin with a space or a tab, blank lines between
/// paragraphs, and comment lines that begin with `#`. The reader is tolerant: a line that breaks the format is noted
/// in `problems` and skipped, and everything around it is still read. Only a file that cannot be read further throws.
struct ControlFileReader {
    /// How many problems are kept; further ones are only counted.
    static let keptProblems = 100

    /// The first problems that were met, in line order.
    private(set) var problems: [ControlFileError] = []
    /// How many problems were met.
    private(set) var problemCount = 0

    private var lines: LineReader

    /// The file's name for messages.
    var name: String { lines.name }
    /// How many lines were read so far.
    var lineCount: Int { lines.number }

    /// Reads a file.
    ///
    /// - Throws: `ControlFileError` when it cannot be opened.
    init(contentsOf url: URL, named name: String? = nil) throws(ControlFileError) {
        lines = try LineReader(contentsOf: url, named: name)
    }

    /// Reads from lines.
    init(_ lines: LineReader) {
        self.lines = lines
    }

    /// The next paragraph with at least one field, or nil after the last one.
    ///
    /// - Throws: `ControlFileError` when the file cannot be read further.
    mutating func next() throws(ControlFileError) -> ControlParagraph? {
        var paragraph = ControlParagraph()
        // The continuation lines of a field that was skipped are skipped with it, as one problem.
        var isSkipping = false
        while let line = try lines.next() {
            guard let first = line.first(where: { !Self.isBlank($0) }) else {
                if paragraph.line > 0 { return paragraph }
                isSkipping = false
                continue
            }
            if line.first == UInt8(ascii: "#") { continue }
            if let lead = line.first, Self.isBlank(lead) {
                guard !isSkipping else { continue }
                guard paragraph.line > 0 else {
                    note(.continuationWithoutField)
                    isSkipping = true
                    continue
                }
                // A line that holds a lone dot stands for an empty one.
                let isDot = first == UInt8(ascii: ".") && Self.trimmed(line).count == 1
                paragraph.extendLast(with: isDot ? "" : text(Self.trimmedAtEnd(line.dropFirst())))
            } else if let field = field(of: line, in: paragraph) {
                paragraph.append(field)
                isSkipping = false
            } else {
                isSkipping = true
            }
        }
        return paragraph.line > 0 ? paragraph : nil
    }

    /// Notes a problem that the reader's user found in a field.
    mutating func note(_ problem: ControlFileError.Problem, line: Int? = nil) {
        problemCount += 1
        guard problems.count < Self.keptProblems else { return }
        problems.append(ControlFileError(file: lines.name, line: line ?? lines.number, problem: problem))
    }

    private mutating func field(of line: ArraySlice<UInt8>, in paragraph: ControlParagraph) -> ControlField? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            note(.missingColon)
            return nil
        }
        let nameBytes = line[..<colon]
        guard let first = nameBytes.first, first != UInt8(ascii: "-"), nameBytes.allSatisfy({ (33...126).contains($0) })
        else {
            note(.badFieldName)
            return nil
        }
        let name = String(decoding: nameBytes, as: UTF8.self)
        if let earlier = paragraph[name] {
            note(.duplicateField(name, firstLine: earlier.line))
            return nil
        }
        let value = text(Self.trimmed(line[(colon + 1)...]))
        return ControlField(name: name, line: lines.number, lines: [value])
    }

    private mutating func text(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        note(.invalidText)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func trimmedAtEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return bytes
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        trimmedAtEnd(bytes.drop(while: isBlank))
    }
}
