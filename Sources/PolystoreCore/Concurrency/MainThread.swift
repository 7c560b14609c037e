import Foundation

/// Whether code runs on the main thread.
enum MainThread {
    static var isCurrent: Bool { Thread.isMainThread }
}
