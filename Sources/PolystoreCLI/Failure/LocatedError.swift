/// An error together with the file or text that it is about.
struct LocatedError: Error {
    /// The file's name, or what the text is called.
    let file: String
    /// The text, when the error names a place in it.
    var text: String?
    /// What happened.
    let error: any Error

    /// Runs work on a file and locates what it throws.
    static func about<Result>(_ file: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error where FailureReport.needsPlace(error) {
            throw LocatedError(file: file, error: error)
        }
    }
}
