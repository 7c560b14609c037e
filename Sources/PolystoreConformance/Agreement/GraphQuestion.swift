import PolystoreStorage

/// A random question about a graph; the objects that it names are variables, which each store gives its own values.
struct GraphQuestion: Sendable {
    /// Which changes the context has that asks.
    enum Moment: String, Sendable {
        /// None.
        case saved
        /// Unsaved ones, which count.
        case pending
        /// Unsaved ones, which do not count.
        case disregarded
    }

    var moment: Moment
    var request: FetchRequestDescription
    /// Columns and groups; nil asks for objects.
    var dictionaries: DictionaryRequestDescription?

    /// The name of the variable for an object.
    static func variable(_ number: Int) -> String { "object\(number)" }
}

extension GraphQuestion: CustomStringConvertible {
    var description: String {
        var text = "\(moment) \(request.entityName)"
        if !request.includesSubentities { text += " alone" }
        if let predicate = request.predicate { text += " where \(predicate.formatText)" }
        if !request.sortKeys.isEmpty { text += " by \(request.sortKeys.map(\.formatText).joined(separator: ", "))" }
        if request.offset > 0 { text += " offset \(request.offset)" }
        if let limit = request.limit { text += " limit \(limit)" }
        guard let dictionaries else { return text }
        text += " columns \(dictionaries.columns.map(\.expression.formatText))"
        if !dictionaries.grouping.isEmpty { text += " groups \(dictionaries.grouping.map(\.formatText))" }
        if let having = dictionaries.having { text += " having \(having.formatText)" }
        return dictionaries.isDistinct ? text + " distinct" : text
    }
}
