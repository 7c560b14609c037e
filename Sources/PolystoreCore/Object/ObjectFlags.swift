/// The state of an object in its context, one bit each.
package struct ObjectFlags: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The row has not been read yet.
    package static let fault = ObjectFlags(rawValue: 1)
    /// Inserted and not saved.
    package static let inserted = ObjectFlags(rawValue: 2)
    /// Changed since it was read or saved.
    package static let updated = ObjectFlags(rawValue: 4)
    /// Deleted, the deletion not saved.
    package static let deleted = ObjectFlags(rawValue: 8)
    /// The delete rules of the deletion were applied.
    package static let propagated = ObjectFlags(rawValue: 16)
    /// The row could not be read; values are zeros and nothing can be set.
    package static let inaccessible = ObjectFlags(rawValue: 32)
    /// Listed among the context's changed objects.
    package static let tracked = ObjectFlags(rawValue: 64)
    /// Its version is checked at the next save although it has not changed.
    package static let locked = ObjectFlags(rawValue: 128)
    /// No longer part of a context: reset, or deleted and saved.
    package static let detached = ObjectFlags(rawValue: 256)
    /// The key could not be had: the next save fails.
    package static let keyless = ObjectFlags(rawValue: 512)
    /// `willSave` was called in this save and nothing has changed since.
    package static let visited = ObjectFlags(rawValue: 1024)
    /// Its change is noted for the next announcement.
    package static let noted = ObjectFlags(rawValue: 4096)
    /// The object's ID was read, linked or saved, so that its store can no longer change.
    package static let identified = ObjectFlags(rawValue: 2048)
    /// Reading a property is told to observation.
    package static let observed = ObjectFlags(rawValue: 8192)
}
