import PolystoreModel

extension UndoStep {
    /// Takes what a journal has to take back.
    ///
    /// - Parameters:
    ///   - journal: The journal; objects without a key of their own stay in it for the next step.
    ///   - members: The members of a list as they are now; nil where they are not known.
    init(_ journal: inout ChangeJournal, members: (ToManyKey) -> [ObjectID]?) {
        let arrived = journal.takeArrived()
        // An ID by which the object is found again must stay.
        for object in arrived { object.flags.insert(.identified) }
        let gone = Set(journal.departed.lazy.map(\.identity))
        let changes: [Change] = journal.properties.compactMap { change in
            let before: Former
            switch change.old {
            case .value(let value): before = .value(value)
            case .transient(let value): before = .transient(value)
            case .reference(let target): before = .reference(target)
            case .members(_, _, let known):
                guard let known else { return nil }
                // A list goes with its object, whatever the delete rule leaves in it.
                let after = gone.contains(change.object) ? [] : members(ToManyKey(change.object, change.property))
                if after == known { return nil }
                before = .members(known, after: after)
            }
            return Change(object: change.object, property: change.property, before: before)
        }
        self.init(changes: changes, arrived: arrived.map(\.identity), departed: journal.departed)
    }
}
