import Foundation
import PolystoreModel
import PolystoreStorage

/// How the recorded rows of one layout become rows of a layout of the reader.
final class RowMapping {
    private struct Step {
        let from: RowSlot
        let fromIndex: Int
        let to: RowSlot
        let toIndex: Int
    }

    /// The layout of the record.
    let source: RowLayout
    /// The layout of the reader.
    let target: RowLayout
    /// What the record has and the reader has no place for: `Entity.property`.
    let omissions: Set<String>
    /// In the order of the target's slots.
    private let steps: [Step]
    /// The slots that the record does not have.
    private let added: [RowSlot]
    /// A row of default values in the added slots.
    private let defaults: MutableRow

    /// Whether the reader has properties that the record does not have.
    var addsSlots: Bool { !added.isEmpty }

    /// - Parameters:
    ///   - source: The layout of the record.
    ///   - identifiers: The renaming identifiers of its properties, by name.
    ///   - target: The layout of the reader.
    ///   - entity: The reader's entity.
    /// - Throws: `incompatible` when a property of the reader cannot hold every value of the recorded one.
    init(
        from source: RowLayout, _ identifiers: [String: String], to target: RowLayout, of entity: ModelEntity
    ) throws(ChangeSetError) {
        let sources = source.slots.map { RenamedName(name: $0.key.name, identifier: identifiers[$0.key.name]) }
        let own = entity.renamingIdentifiers
        let targets = target.slots.map { RenamedName(name: $0.key.name, identifier: own[$0.key.name]) }
        var steps: [Step] = []
        var added: [RowSlot] = []
        var used: Set<Int> = []
        for (toIndex, place) in RenamedName.sources(of: targets, among: sources).enumerated() {
            let to = target.slots[toIndex]
            guard let place else {
                added.append(to)
                continue
            }
            let from = source.slots[place]
            guard from.kind.widens(to: to.kind) else {
                throw ChangeSetError(
                    .incompatible,
                    [
                        .entity: entity.name, .property: to.key.name, .expected: "\(to.kind)",
                        .found: "\(from.kind)",
                    ])
            }
            used.insert(place)
            steps.append(Step(from: from, fromIndex: place, to: to, toIndex: toIndex))
        }
        (self.source, self.target, self.steps, self.added) = (source, target, steps, added)
        omissions = Set(
            sources.indices.filter { !used.contains($0) }.map { "\(source.descriptor.entity).\(sources[$0].name)" })
        defaults = try Self.defaults(target, entity)
    }

    private static func defaults(_ target: RowLayout, _ entity: ModelEntity) throws(ChangeSetError) -> MutableRow {
        let row = MutableRow.make(target, key: 0)
        for attribute in entity.attributes where !attribute.description.defaultValue.isMissing {
            let index = target.index(of: attribute.key)
            guard index >= 0 else { continue }
            do {
                try row.set(attribute.description.defaultValue, at: index)
            } catch {
                throw ChangeSetError(
                    .incompatible, [.entity: entity.name, .property: attribute.name], cause: error)
            }
        }
        return row
    }

    /// The target's slots for some of the source's.
    func changed(_ slots: SlotSet) -> SlotSet {
        var result = SlotSet()
        for step in steps where slots.contains(step.fromIndex) { result.insert(step.toIndex) }
        return result
    }

    /// What stands in the slots that the record does not have.
    enum Addition {
        /// Nothing.
        case missing
        /// The default values of the model.
        case defaults
        /// What a row of the reader's store has.
        case row(RowView)
    }

    /// Adds a recorded row to rows of the reader.
    ///
    /// - Parameters:
    ///   - row: A row of the source layout, whose checksum fits.
    ///   - peers: What the numbers of peers stand for in the record.
    ///   - roots: The recorded hierarchies of references, as the reader has them.
    ///   - addition: What stands in the added slots.
    ///   - builder: Takes the row.
    /// - Throws: `damaged` for a value that no row has, without the offset; `incompatible` for a reference that leaves the
    ///   store where the reader's cannot.
    func add(
        _ row: RowView, _ peers: [ObjectPlace], _ roots: [RootNumber: RootNumber], _ addition: Addition,
        to builder: RowBatchBuilder
    ) throws(ChangeSetError) {
        builder.begin(target, key: row.key, version: row.version)
        for step in steps where !row.isMissing(step.from) {
            if step.from.kind.isReference {
                try addReference(row, step, peers, roots, to: builder)
            } else {
                try RecordedValue.check(row, step.from)
                row.copyValue(step.from, to: step.to, of: builder)
            }
        }
        switch addition {
        case .missing: break
        case .defaults: fill(from: defaults.view, builder)
        case .row(let stored): fill(from: stored, builder)
        }
        builder.end()
    }

    private func fill(from row: RowView, _ builder: RowBatchBuilder) {
        for slot in added {
            guard let own = row.slot(of: slot.key)?.pointee, !row.isMissing(own), own.kind == slot.kind else {
                continue
            }
            if own.kind.isReference {
                builder.setReference(row.referenceKey(own), peer: row.referencePeer(own), slot)
            } else {
                row.copyValue(own, to: slot, of: builder)
            }
        }
    }

    private func addReference(
        _ row: RowView, _ step: Step, _ peers: [ObjectPlace], _ roots: [RootNumber: RootNumber],
        to builder: RowBatchBuilder
    ) throws(ChangeSetError) {
        let number = Int(row.referencePeer(step.from))
        guard number <= peers.count else { throw ChangeSetError(.damaged, [.reason: "a peer that has no place"]) }
        let named = step.from.destinationRoot
        let place =
            number == 0
            ? ObjectPlace(store: source.store, root: roots[named] ?? named) : peers[number - 1]
        let key = row.referenceKey(step.from)
        if place.store == target.store, place.root == step.to.destinationRoot {
            builder.setReference(key, peer: 0, step.to)
            return
        }
        guard step.to.hasPeer else {
            throw ChangeSetError(
                .incompatible,
                [
                    .entity: target.descriptor.entity, .property: step.to.key.name,
                    .reason: "the reference leads to another store or hierarchy",
                ])
        }
        builder.setReference(key, peer: target.peers.number(of: place.store, place.root), step.to)
    }
}
