/// A company as a program without any store would write it.
final class Company {
    let name: String
    let founded: Int
    var employees: [Person] = []

    init(name: String, founded: Int) {
        self.name = name
        self.founded = founded
    }
}
