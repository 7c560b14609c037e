import Polystore

/// A section of the archive.
final class Section: _Section {}
