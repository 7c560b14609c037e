#if canImport(Glibc)
    import Glibc
#endif

/// The memory that the allocator keeps.
enum Heap {
    /// Gives back what is free, where the system can: else what earlier work left would hide what later work takes.
    static func trim() {
        #if canImport(Glibc)
            // The function's header is in no module.
            typealias Trim = @convention(c) (Int) -> CInt
            guard let function = dlsym(nil, "malloc_trim") else { return }
            _ = unsafeBitCast(function, to: Trim.self)(0)
        #endif
    }
}
