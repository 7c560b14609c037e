import Foundation
import PolystoreModel

extension PredicateCompiler {
    /// What a comparison of a slot's value with constants comes to.
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
            case .boolean, .integer16, .integer32, .integer64, .orderKey: integerTest(comparison, slot, index)
            case .float, .double, .date: doubleTest(comparison, slot, index)
            case .string, .uri, .uuid, .decimal: bytesTest(comparison, slot, index)
            case .reference, .objectReference: referenceTest(comparison, slot, index)
            case .binary, .transformable: nil
            }
        return instruction.map(SlotTest.instruction)
    }

    private mutating func integerTest(
        _ comparison: ResolvedComparison, _ slot: RowSlot, _ index: Int
    ) -> PredicateInstruction? {
        func fits(_ value: Value) -> Bool {
            switch value {
            case .boolean: slot.kind == .boolean
            case .integer, .double, .decimal: slot.kind != .boolean
            default: false
            }
        }
        let test: PredicateInstruction.Test =
            switch slot.kind {
            case .boolean: .boolean
            case .integer16: .integer16
            case .integer32: .integer32
            default: .integer64
            }
        if case .values(let values) = comparison.right, comparison.comparator == .isIn {
            guard values.allSatisfy(fits) else { return nil }
            // Numbers that are no integers are in no slot.
            let integers = values.compactMap { value in
                NumberRange<Int64>(.equal, value).flatMap { $0.lower == $0.upper ? $0.lower : nil }
            }
            return list(.integerList, slot, index, Array(Set(integers)).sorted())
        }
        guard let range: NumberRange<Int64> = range(comparison, fits, { NumberRange<Int64>($0, $1) }) else {
            return nil
        }
        var instruction = PredicateInstruction(test, slot, at: index)
        (instruction.lower, instruction.upper) = (range.lower, range.upper)
        return instruction
    }

    private mutating func doubleTest(
        _ comparison: ResolvedComparison, _ slot: RowSlot, _ index: Int
    ) -> PredicateInstruction? {
        func number(_ value: Value) -> Value {
            guard slot.kind == .date else { return value }
            guard case .date(let date) = value else { return .missing }
            return .double(date.timeIntervalSinceReferenceDate)
        }
        if case .values(let values) = comparison.right, comparison.comparator == .isIn {
            let ranges = values.map { NumberRange<Double>(.equal, number($0)) }
            guard !ranges.contains(where: { $0 == nil }) else { return nil }
            let numbers = ranges.compactMap { $0.flatMap { $0.lower == $0.upper ? $0.lower + 0.0 : nil } }
            let sorted = Array(Set(numbers)).sorted()
            return list(.doubleList, slot, index, sorted.map { Int64(bitPattern: $0.bitPattern) })
        }
        guard
            let range: NumberRange<Double> = range(comparison, { _ in true }, { NumberRange<Double>($0, number($1)) })
        else { return nil }
        var instruction = PredicateInstruction(slot.kind == .float ? .float : .double, slot, at: index)
        instruction.lower = Int64(bitPattern: range.lower.bitPattern)
        instruction.upper = Int64(bitPattern: range.upper.bitPattern)
        return instruction
    }

    /// The range of a comparison with one number, or between two.
    private func range<Bound>(
        _ comparison: ResolvedComparison, _ fits: (Value) -> Bool,
        _ make: (FetchComparison.Operator, Value) -> NumberRange<Bound>?
    ) -> NumberRange<Bound>? {
        switch (comparison.comparator, comparison.right) {
        case (.between, .values(let bounds)):
            guard bounds.count == 2, bounds.allSatisfy(fits), let above = make(.greaterOrEqual, bounds[0]),
                let below = make(.lessOrEqual, bounds[1])
            else { return nil }
            return above.intersection(below)
        case (_, .constant(let value)): return fits(value) ? make(comparison.comparator, value) : nil
        default: return nil
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
