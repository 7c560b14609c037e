import Polystore

/// A package that the user is looking at; it lives in memory and links to the catalogue.
final class Bookmark: _Bookmark {}
