import Polystore

/// Something that one may want to know about an atlas, answered from its objects alone.
///
/// A question sees a context and nothing of the stores behind it, so its answer cannot depend on them (P1).
struct Question: Sendable {
    /// The name on the command line.
    let name: String
    /// The question in words.
    let title: String
    /// Finds the answer.
    let answer: @Sendable (Atlas) throws -> Answer

    /// All questions, in the order in which they are asked.
    static let all: [Question] = [
        census, essential, largest, topMaintainers, sectionsBySize, sectionsByMeanSize, search, versatileMaintainers,
        rivals, unneeded, secondChoices, dangling, unmetVersions, breakage, pillars, longestChain, bookmarks,
        bookmarkedNeighbours,
    ]
}
