/// What a test knows of one of the goods without asking a store.
struct GoodsRow {
    let number: Int

    var category: Int { number % 20 }
    var day: Int { number / 20 % 50 }
    /// Halves, each number three times.
    var score: Double { Double(number * 7919 % 1000) / 2 }
    /// Texts of several bytes a character, some of which others begin with.
    var code: String { "ü\(number % 100)-\(number)" }
    var note: Int? { number % 3 == 0 ? nil : number % 60 }
    var rank: Int { number * 31 % 3000 }
    var maker: Int? { number % 7 == 0 ? nil : number % 40 }
    /// The level of inheritance.
    var level: Int { number % 3 }
}
