import PolystoreModel
import PolystoreStorage

/// The column of a to-one relationship, and the statements that find rows by it.
final class ReferenceColumn: Sendable {
    let reader: RowReader
    /// Whether the column has another beside it that says which store its keys are of.
    let hasPeers: Bool
    /// The column's name, and the positions of the column and of the one beside it in the reader's list.
    let name: String
    let position: Int32
    let peerPosition: Int32?
    /// The rows that refer to one object: its key, and its peer if there are any.
    let rowsOfOne: SQLShape
    /// All rows that refer to something, with the key and the peer that they refer to as the last two columns, in the
    /// order in which they lie.
    let allRows: SQLShape
    private let destination: RootNumber

    /// Nil when the store does not keep the references.
    init?(_ relationship: ModelRelationship, _ reader: RowReader, in context: StoreContext) {
        self.reader = reader
        destination = relationship.destination.rootNumber
        let present = context.present.columns(of: reader.table.table)
        guard let column = reader.table.column(relationship.key, of: relationship.entity.name),
            !context.opening.placement.omittedReferences.contains(relationship),
            let position = reader.columnNames.firstIndex(of: column.name)
        else { return nil }
        (name, self.position) = (column.name, Int32(position))
        let key = "t0.\(SQLName.quoted(column.name))"
        let peer = column.companion.flatMap { present.contains($0) ? "ifnull(t0.\(SQLName.quoted($0)), 0)" : nil }
        hasPeers = peer != nil
        // A reader selects the column beside another right behind it.
        peerPosition = hasPeers ? Int32(position + 1) : nil
        let list = "SELECT \(reader.columnList)"
        let table = "FROM \(reader.table.table) t0"
        rowsOfOne = SQLShape("\(list) \(table) WHERE \(key) = ?1\(peer.map { " AND \($0) = ?2" } ?? "")")
        allRows = SQLShape("\(list), \(key), \(peer ?? "0") \(table) NOT INDEXED WHERE \(key) IS NOT NULL")
    }

    /// The number under which rows name an object's store; nil when no row can refer to the object.
    func peer(of object: ObjectID, in context: StoreContext) -> UInt32? {
        guard let peer = context.peerNumber(of: object, destination: destination), peer == 0 || hasPeers else {
            return nil
        }
        return peer
    }
}
