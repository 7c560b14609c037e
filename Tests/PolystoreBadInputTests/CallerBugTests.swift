import Foundation
import Polystore
import PolystoreMemory
import Testing

#if DEBUG
    /// What only a bug of the caller can do stops a debug build at the place, with its documented precondition.
    @Suite("A caller's bug (P7)")
    struct CallerBugTests {
        @Test("a context used on another thread than its own stops the program")
        func wrongThread() async {
            await #expect(processExitsWith: .failure) {
                let bug = try CallerBug()
                bug.onAnotherThread { _ = try? bug.context.count(FetchRequest(Person.self)) }
            }
        }

        @Test("an object set from another thread stops the program")
        func objectOnWrongThread() async {
            await #expect(processExitsWith: .failure) {
                let bug = try CallerBug()
                bug.onAnotherThread { bug.ada.age = 3 }
            }
        }

        @Test("an object linked to one of another context stops the program")
        func foreignObject() async {
            await #expect(processExitsWith: .failure) {
                let bug = try CallerBug()
                let other = bug.container.newConfinedContext()
                let company = try other.insert(Company.self) { $0.name = "Other" }
                bug.ada.employer = company
                withExtendedLifetime(other) {}
            }
        }

        @Test("an object deleted in another context stops the program")
        func foreignDelete() async {
            await #expect(processExitsWith: .failure) {
                let bug = try CallerBug()
                bug.container.newConfinedContext().delete(bug.ada)
            }
        }

        @Test("an object set after its context is gone stops the program")
        func contextGone() async {
            await #expect(processExitsWith: .failure) {
                let bug = try CallerBug()
                bug.context = bug.container.newConfinedContext()
                bug.ada.age = 3
            }
        }

        @Test("an attribute of another class's entity stops the program")
        func unknownAttribute() async {
            await #expect(processExitsWith: .failure) {
                let bug = try CallerBug()
                _ = bug.ada.value(of: Document.title)
            }
        }

        @Test("a place that a to-many relationship does not have stops the program")
        func memberOutOfRange() async {
            await #expect(processExitsWith: .failure) {
                let bug = try CallerBug()
                _ = bug.ada.orders[7]
            }
        }

        @Test("an object of an abstract class made by its initialiser stops the program")
        func abstractInitialiser() async {
            await #expect(processExitsWith: .failure) {
                let bug = try CallerBug()
                _ = Being(context: bug.context)
            }
        }

        @Test("the same steps without the bug end well")
        func withoutBug() async {
            await #expect(processExitsWith: .success) {
                let bug = try CallerBug()
                bug.ada.age = 3
                bug.ada.employer = try bug.context.insert(Company.self) { $0.name = "Own" }
                _ = Person(context: bug.context)
                bug.onAnotherThread {}
                exit(EXIT_SUCCESS)
            }
        }

        @Test("a read after the context is gone gives the type's zero, and says why")
        func readAfterContext() throws {
            let bug = try CallerBug()
            try bug.context.save()
            let id = try bug.context.insert(Company.self) { $0.name = "Acme" }.objectID
            try bug.context.save()
            var context: ManagedObjectContext? = bug.container.newConfinedContext()
            let fault = try #require(context?.object(with: id) as? Company)
            context = nil
            #expect(fault.managedObjectContext == nil)
            #expect(fault.name == "")
            #expect((fault.inaccessibleError as? ContextError)?.code == .contextGone)
            #expect(throws: ContextError.self) { try fault.value(for: Company.name) }
        }

        @Test("objects that outlive the context that fetched them keep their values, and know no others")
        func outlivedContext() throws {
            let bug = try CallerBug()
            bug.ada.employer = try bug.context.insert(Company.self) { $0.name = "Acme" }
            try bug.context.save()
            func isGone(_ error: any Error) -> Bool { (error as? ContextError)?.code == .contextGone }
            let company = try #require(try bug.container.newConfinedContext().fetch(FetchRequest(Company.self)).first)
            #expect(company.name == "Acme")
            #expect(try company.value(for: Company.name) == "Acme")
            #expect { try company.objects(for: Company.staff) } throws: { isGone($0) }
            let person = try #require(try bug.container.newConfinedContext().fetch(FetchRequest(Person.self)).first)
            #expect(person.employer == nil)
            #expect(person.inaccessibleError.map(isGone) ?? false)
            #expect { try person.object(for: Person.employer) } throws: { isGone($0) }
            #expect { try person.relatedObject(forKey: "employer") } throws: { isGone($0) }
        }
    }
#endif
