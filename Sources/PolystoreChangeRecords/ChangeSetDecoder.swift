import Foundation
import PolystoreModel
import PolystoreStorage

/// Reads the record of a change set, message by message.
struct ChangeSetDecoder {
    private var reader: FrameReader
    private let stores: [UUID: any PersistentStore]
    private var resolution: ModelResolution
    private var result = ChangeSet()
    private var part: StoreChangesDecoder?
    private var hasBegun = false

    init(_ source: @escaping FrameReader.Source, _ model: ManagedObjectModel, _ stores: [any PersistentStore]) {
        reader = FrameReader(source)
        self.stores = Dictionary(stores.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        resolution = ModelResolution(model)
        result.model = model
    }

    /// Reads everything up to the end that the record names.
    mutating func decode() throws(ChangeSetError) -> ChangeSet {
        while true {
            let message = try reader.next()
            guard let kind = RecordFormat.Kind(rawValue: message.kind), !message.mayBeSkipped else {
                guard hasBegun else { throw notARecord }
                if message.mayBeSkipped { continue }
                throw ChangeSetError(.unsupportedFormat, [.offset: "\(message.offset)"])
            }
            if try message.bytes.withUnsafeBytesTyped({ (bytes) throws(ChangeSetError) in
                try read(kind, bytes, at: message.offset)
            }) {
                return result
            }
        }
    }

    private var notARecord: ChangeSetError {
        ChangeSetError(.damaged, [.offset: "0", .reason: "not the record of a change set"])
    }

    /// Reads a message; true at the end of the record.
    private mutating func read(
        _ kind: RecordFormat.Kind, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(ChangeSetError) -> Bool {
        var message = MessageReader(bytes, at: offset)
        guard hasBegun == (kind != .begin) else {
            throw hasBegun ? message.damaged("a second beginning") : notARecord
        }
        switch kind {
        case .begin: try readOrigin(&message)
        case .names: try readNames(&message)
        case .touched: try readTouched(&message)
        case .store: try readStore(&message)
        case .end:
            endPart()
            guard try message.integer(UInt64.self) == reader.frameCount - 1 else {
                throw message.damaged("the number of frames")
            }
        default:
            guard part != nil else { throw message.damaged("changes of no store") }
            try part?.read(kind, &message)
            return false
        }
        try message.requireEnd()
        return kind == .end
    }

    private mutating func readOrigin(_ message: inout MessageReader) throws(ChangeSetError) {
        guard Array(try message.take(RecordFormat.magic.count)) == RecordFormat.magic else { throw notARecord }
        let version = try message.integer(UInt16.self)
        guard version <= RecordFormat.version else {
            throw ChangeSetError(
                .unsupportedFormat, [.found: "\(version)", .expected: "\(RecordFormat.version)"])
        }
        guard version > 0 else { throw message.damaged("version 0 of the format") }
        let (contextName, author) = (try message.optionalText(), try message.optionalText())
        let process = ProcessIdentity(
            instance: try message.uuid(), name: try message.text(), number: try message.integer())
        let time = Double(bitPattern: try message.integer())
        guard time.isFinite else { throw message.damaged("a time") }
        result.origin = ChangeOrigin(
            contextName: contextName, author: author, process: process,
            time: Date(timeIntervalSinceReferenceDate: time))
        hasBegun = true
    }

    private mutating func readNames(_ message: inout MessageReader) throws(ChangeSetError) {
        guard part == nil, result.touched.isEmpty else { throw message.damaged("names at a wrong place") }
        var identifiers: [String: String] = [:]
        for _ in 0..<(try message.count(ofAtLeast: 8)) { identifiers[try message.text()] = try message.text() }
        resolution = ModelResolution(resolution.model, identifiers: identifiers)
    }

    private mutating func readTouched(_ message: inout MessageReader) throws(ChangeSetError) {
        guard part == nil else { throw message.damaged("objects at a wrong place") }
        let places = try message.places(&resolution)
        while !message.isAtEnd { result.touched.append(try message.object(in: places)) }
    }

    private mutating func readStore(_ message: inout MessageReader) throws(ChangeSetError) {
        endPart()
        let identifier = try message.uuid()
        let number = StoreNumber(interning: identifier)
        guard result[number] == nil else { throw message.damaged("a store that comes twice") }
        let (hasCommit, commit) = (try message.flag(), try message.integer(UInt64.self))
        if hasCommit { result.commits[number] = commit }
        part = StoreChangesDecoder(number, stores[identifier], resolution)
    }

    /// Takes over what was read of a store.
    private mutating func endPart() {
        guard var part else { return }
        part.sort()
        result[part.number] = part.changes
        result.omissions.formUnion(part.omissions)
        self.part = nil
    }
}
