extension Array where Element: AnyObject {
    /// Calls a closure with each element, without counting a reference to each: the list, which does not change
    /// meanwhile, holds them.
    @inlinable @inline(__always)
    package func each<Failure>(_ body: (Element) throws(Failure) -> Void) throws(Failure) {
        try withUnsafeBufferPointer { (elements) throws(Failure) in
            // SAFETY: a reference lies in memory as an unmanaged one does, and the list holds the elements until the end.
            try elements.withMemoryRebound(to: Unmanaged<Element>.self) { (elements) throws(Failure) in
                for element in elements {
                    // The closure of an unmanaged reference cannot throw what the caller's does.
                    var failure: Failure?
                    element._withUnsafeGuaranteedRef { element in
                        do throws(Failure) { try body(element) } catch { failure = error }
                    }
                    if let failure { throw failure }
                }
            }
        }
    }
}
