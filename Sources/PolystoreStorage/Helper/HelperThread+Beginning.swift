import CPolystoreSystem
import Foundation
import Synchronization

extension HelperThread {
    /// How many bytes' pages are asked for together: few, because others who need pages wait meanwhile.
    private static let pages = 64 << 10

    /// Runs a closure that fills pieces of memory one after another: meanwhile, the system is asked for the pages of those
    /// to come.
    ///
    /// - Parameters:
    ///   - memory: What is to be filled. What the closure gives back meanwhile does no harm: nothing is written, and the
    ///     system is not heard where there is no memory.
    ///   - body: Fills it.
    /// - Returns: What the closure returns.
    /// - Throws: What it throws.
    package func gettingPages<Result, Failure: Error>(
        of memory: [UnsafeMutableRawBufferPointer], _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let isOver = Atomic(false)
        return try run {
            () throws(Failure) in
            defer { isOver.store(true, ordering: .relaxed) }
            return try body()
        } beside: {
            Self.getPages(of: memory, until: isOver)
        }
    }

    /// Asks the system for the pages of memory that somebody else is filling, one piece after another, until he is done.
    package static func getPages(of memory: [UnsafeMutableRawBufferPointer], until isOver: borrowing Atomic<Bool>) {
        for whole in memory {
            for start in stride(from: 0, to: whole.count, by: pages) where !isOver.load(ordering: .relaxed) {
                let piece = whole[start..<min(start + pages, whole.count)]
                polystore_populate(UnsafeMutableRawBufferPointer(rebasing: piece).baseAddress, piece.count)
            }
        }
    }
}
