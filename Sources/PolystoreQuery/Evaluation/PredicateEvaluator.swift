import PolystoreModel

/// Decides for rows whether a predicate holds: the reference semantics, which every store's own filter must equal.
///
/// Logic is two-valued: `==` and `!=` treat a missing value as a value, any other comparison with one is false, and NOT
/// is the complement. Rows may be of any layout of the entity's hierarchy; for each layout that it meets the evaluator
/// compiles the predicate once, so that a row's own slots are tested in place: text by its UTF-8 bytes, numbers without
/// conversion.
///
/// Not thread-safe: one evaluator belongs to one request.
public final class PredicateEvaluator {
    /// The predicate.
    public let predicate: ResolvedPredicate
    private var compiled: [CompiledPredicate] = []
    // The entry for the layout met last, which is nearly always that of the next row; kept alive by `compiled`.
    @exclusivity(unchecked) private var last: Unmanaged<CompiledPredicate>?

    /// Makes an evaluator.
    public init(_ predicate: ResolvedPredicate) { self.predicate = predicate }

    /// Whether the predicate holds for a row.
    ///
    /// - Parameters:
    ///   - row: A row of any layout of the hierarchy of the entity that the predicate was resolved for.
    ///   - source: Where related objects are found; asked only when the predicate leads to some.
    /// - Returns: Whether the predicate holds.
    /// - Throws: The source's errors.
    /// - Complexity: Some nanoseconds for each comparison with a slot of the row; a look-up for each step of a path.
    public func matches(_ row: RowView, source: any RowSource) throws -> Bool {
        try ask(row) { try $0.matches(row, source) }
    }

    /// Moves those of some rows to the front, in their order, that pass the tests which come first: of numbers, which lie in
    /// a row's fixed part, so that nothing else has to be there.
    ///
    /// The predicate holds for those of them for which `matchesRest` says so; nothing is to be asked for where these tests
    /// are all.
    ///
    /// - Parameters:
    ///   - rows: The rows, all of one layout.
    ///   - layout: The layout.
    /// - Returns: How many rows there are in front, and whether more than these tests has to hold.
    /// - Complexity: As `matches`, without what one call costs for each row.
    public func keepPassing(
        _ rows: UnsafeMutableBufferPointer<RowPlace>, of layout: RowLayout
    ) -> (count: Int, hasRest: Bool) {
        let program = program(for: layout)
        return (program.keepPassing(rows), program.hasRest)
    }

    /// Whether the predicate holds for a row that `keepPassing` has left.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - source: Where related objects are found.
    /// - Returns: Whether the predicate holds.
    /// - Throws: The source's errors.
    /// - Complexity: As `matches`, for what was not tested yet, which most often is nothing.
    public func matchesRest(_ row: RowView, source: any RowSource) throws -> Bool {
        try ask(row) { try $0.matchesRest(row, source) }
    }

    /// Asks the program of a row's layout.
    @inline(__always)
    private func ask(_ row: RowView, _ question: (CompiledPredicate) throws -> Bool) rethrows -> Bool {
        if let last {
            let answer = try last.withObject { program in
                row.isLaidOut(by: program.layout) ? try question(program) : nil
            }
            if let answer { return answer }
        }
        return try question(program(for: row.layout))
    }

    private func program(for layout: RowLayout) -> CompiledPredicate {
        if let last, last.withObject({ $0.layout === layout }) { return last.takeUnretainedValue() }
        let known = compiled.first { $0.layout === layout }
        let program = known ?? PredicateCompiler.compile(predicate, layout)
        if known == nil { compiled.append(program) }
        last = Unmanaged.passUnretained(program)
        return program
    }
}
