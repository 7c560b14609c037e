import Foundation

extension StoreFile {
    /// Reads the store file at a path.
    ///
    /// - Parameters:
    ///   - path: The file; messages show the path as it is given here.
    ///   - environment: The variables that `${NAME}` stands for.
    /// - Throws: `ConfigurationError` with every problem of the text at once, each with line and column.
    public init(
        path: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ConfigurationError) {
        self = try StoreFile.file(of: StoreFileReading(path: path, environment: environment))
    }

    /// Reads the text of a store file.
    ///
    /// - Parameters:
    ///   - text: The text, YAML or JSON.
    ///   - name: The name that messages show.
    ///   - folder: The folder that relative paths start from.
    ///   - environment: The variables that `${NAME}` stands for.
    /// - Throws: `ConfigurationError` with every problem of the text at once, each with line and column.
    public init(
        text: String, name: String, folder: URL,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ConfigurationError) {
        self = try StoreFile.file(
            of: StoreFileReading(text: text, name: name, folder: folder, environment: environment))
    }

    private static func file(of reading: StoreFileReading) throws(ConfigurationError) -> StoreFile {
        if let error = reading.error() { throw error }
        guard let file = reading.file else {
            throw ConfigurationError(
                file: reading.name,
                problems: [.init(.invalidSyntax, "the file is empty", file: reading.name, place: nil)])
        }
        return file
    }
}
