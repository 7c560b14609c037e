import Dispatch
import Polystore
import Testing

@Suite("Waiting cycles of contexts: concurrency")
struct WaitingCycleConcurrencyTests {
    /// Lets each of some threads hold a context and then wait for the next one's, and returns the errors.
    private func close(_ handles: [ContextHandle]) async throws -> [ContextError.Code] {
        let barrier = Barrier(handles.count)
        let errors = Collected<ContextError.Code>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, handle) in handles.enumerated() {
                let next = handles[(index + 1) % handles.count]
                group.addTask {
                    try await onThread {
                        try handle.performAndWait { _ in
                            barrier.wait()
                            do {
                                try next.performAndWait { _ in }
                            } catch let error as ContextError {
                                errors.append(error.code)
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        return errors.all
    }

    @Test("contexts that wait for each other over threads are reported, and no thread hangs", arguments: [2, 3, 5])
    func cycle(_ count: Int) async throws {
        let container = try Library.open()
        for _ in 0..<20 {
            let codes = try await close((0..<count).map { _ in container.newBackgroundContext() })
            // The thread that would close the cycle gets the error; the others get through once it has given up.
            #expect(!codes.isEmpty)
            #expect(codes.allSatisfy { $0 == .waitingCycle })
            #expect(codes.count < count)
        }
    }

    @Test("a circle through the main context is reported")
    func mainCycle() async throws {
        let container = try Library.open()
        let main = await MainActor.run { container.viewContext.handle }
        let other = container.newBackgroundContext()
        let barrier = Barrier(2)
        async let mine: ContextError.Code? = MainActor.run {
            barrier.wait()
            do {
                try other.performAndWait { _ in }
                return nil
            } catch let error as ContextError {
                return error.code
            }
        }
        async let theirs: ContextError.Code? = onThread {
            try other.performAndWait { _ in
                barrier.wait()
                do {
                    try main.performAndWait { _ in }
                    return nil
                } catch let error as ContextError {
                    return error.code
                }
            }
        }
        let codes = try await [mine, theirs].compactMap { $0 }
        #expect(codes == [.waitingCycle])
    }

    @Test("waiting for a busy context is no circle")
    func busy() async throws {
        let container = try Library.open()
        let first = container.newBackgroundContext()
        let second = container.newBackgroundContext()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                let (outer, inner) = (number.isMultiple(of: 2) ? first : second, container.newBackgroundContext())
                group.addTask {
                    try await onThread {
                        for _ in 0..<50 { try outer.performAndWait { _ in try inner.performAndWait { _ in } } }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
