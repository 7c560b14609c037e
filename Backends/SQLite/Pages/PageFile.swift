import CPolystoreSQLite
import PolystoreStorage

/// The pages of a file as one read transaction sees them, read without the library's own interpreter.
///
/// A page is where the last frame of the log that holds it says, or in the file. The library's lock of the transaction
/// keeps both as they are: nobody begins the log anew, nor copies frames behind the transaction's last one into the file.
/// Pages stay in memory from one transaction to the next; of the pages that were written between, which the log names,
/// only these are read again. (The library forgets all pages of a reader when somebody has committed.)
///
/// Used by whoever holds the connection. A pointer to a page is valid until `trim` or the next transaction.
final class PageFile {
    private struct Slot {
        /// The page, if it was read.
        var page: UnsafeMutableRawPointer?
        /// The last frame of the log that holds it; 0 if none does.
        var frame: UInt32
    }

    let pageSize: Int
    /// The bytes of a page that may be used.
    private(set) var usable: Int
    /// The number of pages of the database.
    private(set) var pageCount: UInt32 = 0
    /// The state that the pages belong to; nil before the first.
    private var state: LogHeader?
    /// Whether pages may be read: not when somebody committed while the transaction began.
    var isPinned: Bool { hasPinned && !isSuspended }
    private var hasPinned = false
    /// Whether statements are asked instead, which tests compare pages with.
    var isSuspended = false
    private var usesLog = false
    let index: LogIndex
    private let connection: OpaquePointer
    private let file: UnsafeMutablePointer<sqlite3_file>
    private var log: UnsafeMutablePointer<sqlite3_file>?
    /// Slots of 512 pages each, for those of which something is known.
    @exclusivity(unchecked) private var chunks: UnsafeMutableBufferPointer<UnsafeMutablePointer<Slot>?>
    /// The pages in the order in which they were read, and how many of them went already.
    private var order: [UInt32] = []
    private var gone = 0
    private var count = 0
    /// The most pages that stay in memory.
    var limit: Int
    /// Where a page lies that is not kept.
    private let spare: UnsafeMutableRawPointer
    private var spareNumber: UInt32 = 0

    private static let chunkSize = 512
    /// Readable bytes behind a page, so that numbers can be read by words.
    private static let slack = 32
    private static let frameHeader: Int64 = 24
    private static let logHeader: Int64 = 32

    /// Nil for a file that is not read by pages: without a log, with texts that are not UTF-8.
    ///
    /// - Parameters:
    ///   - connection: The connection, with a transaction that has read something.
    ///   - cacheSize: The bytes of pages that stay in memory.
    init?(_ connection: Connection, cacheSize: Int) throws(StoreError) {
        guard try connection.text("PRAGMA journal_mode") == "wal", try connection.text("PRAGMA encoding") == "UTF-8",
            let size = try connection.integer("PRAGMA page_size"), size >= 512, size <= 65536,
            let file = connection.file(SQLITE_FCNTL_FILE_POINTER), let index = LogIndex(file)
        else { return nil }
        self.connection = connection.handle
        self.file = file
        self.index = index
        pageSize = Int(size)
        usable = pageSize
        limit = max(cacheSize / pageSize, 64)
        chunks = .allocate(capacity: 0)
        guard let spare = sqlite3_malloc64(UInt64(pageSize + Self.slack)) else { return nil }
        spare.initializeMemory(as: UInt8.self, repeating: 0, count: pageSize + Self.slack)
        self.spare = spare
    }

    deinit {
        forget()
        for chunk in chunks { chunk?.deallocate() }
        chunks.deallocate()
        sqlite3_free(spare)
    }

    // MARK: Transactions

    /// Takes the state in which a transaction began, if the log had that state before it began and has it now.
    ///
    /// - Returns: Whether the schema may have changed.
    func pin(_ before: LogHeader?) {
        hasPinned = false
        guard let before, before.frames == 0 || before.pageSize == pageSize, let backfilled = index.backfilled,
            index.header == before
        else { return }
        // All frames are in the file. Then the library does not keep the log as it is; the file it does.
        usesLog = backfilled < before.frames
        if usesLog {
            guard let log = Connection.file(SQLITE_FCNTL_JOURNAL_POINTER, of: connection) else { return }
            self.log = log
        }
        // Where all frames are in the file, the log may be begun anew while its index is looked at.
        guard adopt(before), index.header == before else {
            forget()
            state = nil
            return
        }
        hasPinned = true
    }

    /// Ends what `pin` began.
    func unpin() { hasPinned = false }

    private func adopt(_ header: LogHeader) -> Bool {
        var first: UInt32 = 1
        if let state, state.salt == header.salt, state.frames <= header.frames {
            if state == header { return true }
            first = state.frames + 1
        } else {
            forget()
        }
        state = header
        let last = pageCount
        pageCount = header.pages
        if pageCount == 0 {
            var size: Int64 = 0
            guard let methods = file.pointee.pMethods, methods.pointee.xFileSize?(file, &size) == SQLITE_OK else {
                return false
            }
            pageCount = UInt32(clamping: size / Int64(pageSize))
        }
        makeRoom()
        if pageCount < last { dropPages(behind: pageCount) }
        if first <= header.frames {
            guard index.each(first...header.frames, note) else { return false }
        }
        guard let start = try? page(1) else { return false }
        usable = pageSize - Int(start.load(fromByteOffset: 20, as: UInt8.self))
        return usable >= 480
    }

