import Polystore

/// One package that a dependency names.
final class Alternative: _Alternative {}

extension VersionRelation: AttributeValue {}
