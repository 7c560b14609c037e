import PolystoreModel

/// Turns a predicate into tests on the slots of one layout.
struct PredicateCompiler {
    let layout: RowLayout
    var tables = CompiledPredicate.Tables()

    /// Where a test goes on to: another instruction, or an answer.
    struct Targets {
        var ifTrue = PredicateInstruction.answerTrue
        var ifFalse = PredicateInstruction.answerFalse

        func target(_ answer: Bool) -> Int32 { answer ? ifTrue : ifFalse }
    }

    /// Compiles a predicate for the rows of a layout.
    static func compile(_ predicate: ResolvedPredicate, _ layout: RowLayout) -> CompiledPredicate {
        var compiler = PredicateCompiler(layout: layout)
        let entry = compiler.putNumbersFirst(from: compiler.compile(predicate, Targets()))
        return CompiledPredicate(layout, entry: entry, compiler.tables)
    }

    /// Adds the tests of a predicate; the result is where they begin.
    ///
    /// Later parts are added first, so that earlier ones know where to go on.
    private mutating func compile(_ predicate: ResolvedPredicate, _ targets: Targets) -> Int32 {
        switch predicate {
        case .constant(let value): return targets.target(value)
        case .comparison(let comparison): return compile(comparison, targets)
        case .expression(let comparison):
            var instruction = PredicateInstruction(.expression)
            instruction.lower = Int64(tables.expressions.count)
            tables.expressions.append(ExpressionComparison(comparison))
            return append(instruction, targets)
        case .not(let part): return compile(part, Targets(ifTrue: targets.ifFalse, ifFalse: targets.ifTrue))
        case .and(let parts):
            return parts.reversed().reduce(targets.ifTrue) { next, part in
                compile(part, Targets(ifTrue: next, ifFalse: targets.ifFalse))
            }
        case .or(let parts):
            return parts.reversed().reduce(targets.ifFalse) { next, part in
                compile(part, Targets(ifTrue: targets.ifTrue, ifFalse: next))
            }
        }
    }

    private mutating func compile(_ comparison: ResolvedComparison, _ targets: Targets) -> Int32 {
        if case .path(let path) = comparison.left, comparison.quantifier == .none {
            switch (path.steps.count, path.terminal) {
            case (0, .attribute(let attribute)):
                let index = layout.index(of: attribute.key)
                if let entry = compile(comparison, slot: index, targets) { return entry }
            case (0, .object):
                if let entry = compile(self: comparison, targets) { return entry }
            case (1, .object):
                let index = layout.index(of: path.steps[0].key)
                if index >= 0, let entry = compile(comparison, slot: index, targets) { return entry }
            default: break
            }
        }
        var instruction = PredicateInstruction(.path)
        instruction.lower = Int64(tables.paths.count)
        tables.paths.append(PathComparison(comparison))
        return append(instruction, targets)
    }

    /// A comparison of one slot with constants; nil when it needs the slow way.
    private mutating func compile(
        _ comparison: ResolvedComparison, slot index: Int, _ targets: Targets
    ) -> Int32? {
        guard let whenMissing = comparison.answerWhenMissing else { return nil }
        guard index >= 0 else { return targets.target(whenMissing) }
        let slot = layout.slots[index]
        guard let test = slotTest(comparison, slot, index) else { return nil }
        guard case .instruction(var instruction) = test else { return targets.target(false) }
        instruction.isTrueWhenMissing = whenMissing
        instruction.isNegated = instruction.isNegated != (comparison.comparator == .notEqual)
        return append(instruction, targets)
    }

    /// A comparison of the evaluated object itself; nil when it needs the slow way.
    private mutating func compile(self comparison: ResolvedComparison, _ targets: Targets) -> Int32? {
        switch (comparison.comparator, comparison.right) {
        case (.equal, .constant(let value)), (.notEqual, .constant(let value)):
            guard case .object(let object) = value else { return targets.target(comparison.comparator == .notEqual) }
            var instruction = PredicateInstruction(.itself)
            instruction.lower = Int64(tables.objects.count)
            instruction.isNegated = comparison.comparator == .notEqual
            tables.objects.append(object)
            return append(instruction, targets)
        case (.isIn, .objects(let objects)):
            var instruction = PredicateInstruction(.itselfSet)
            instruction.lower = Int64(tables.sets.count)
            tables.sets.append(objects)
            return append(instruction, targets)
        default: return nil
        }
    }

    private mutating func append(_ instruction: PredicateInstruction, _ targets: Targets) -> Int32 {
        var instruction = instruction
        (instruction.ifTrue, instruction.ifFalse) = (targets.ifTrue, targets.ifFalse)
        // What must not hold is said as its opposite that must, which is what tests of many rows together ask for.
        if targets.ifTrue == PredicateInstruction.answerFalse { instruction.turnAround() }
        tables.instructions.append(instruction)
        return Int32(tables.instructions.count - 1)
    }
}

extension ResolvedComparison {
    /// What the comparison says of a missing value on its left; nil when that depends on a path on its right.
    var answerWhenMissing: Bool? {
        switch right {
        case .path: nil
        case .constant(let value):
            switch comparator {
            case .equal: value.isMissing
            case .notEqual: !value.isMissing
            default: false
            }
        case .values, .objects: false
        }
    }
}
