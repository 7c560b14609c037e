import Foundation
import Synchronization

/// The report of a read through an object whose context does not exist any more.
package enum ReleasedContext {
    private static let isTrapping = Atomic<Bool>(true)

    /// Whether such a caller is stopped in debug builds; false shows there what release builds do.
    package static var traps: Bool {
        get { isTrapping.load(ordering: .relaxed) }
        set { isTrapping.store(newValue, ordering: .relaxed) }
    }

    /// Stops debug builds, and writes the sentence to standard error in others.
    static func report(_ property: String) {
        let message =
            "\(property) is read after the context of its object is gone; hold the context, in a property or with "
            + "withExtendedLifetime, for as long as its objects are used"
        assert(!traps, message)
        FileHandle.standardError.write(Data("polystore: error: \(message)\n".utf8))
    }
}