    /// Makes room for the slots of all pages.
    private func makeRoom() {
        let needed = Int(pageCount) / Self.chunkSize + 1
        guard needed > chunks.count else { return }
        let grown = UnsafeMutableBufferPointer<UnsafeMutablePointer<Slot>?>.allocate(capacity: needed + needed / 4)
        grown.initialize(repeating: nil)
        for (place, chunk) in chunks.enumerated() { grown[place] = chunk }
        chunks.deallocate()
        chunks = grown
    }

    private func slot(_ number: UInt32) -> UnsafeMutablePointer<Slot>? {
        let (chunk, place) = (Int(number) / Self.chunkSize, Int(number) % Self.chunkSize)
        guard number > 0, number <= pageCount, chunk < chunks.count else { return nil }
        if let slots = chunks[chunk] { return slots + place }
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: Self.chunkSize)
        slots.initialize(repeating: Slot(page: nil, frame: 0), count: Self.chunkSize)
        chunks[chunk] = slots
        return slots + place
    }

    /// A frame holds a page: what was read of it before is old.
    private func note(_ frame: UInt32, _ number: UInt32) {
        // A page behind the last one was cut off since; nobody asks for it.
        guard let slot = slot(number) else { return }
        slot.pointee.frame = frame
        drop(slot)
    }

    private func drop(_ slot: UnsafeMutablePointer<Slot>) {
        guard let page = slot.pointee.page else { return }
        sqlite3_free(page)
        slot.pointee.page = nil
        count -= 1
    }

    /// Drops the pages that were cut off.
    private func dropPages(behind last: UInt32) {
        for number in order[gone...] where number > last {
            if let slot = knownSlot(number) { drop(slot) }
        }
    }

    /// The slot of a page of which something is known, even if it was cut off since.
    private func knownSlot(_ number: UInt32) -> UnsafeMutablePointer<Slot>? {
        let (chunk, place) = (Int(number) / Self.chunkSize, Int(number) % Self.chunkSize)
        return chunk < chunks.count ? chunks[chunk].map { $0 + place } : nil
    }

    /// Forgets all pages.
    private func forget() {
        for chunk in chunks {
            guard let chunk else { continue }
            for place in 0..<Self.chunkSize {
                drop(chunk + place)
                chunk[place].frame = 0
            }
        }
        order = []
        (gone, spareNumber) = (0, 0)
    }

    /// Lets go of the pages that were read first, when there are too many.
    func trim() {
        if count > limit {
            let target = limit / 4 * 3
            while count > target, gone < order.count {
                if let slot = knownSlot(order[gone]) { drop(slot) }
                gone += 1
            }
        }
        // Pages that were read again stand in the order several times.
        guard gone > 1024 && gone > order.count / 2 || order.count - gone > 2 * count + 1024 else { return }
        var seen: Set<UInt32> = []
        order = order[gone...].filter { knownSlot($0)?.pointee.page != nil && seen.insert($0).inserted }
        gone = 0
    }

    // MARK: Pages

    /// Whether the whole database has room in memory.
    var holdsAll: Bool { Int(pageCount) <= limit }

    /// A page that stays in memory.
    @inline(__always)
    func page(_ number: UInt32) throws(PageTrouble) -> UnsafeRawPointer {
        let (chunk, place) = (Int(number) / Self.chunkSize, Int(number) % Self.chunkSize)
        if chunk < chunks.count, let slots = chunks[chunk], let page = slots[place].page {
            return UnsafeRawPointer(page)
        }
        return try readPage(number)
    }

    /// A page that is looked at once: if it is not in memory, it does not stay there. Valid until the next one.
    func passingPage(_ number: UInt32) throws(PageTrouble) -> UnsafeRawPointer {
        guard let slot = slot(number) else { throw .damaged(page: number) }
        if let page = slot.pointee.page { return UnsafeRawPointer(page) }
        try read(number, slot.pointee.frame, into: spare)
        return UnsafeRawPointer(spare)
    }

    @inline(never)
    private func readPage(_ number: UInt32) throws(PageTrouble) -> UnsafeRawPointer {
        guard let slot = slot(number) else { throw .damaged(page: number) }
        guard let page = sqlite3_malloc64(UInt64(pageSize + Self.slack)) else { throw .unknown }
        do throws(PageTrouble) {
            try read(number, slot.pointee.frame, into: page)
        } catch {
            sqlite3_free(page)
            throw error
        }
        (page + pageSize).initializeMemory(as: UInt8.self, repeating: 0, count: Self.slack)
        slot.pointee.page = page
        count += 1
        order.append(number)
        return UnsafeRawPointer(page)
    }

    private func read(_ number: UInt32, _ frame: UInt32, into page: UnsafeMutableRawPointer) throws(PageTrouble) {
        let isLogged = usesLog && frame > 0
        let offset =
            isLogged
            ? Self.logHeader + Int64(frame &- 1) * (Self.frameHeader + Int64(pageSize)) + Self.frameHeader
            : Int64(number - 1) * Int64(pageSize)
        guard let source = isLogged ? log : file, let methods = source.pointee.pMethods,
            methods.pointee.xRead?(source, page, Int32(pageSize), offset) == SQLITE_OK
        else { throw .damaged(page: number) }
    }
}
