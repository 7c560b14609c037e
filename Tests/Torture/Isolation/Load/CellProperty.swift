import Foundation
import Polystore

/// One of the two values of a cell: numbers, as text or as data.
enum CellProperty: String, CaseIterable {
    case text, data

    func key(_ cell: Int, isRegister: Bool) -> HistoryKey { HistoryKey("\(isRegister ? "~" : "")\(cell)\(rawValue)") }

    func numbers(of cell: ManagedObject) throws -> [Int] {
        switch try cell.value(forKey: rawValue) {
        case .missing: return []
        case .string(let text): return text.split(separator: " ").compactMap { Int($0) }
        case .data(let data): return String(decoding: data, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        default: throw Violation("a cell's \(rawValue) is of another type")
        }
    }

    func set(_ numbers: [Int], of cell: ManagedObject) throws {
        let text = numbers.map(String.init).joined(separator: " ")
        try cell.setValue(self == .text ? .string(text) : .data(Data(text.utf8)), forKey: rawValue)
    }
}
