import PolystoreModel

/// From which versions of a row a child may go on although its parent has saved it meanwhile: from those that the
/// parent itself made of what children saved, while no other context saved the row in between.
struct ChildLineage {
    private var versions: [ObjectID: ClosedRange<UInt32>] = [:]

    /// Whether a child that began from a version continues the row that its parent has now.
    func continues(_ object: ObjectID, from child: UInt32, onto parent: UInt32) -> Bool {
        if child == parent { return true }
        guard let known = versions[object] else { return false }
        return known.contains(child) && known.upperBound == parent
    }

    /// Notes that a child's changes were taken.
    mutating func take(_ object: ObjectID, from child: UInt32, onto parent: UInt32) {
        if let known = versions[object], known.upperBound == parent {
            versions[object] = min(known.lowerBound, child)...parent
        } else {
            versions[object] = min(child, parent)...parent
        }
    }

    /// Notes that the parent has saved a row.
    mutating func saved(_ object: ObjectID, as version: UInt32) {
        guard let known = versions[object], known.upperBound < version else { return }
        versions[object] = known.upperBound + 1 == version ? known.lowerBound...version : nil
    }

    /// Forgets what is known of rows that are gone.
    mutating func forget(_ object: ObjectID) { versions[object] = nil }

    var isEmpty: Bool { versions.isEmpty }
}
