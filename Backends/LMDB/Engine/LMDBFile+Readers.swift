import CPolystoreLMDB
import PolystoreStorage

extension LMDBFile {
    /// The library's table of readers, of all processes, as the library prints it, behind the number of the last
    /// transaction, which readers of the last commit have as well.
    func readers() throws(StoreError) -> [String] {
        var environment = MDB_envinfo()
        try results.check(mdb_env_info(handle, &environment))
        let printed = Printed()
        let result = withExtendedLifetime(printed) {
            mdb_reader_list(
                handle,
                { message, printed in
                    guard let message, let printed else { return 0 }
                    Unmanaged<Printed>.fromOpaque(printed).takeUnretainedValue().text += String(cString: message)
                    return 0
                }, Unmanaged.passUnretained(printed).toOpaque())
        }
        // Only less than nothing is a failure.
        if result < 0 { try results.check(result) }
        return ["last transaction \(environment.me_last_txnid)"]
            + printed.text.split(separator: "\n").map(String.init)
    }
}

/// What the library has printed.
private final class Printed {
    var text = ""
}
