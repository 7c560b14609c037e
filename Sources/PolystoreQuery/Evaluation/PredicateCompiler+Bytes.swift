import Foundation
import PolystoreModel

extension PredicateCompiler {
    /// The test of values that lie as bytes in the order of the values: text, URIs, UUIDs and decimals.
    mutating func bytesTest(
        _ comparison: ResolvedComparison, _ slot: RowSlot, _ index: Int
    ) -> PredicateInstruction? {
        let folding = slot.kind == .string || slot.kind == .uri ? TextFolding(comparison.options) : []
        switch comparison.right {
        case .values(let values):
            guard comparison.comparator == .isIn else { return nil }
            return listTest(values, folding, slot, index)
        case .constant(let value):
            if comparison.comparator == .like, slot.kind != .uuid, slot.kind != .decimal {
                guard let text = value.comparableText else { return nil }
                var instruction = PredicateInstruction(.like, slot, at: index)
                instruction.foldingBits = folding.rawValue
                instruction.lower = Int64(tables.patterns.count)
                tables.patterns.append(LikePattern(text, folding: folding))
                return instruction
            }
            guard let (test, isNegated) = test(comparison.comparator, slot.kind),
                let bytes = bytes(value, slot.kind, folding, isText: comparison.comparator.isTextOperator)
            else { return nil }
            var instruction = PredicateInstruction(test, slot, at: index)
            instruction.foldingBits = folding.rawValue
            instruction.isNegated = isNegated
            (instruction.lower, instruction.upper) = (Int64(tables.bytes.count), Int64(bytes.count))
            tables.bytes += bytes
            return instruction
        case .path, .objects: return nil
        }
    }

    private func test(
        _ comparator: FetchComparison.Operator, _ kind: SlotKind
    ) -> (PredicateInstruction.Test, isNegated: Bool)? {
        switch comparator {
        case .equal, .notEqual: return (.bytesEqual, false)
        case .less: return (.bytesLess, false)
        case .lessOrEqual: return (.bytesLessOrEqual, false)
        case .greater: return (.bytesLessOrEqual, true)
        case .greaterOrEqual: return (.bytesLess, true)
        default: break
        }
        guard kind == .string || kind == .uri else { return nil }
        switch comparator {
        case .contains: return (.bytesContain, false)
        case .beginsWith: return (.bytesBegin, false)
        case .endsWith: return (.bytesEnd, false)
        default: return nil
        }
    }

    /// A constant's bytes as a slot of a kind holds them, folded; nil when no slot of the kind holds such a value.
    private func bytes(_ value: Value, _ kind: SlotKind, _ folding: TextFolding, isText: Bool) -> [UInt8]? {
        // Operators on texts take those of URIs as well.
        if isText, kind == .uri, case .string(let text) = value { return TextBytes.folded(text, folding) }
        return ConstantBytes.bytes(value, comparedWith: kind).map(folding.fold)
    }

    private mutating func listTest(
        _ values: [Value], _ folding: TextFolding, _ slot: RowSlot, _ index: Int
    ) -> PredicateInstruction? {
        var entries = Set<[UInt8]>()
        for value in values {
            guard let bytes = bytes(value, slot.kind, folding, isText: false) else { return nil }
            entries.insert(bytes)
        }
        var instruction = PredicateInstruction(.bytesList, slot, at: index)
        instruction.foldingBits = folding.rawValue
        instruction.lower = Int64(tables.integers.count)
        instruction.upper = Int64(entries.count)
        for entry in entries.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            tables.integers += [Int64(tables.bytes.count), Int64(entry.count)]
            tables.bytes += entry
        }
        return instruction
    }
}
