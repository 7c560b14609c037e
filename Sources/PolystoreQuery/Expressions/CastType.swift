/// What `CAST` makes of a value, by the names that are read.
public enum CastType: String, Hashable, Sendable, CaseIterable {
    case integer, double, decimal, string, boolean, date

    private static let names: [String: CastType] = [
        "NSNumber": .double, "NSDecimalNumber": .decimal, "NSString": .string, "NSDate": .date, "number": .double,
        "text": .string,
    ]

    /// The type of a name: one of this library's, or of the class that Foundation has for it.
    init?(name: String) {
        guard let type = CastType(rawValue: name) ?? CastType.names[name] else { return nil }
        self = type
    }
}
