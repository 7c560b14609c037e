import PolystoreRecordLayer
import PolystoreStorage

/// A walk through entries that were found.
// SAFETY: calls do not overlap, as the protocol says.
final class PlainScan: EngineScan, @unchecked Sendable {
    private let found: [(key: PlainBytes, value: PlainBytes)]
    private var place = 0

    init(_ found: [(key: PlainBytes, value: PlainBytes)]) { self.found = found }

    func append(_ limit: Int, to entries: inout [Entry]) {
        for entry in found.dropFirst(place).prefix(limit) { entries.append((entry.key.bytes, entry.value.bytes)) }
        place += limit
    }

    func end() {}
}
