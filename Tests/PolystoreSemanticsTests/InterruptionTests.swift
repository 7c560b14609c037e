import Foundation
import Polystore
import Testing

/// A value whose coder does what a test wants while a value is encoded.
struct Doodle: TransformableValue {
    var number: Int

    static var zeroValue: Doodle { Doodle(number: 0) }
    @TaskLocal static var whileEncoding: @Sendable () -> Void = {}

    static func encode(_ value: Doodle) throws -> Data {
        whileEncoding()
        return Data("\(value.number)".utf8)
    }

    static func decode(_ data: Data) throws -> Doodle {
        Doodle(number: Int(String(decoding: data, as: UTF8.self)) ?? -1)
    }
}

final class Sketch: ManagedObject, Entity {
    static let title = Attribute<String>("title"), doodle = Attribute<Doodle>("doodle")
    static let entity = EntityDescription(Sketch.self, title, doodle)
    @TaskLocal static var whileAwaking: @Sendable () -> Void = {}

    override func awakeFromFetch() { Sketch.whileAwaking() }
}

@Suite("What a program does in the middle of a change")
struct InterruptionTests {
    private func sketch() throws -> (PersistentContainer, ManagedObjectContext, Sketch) {
        let container = try PersistentContainer.inMemory(model: [Sketch.self])
        let context = container.newConfinedContext()
        let sketch = try context.insert(Sketch.self) { ($0.title, $0.doodle) = ("first", Doodle(number: 1)) }
        try context.save()
        return (container, context, sketch)
    }

    private func stored(_ sketch: Sketch, _ container: PersistentContainer) throws -> (String, Int) {
        let context = container.newConfinedContext()
        let copy = try context.existingObject(with: sketch.objectID, as: Sketch.self)
        return (copy.title, copy.doodle.number)
    }

    /// Sets a value while another was set before, and does something in the middle.
    private func set(
        _ sketch: Sketch, changing title: String?, _ body: @escaping (ManagedObjectContext) throws -> Void
    ) throws {
        let context = try #require(sketch.managedObjectContext)
        // SAFETY: called on this thread, before the setter returns.
        nonisolated(unsafe) let interrupt = { try body(context) }
        if let title { sketch.title = title }
        Doodle.$whileEncoding.withValue({
            do { try interrupt() } catch { Issue.record(error) }
        }) { sketch.doodle = Doodle(number: 2) }
    }

    @Test(
        "a coder that rolls back while its value is set loses the value and nothing else", arguments: [nil, "second"])
    func rollback(_ title: String?) throws {
        let (container, context, sketch) = try sketch()
        for _ in 0..<50 { try set(sketch, changing: title) { $0.rollback() } }
        #expect(sketch.title == "first")
        sketch.title = "third"
        try context.save()
        #expect(try stored(sketch, container) == ("third", 1))
    }

    @Test("a coder that saves while its value is set keeps what was changed before")
    func save() throws {
        let (container, context, sketch) = try sketch()
        for round in 0..<50 {
            try set(sketch, changing: "title \(round)") { try $0.save() }
            #expect(try stored(sketch, container) == ("title \(round)", 1))
        }
        sketch.doodle = Doodle(number: 3)
        try context.save()
        #expect(try stored(sketch, container) == ("title 49", 3))
    }

    @Test("a fault whose hook resets its context is not changed by the setter that read it")
    func reset() throws {
        let (container, _, sketch) = try sketch()
        let context = container.newConfinedContext()
        let fault = try #require(context.object(with: sketch.objectID) as? Sketch)
        #expect(fault.isFault)
        // SAFETY: used on this thread, before the setter returns.
        nonisolated(unsafe) let other = context
        Sketch.$whileAwaking.withValue({ other.reset() }) { fault.title = "lost" }
        #expect(!context.hasChanges)
        try context.save()
        #expect(try stored(sketch, container) == ("first", 1))
    }

    @Test("a look-up whose object resets the context while it awakes finds nothing")
    func resetByLookUp() throws {
        let (container, _, sketch) = try sketch()
        let context = container.newConfinedContext()
        let identity = sketch.objectID
        // SAFETY: used on this thread, before the look-up returns.
        nonisolated(unsafe) let other = context
        let error = Sketch.$whileAwaking.withValue({ other.reset() }) {
            #expect(throws: ContextError.self) { try context.existingObject(with: identity) }
        }
        #expect(error?.code == .objectMissing)
        #expect(try context.existingObject(with: identity, as: Sketch.self).title == "first")
    }
}
