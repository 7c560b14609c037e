import Polystore

/// A person or a team that looks after packages.
final class Maintainer: _Maintainer {}
