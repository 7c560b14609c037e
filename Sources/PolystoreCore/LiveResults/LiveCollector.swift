import PolystoreModel
import PolystoreQuery

/// Makes the entries of a live list of the rows that a fetch hands out.
final class LiveCollector {
    private let context: ManagedObjectContext
    private let section: ResolvedSortKey?
    private let order: LiveOrder?
    private let keepsObjects: Bool
    private let source: ContextRowSource
    private let lookahead: Lookahead
    private var waiting: [(row: ProjectedRow, object: ManagedObject?)] = []
    /// The entries so far.
    private(set) var entries: [LiveEntry] = []
    /// What went wrong; nothing is taken behind it.
    private(set) var failure: (any Error)?

    /// How many rows wait for what their sections lead to, to be read together.
    private static let chunk = 1000

    init(
        _ context: ManagedObjectContext, _ source: ContextRowSource, section: ResolvedSortKey?, order: LiveOrder?,
        keepsObjects: Bool
    ) {
        (self.context, self.source, self.section, self.order) = (context, source, section, order)
        self.keepsObjects = keepsObjects
        lookahead = Lookahead(nil, section.map { [$0] } ?? [])
    }

    /// Takes a row; false when nothing more is wanted.
    func take(_ row: FetchedRow) -> Bool {
        guard failure == nil else { return false }
        do {
            let object = keepsObjects ? context.object(of: row) : nil
            guard !lookahead.isEmpty else {
                try add(row.view, object)
                return true
            }
            waiting.append((ProjectedRow(row), object))
            if waiting.count >= Self.chunk { try settle() }
        } catch {
            failure = error
        }
        return failure == nil
    }

    /// Takes what is left.
    ///
    /// - Throws: What went wrong.
    func finish() throws {
        if let failure { throw failure }
        try settle()
    }

    private func settle() throws {
        guard !waiting.isEmpty else { return }
        defer { waiting.removeAll(keepingCapacity: true) }
        try withExtendedLifetime(waiting) { try lookahead.prepare(waiting.map { $0.row.withRow { $0 } }, source) }
        for (row, object) in waiting { try row.withRow { try add($0, object) } }
        source.trim()
    }

    private func add(_ row: RowView, _ object: ManagedObject?) throws {
        entries.append(
            LiveEntry(
                objectID: row.objectID, object: object,
                section: try section?.value(of: row, source: source) ?? .missing,
                place: try order?.place(of: row, source) ?? []))
    }
}
