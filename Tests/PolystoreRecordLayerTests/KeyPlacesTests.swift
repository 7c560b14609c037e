import Testing

@testable import PolystoreRecordLayer

@Suite("The places of keys that lie close together")
struct KeyPlacesTests {
    @Test("every key is found in its place, and no other key")
    func places() throws {
        for keys in [[7], [5, 3, 4], [.max, .max - 2, .max - 1], [.min + 3, .min], [-1, 1, 0]] as [[Int64]] {
            let places = try #require(KeyPlaces(keys))
            for (place, key) in keys.enumerated() {
                #expect(places.place(of: key) == place)
                for other in [key &- 1, key &+ 1, key ^ 1 << 62] {
                    #expect(places.place(of: other) == keys.firstIndex(of: other), "\(other) in \(keys)")
                }
            }
        }
    }

    @Test("keys lie close together when at least every fourth is there")
    func density() {
        #expect(KeyPlaces(Array(100..<200)) != nil)
        #expect(KeyPlaces(Array(stride(from: 0, to: 400, by: 4))) != nil)
        #expect(KeyPlaces(Array(stride(from: 0, to: 500, by: 5))) == nil)
        #expect(KeyPlaces([.min, .max]) == nil)
        #expect(KeyPlaces([]) == nil)
    }
}
