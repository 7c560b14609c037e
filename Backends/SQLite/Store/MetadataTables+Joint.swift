import PolystoreStorage

/// The mark of the last save over several stores: a row of its own beside the number of the last commit, so that a save writes
/// no other page for it.
extension MetadataTables {
    private static let readMark = SQLShape("SELECT ZX_COMMIT, ZX_SEAL FROM ZX_WATERMARK WHERE ZX_ID = 2")
    private static let writeMark = SQLShape(
        "INSERT OR REPLACE INTO ZX_WATERMARK (ZX_ID, ZX_COMMIT, ZX_SEAL) VALUES (2, ?1, ?2)")

    func joint() throws(StoreError) -> JointMark? {
        let statement = try connection.statement(Self.readMark)
        defer { connection.finish(statement) }
        guard try statement.step() else { return nil }
        let bytes = Array(statement.bytes(0))
        guard statement.integer(1) == Self.seal(bytes) else {
            throw damaged("ZX_WATERMARK", "the checksum of the last save over several stores is wrong")
        }
        guard let mark = bytes.withUnsafeBytes({ JointMark(bytes: $0) }) else {
            throw damaged("ZX_WATERMARK", "the last save over several stores cannot be read")
        }
        return mark
    }

    func setJoint(_ mark: JointMark) throws(StoreError) {
        let bytes = mark.bytes
        let statement = try connection.statement(Self.writeMark)
        defer { connection.finish(statement) }
        statement.bindBlobCopy(bytes, 1)
        statement.bind(Self.seal(bytes), 2)
        try statement.run()
    }
}
