/// How processes exclude each other: as they should, or not at all, for negative controls.
enum Locking: String, CaseIterable {
    case held = "contenders"
    case granted = "contenders with every lock granted"
}
