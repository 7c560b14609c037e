/// Who has pages in memory, and lets others look after them while they are not read.
protocol PageHolder: AnyObject, Sendable {
    /// Calls a closure with the pages, if there are some.
    ///
    /// - Returns: False, with nothing called, while somebody reads them.
    func withIdlePages(_ body: (PageFile) -> Void) -> Bool
}
