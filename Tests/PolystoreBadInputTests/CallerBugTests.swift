import Foundation
import Polystore
import PolystoreCore
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

        /// Whether a program was stopped by the sentence that says what to hold.
        private func saysWhatToHold(_ result: ExitTest.Result?, _ property: String) -> Bool {
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            return text.contains("\(property) is read after the context of its object is gone; hold the context")
        }

        @Test("a fault read after its context is gone stops the program, with what to hold")
        func faultAfterContext() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let bug = try CallerBug()
                let id = try bug.context.insert(Company.self) { $0.name = "Acme" }.objectID
                try bug.context.save()
                _ = (bug.container.newConfinedContext().object(with: id) as? Company)?.name
            }
            #expect(saysWhatToHold(result, "a fault of Company"))
        }

        @Test("a to-one relationship read after its context is gone stops the program, with what to hold")
        func toOneAfterContext() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let bug = try CallerBug()
                bug.ada.employer = try bug.context.insert(Company.self) { $0.name = "Acme" }
                try bug.context.save()
                _ = try bug.container.newConfinedContext().first(FetchRequest(Person.self))?.employer
            }
            #expect(saysWhatToHold(result, "Person.employer"))
        }

        @Test("a to-many relationship read after its context is gone stops the program, with what to hold")
        func toManyAfterContext() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let bug = try CallerBug()
                try bug.context.insert(Company.self) { $0.name = "Acme" }
                try bug.context.save()
                _ = try bug.container.newConfinedContext().first(FetchRequest(Company.self))?.staff.isEmpty
            }
            #expect(saysWhatToHold(result, "Company.staff"))
        }

        @Test("release builds give zeros and nothing, and write the sentence to standard error once for each object")
        func releaseAfterContext() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                ReleasedContext.traps = false
                let bug = try CallerBug()
                let id = try bug.context.insert(Company.self) { $0.name = "Acme" }.objectID
                try bug.context.save()
                let fault = bug.container.newConfinedContext().object(with: id) as? Company
                for _ in 0..<2 {
                    guard fault?.name == "", fault?.staff.isEmpty == true else { exit(EXIT_FAILURE) }
                }
                guard (fault?.inaccessibleError as? ContextError)?.code == .contextGone else { exit(EXIT_FAILURE) }
                exit(EXIT_SUCCESS)
            }
            #expect(saysWhatToHold(result, "polystore: error: a fault of Company"))
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.split(separator: "polystore: error:", omittingEmptySubsequences: false).count == 2)
        }

        @Test("throwing accessors of a fault whose context is gone say so")
        func faultThrows() throws {
            let bug = try CallerBug()
            let id = try bug.context.insert(Company.self) { $0.name = "Acme" }.objectID
            try bug.context.save()
            let fault = try #require(bug.container.newConfinedContext().object(with: id) as? Company)
            #expect(fault.managedObjectContext == nil)
            #expect(throws: ContextError.self) { try fault.value(for: Company.name) }
            #expect(throws: ContextError.self) { try fault.value(forKey: "name") }
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
            #expect(person.name == "Ada")
            #expect { try person.object(for: Person.employer) } throws: { isGone($0) }
            #expect { try person.relatedObject(forKey: "employer") } throws: { isGone($0) }
        }
    }
#endif
