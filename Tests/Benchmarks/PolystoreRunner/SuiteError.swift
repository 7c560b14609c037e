/// What makes a run worthless.
enum SuiteError: Error {
    /// The store does not hold as many objects as were saved.
    case lostObjects(expected: UInt64, found: UInt64)
    /// The mode or variant that the program was given is not known.
    case unknownMode(String)
}
