import Testing

@testable import PackageAtlas

@Suite struct DebianVersionTests {
    @Test("versions are in Debian's order")
    func order() {
        let ordered = [
            "1.0~~", "1.0~~a", "1.0~", "1.0~rc1", "1.0", "1.0-1", "1.0-1+b1", "1.0-1.1", "1.0-2", "1.0-10", "1.0a",
            "1.0+dfsg",
            "1.0.1", "1.9", "1.10", "2", "1:0.1", "2:0",
        ].map(DebianVersion.init)
        for (left, first) in ordered.enumerated() {
            for (right, second) in ordered.enumerated() {
                #expect((first < second) == (left < right), "\(first) and \(second)")
                #expect((first == second) == (left == right), "\(first) and \(second)")
            }
        }
    }

    @Test("leading zeros and an epoch of zero do not count")
    func equal() {
        #expect(DebianVersion("1.02") == DebianVersion("1.2"))
        #expect(DebianVersion("0:1") == DebianVersion("1"))
        #expect(DebianVersion("1.0-0") == DebianVersion("1.0"))
    }
}
