import Foundation

extension String: AttributeValue {
    /// Text.
    public static var attributeType: AttributeType { .string }
    /// The empty text.
    @inlinable public static var zeroValue: String { "" }
    /// False: a value is written as it is.
    @inlinable public static var writingCallsOut: Bool { false }

    /// Reads the text.
    @inlinable public static func read(_ row: RowView, _ slot: RowSlot) -> String {
        row.isMissing(slot) ? "" : String(decoding: row.variable(slot), as: UTF8.self)
    }

    /// Writes the text.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) {
        guard row.layout.slot(at: index).kind == .string else {
            try row.set(.string(self), at: index)
            return
        }
        // Not of a copy, which would be counted, where the text lies in memory as it is stored.
        let written: Void? = utf8.withContiguousStorageIfAvailable {
            row.setVariable(UnsafeRawBufferPointer($0), at: index)
        }
        if written != nil { return }
        var text = self
        text.withUTF8 { row.setVariable(UnsafeRawBufferPointer($0), at: index) }
    }

    /// Takes text.
    public init?(tagged value: Value) {
        guard case .string(let text) = value else { return nil }
        self = text
    }

    /// The tagged text.
    public var tagged: Value { .string(self) }
}

extension Data: AttributeValue {
    /// Bytes.
    public static var attributeType: AttributeType { .binary }
    /// No bytes.
    public static var zeroValue: Data { Data() }
    /// False: a value is written as it is.
    @inlinable public static var writingCallsOut: Bool { false }

    /// Reads the bytes.
    public static func read(_ row: RowView, _ slot: RowSlot) -> Data {
        row.isMissing(slot) ? Data() : Data(row.variable(slot))
    }

    /// The bytes themselves.
    public static func read(deferred data: Data) -> Data? { data }

    /// Writes the bytes.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) { try row.set(.data(self), at: index) }

    /// Takes bytes.
    public init?(tagged value: Value) {
        guard case .data(let data) = value else { return nil }
        self = data
    }

    /// The tagged bytes.
    public var tagged: Value { .data(self) }
}

extension UUID: AttributeValue {
    /// A UUID.
    public static var attributeType: AttributeType { .uuid }
    /// The UUID of zeros.
    public static var zeroValue: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
    /// False: a value is written as it is.
    @inlinable public static var writingCallsOut: Bool { false }

    /// Reads the UUID.
    public static func read(_ row: RowView, _ slot: RowSlot) -> UUID {
        row.isMissing(slot) ? zeroValue : row.uuid(slot)
    }

    /// Writes the UUID.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) {
        guard row.layout.slot(at: index).kind == .uuid else {
            try row.set(.uuid(self), at: index)
            return
        }
        row.setUUID(self, at: index)
    }

    /// Takes a UUID.
    public init?(tagged value: Value) {
        guard case .uuid(let uuid) = value else { return nil }
        self = uuid
    }

    /// The tagged UUID.
    public var tagged: Value { .uuid(self) }
}

extension URL: AttributeValue {
    /// A URI.
    public static var attributeType: AttributeType { .uri }
    /// The URI `about:blank`; declare the attribute optional where that will not do.
    public static var zeroValue: URL { URL(string: "about:blank") ?? URL(fileURLWithPath: "/") }

    /// True: a text may be no URI.
    @inlinable public static var readingCanFail: Bool { true }

    /// Reads the URI; a text that is none reads as zero.
    public static func read(_ row: RowView, _ slot: RowSlot) -> URL {
        guard !row.isMissing(slot) else { return zeroValue }
        return URL(string: String(decoding: row.variable(slot), as: UTF8.self)) ?? zeroValue
    }

    /// Reads the URI.
    public static func read(checking row: RowView, _ slot: RowSlot) throws(ValueError) -> URL {
        if row.isMissing(slot) { return zeroValue }
        guard let value = URL(string: String(decoding: row.variable(slot), as: UTF8.self)) else {
            throw ValueError(.coding, expected: "URL")
        }
        return value
    }

    /// Writes the URI's absolute text.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) { try row.set(.uri(self), at: index) }

    /// Takes a URI.
    public init?(tagged value: Value) {
        guard case .uri(let uri) = value else { return nil }
        self = uri
    }

    /// The tagged URI.
    public var tagged: Value { .uri(self) }
}

extension ObjectID: AttributeValue {
    /// A reference without a relationship.
    public static var attributeType: AttributeType { .objectID }
    /// The ID of no object.
    public static var zeroValue: ObjectID { ObjectID(store: .none, root: RootNumber(rawValue: 0), key: 0) }

    /// Reads the ID.
    public static func read(_ row: RowView, _ slot: RowSlot) -> ObjectID { row.reference(slot) ?? zeroValue }

    /// Writes the ID.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) { try row.set(.object(self), at: index) }

    /// Takes an ID.
    public init?(tagged value: Value) {
        guard case .object(let objectID) = value else { return nil }
        self = objectID
    }

    /// The tagged ID.
    public var tagged: Value { .object(self) }
}
