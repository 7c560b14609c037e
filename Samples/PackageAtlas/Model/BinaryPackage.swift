import Polystore

/// A package of the status file: installed, or only remembered because of its settings.
final class BinaryPackage: _BinaryPackage {}
