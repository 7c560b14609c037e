import Foundation
import PolystoreModel
import PolystoreStorage

/// Writes a change set as a record: what it came from, then store by store what describes the rows, then the changes.
struct ChangeSetEncoder<Failure: Error> {
    typealias Writer = FrameWriter<Failure>

    let changes: ChangeSet
    let writer: Writer

    func encode() throws(Failure) {
        try writer.message(.begin) { (writer) throws(Failure) in
            try writer.append(RecordFormat.magic)
            try writer.append(RecordFormat.version)
            let origin = changes.origin
            try writer.append(optional: origin.contextName)
            try writer.append(optional: origin.author)
            try append(origin.process.instance)
            try writer.append(origin.process.name)
            try writer.append(origin.process.number)
            try writer.append(origin.time.timeIntervalSinceReferenceDate.bitPattern)
        }
        try encodeNames()
        try encodeTouched()
        for (store, changes) in changes { try encode(changes, of: store) }
        try writer.message(.end) { (writer) throws(Failure) in try writer.append(writer.frameCount) }
    }

    /// The renaming identifiers of the entities that the record may name.
    private func encodeNames() throws(Failure) {
        var known = RecordedEntities()
        for part in changes.values {
            eachLayout(of: part) { known.add($0.entity) }
            for mark in part.deletes { known.add(mark.entity) }
            for mark in part.locks { known.add(mark.entity) }
            for link in part.links { known.add(link.join.forward.entity) }
        }
        let names = known.names
        if names.isEmpty { return }
        try writer.message(.names) { (writer) throws(Failure) in
            try writer.append(UInt32(names.count))
            for (name, identifier) in names {
                try writer.append(name)
                try writer.append(identifier)
            }
        }
    }

    private func encodeTouched() throws(Failure) {
        try inChunks(changes.touched) { (objects) throws(Failure) in
            try writer.message(.touched) { (_) throws(Failure) in
                let places = RecordedPlaces(objects)
                try append(places)
                for object in objects { try append(object, places) }
            }
        }
    }

    private func encode(_ changes: StoreChanges, of store: StoreNumber) throws(Failure) {
        try writer.message(.store) { (writer) throws(Failure) in
            try append(store.identifier)
            try writer.append(UInt8(self.changes.commits[store] == nil ? 0 : 1))
            try writer.append(self.changes.commits[store] ?? 0)
        }
        var layouts: [RowLayout] = []
        eachLayout(of: changes) { layouts.append($0) }
        if let peers = layouts.first?.peers.entries, !peers.isEmpty { try encode(peers) }
        for layout in layouts { try encode(layout) }
        try encode(changes.inserts, .inserts)
        try encode(changes.updates, .updates)
        try encode(changes.tombstones, .tombstones)
        try encode(changes.deletes, .deletes)
        try encode(changes.locks, .locks)
        try encode(changes.links)
        if !changes.metadata.isEmpty { try encode(changes.metadata) }
    }

    private func encode(_ peers: [PeerTable.Entry]) throws(Failure) {
        try writer.message(.peers) { (writer) throws(Failure) in
            try writer.append(UInt32(peers.count))
            for peer in peers {
                try append(peer.store)
                try writer.append(peer.root)
            }
        }
    }

    private func encode(_ layout: RowLayout) throws(Failure) {
        let descriptor = layout.descriptor
        let identifiers = layout.entity?.renamingIdentifiers ?? [:]
        try writer.message(.layout) { (writer) throws(Failure) in
            try writer.append(descriptor.number)
            try writer.append(descriptor.entityNumber)
            try writer.append(descriptor.entity)
            try writer.append(descriptor.root)
            try writer.append(UInt32(descriptor.levels.count))
            for level in descriptor.levels {
                try writer.append(UInt32(level.count))
                for slot in level {
                    try writer.append(slot.name)
                    try writer.append(optional: identifiers[slot.name])
                    try writer.append(slot.kind.rawValue)
                    try writer.append(UInt8(slot.hasPeer ? 1 : 0))
                    try writer.append(optional: slot.destinationRoot)
                }
            }
        }
    }

