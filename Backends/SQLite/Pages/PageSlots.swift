import CPolystoreSQLite

/// The pages that are in memory, and for each page the last frame of the log that holds it.
final class PageSlots {
    struct Slot {
        /// The page, if it was read.
        var page: UnsafeMutableRawPointer?
        /// The last frame of the log that holds it; 0 if none does.
        var frame: UInt32
    }

    /// Slots of 512 pages each, for those of which something is known.
    @exclusivity(unchecked) private var chunks: UnsafeMutableBufferPointer<UnsafeMutablePointer<Slot>?>
    /// The pages in the order in which they were read, and how many of them went already.
    private var order: [UInt32] = []
    private var gone = 0
    /// The number of pages in memory.
    private(set) var count = 0
    private let budget: PageBudget
    private let pageSize: Int

    private static let chunkSize = 512

    init(_ budget: PageBudget, pageSize: Int) {
        (self.budget, self.pageSize) = (budget, pageSize)
        chunks = .allocate(capacity: 0)
    }

    deinit {
        forget()
        for chunk in chunks { chunk?.deallocate() }
        chunks.deallocate()
    }

    /// The page, if it is in memory.
    @inline(__always)
    subscript(number: UInt32) -> UnsafeMutableRawPointer? {
        let (chunk, place) = (Int(number) / Self.chunkSize, Int(number) % Self.chunkSize)
        guard chunk < chunks.count, let slots = chunks[chunk] else { return nil }
        return slots[place].page
    }

    /// Makes room for the slots of so many pages.
    func makeRoom(for pages: UInt32) {
        let needed = Int(pages) / Self.chunkSize + 1
        guard needed > chunks.count else { return }
        let grown = UnsafeMutableBufferPointer<UnsafeMutablePointer<Slot>?>.allocate(capacity: needed + needed / 4)
        grown.initialize(repeating: nil)
        for (place, chunk) in chunks.enumerated() { grown[place] = chunk }
        chunks.deallocate()
        chunks = grown
    }

    /// The slot of a page for which there is room.
    func slot(_ number: UInt32) -> UnsafeMutablePointer<Slot> {
        let (chunk, place) = (Int(number) / Self.chunkSize, Int(number) % Self.chunkSize)
        if let slots = chunks[chunk] { return slots + place }
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: Self.chunkSize)
        slots.initialize(repeating: Slot(page: nil, frame: 0), count: Self.chunkSize)
        chunks[chunk] = slots
        return slots + place
    }

    /// Takes a page that was read, which is freed by the library's `free` when it goes.
    func keep(_ page: UnsafeMutableRawPointer, _ number: UInt32) {
        slot(number).pointee.page = page
        count += 1
        budget.note(pageSize)
        order.append(number)
    }

    /// A frame holds a page: what was read of it before is old.
    func note(_ frame: UInt32, of number: UInt32) {
        let slot = slot(number)
        slot.pointee.frame = frame
        drop(slot)
    }

    private func drop(_ slot: UnsafeMutablePointer<Slot>) {
        guard let page = slot.pointee.page else { return }
        sqlite3_free(page)
        slot.pointee.page = nil
        count -= 1
        budget.note(-pageSize)
    }

    /// Drops the pages behind the last one.
    func drop(behind last: UInt32) {
        for number in order[gone...] where number > last { drop(slot(number)) }
    }

    /// Forgets all pages and frames.
    func forget() {
        for chunk in chunks {
            guard let chunk else { continue }
            for place in 0..<Self.chunkSize {
                drop(chunk + place)
                chunk[place].frame = 0
            }
        }
        order = []
        gone = 0
    }

    /// Lets go of the pages that were read first, until there are so many at most.
    func letGo(downTo target: Int) {
        while count > target, gone < order.count {
            drop(slot(order[gone]))
            gone += 1
        }
    }

    /// Forgets what is not needed of the order in which pages were read.
    func tidy() {
        // Pages that were read again stand in the order several times.
        guard gone > 1024 && gone > order.count / 2 || order.count - gone > 2 * count + 1024 else { return }
        var seen: Set<UInt32> = []
        order = order[gone...].filter { self[$0] != nil && seen.insert($0).inserted }
        gone = 0
    }
}
