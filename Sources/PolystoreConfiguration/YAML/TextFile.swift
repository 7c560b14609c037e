import Foundation

/// Reads the text of a file that people write, and says what is wrong with a file that is none.
enum TextFile {
    /// Why a file cannot be read.
    struct Failure: Error {
        let message: String
        let place: TextPlace?
        /// Whether there is no such file.
        var isMissing = false
    }

    /// No file that people write is as large.
    private static let limit = 16 << 20

    /// The text of the file at a path.
    static func text(atPath path: String) throws(Failure) -> String {
        guard !path.isEmpty else { throw Failure(message: "the file has no name", place: nil) }
        let attributes: [FileAttributeKey: Any]
        let data: Data
        do {
            // Links are followed by hand: attributes are those of the link itself.
            let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            attributes = try FileManager.default.attributesOfItem(atPath: resolved)
        } catch {
            throw failure(error)
        }
        switch attributes[.type] as? FileAttributeType {
        case .typeRegular: break
        // A link that could not be followed to its end.
        case .typeSymbolicLink: throw Failure(message: missing, place: nil, isMissing: true)
        case .typeDirectory: throw Failure(message: "this is a folder, not a file", place: nil)
        default: throw Failure(message: "this is not an ordinary file", place: nil)
        }
        guard (attributes[.size] as? Int).map({ $0 <= limit }) ?? false else {
            throw Failure(message: "the file is larger than 16 MiB", place: nil)
        }
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw failure(error)
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw Failure(message: "the file is not UTF-8 text", place: place(ofInvalid: data))
        }
        return text
    }

    private static let missing = "the file does not exist"

    private static func failure(_ error: any Error) -> Failure {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile?, .fileNoSuchFile?: Failure(message: missing, place: nil, isMissing: true)
        case .fileReadNoPermission?: Failure(message: "the file cannot be read: permission denied", place: nil)
        default: Failure(message: "the file cannot be read: \(error.localizedDescription)", place: nil)
        }
    }

    /// Where the first bytes stand that are no UTF-8.
    private static func place(ofInvalid data: Data) -> TextPlace {
        var (line, column) = (1, 1)
        var decoder = Unicode.UTF8()
        var bytes = data.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        return TextPlace(line: line, column: column)
    }
}
