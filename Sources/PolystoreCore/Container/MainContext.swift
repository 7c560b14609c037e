/// The one context of the main actor, made when it is first asked for.
final class MainContext: Sendable {
    @MainActor private var made: ManagedObjectContext?

    init() {}

    @MainActor func context(_ make: () -> ManagedObjectContext) -> ManagedObjectContext {
        if let made { return made }
        let context = make()
        made = context
        return context
    }
}
