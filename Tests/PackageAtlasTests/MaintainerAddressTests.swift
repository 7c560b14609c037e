import Testing

@testable import PackageAtlas

@Suite struct MaintainerAddressTests {
    @Test(
        "name and address are split",
        arguments: [
            ("Base Team <base@example.org>", "Base Team", "base@example.org"),
            ("  Base Team<base@example.org> ", "Base Team", "base@example.org"),
            ("\"Team, Base\" <base@example.org>", "Team, Base", "base@example.org"),
            ("Odd <One> <base@example.org>", "Odd <One>", "base@example.org"),
            ("<base@example.org>", "base@example.org", "base@example.org"),
            ("Base Team", "Base Team", nil), ("Base Team <>", "Base Team", nil), ("", "", nil),
        ] as [(String, String, String?)])
    func splitting(text: String, name: String, email: String?) {
        let address = MaintainerAddress(text)
        #expect(address.name == name)
        #expect(address.email == email)
    }
}
