/// The table of targets, and the line that ends a run.
public struct JudgementTable {
    private let judgements: [Judgement]

    /// Prepares the table.
    public init(_ judgements: [Judgement]) { self.judgements = judgements }

    /// Targets against engines in full, those against peers in one line each peer and product.
    public var text: String {
        var table = TextTable(["target", "backend", "against", "ratio", "95 % from", "to", "limit", "verdict"])
        for judgement in judgements where judgement.target.kind != .ahead {
            let range = judgement.values.interval
            table.add([
                judgement.target.workload, judgement.target.product.replacing("polystore-", with: ""),
                judgement.target.reference ?? "bytes", Quantity.ratio(judgement.values.median),
                range.map { Quantity.ratio($0.lowerBound) } ?? "-", range.map { Quantity.ratio($0.upperBound) } ?? "-",
                (judgement.target.isLeast ? ">= " : "<= ") + Quantity.ratio(judgement.target.limit),
                text(judgement),
            ])
        }
        return ([table.text] + ahead).joined(separator: "\n")
    }

    /// The verdict; where there are too few rounds for one, on which side of the limit their median lies.
    private func text(_ judgement: Judgement) -> String {
        guard judgement.values.interval == nil else { return judgement.verdict.rawValue }
        let median = judgement.values.median, limit = judgement.target.limit
        let isWithin = judgement.target.isLeast ? median >= limit : median <= limit
        return isWithin ? "undecided, within" : "undecided, beyond"
    }

    private var ahead: [String] {
        let groups = Dictionary(grouping: judgements.filter { $0.target.kind == .ahead }) {
            "\($0.target.product) ahead of \($0.target.reference ?? "")"
        }
        return groups.sorted { $0.key < $1.key }.map { title, group in
            let behind = group.filter { $0.verdict == .missed }.map(\.target.workload)
            let open = group.filter { $0.verdict == .undecided }.map(\.target.workload)
            return "\(title): \(group.count { $0.verdict == .met }) of \(group.count)"
                + (behind.isEmpty ? "" : "; behind in \(behind.joined(separator: ", "))")
                + (open.isEmpty ? "" : "; undecided in \(open.joined(separator: ", "))")
        }
    }

    /// How many targets are met.
    public var conclusion: String {
        "bench: \(judgements.count { $0.verdict == .met }) of \(judgements.count) targets met"
    }
}
