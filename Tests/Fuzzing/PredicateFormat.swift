import PolystoreQuery

/// What placeholders stand for, in turn.
private let arguments: [FetchExpression] = [
    .constant(.integer(42)), .constant(.string("a.b")), .constant(.missing), .aggregate([.constant(.integer(1))]),
    .constant(.double(0.5)), .keyPath(["name"]),
]

/// Text as a predicate: what is read prints as text that reads as an equal predicate and prints the same; an error has
/// an offset within the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func readPredicateFormat(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = FuzzedInput(start, count).text
    let placeholders = text.utf8.count { $0 == UInt8(ascii: "%") }
    let values = (0..<placeholders).map { arguments[$0 % arguments.count] }
    do throws(QueryError) {
        let predicate = try FetchPredicate(format: text, expressions: values)
        let printed = predicate.formatText
        guard let again = readBack(printed) else { return 0 }
        FuzzedInput.require(again == predicate, "another predicate: \(printed)")
        FuzzedInput.require(again.formatText.utf8.elementsEqual(printed.utf8), "another text: \(printed)")
    } catch {
        _ = error.excerpt(of: text)
        if let offset = error.details[.offset].flatMap({ Int($0) }) {
            FuzzedInput.require((0...text.utf8.count).contains(offset), "an offset beyond the text: \(error)")
        } else {
            // There is no place for a text that is too long as a whole, or for arguments that nothing stands for.
            let isWhole = [.tooLong, .argumentMismatch].contains(error.code)
            FuzzedInput.require(isWhole, "no offset: \(error)")
        }
    }
    return 0
}

/// Reads text again that was printed; nil where parentheses that the printer adds make it too deep.
private func readBack(_ text: String) -> FetchPredicate? {
    do {
        return try FetchPredicate(format: text)
    } catch {
        FuzzedInput.require(error.code == .tooDeep, "printed text cannot be read: \(error) \(text)")
        return nil
    }
}
