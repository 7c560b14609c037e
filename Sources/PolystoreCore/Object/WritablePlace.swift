import PolystoreModel

/// A slot of a row that may be changed.
@usableFromInline package struct WritablePlace {
    @usableFromInline let row: MutableRow
    @usableFromInline let index: Int
}
