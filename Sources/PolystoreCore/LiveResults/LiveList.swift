import PolystoreModel
import PolystoreQuery
import Synchronization

/// The objects of a request, kept as a fetch would find them: follows the groups of changes of one context.
///
/// A group that concerns the request is followed object by object where the objects' own rows tell all, and by a new fetch
/// of the IDs otherwise: both see unsaved changes as every fetch does. Differences are between what was and what is, so they
/// are exact however the new state came about.
///
/// Used on the executor of its context, which it does not keep.
final class LiveList {
    let plan: LivePlan
    /// Whether the objects are held; else their IDs are.
    private let keepsObjects: Bool
    /// Whether a fetch ends when the task is cancelled; not where the task that changes objects is nothing to the list.
    private let isCancellable: Bool
    private let anchor: ContextAnchor
    private(set) var entries: [LiveEntry] = []
    private(set) var results: FetchedResults
    /// Why the list is not up to date; nil when it is.
    private(set) var failure: (any Error)?
    /// Called with the results before and the updated objects, once there are new results.
    var onChange: ((_ old: FetchedResults, _ updated: Set<ObjectID>) -> Void)?
    /// Called when the list could not be brought up to date.
    var onFailure: ((any Error) -> Void)?
    private var feeds: [WeakFeed] = []
    private var order: LiveOrder?
    /// The coordinator's stores when the list was fetched, by their generation.
    private var storeGeneration = 0
    private var isLoaded = false
    /// Whether a change is being followed, or told: news wait meanwhile.
    private var isWorking = false
    private var news: [LiveNews] = []
    /// The objects that were updated while the list could not be brought up to date.
    private var missed: Set<ObjectID> = []

    private struct WeakFeed {
        weak var feed: ResultFeed?
    }

    init(_ plan: LivePlan, in context: ManagedObjectContext, keepsObjects: Bool, isCancellable: Bool = false) {
        self.plan = plan
        self.isCancellable = isCancellable
        self.keepsObjects = keepsObjects
        anchor = context.anchor
        results = FetchedResults(sectioned: plan.section != nil)
    }

    /// Fetches the list, and follows it from now on.
    ///
    /// - Throws: The errors of a fetch; the list is as it was then.
    func load(_ context: ManagedObjectContext) throws {
        try context.applyPendingDeletes()
        let wasWorking = isWorking
        isWorking = true
        defer {
            // What came meanwhile, from hooks for example, is followed as it always is.
            if !wasWorking {
                if isLoaded { followNews(context) } else { news = [] }
            }
            isWorking = wasWorking
        }
        let fetched = try fetch(context)
        let old = results
        take(fetched)
        isLoaded = true
        if fetched.results != old { send(updated: []) }
    }

    /// Follows changes; while a change is followed or told, they wait.
    func hear(_ news: LiveNews) {
        guard isLoaded || isWorking, let context = anchor.context else { return }
        self.news.append(news)
        guard !isWorking else { return }
        isWorking = true
        defer { isWorking = false }
        followNews(context)
    }

    /// Has a feed get the results, now and from now on.
    func add(_ feed: ResultFeed) {
        feeds.removeAll { $0.feed == nil }
        feeds.append(WeakFeed(feed: feed))
        feed.send(results, updated: [])
    }

    deinit { for feed in feeds { feed.feed?.finish() } }

    private func followNews(_ context: ManagedObjectContext) {
        while !news.isEmpty { follow(news.removeFirst(), context) }
    }

    private func follow(_ news: LiveNews, _ context: ManagedObjectContext) {
        let concerned = news.changed.filter { plan.concerns($0.root) }
        guard !concerned.isEmpty || news.isInvalidation || failure != nil else { return }
        let old = results
        var updated = missed.union(news.updated)
        if news.isInvalidation { updated.formUnion(results.objectIDs) }
        do {
            // What a getter met somewhere is for the next call of the program to throw, and nothing to the list.
            try context.settingAccessErrorAside {
                let isShort = concerned.count <= 64 + entries.count / 4
                if let order, failure == nil, !news.isInvalidation, isShort, isCurrent(context) {
                    take(try followRows(of: concerned, order, context))
                } else {
                    take(try fetch(context))
                }
            }
            missed = []
        } catch {
            missed = updated
            failure = error
            onFailure?(error)
            for feed in feeds { feed.feed?.finish(throwing: error) }
            feeds = []
            return
        }
        let present = updated.isEmpty ? [] : Set(results.objectIDs.lazy.filter(updated.contains))
        guard results != old || !present.isEmpty else { return }
        send(updated: present)
        onChange?(old, present)
    }

    private func send(updated: Set<ObjectID>) {
        for feed in feeds { feed.feed?.send(results, updated: updated) }
    }
}

// How the list is read.
extension LiveList {
    private typealias State = (entries: [LiveEntry], results: FetchedResults, order: LiveOrder?)

    private func take(_ state: State) {
        (entries, results, order) = state
        failure = nil
    }

    /// Whether the stores are those that the list was fetched from, and the newest commits are read.
    private func isCurrent(_ context: ManagedObjectContext) -> Bool {
        storeGeneration == context.coordinator.generation.load(ordering: .relaxed) && context.queryGeneration == nil
    }

    private func fetch(_ context: ManagedObjectContext) throws -> State {
        // Before the stores are looked at: ones that come meanwhile have another generation.
        storeGeneration = context.coordinator.generation.load(ordering: .relaxed)
        return try context.source.reading {
            let (request, section) = try plan.resolve(in: context)
            let stores = context.coordinator.stores
            // A reference that leads to another store may be kept there, and change without the row.
            let isOfRows = plan.followsRows && (stores.count == 1 || !request.followsRelationships)
            let order = isOfRows ? LiveOrder(request, section: section, stores: stores.map(\.number)) : nil
            let collector = LiveCollector(
                context, context.rowSource(for: request), section: section, order: order, keepsObjects: keepsObjects)
            let source = SourceRequest(request, isCancelled: isCancellable ? context.isCancelled : { false })
            try context.execute(source, over: context.overlay(for: request)) { $0.allSatisfy(collector.take) }
            try collector.finish()
            guard let results = collector.entries.results(isSectioned: section != nil) else {
                throw plan.outOfOrder(request.entity)
            }
            return (collector.entries, results, order)
        }
    }

    /// Looks at changed objects alone.
    private func followRows(
        of changed: Set<ObjectID>, _ order: LiveOrder, _ context: ManagedObjectContext
    ) throws -> State {
        try context.throwAccessError()
        let found = try context.source.reading {
            let source = ContextRowSource(context)
            try source.prepareRows(of: Array(changed))
            return try changed.compactMap { object in
                try source.withRow(of: object) { try order.entry(object, $0, source) } ?? nil
            }
        }
        let entries = try found.sorted { $0.place.lexicographicallyPrecedes($1.place) }
            .map { try holding($0, context) }
        let rest = self.entries.filter { !changed.contains($0.objectID) }
        let merged = rest.merged(with: entries)
        guard let results = merged.results(isSectioned: plan.section != nil) else { return try fetch(context) }
        return (merged, results, order)
    }

    /// The entry with its object, where the list holds objects.
    private func holding(_ entry: LiveEntry, _ context: ManagedObjectContext) throws -> LiveEntry {
        guard keepsObjects else { return entry }
        let object = try context.registered(entry.objectID) ?? context.readRow(of: entry.objectID)
        guard let object else { throw context.missing(entry.objectID) }
        return LiveEntry(objectID: entry.objectID, object: object, section: entry.section, place: entry.place)
    }
}
