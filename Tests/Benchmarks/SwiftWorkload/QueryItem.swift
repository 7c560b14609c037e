import CWorkload
import Foundation

/// The values of one item that G1 to G8 ask for; see `queries.h`.
public struct QueryItem: Sendable {
    /// Categories and days, and how many days G2 asks for.
    public static let categories = Int(QUERIES_CATEGORIES), days = Int(QUERIES_DAYS), daySpan = Int(QUERIES_DAY_SPAN)
    /// Scores are below this; the widest range of G3, and how many G3t takes.
    public static let scores = Int(QUERIES_SCORES), scoreSpan = Int(QUERIES_SCORE_SPAN), top = Int(QUERIES_TOP)
    /// Groups of codes, and how many codes G7 lists.
    public static let codeGroups = Int(QUERIES_CODE_GROUPS), listedCodes = Int(QUERIES_CODES)
    /// Values of the optional attribute.
    public static let notes = Int(QUERIES_NOTES)
    /// Ranks, and how many of them G6 asks for.
    public static let ranks = Int(QUERIES_RANKS), rankSpan = Int(QUERIES_RANK_SPAN)

    /// The attributes.
    public let category: Int, day: Int, score: Int, code: String, note: Int?, rank: Int
    /// The place of the company, from 0.
    public let company: Int

    /// Generates the items of a run.
    public static func generate(_ options: WorkloadOptions) -> [QueryItem] {
        guard let items = workload_items(Int64(options.objects), Int64(options.companies)) else { return [] }
        defer { free(items) }
        return (0..<options.objects).map { QueryItem(items[$0], code: code($0)) }
    }

    /// The code of an item.
    public static func code(_ index: Int) -> String { text(16) { workload_code(Int64(index), $0) } }

    /// What the codes of a group begin with.
    public static func prefix(_ group: Int) -> String { text(5) { workload_code_prefix(Int64(group), $0) } }

    private init(_ item: query_item, code: String) {
        (category, day, score) = (Int(item.category), Int(item.day), Int(item.score))
        self.code = code
        note = item.has_note ? Int(item.note) : nil
        rank = Int(item.rank)
        company = Int(item.company) - 1
    }

    private static func text(_ size: Int, _ write: (UnsafeMutablePointer<CChar>) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            write(start)
            return String(cString: start)
        }
    }
}
