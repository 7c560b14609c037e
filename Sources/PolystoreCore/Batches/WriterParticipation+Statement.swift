import PolystoreStorage

extension WriterParticipation {
    /// Has a store that knows statements run one in the open transaction, on the writer's thread, and waits for it.
    ///
    /// - Parameter body: Runs the statement; answers nil where the store cannot be told what is wanted.
    /// - Returns: What the closure answers; nil of a store without statements.
    /// - Throws: What the closure throws.
    func statement(_ body: (any StatementStore) throws -> BatchStatement?) throws -> BatchStatement? {
        try withoutActuallyEscaping(body) { body in
            // SAFETY: the caller waits until the closure has been called, and nobody else knows it.
            nonisolated(unsafe) let body = body
            // SAFETY: written before `perform` returns, and read behind it.
            nonisolated(unsafe) var outcome: Result<BatchStatement?, any Error> = .success(nil)
            try perform { store in
                guard let store = store as? any StatementStore else { return }
                outcome = Result { try body(store) }
            }
            return try outcome.get()
        }
    }
}
