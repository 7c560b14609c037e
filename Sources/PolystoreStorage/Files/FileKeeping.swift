/// Keeps the files beside a store's that it names; ends with its last reference.
package final class FileKeeping: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
