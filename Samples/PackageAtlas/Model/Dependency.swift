import Polystore

/// One need of a package: any of its alternatives fulfils it, the first is preferred.
final class Dependency: _Dependency {}

extension DependencyKind: AttributeValue {}
