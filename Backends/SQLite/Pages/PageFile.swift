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
    let pageSize: Int
    /// The bytes of a page that may be used.
    private(set) var usable: Int
    /// The number of pages of the database.
    private(set) var pageCount: UInt32 = 0
    let index: LogIndex
    private let slots: PageSlots
    private let budget: PageBudget
    /// How often room had been made for pages when these were used last.
    private(set) var lastPass: Int
    /// The state of the log that the pages belong to; nil before the first.
    private var state: LogHeader?
    private var usesLog = false
    private var hasPinned = false
    /// Whether statements are asked instead, which pages are compared with.
    var isSuspended = false
    private let connection: OpaquePointer
    private let file: UnsafeMutablePointer<sqlite3_file>
    private var log: UnsafeMutablePointer<sqlite3_file>?
    /// Where a page lies that is not kept.
    private let spare: UnsafeMutableRawPointer

    /// Readable bytes behind a page, so that numbers can be read by words.
    private static let slack = 32
    private static let frameHeader: Int64 = 24
    private static let logHeader: Int64 = 32

    /// Begins to read pages; nil for a file that is not read by pages: without a log, with texts that are not UTF-8.
    ///
    /// - Parameters:
    ///   - connection: The connection, with a transaction that has read something.
    ///   - budget: The memory for pages that stay.
    /// - Throws: What the library reports.
    init?(_ connection: Connection, _ budget: PageBudget) throws(StoreError) {
        guard try connection.text("PRAGMA journal_mode") == "wal", try connection.text("PRAGMA encoding") == "UTF-8",
            let size = try connection.integer("PRAGMA page_size"), size >= 512, size <= 65536,
            let file = connection.file(SQLITE_FCNTL_FILE_POINTER), let index = LogIndex(file),
            let spare = Self.memory(Int(size))
        else { return nil }
        self.connection = connection.handle
        self.file = file
        self.index = index
        pageSize = Int(size)
        self.spare = spare
        usable = pageSize
        self.budget = budget
        lastPass = budget.pass
        slots = PageSlots(budget, pageSize: pageSize)
    }

    /// Memory for a page.
    ///
    /// The library's, so that what it says of its memory holds these pages, too.
    private static func memory(_ pageSize: Int) -> UnsafeMutableRawPointer? {
        guard let memory = sqlite3_malloc64(UInt64(pageSize + slack)) else { return nil }
        (memory + pageSize).initializeMemory(as: UInt8.self, repeating: 0, count: slack)
        return memory
    }

    deinit { sqlite3_free(spare) }

    // MARK: Transactions

    /// Whether pages may be read: not when somebody committed while the transaction began.
    var isPinned: Bool { hasPinned && !isSuspended }

    /// Takes the state in which a transaction began, if the log had that state before it began and has it now.
    ///
    /// Each commit, and each beginning of the log anew, changes the state.
    func pin(_ before: LogHeader?) {
        hasPinned = false
        guard let before, before.frames == 0 || before.pageSize == pageSize, let backfilled = index.backfilled,
            index.header == before
        else { return }
        // Where all frames are in the file, the library does not keep the log as it is; the file it does.
        usesLog = backfilled < before.frames
        if usesLog {
            guard let log = Connection.file(SQLITE_FCNTL_JOURNAL_POINTER, of: connection) else { return }
            self.log = log
        }
        // Then the log may be begun anew, too, while its index is looked at, which changes the state first.
        guard adopt(before), index.header == before else {
            slots.forget()
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
            slots.forget()
        }
        state = header
        let last = pageCount
        guard let count = header.pages > 0 ? header.pages : fileLength else { return false }
        pageCount = count
        slots.makeRoom(for: count)
        if count < last { slots.drop(behind: count) }
        if first <= header.frames {
            // A page behind the last one was cut off since; nobody asks for it.
            guard index.each(first...header.frames, { if $1 > 0, $1 <= count { slots.note($0, of: $1) } }) else {
                return false
            }
        }
        do throws(PageTrouble) {
            usable = pageSize - Int(try page(1).load(fromByteOffset: 20, as: UInt8.self))
        } catch {
            // What cannot be read is for statements to tell.
            return false
        }
        return usable >= 480
    }

    /// The pages of the file itself.
    private var fileLength: UInt32? {
        var size: Int64 = 0
        guard let methods = file.pointee.pMethods, methods.pointee.xFileSize?(file, &size) == SQLITE_OK else {
            return nil
        }
        return UInt32(clamping: size / Int64(pageSize))
    }

    // MARK: Pages

    /// Whether the whole database has room in memory.
    var holdsAll: Bool { Int(pageCount) * pageSize <= budget.limit }

    /// The bytes of the pages that are in memory.
    var byteCount: Int { slots.count * pageSize }

    /// Lets go of pages, when all readers together have too many.
    func trim() {
        lastPass = budget.pass
        if budget.isExceeded { budget.makeRoom(for: self) }
        slots.tidy()
    }

    /// Lets go of the pages that were read first, until there are so many bytes of them at most.
    func letGo(downTo bytes: Int) { slots.letGo(downTo: bytes / pageSize) }

    /// A page that stays in memory.
    @inline(__always)
    func page(_ number: UInt32) throws(PageTrouble) -> UnsafeRawPointer {
        if let page = slots[number] { return UnsafeRawPointer(page) }
        return try readPage(number)
    }

    /// A page that is looked at once, valid until the next one: if it is not in memory, it does not stay there.
    func passingPage(_ number: UInt32) throws(PageTrouble) -> UnsafeRawPointer {
        if let page = slots[number] { return UnsafeRawPointer(page) }
        try read(number, into: spare)
        return UnsafeRawPointer(spare)
    }

    @inline(never)
    private func readPage(_ number: UInt32) throws(PageTrouble) -> UnsafeRawPointer {
        guard let page = Self.memory(pageSize) else { throw .unknown }
        do throws(PageTrouble) {
            try read(number, into: page)
        } catch {
            sqlite3_free(page)
            throw error
        }
        slots.keep(page, number)
        return UnsafeRawPointer(page)
    }

    private func read(_ number: UInt32, into page: UnsafeMutableRawPointer) throws(PageTrouble) {
        guard number > 0, number <= pageCount else { throw .damaged(page: number) }
        let frame = usesLog ? slots.slot(number).pointee.frame : 0
        let offset =
            frame > 0
            ? Self.logHeader + Int64(frame - 1) * (Self.frameHeader + Int64(pageSize)) + Self.frameHeader
            : Int64(number - 1) * Int64(pageSize)
        guard let source = frame > 0 ? log : file, let methods = source.pointee.pMethods,
            methods.pointee.xRead?(source, page, Int32(pageSize), offset) == SQLITE_OK
        else { throw .damaged(page: number) }
    }
}
