/// How many seconds the programs of a run took, so that a run can be cut to the time that there is.
public struct Costs: Sendable {
    private var seconds: [String: [RunPart: [Double]]] = [:]

    /// Nothing has run.
    public init() {}

    /// Adds what a part of a product took in a round.
    public mutating func add(_ seconds: Double, _ product: String, _ part: RunPart) {
        self.seconds[product, default: [:]][part, default: []].append(seconds)
    }

    /// What a part of a product took when it ran last; 0 when it never ran.
    public func last(_ product: String, _ part: RunPart) -> Double { seconds[product]?[part]?.last ?? 0 }

    /// What a product took in all rounds.
    public func total(_ product: String) -> Double {
        seconds[product]?.values.reduce(0) { $0 + $1.reduce(0, +) } ?? 0
    }

    /// A table of the mean seconds of a round, by product and part.
    public func table(_ products: [String]) -> String {
        var table = TextTable(["seconds a round"] + RunPart.allCases.map(\.rawValue) + ["rounds", "seconds in all"])
        for product in products {
            guard let parts = seconds[product] else { continue }
            let means = RunPart.allCases.map { part in
                parts[part].map { Self.text($0.reduce(0, +) / Double($0.count)) } ?? ""
            }
            let later = parts.filter { $0.key.isLater }.values.reduce(0) { $0 + $1.count }
            let rounds = later + (parts.filter { !$0.key.isLater }.values.map(\.count).max() ?? 0)
            table.add([product] + means + ["\(rounds)", Self.text(total(product))])
        }
        let all = products.reduce(0) { $0 + total($1) }
        table.add(["all"] + RunPart.allCases.map { _ in "" } + ["", Self.text(all)])
        return table.text
    }

    private static func text(_ seconds: Double) -> String { Quantity.number(seconds) }
}
