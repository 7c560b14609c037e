import PolystoreModel

extension Routing {
    /// The routing without a store: its entities have one home less, perhaps none; positions close up.
    func without(_ name: String) -> Routing {
        guard let gone = stores.firstIndex(where: { $0.name == name }) else { return self }
        func moved(_ position: Int) -> Int? { position == gone ? nil : position > gone ? position - 1 : position }
        let rest = homes.map { $0.compactMap(moved) }
        var absent = absentHomes
        for (index, places) in homes.enumerated() where places.contains(gone) && rest[index].isEmpty {
            absent[index, default: []].append(name)
        }
        return Routing(
            model: model, stores: stores.filter { $0.name != name }, homes: rest,
            partitions: partitions.mapValues { $0.moved(moved, without: gone, named: name) }, absentHomes: absent)
    }
}

extension Partition {
    /// The partition with other positions; values whose store is gone have no home until it comes back.
    fileprivate func moved(_ position: (Int) -> Int?, without gone: Int, named name: String) -> Partition {
        let lost = homes.filter { $0.value == gone }.mapValues { _ in name }
        return Partition(
            attribute: attribute, homes: homes.compactMapValues(position), otherwise: otherwise.flatMap(position),
            absent: absent.merging(lost) { $1 }, absentOtherwise: otherwise == gone ? name : absentOtherwise)
    }
}