    /// Writes rows as they lie, in messages that end where they are large enough.
    private func encode(_ rows: [StoreChanges.Row], _ kind: RecordFormat.Kind) throws(Failure) {
        guard !rows.isEmpty else { return }
        writer.begin(kind)
        for (place, row) in rows.enumerated() {
            let view = row.view
            try writer.append(view.key)
            try writer.append(row.expectedVersion)
            var changed = [UInt8](repeating: 0, count: (view.layout.slotCount + 7) / 8)
            row.changed.forEach { changed[$0 / 8] |= 1 << UInt8($0 % 8) }
            try writer.append(UInt16(changed.count))
            try writer.append(changed)
            try writer.append(view.bytes)
            guard writer.messageSize >= RecordFormat.messageSize, place < rows.count - 1 else { continue }
            try writer.end()
            writer.begin(kind)
        }
        try writer.end()
    }

    private func encode(_ marks: [StoreChanges.Mark], _ kind: RecordFormat.Kind) throws(Failure) {
        var start = 0
        while start < marks.count {
            let entity = marks[start].entity
            var end = start
            while end < marks.count, end - start < RecordFormat.elementCount, marks[end].entity === entity { end += 1 }
            try writer.message(kind) { (writer) throws(Failure) in
                try writer.append(entity.name)
                for mark in marks[start..<end] {
                    try writer.append(mark.key)
                    try writer.append(mark.expectedVersion)
                }
            }
            start = end
        }
    }

    private func encode(_ links: [LinkChange]) throws(Failure) {
        var start = 0
        while start < links.count {
            let join = links[start].join
            var end = start
            while end < links.count, end - start < RecordFormat.elementCount, links[end].join == join { end += 1 }
            let part = links[start..<end]
            try writer.message(.links) { (writer) throws(Failure) in
                try writer.append(join.forward.entity.name)
                try writer.append(join.forward.name)
                try writer.append(optional: join.forward.description.renamingIdentifier)
                let places = RecordedPlaces(part.flatMap { [$0.source, $0.target] })
                try append(places)
                for link in part {
                    let flags = LinkFlags(link)
                    try writer.append(flags.rawValue)
                    try append(link.source, places)
                    try append(link.target, places)
                    if let order = link.targetOrder { try writer.append(order) }
                    if let order = link.sourceOrder { try writer.append(order) }
                }
            }
            start = end
        }
    }

    private func encode(_ metadata: [String: String?]) throws(Failure) {
        try writer.message(.metadata) { (writer) throws(Failure) in
            try writer.append(UInt32(metadata.count))
            for (name, value) in metadata.sorted(byName: \.key) {
                try writer.append(name)
                try writer.append(optional: value)
            }
        }
    }

    /// Calls a closure with each layout that rows are laid out by, once.
    private func eachLayout(of changes: StoreChanges, _ body: (RowLayout) -> Void) {
        var known: Set<ObjectIdentifier> = []
        for rows in [changes.inserts, changes.updates, changes.tombstones] {
            var last: RowLayout?
            for row in rows {
                let view = row.view
                if let last, view.isLaidOut(by: last) { continue }
                last = view.layout
                if known.insert(ObjectIdentifier(view.layout)).inserted { body(view.layout) }
            }
        }
    }

    private func inChunks<Element>(
        _ elements: [Element], _ body: (ArraySlice<Element>) throws(Failure) -> Void
    ) throws(Failure) {
        var rest = elements[...]
        while !rest.isEmpty {
            try body(rest.prefix(RecordFormat.elementCount))
            rest = rest.dropFirst(RecordFormat.elementCount)
        }
    }

    private func append(_ places: RecordedPlaces) throws(Failure) {
        try writer.append(UInt32(places.list.count))
        for place in places.list {
            try append(place.store.identifier)
            try writer.append(place.root.name)
        }
    }

    private func append(_ object: ObjectID, _ places: RecordedPlaces) throws(Failure) {
        try writer.append(places.number(of: object))
        try writer.append(object.key)
    }

    /// A store that has no UUID has no objects either; it is written as zeros.
    private func append(_ identifier: UUID?) throws(Failure) {
        let bytes = identifier?.uuid ?? (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        try withUnsafeBytes(of: bytes) { (bytes) throws(Failure) in try writer.append(bytes) }
    }
}
