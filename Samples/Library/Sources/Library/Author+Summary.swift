/// What people add to a generated class stands in files of their own.
extension Author {
    /// The name and the titles.
    var summary: String { "\(name): \(works.map(\.title).joined(separator: ", "))" }
}
