import Dispatch

/// Whether code runs on the main queue.
///
/// Asked of the queue, not of the thread: once the main thread of a program is asynchronous, Linux serves the main queue
/// from changing threads, and the main thread never comes back.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
