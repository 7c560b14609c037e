extension PredicateCompiler {
    /// Puts tests of numbers before other tests of the row's own slots, where all of them have to hold from the beginning;
    /// the result is where the program begins then.
    ///
    /// A number is compared in a step and for many rows at once, a text has to be found and read. Which of these tests
    /// refuses a row has no visible effect; a test that may fail, and all behind it, keeps its place.
    mutating func putNumbersFirst(from entry: Int32) -> Int32 {
        var (numbers, others): ([Int32], [Int32]) = ([], [])
        var next = entry
        // INVARIANT: nothing but the instruction before leads to one of these, so that each can be moved.
        while next >= 0, tables.instructions[Int(next)].mustHoldAndCannotFail {
            let instruction = tables.instructions[Int(next)]
            if instruction.isNumberTestThatMustHold { numbers.append(next) } else { others.append(next) }
            next = instruction.ifTrue
        }
        return (numbers + others).reversed().reduce(next) { next, place in
            tables.instructions[Int(place)].ifTrue = next
            return place
        }
    }
}
