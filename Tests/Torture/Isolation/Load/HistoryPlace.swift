/// The objects of one history, beside those of others in the same stores.
struct HistoryPlace: Sendable {
    let stores: IsolationStores
    /// The number of the history in these stores.
    let history: Int64
    let clock = Clock()

    init(_ stores: IsolationStores, history: Int) { (self.stores, self.history) = (stores, Int64(history)) }

    /// The stored number of a cell.
    func number(_ cell: Int) -> Int64 { history * Int64(IsolationStores.stride) + Int64(cell) }

    func cell(_ number: Int64) -> Int { Int(number % Int64(IsolationStores.stride)) }

    /// The cell and the property of a key; nil for marks.
    func cell(of key: HistoryKey) -> (cell: Int, property: CellProperty)? {
        guard key.kind != .set else { return nil }
        let text = key.description.drop { !$0.isNumber }
        let digits = text.prefix(while: \.isNumber)
        guard let cell = Int(digits), let property = CellProperty(rawValue: String(text.dropFirst(digits.count))) else {
            return nil
        }
        return (cell, property)
    }

    static func marks(_ cell: Int) -> HistoryKey { HistoryKey("#\(cell)") }
}
