import Foundation
import PolystoreModel
import PolystoreStorage

/// Reads what a record says of one store.
struct StoreChangesDecoder {
    private(set) var changes = StoreChanges()
    /// What the reader's model has no place for: `Entity` or `Entity.property`.
    private(set) var omissions: Set<String> = []

    let number: StoreNumber
    /// The store, when it is open: rows are laid out as it lays them out.
    private let store: (any PersistentStore)?
    private var resolution: ModelResolution
    private var entries: [PeerTable.Entry] = []
    private var descriptors: [(descriptor: RowLayoutDescriptor, identifiers: [String: String])] = []
    /// The layouts once the first row has come; the record names no more of them afterwards.
    private var rows: RecordedRows?

    init(_ number: StoreNumber, _ store: (any PersistentStore)?, _ resolution: ModelResolution) {
        self.number = number
        self.store = store
        self.resolution = resolution
    }

    /// Reads a message.
    mutating func read(_ kind: RecordFormat.Kind, _ message: inout MessageReader) throws(ChangeSetError) {
        switch kind {
        case .peers: try readPeers(&message)
        case .layout: try readLayout(&message)
        case .inserts, .updates, .tombstones: try readRows(kind, &message)
        case .deletes: changes.deletes += try readMarks(&message)
        case .locks: changes.locks += try readMarks(&message)
        case .links: try readLinks(&message)
        case .metadata: try readMetadata(&message)
        case .begin, .names, .touched, .store, .end: throw message.damaged("a message at a wrong place")
        }
        try message.requireEnd()
    }

    /// Puts rows and marks into the order that stores expect; entities that were renamed may have another place in it.
    mutating func sort() {
        Self.sort(&changes.inserts)
        Self.sort(&changes.updates)
        Self.sort(&changes.tombstones)
        changes.deletes = changes.deletes.sorted(byNumber: \.key).sorted(byNumber: \.entity.index)
    }

    private static func sort(_ rows: inout [StoreChanges.Row]) {
        func place(_ row: StoreChanges.Row) -> (Int, Int64) { (row.view.layout.entity?.index ?? 0, row.view.key) }
        let isSorted = zip(rows, rows.dropFirst()).allSatisfy { place($0) <= place($1) }
        if !isSorted { rows = rows.sorted(byNumber: { place($0).1 }).sorted(byNumber: { place($0).0 }) }
    }

    private mutating func readPeers(_ message: inout MessageReader) throws(ChangeSetError) {
        guard entries.isEmpty, descriptors.isEmpty, rows == nil else { throw message.damaged("peers at a wrong place") }
        for _ in 0..<(try message.count(ofAtLeast: 20)) {
            entries.append(PeerTable.Entry(store: try message.uuid(), root: try message.text()))
        }
    }

    private mutating func readLayout(_ message: inout MessageReader) throws(ChangeSetError) {
        guard rows == nil else { throw message.damaged("a layout behind rows") }
        let (number, entityNumber) = (try message.integer(UInt16.self), try message.integer(UInt16.self))
        let (entity, root) = (try message.text(), try message.text())
        var levels: [[RowLayoutDescriptor.Slot]] = []
        var identifiers: [String: String] = [:]
        var names: Set<String> = []
        for _ in 0..<(try message.count(ofAtLeast: 4)) {
            var level: [RowLayoutDescriptor.Slot] = []
            for _ in 0..<(try message.count(ofAtLeast: 8)) {
                let slot = try readSlot(&message, &identifiers)
                guard names.insert(slot.name).inserted else { throw message.damaged("two slots of one name") }
                level.append(slot)
            }
            levels.append(level)
        }
        guard names.count <= RecordFormat.slotCount, number > 0,
            !descriptors.contains(where: { $0.descriptor.number == number })
        else { throw message.damaged("a layout") }
        let descriptor = RowLayoutDescriptor(
            number: number, entity: entity, root: root, entityNumber: entityNumber, levels: levels)
        descriptors.append((descriptor, identifiers))
    }

