import Polystore

/// What must be so whenever all loops stand still.
struct Invariants {
    let container: PersistentContainer
    let tally: Tally

    /// Compares counts with fetches.
    ///
    /// - Returns: The number of objects in all stores.
    func checkCounts() -> Int {
        checkCount(Project.self) + checkCount(WorkItem.self) + checkCount(Tag.self) + checkCount(Session.self)
            + checkCount(Cursor.self)
    }

    private func checkCount<Object: Numbered>(_ type: Object.Type) -> Int {
        let context = container.newConfinedContext(isolation: nil)
        return withExtendedLifetime(context) {
            do {
                let request = FetchRequest(type)
                let (count, ids) = (try context.count(request), try context.fetchIDs(request))
                let objects = try context.fetch(request)
                if count != objects.count || ids != objects.map(\.objectID) || Set(ids).count != count {
                    tally.report(
                        "\(type): count says \(count), \(ids.count) IDs and \(objects.count) objects are found")
                }
                return count
            } catch {
                tally.report("\(type) cannot be counted: \(error)")
                return 0
            }
        }
    }

    /// Checks all stores, both sides of relationships and all data that is kept in files.
    func checkAll() {
        do {
            let summaries = try container.coordinator.check { store, finding in
                tally.report("check of \(store.name): \(finding.kind.rawValue) \(finding.details)")
            }
            if summaries.count != 3 { tally.report("check looked at \(summaries.count) stores") }
            let context = container.newConfinedContext(isolation: nil)
            try withExtendedLifetime(context) {
                try checkProjects(context)
                try checkTags(context)
                try checkAttachments(context)
            }
            tally.count("whole checks")
        } catch {
            tally.report("the stores cannot be checked: \(error)")
        }
    }

    private func checkProjects(_ context: ManagedObjectContext) throws {
        var members = 0
        for project in try context.fetch(FetchRequest(Project.self)) {
            let items = Array(project.items)
            members += items.count
            if items.contains(where: { $0.project !== project }) || Set(items.map(\.objectID)).count != items.count {
                tally.report("\(project): its items do not agree")
            }
        }
        let count = try context.count(FetchRequest(WorkItem.self).where(WorkItem.project != nil))
        if members != count { tally.report("projects have \(members) items, \(count) items have a project") }
    }

    private func checkTags(_ context: ManagedObjectContext) throws {
        let tagged = try context.fetch(FetchRequest(WorkItem.self)).reduce(0) { $0 + $1.tags.count }
        let items = try context.fetch(FetchRequest(Tag.self)).reduce(0) { $0 + $1.items.count }
        if tagged != items { tally.report("items have \(tagged) tags, tags have \(items) items") }
    }

    private func checkAttachments(_ context: ManagedObjectContext) throws {
        for item in try context.fetch(FetchRequest(WorkItem.self)) {
            // One that was overwritten has the size that a context had, and the data that its store had: such data is not
            // in memory. So it has to agree with itself.
            let data = item.attachment
            if let data, data != GraphEditor.bytes(data.count) {
                tally.report("\(item): the \(data.count) bytes that are attached were never attached to it")
            }
        }
        if let error = context.takeAccessError() { throw error }
    }
}
