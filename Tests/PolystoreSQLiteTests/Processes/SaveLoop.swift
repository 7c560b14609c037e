import Foundation
import PolystoreStorage
import Synchronization

/// Saves one after another on a thread of its own, until it is told to end.
final class SaveLoop: Sendable {
    private let isOver = Atomic(false)
    private let outcome = Mutex<(count: Int, error: StoreError?)>((0, nil))
    private let ended = DispatchSemaphore(value: 0)

    init(_ saves: [StoreChanges], _ writer: StoreWriter) {
        Thread.detachNewThread { [self] in
            defer { ended.signal() }
            for save in saves where !isOver.load(ordering: .relaxed) {
                do throws(StoreError) {
                    _ = try writer.save(save)
                    outcome.withLock { $0.count += 1 }
                } catch {
                    outcome.withLock { $0.error = error }
                    return
                }
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
    }

    /// Ends the loop; the number of saves.
    func end() throws -> Int {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
        ended.signal()
        let (count, error) = outcome.withLock { $0 }
        if let error { throw error }
        return count
    }
}