    private func readSlot(
        _ message: inout MessageReader, _ identifiers: inout [String: String]
    ) throws(ChangeSetError) -> RowLayoutDescriptor.Slot {
        let name = try message.text()
        if let identifier = try message.optionalText() { identifiers[name] = identifier }
        guard let kind = SlotKind(rawValue: try message.integer()) else { throw message.damaged("a kind of value") }
        let hasPeer = try message.flag()
        let root = try message.optionalText()
        // Only a reference has a peer, and one that has none leads to one hierarchy.
        let isConsistent =
            switch kind {
            case .reference: root != nil
            case .objectReference: hasPeer && root == nil
            default: !hasPeer && root == nil
            }
        guard isConsistent else { throw message.damaged("a slot") }
        return RowLayoutDescriptor.Slot(name: name, kind: kind, hasPeer: hasPeer, destinationRoot: root)
    }

    private mutating func readRows(
        _ kind: RecordFormat.Kind, _ message: inout MessageReader
    ) throws(ChangeSetError) {
        if rows == nil { rows = try RecordedRows(number, store, entries, descriptors, &resolution) }
        guard let rows else { return }
        let read = try rows.read(kind, &message)
        switch kind {
        case .inserts: changes.inserts += read
        case .updates: changes.updates += read
        default: changes.tombstones += read
        }
        omissions.formUnion(rows.omissions)
    }

    private mutating func readMarks(_ message: inout MessageReader) throws(ChangeSetError) -> [StoreChanges.Mark] {
        let name = try message.text()
        let entity = resolution.entity(named: name)
        if entity == nil { omissions.insert(name) }
        guard !(entity?.isAbstract ?? false) else {
            throw ChangeSetError(.incompatible, [.entity: name, .reason: "the entity is abstract"])
        }
        var marks: [StoreChanges.Mark] = []
        while !message.isAtEnd {
            let (key, version) = (try message.integer(Int64.self), try message.integer(UInt32.self))
            if let entity { marks.append(StoreChanges.Mark(entity: entity, key: key, expectedVersion: version)) }
        }
        return marks
    }

    private mutating func readLinks(_ message: inout MessageReader) throws(ChangeSetError) {
        let entityName = try message.text()
        let name = RenamedName(name: try message.text(), identifier: try message.optionalText())
        let relationship = resolution.entity(named: entityName).flatMap { resolution.relationship(name, of: $0) }
        if relationship == nil { omissions.insert("\(entityName).\(name.name)") }
        if let relationship, relationship.join == nil {
            throw ChangeSetError(
                .incompatible,
                [
                    .entity: relationship.entity.name, .property: relationship.name,
                    .reason: "the relationship is not kept as pairs",
                ])
        }
        let places = try message.places(&resolution)
        while !message.isAtEnd {
            let flags = LinkFlags(rawValue: try message.integer())
            guard flags.isSubset(of: .all) else { throw message.damaged("a pair") }
            let (source, target) = (try message.object(in: places), try message.object(in: places))
            let targetOrder = flags.contains(.hasTargetOrder) ? try message.integer(Int64.self) : nil
            let sourceOrder = flags.contains(.hasSourceOrder) ? try message.integer(Int64.self) : nil
            guard let relationship, let join = relationship.join else { continue }
            // Which side of a join is forward follows from names, which may have changed.
            let isForward = join.forward === relationship
            changes.links.append(
                LinkChange(
                    join: join, source: isForward ? source : target, target: isForward ? target : source,
                    kind: flags.contains(.removes) ? .remove : .put,
                    targetOrder: isForward ? targetOrder : sourceOrder,
                    sourceOrder: isForward ? sourceOrder : targetOrder))
        }
    }

    private mutating func readMetadata(_ message: inout MessageReader) throws(ChangeSetError) {
        for _ in 0..<(try message.count(ofAtLeast: 5)) {
            let name = try message.text()
            changes.metadata[name] = .some(try message.optionalText())
        }
    }
}
