import Dispatch
import Foundation
import Polystore
import Testing

/// Expects that a closure throws a context's error.
func expect(
    _ code: ContextError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch {
        #expect((error as? ContextError)?.code == code, "\(error)", sourceLocation: sourceLocation)
    }
}

/// Runs a closure on a thread of its own, where it may block.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
    }
}

/// Runs a closure that cannot throw on a thread of its own.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}

/// Runs a closure on a thread of its own and waits for it here, without leaving this thread.
func onThreadAndWait<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let done = DispatchSemaphore(value: 0)
    let results = Collected<Swift.Result<Result, any Error>>()
    Thread {
        results.append(Swift.Result { try body() })
        done.signal()
    }.start()
    done.wait()
    guard let result = results.all.first else { preconditionFailure("the thread ended without a result") }
    return try result.get()
}
