import PolystoreStorage

/// How groups of what a request finds are made: by stores that compute them, and of the rows of the others.
struct GroupPlan {
    /// A store's part.
    struct Part {
        let store: any GroupingStore
        /// What the store would hand out as rows.
        let part: FetchPlan.Part
        /// What it does instead.
        let plan: StorePlan
        let keys: GroupKeys
    }

    let parts: [Part]
    /// What is fetched as rows.
    let rest: FetchPlan
}
