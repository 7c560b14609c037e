/// The expectations of cases. Each throws a `ConformanceFailure` that names the place.

/// Expects that something holds.
func expect(
    _ condition: Bool, _ what: @autoclosure () -> String = "does not hold", file: String = #fileID, line: Int = #line
) throws {
    if !condition { throw ConformanceFailure(what(), file, line) }
}

/// Expects one value where another might be found.
func expect<Element: Equatable>(
    _ found: Element, is expected: Element, _ what: @autoclosure () -> String = "", file: String = #fileID,
    line: Int = #line
) throws {
    if found == expected { return }
    let subject = what()
    throw ConformanceFailure("\(subject.isEmpty ? "" : subject + ": ")expected \(expected), found \(found)", file, line)
}

/// Expects an error of a family, and hands it out.
@discardableResult
func expectError<Failure: Error>(
    _ family: Failure.Type, _ what: @autoclosure () -> String = "", file: String = #fileID, line: Int = #line,
    _ body: () throws -> Void
) throws -> Failure {
    do {
        try body()
    } catch let error as Failure {
        return error
    } catch {
        throw ConformanceFailure("\(what()): expected \(family), found \(type(of: error)): \(error)", file, line)
    }
    throw ConformanceFailure("\(what()): expected \(family), but nothing was thrown", file, line)
}

/// Expects that there is a value, and hands it out.
func require<Wrapped>(
    _ value: Wrapped?, _ what: @autoclosure () -> String = "a value is missing", file: String = #fileID,
    line: Int = #line
) throws -> Wrapped {
    guard let value else { throw ConformanceFailure(what(), file, line) }
    return value
}
