/// A job in a writer's queue.
enum WriterJob: Sendable {
    /// A save of one store: shares a transaction with the saves beside it.
    case save(StoreChanges, WriterTicket<CommitNumber>)
    /// Anything else, in no transaction; the closure tells its caller itself.
    case work(@Sendable (WriterThread) -> Void)
    /// The part of a save over several stores.
    case participation(WriterParticipation)
}
