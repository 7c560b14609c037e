import PolystoreModel
import Testing

@testable import PolystoreSQLite

@Suite("What stands beside data of more than 4 KiB")
struct DeferredColumnTests {
    @Test("P7: whatever a damaged file holds there is read", arguments: [.min, -1, 0, 1 << 32, .max] as [Int64])
    func damage(_ value: Int64) {
        let data = DeferredColumn.decode(value)
        #expect(data.length >= 0)
        #expect(data.withDescriptor { $0.count } == DeferredData.descriptorSize)
    }
}
