// A context and what lives in it stay where they are: handles, IDs and snapshots cross. Said outright, so that no other
// module declares otherwise.

@available(*, unavailable, message: "a context stays where it is; let its handle cross")
extension ManagedObjectContext: Sendable {}

@available(*, unavailable, message: "an object stays in its context; let its objectID or snapshot cross")
extension ManagedObject: Sendable {}

@available(*, unavailable, message: "related objects stay in their context; let their IDs cross")
extension ToManyObjects: Sendable {}

@available(*, unavailable, message: "an object stays in its context")
extension ObjectStorage: Sendable {}
