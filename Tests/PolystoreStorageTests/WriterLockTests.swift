import Foundation
import Testing

@testable import PolystoreStorage

@Suite("The writer's lock")
struct WriterLockTests {
    @Test("a process that waits for a lock whose file goes locks the one that is made anew")
    func removedFile() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "lock-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }  // what is left does no harm
        let first = try WriterLock.take(path, of: "store", store: "first", timeout: .zero)
        let second = Task.detached { try WriterLock.take(path, of: "store", store: "second", timeout: .seconds(10)) }
        try await Task.sleep(for: .milliseconds(50))
        try FileManager.default.removeItem(atPath: path)
        first.release()
        let lock = try await second.value
        let error = #expect(throws: StoreError.self) {
            try WriterLock.take(path, of: "store", store: "third", timeout: .zero)
        }
        #expect(error?.code == .held)
        lock.release()
    }
}
