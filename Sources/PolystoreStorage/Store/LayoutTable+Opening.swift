import Foundation
import PolystoreModel

extension LayoutTable {
    /// The layouts of a store that is new: one for each entity that it serves, numbered from 1.
    ///
    /// A store that outlives its process keeps the descriptors in its metadata instead, and never uses a number twice.
    public convenience init(of identifier: UUID, peers: PeerTable, opening: StoreOpening) {
        self.init(
            opening.entities.enumerated().map { index, entity in
                let number = UInt16(index + 1)
                let descriptor = RowLayoutDescriptor(
                    entity, number: number, entityNumber: number,
                    isKept: { !opening.placement.omittedReferences.contains($0) },
                    mayLeaveStore: { opening.placement.leavingReferences.contains($0) })
                return RowLayout(
                    descriptor, entity: entity, store: StoreNumber(interning: identifier), root: entity.rootNumber,
                    peers: peers)
            })
    }
}
