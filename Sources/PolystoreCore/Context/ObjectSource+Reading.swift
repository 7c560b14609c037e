import Foundation
import PolystoreModel

// What contexts read by name, one function for each selection.
extension ObjectSource {
    /// Hands out the rows of objects; objects without one are passed over.
    func rows(of objects: [ObjectID], _ receive: (RowBatch) -> Bool) throws {
        try rows(.objects(objects), receive)
    }

    /// Hands out the rows whose to-one relationship names an object.
    func rows(
        referencing object: ObjectID, through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws {
        try rows(.referencing(object, relationship), receive)
    }

    private func rows(_ selection: SourceSelection, _ receive: (RowBatch) -> Bool) throws {
        try read(selection) { item in
            guard case .rows(let batch) = item else { return true }
            return receive(batch)
        }
    }

    /// Hands out the row of an object, if there is one, valid during the call.
    func row(of object: ObjectID, _ receive: (RowView, LayoutTable) -> Void) throws {
        try read(.object(object)) { item in
            if case .row(let row, let layouts) = item { receive(row, layouts) }
            return false
        }
    }

    /// Hands out the members of a relationship of some owners, and the rows that were read on the way.
    func members(
        of relationship: ModelRelationship, owners: [ObjectID], _ receive: (RowBatch) -> Bool,
        _ visit: (Membership) -> Void
    ) throws {
        try read(.members(relationship, owners: owners)) { item in
            switch item {
            case .rows(let batch): return receive(batch)
            case .member(let member): visit(member)
            case .row, .data: break
            }
            return true
        }
    }

    /// Reads data that is kept out of a row; nil when the row is gone or of another version.
    func deferredData(of object: ObjectID, version: UInt32, property: PropertyKey) throws -> Data? {
        var result: Data?
        try read(.deferredData(object, version: version, property)) { item in
            if case .data(let data) = item { result = data }
            return false
        }
        return result
    }
}
