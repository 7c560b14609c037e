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
    /// - Throws: What the source throws.
    /// - Complexity: Some nanoseconds for each comparison with a slot of the row; a look-up for each step of a path.
    public func matches(_ row: RowView, source: any RowSource) throws -> Bool {
        if let last {
            let answer = try last._withUnsafeGuaranteedRef { program in
                row.isLaidOut(by: program.layout) ? try program.matches(row, source) : nil
            }
            if let answer { return answer }
        }
        return try program(for: row.layout).matches(row, source)
    }

    /// Moves those of some rows for which the predicate holds to the front, in their order.
    ///
    /// - Parameters:
    ///   - rows: The rows, as for `matches`.
    ///   - source: Where related objects are found.
    ///   - place: When the source throws, where the row that was looked at lies then, among those moved to the front.
    /// - Returns: How many rows there are in front.
    /// - Throws: What the source throws.
    /// - Complexity: As `matches`, without what one call costs for each row.
    public func keepMatching(
        _ rows: UnsafeMutableBufferPointer<RowView>, source: any RowSource, place: inout Int
    ) throws -> Int {
        var (kept, start) = (0, 0)
        while start < rows.count {
            let program = program(for: rows[start].layout)
            let layout = program.layout
            var end = start + 1
            while end < rows.count, rows[end].isLaidOut(by: layout) { end += 1 }
            let alike = UnsafeMutableBufferPointer(rebasing: rows[start..<end])
            do {
                let count = try program.keepMatching(alike, source, place: &place)
                if kept < start { for index in 0..<count { rows[kept + index] = alike[index] } }
                (kept, start) = (kept + count, end)
            } catch {
                place += start
                throw error
            }
        }
        return kept
    }

    private func program(for layout: RowLayout) -> CompiledPredicate {
        if let last, last._withUnsafeGuaranteedRef({ $0.layout === layout }) { return last.takeUnretainedValue() }
        let known = compiled.first { $0.layout === layout }
        let program = known ?? PredicateCompiler.compile(predicate, layout)
        if known == nil { compiled.append(program) }
        last = Unmanaged.passUnretained(program)
        return program
    }
}
