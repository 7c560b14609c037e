import Foundation
import PolystoreModel

extension PredicateCompiler {
    /// The outcome of a comparison of a slot's value with constants.
    enum SlotTest {
        case instruction(PredicateInstruction)
        /// False whatever the row holds, missing or not.
        case alwaysFalse
    }

    /// The test of a comparison with the value of a slot; nil when slot and constant only meet as values.
    ///
    /// `!=` is left to the caller to turn around.
    mutating func slotTest(_ comparison: ResolvedComparison, _ slot: RowSlot, _ index: Int) -> SlotTest? {
        if case .constant(.missing) = comparison.right {
            switch comparison.comparator {
            // A slot that holds a value is never equal to none.
            case .equal, .notEqual: return .instruction(PredicateInstruction(.never, slot, at: index))
            default: return .alwaysFalse
            }
        }
        if case .values(let bounds) = comparison.right, comparison.comparator == .between {
            guard bounds.count == 2, !bounds.contains(.missing) else { return .alwaysFalse }
        }
        let instruction: PredicateInstruction? =
            switch slot.kind {
            case .boolean, .integer16, .integer32, .integer64, .orderKey, .float, .double, .date:
                numberTest(comparison, slot, index)
            case .string, .uri, .uuid, .decimal: bytesTest(comparison, slot, index)
            case .reference, .objectReference: referenceTest(comparison, slot, index)
            case .binary, .transformable: nil
            }
        return instruction.map(SlotTest.instruction)
    }

    private mutating func numberTest(
        _ comparison: ResolvedComparison, _ slot: RowSlot, _ index: Int
    ) -> PredicateInstruction? {
        switch (comparison.comparator, comparison.right) {
        case (.isIn, .values(let values)): return listTest(values, slot, index)
        case (.between, .values(let bounds)):
            guard bounds.count == 2,
                let range = ConstantRange(from: bounds[0], through: bounds[1], comparedWith: slot.kind)
            else { return nil }
            return rangeTest(range, slot, index)
        case (_, .constant(let value)):
            return ConstantRange(comparison.comparator, value, comparedWith: slot.kind).map {
                rangeTest($0, slot, index)
            }
        default: return nil
        }
    }

    private func rangeTest(_ range: ConstantRange, _ slot: RowSlot, _ index: Int) -> PredicateInstruction {
        let test: PredicateInstruction.Test =
            switch slot.kind {
            case .boolean: .boolean
            case .integer16: .integer16
            case .integer32: .integer32
            case .float: .float
            case .double, .date: .double
            default: .integer64
            }
        var instruction = PredicateInstruction(test, slot, at: index)
        switch range {
        case .integers(let range): (instruction.lower, instruction.upper) = (range.lower, range.upper)
        case .doubles(let range):
            instruction.lower = Int64(bitPattern: range.lower.bitPattern)
            instruction.upper = Int64(bitPattern: range.upper.bitPattern)
        }
        return instruction
    }

    /// The test whether a number is one of some.
    private mutating func listTest(_ values: [Value], _ slot: RowSlot, _ index: Int) -> PredicateInstruction? {
        var (integers, doubles): (Set<Int64>, Set<Double>) = ([], [])
        for value in values {
            guard let range = ConstantRange(.equal, value, comparedWith: slot.kind) else { return nil }
            // A number that the kind cannot hold is in no slot.
            if range.isEmpty { continue }
            switch range {
            case .integers(let range): integers.insert(range.lower)
            // Zeros of both signs are one.
            case .doubles(let range): doubles.insert(range.lower + 0.0)
            }
        }
        switch slot.kind {
        case .float, .double, .date:
            return list(.doubleList, slot, index, doubles.sorted().map { Int64(bitPattern: $0.bitPattern) })
        default: return list(.integerList, slot, index, integers.sorted())
        }
    }

    private mutating func list(
        _ test: PredicateInstruction.Test, _ slot: RowSlot, _ index: Int, _ entries: [Int64]
    ) -> PredicateInstruction {
        var instruction = PredicateInstruction(test, slot, at: index)
        instruction.lower = Int64(tables.integers.count)
        instruction.upper = Int64(entries.count)
        tables.integers += entries
        return instruction
    }

    private mutating func referenceTest(
        _ comparison: ResolvedComparison, _ slot: RowSlot, _ index: Int
    ) -> PredicateInstruction? {
        switch (comparison.comparator, comparison.right) {
        case (.equal, .constant(.object(let object))), (.notEqual, .constant(.object(let object))):
            var instruction = PredicateInstruction(.reference, slot, at: index)
            instruction.lower = Int64(tables.objects.count)
            instruction.upper = object.store == layout.store && object.root == slot.destinationRoot ? 1 : 0
            tables.objects.append(object)
            return instruction
        case (.isIn, .objects(let objects)):
            var instruction = PredicateInstruction(.referenceSet, slot, at: index)
            instruction.lower = Int64(tables.sets.count)
            tables.sets.append(objects)
            return instruction
        default: return nil
        }
    }
}
