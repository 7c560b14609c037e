extension LiveList {
    /// Begins to hear of the changes of a context, until the results are let go.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - isOwned: Whether what listens keeps the list.
    ///   - feed: What ends with the context.
    /// - Returns: What keeps the list listening.
    func listen(to context: ManagedObjectContext, isOwned: Bool, ending feed: ResultFeed? = nil) -> [Listening] {
        let reference = ListReference(self, isOwning: isOwned)
        let changes = context.changeBroadcast.listen(
            { reference.list?.hear(LiveNews($0)) }, finish: { feed?.finish() })
        let saves = context.saveBroadcast.listen { reference.list?.hear(LiveNews(saved: $0)) }
        context.listenAgain()
        return [changes, saves]
    }
}
