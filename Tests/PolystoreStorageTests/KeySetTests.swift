import PolystoreStorage
import Testing

@Suite("A set of keys")
struct KeySetTests {
    @Test("knows what is in it, whether its keys lie close together or far apart")
    func contents() {
        for keys in [[3, 5, 4, 70, 133], [1, 1 << 40, -(1 << 50)], [.min, .max, 0], [7], []] as [[Int64]] {
            let set = KeySet(keys)
            for key in keys {
                #expect(set.contains(key))
                for other in [key &- 1, key &+ 1, key ^ 1 << 62] {
                    #expect(set.contains(other) == keys.contains(other), "\(other) in \(keys)")
                }
            }
            #expect(!set.contains(64_000))
        }
    }
}
