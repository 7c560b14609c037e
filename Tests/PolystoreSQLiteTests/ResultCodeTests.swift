import CPolystoreSQLite
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Result codes of SQLite")
struct ResultCodeTests {
    @Test("P7: what the system refuses of a file is a failure of the disk, and a full disk is full")
    func failures() {
        // An access that is refused, and a read, a write and a sync that fail.
        for kind in [13, 1, 3, 4] as [Int32] {
            let meaning = ResultCode.meaning(SQLITE_IOERR | kind << 8)
            #expect(meaning.code == .inputOutput && meaning.leavesStateUnknown, "\(kind)")
        }
        #expect(ResultCode.meaning(SQLITE_FULL).code == .full)
    }
}
