import PolystoreModel
import PolystoreStorage

/// A store and a hierarchy: what the ID of an object says beside its key.
struct ObjectPlace: Hashable {
    let store: StoreNumber
    let root: RootNumber
}
