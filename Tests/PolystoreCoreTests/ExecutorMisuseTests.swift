import Dispatch
import Polystore
import Testing

@testable import PolystoreCore

/// What a caller's bugs do, which the compiler did not see: debug builds stop with a message, release builds refuse
/// writes and report them.
@Suite("Uses of contexts outside of their executors")
struct ExecutorMisuseTests {
    /// A context that has left the thread it belongs to, and a book of it.
    // SAFETY: none: this is the bug that is tested.
    private struct Escaped: @unchecked Sendable {
        let context: ManagedObjectContext
        let book: Book

        init(_ container: PersistentContainer) throws {
            context = container.newConfinedContext()
            book = try context.insert(Book.self) { $0.title = "A" }
        }
    }

    private static let message = "a context is used outside of its executor; use handle.perform"

    private static func says(_ result: ExitTest.Result?) -> Bool {
        guard let bytes = result?.standardErrorContent else { return false }
        return String(decoding: bytes, as: UTF8.self).contains(message)
    }

    @Test("setting a value elsewhere stops debug builds")
    func write() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let escaped = try Escaped(try Library.open())
            await onThread { escaped.book.title = "B" }
        }
        #expect(Self.says(result))
    }

    @Test("reading a value elsewhere stops debug builds")
    func read() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let escaped = try Escaped(try Library.open())
            _ = await onThread { escaped.book.title }
        }
        #expect(Self.says(result))
    }

    @Test("fetching elsewhere stops debug builds")
    func fetch() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let escaped = try Escaped(try Library.open())
            _ = try await onThread { try escaped.context.fetchIDs(FetchRequest(Book.self)) }
        }
        #expect(Self.says(result))
    }

    @Test("an actor that did not join a context cannot take it")
    func notJoined() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            actor Stranger {
                let handle: ContextHandle
                init(_ handle: ContextHandle) { self.handle = handle }
                func look() throws -> Bool { try handle.current().hasChanges }
            }
            _ = try await Stranger(try Library.open().newBackgroundContext()).look()
        }
        #expect(Self.says(result))
    }

    @Test("linking an object of another context stops debug builds")
    func foreignObject() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try Library.open()
            let (one, other) = (container.newConfinedContext(), container.newConfinedContext())
            let shelf = try other.insert(Shelf.self) { $0.name = "S" }
            _ = try one.insert(Book.self) { $0.shelf = shelf }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("is given an object of another context"))
    }

    @Test("setting a value of an object whose context is gone stops debug builds")
    func contextGone() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let book = try Escaped(try Library.open()).book
            book.title = "B"
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("is set on an object whose context is gone"))
    }

    @Test("release builds refuse writes from elsewhere, change nothing, and the context reports it")
    func release() async {
        await #expect(processExitsWith: .success) {
            ExecutorMisuse.traps = false
            let escaped = try Escaped(try Library.open())
            await onThread { escaped.book.title = "B" }
            await onThread { escaped.context.delete(escaped.book) }
            await onThread { escaped.context.rollback() }
            await expect(.wrongExecutor) { try await onThread { try escaped.context.save() } }
            await expect(.wrongExecutor) {
                try await onThread { _ = try escaped.context.insert(Book.self) { $0.title = "C" } }
            }
            await expect(.wrongExecutor) {
                try await onThread { try escaped.book.setValue(.string("D"), forKey: "title") }
            }
            // The owner's side is a thread of its own, so that the context can be made and used there.
            let reported = try await onThread { () throws -> [String] in
                let container = try Library.open()
                let own = try Escaped(container)
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    own.book.title = "B"
                    done.signal()
                }
                done.wait()
                var log = [own.book.title]
                do { try own.context.save() } catch let error as ContextError { log.append(error.code.rawValue) }
                own.context.rollback()
                try own.context.save()
                return log
            }
            #expect(reported == ["A", "wrongExecutor"])
        }
    }
}
